# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_test(bench_wiring SOURCES unit/test_bench_wiring.c LINKS hil_bench)
