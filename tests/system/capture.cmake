# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(capture_live
	SOURCES system/capture_live.c system/collect_capture.c
		system/fake_beagle.c
	LINKS hil_capture Threads::Threads TIMEOUT 120 LABELS system)
add_dependencies(test_capture_live hilrig-capture)

hil_add_test(capture_sigrok
	SOURCES system/capture_sigrok.c system/collect_capture.c
	LINKS hil_capture TIMEOUT 120 LABELS system)
add_dependencies(test_capture_sigrok hilrig-capture)

hil_add_test(capture_hostile
	SOURCES system/capture_hostile.c system/collect_capture.c
		unit/capture_files.c
	LINKS hil_capture TIMEOUT 120 LABELS system)
add_dependencies(test_capture_hostile hilrig-capture)
