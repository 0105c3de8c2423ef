# SPDX-License-Identifier: GPL-3.0-or-later
pkg_check_modules(JACK IMPORTED_TARGET jack)
if(JACK_FOUND)
	hil_program(jack_delay SOURCES system/jack_delay.c
		LINKS PkgConfig::JACK)
	hil_program(audio_edges
		SOURCES system/audio_edges.c system/collect_capture.c
		LINKS hil_capture)
	set_target_properties(jack_delay audio_edges PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endif()
hil_add_script_test(audio_period system/audio_period.sh TIMEOUT 240)
hil_add_script_test(audio_run system/audio_run.sh TIMEOUT 300)
set_tests_properties(audio_period audio_run PROPERTIES RUN_SERIAL ON)
