# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(bench_trace_line SOURCES unit/test_bench_trace_line.c
	LINKS hil_bench)
hil_add_test(bench_samples SOURCES unit/test_bench_samples.c LINKS hil_bench)
hil_add_test(bench_fault SOURCES unit/test_bench_fault.c LINKS hil_bench)
hil_add_test(bench_scpi SOURCES unit/test_bench_scpi.c LINKS hil_bench)
hil_add_test(bench_place SOURCES unit/test_bench_place.c LINKS hil_bench)
hil_add_test(bench_mux SOURCES unit/test_bench_mux.c LINKS hil_mux)
hil_add_test(bench_agent SOURCES unit/test_bench_agent.c LINKS hil_agent
	Threads::Threads)
hil_add_test(bench_analyzer SOURCES unit/test_bench_analyzer.c
	LINKS hil_bench)
hil_add_test(bench_relay SOURCES unit/test_bench_relay.c LINKS hil_bench)
