# SPDX-License-Identifier: GPL-3.0-or-later
include(${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz.cmake)
hil_add_fuzz(trace_line SOURCES fuzz/fuzz_trace_line.c LINKS hil_bench)
hil_add_fuzz(bench_scpi SOURCES fuzz/fuzz_bench_scpi.c LINKS hil_bench)
hil_add_fuzz(bench_fault SOURCES fuzz/fuzz_bench_fault.c LINKS hil_bench)
hil_add_fuzz(mux SOURCES fuzz/fuzz_mux.c LINKS hil_mux)
