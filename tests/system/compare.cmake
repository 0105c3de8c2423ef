# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(compare_input system/compare_input.sh TIMEOUT 60)
hil_add_script_test(compare_board system/compare_board.sh TIMEOUT 400
	LABELS bench)
set_tests_properties(compare_board PROPERTIES RUN_SERIAL ON)
hil_add_script_test(compare_web system/compare_web.sh TIMEOUT 300
	LABELS bench)
set_tests_properties(compare_web PROPERTIES RUN_SERIAL ON)
