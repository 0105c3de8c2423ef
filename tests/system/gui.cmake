# SPDX-License-Identifier: GPL-3.0-or-later
foreach(part term same input client)
	hil_add_script_test(gui_${part} system/gui_${part}.sh TIMEOUT 180
		LABELS system)
endforeach()
hil_add_script_test(gui_run system/gui_run.sh TIMEOUT 300 LABELS bench)
set_tests_properties(gui_run PROPERTIES RUN_SERIAL ON)
