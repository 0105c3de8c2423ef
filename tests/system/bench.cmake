# SPDX-License-Identifier: GPL-3.0-or-later
hil_add_script_test(bench_input system/bench_input.sh LABELS system)
hil_add_script_test(bench_life system/bench_life.sh TIMEOUT 180 LABELS bench)
hil_add_script_test(bench_kill system/bench_kill.sh TIMEOUT 240 LABELS bench)
hil_add_script_test(bench_instruments system/bench_instruments.sh TIMEOUT 240
	LABELS bench)
