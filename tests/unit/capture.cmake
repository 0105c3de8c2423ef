# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(capture_edge_search
	SOURCES unit/test_capture_edge_search.c LINKS hil_capture)
hil_add_test(capture_stream
	SOURCES unit/test_capture_stream.c LINKS hil_capture)
hil_add_test(capture_reader
	SOURCES unit/test_capture_reader.c unit/capture_files.c
	LINKS hil_capture)
hil_add_test(capture_sandbox
	SOURCES unit/test_capture_sandbox.c LINKS hil_capture)
hil_add_test(capture_ring
	SOURCES unit/test_capture_ring.c LINKS hil_capture Threads::Threads)
hil_add_test(capture_words
	SOURCES unit/test_capture_words.c LINKS hil_capture)
hil_add_test(capture_hint SOURCES unit/test_capture_hint.c
	${CMAKE_SOURCE_DIR}/rig/capture/live_hint.c)
