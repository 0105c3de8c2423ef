# SPDX-License-Identifier: GPL-3.0-or-later
foreach(module pattern stimulus_schedule)
	hil_add_test(${module} SOURCES unit/test_${module}.c
		LINKS hil_stimulus LABELS unit)
endforeach()
foreach(module source_scpi source_pwm)
	hil_add_test(${module} SOURCES unit/test_${module}.c
		LINKS hil_source Threads::Threads LABELS unit)
endforeach()
