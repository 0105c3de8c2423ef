# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(calibrate system/calibrate.sh TIMEOUT 400 LABELS bench)
set_tests_properties(calibrate PROPERTIES RUN_SERIAL ON)
hil_add_script_test(calibrate_board system/calibrate_board.sh TIMEOUT 400
	LABELS bench)
set_tests_properties(calibrate_board PROPERTIES RUN_SERIAL ON)
