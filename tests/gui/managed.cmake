# SPDX-License-Identifier: GPL-3.0-or-later
if(TARGET hil_managed)
	hil_add_test(managed SOURCES gui/test_managed.c LINKS hil_managed)
	hil_add_script_test(gui_managed system/gui_managed.sh TIMEOUT 180
		LABELS system)
	hil_add_script_test(gui_managed_board system/gui_managed_board.sh
		TIMEOUT 300 LABELS bench)
	set_tests_properties(gui_managed_board PROPERTIES RUN_SERIAL ON)
endif()
