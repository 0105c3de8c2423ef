# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_bench(capture_edges
	SOURCES bench/bench_capture_edges.c LINKS hil_capture)
hil_add_bench(capture_live
	SOURCES bench/bench_capture_live.c system/fake_beagle.c
	LINKS hil_capture Threads::Threads NEEDS hilrig-capture)
