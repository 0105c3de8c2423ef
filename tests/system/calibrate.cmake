# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(calibrate system/calibrate.sh TIMEOUT 240 LABELS bench)
set_tests_properties(calibrate PROPERTIES RUN_SERIAL ON)
