# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_bench(ledger_pairs SOURCES bench/bench_ledger_pairs.c LINKS hil_sim)
hil_add_bench(ledger_join SOURCES bench/bench_ledger_join.c LINKS hil_sim)
