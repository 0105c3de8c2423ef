# SPDX-License-Identifier: GPL-3.0-or-later
hil_program(make_capture SOURCES system/make_capture.c LINKS hil_base)
set_target_properties(make_capture PROPERTIES
	RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
hil_add_script_test(measure_jitter system/measure_jitter.sh TIMEOUT 240)
hil_add_script_test(run_faults system/run_faults.sh TIMEOUT 400 LABELS bench)
hil_add_script_test(run_valid system/run_valid.sh TIMEOUT 180 LABELS bench)
hil_add_script_test(run_limits system/run_limits.sh TIMEOUT 240 LABELS bench)
hil_add_script_test(run_kill system/run_kill.sh TIMEOUT 400 LABELS bench)
hil_add_script_test(bad_input system/bad_input.sh TIMEOUT 120)
hil_add_script_test(hostile_board system/hostile_board.sh)
set_tests_properties(run_valid run_limits run_kill run_faults PROPERTIES RUN_SERIAL ON)
hil_add_script_test(run_pattern system/run_pattern.sh TIMEOUT 400 LABELS bench)
