# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(live SOURCES gui/test_live.c LINKS hil_figure)
if(TARGET hil_window)
	add_executable(test_window gui/test_window.c)
	target_link_libraries(test_window PRIVATE hil_flags hil_window
		PkgConfig::CMOCKA)
	set_target_properties(test_window PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
	hil_add_script_test(window gui/window.sh TIMEOUT 120
		ARGS ${CMAKE_BINARY_DIR}/tests/test_window)
	hil_add_script_test(gui_window system/gui_window.sh TIMEOUT 180
		LABELS system)
endif()
