# SPDX-License-Identifier: GPL-3.0-or-later
foreach(module pattern stimulus_schedule)
	hil_add_test(${module} SOURCES unit/test_${module}.c
		LINKS hil_stimulus LABELS unit)
endforeach()
foreach(module source_scpi source_pwm)
	hil_add_test(${module} SOURCES unit/test_${module}.c
		LINKS hil_source Threads::Threads LABELS unit)
endforeach()
hil_add_test(generator_pin SOURCES unit/test_generator_pin.c
	LINKS hil_instrument hil_daemon LABELS unit)
add_dependencies(test_generator_pin hilrig-stimulus)
hil_add_test(run_stimulus SOURCES unit/test_run_stimulus.c
	LINKS hil_run LABELS unit)
