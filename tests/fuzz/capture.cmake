# SPDX-License-Identifier: GPL-3.0-or-later
foreach(format sr vcd csv)
	hil_add_fuzz(${format}
		SOURCES fuzz/fuzz_${format}.c fuzz/capture_reader.c
		LINKS hil_capture)
endforeach()
