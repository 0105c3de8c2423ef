# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_bench(publish SOURCES bench/bench_publish.c LINKS hil_shm)
