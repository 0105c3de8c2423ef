# SPDX-License-Identifier: GPL-3.0-or-later
add_library(hil_sim STATIC sim/board.c sim/doubt.c sim/feed.c sim/judge.c
	sim/link.c sim/pins.c sim/random.c sim/sim.c sim/stamps.c)
target_link_libraries(hil_sim PUBLIC hil_flags hil_ledger m)
hil_add_test(sim_truth SOURCES sim/test_truth.c LINKS hil_sim TIMEOUT 600)
hil_add_test(sim_order SOURCES sim/test_order.c LINKS hil_sim TIMEOUT 600)
hil_add_test(sim_latency SOURCES sim/test_latency.c LINKS hil_sim
	TIMEOUT 600)
hil_add_test(sim_seed SOURCES sim/test_seed.c LINKS hil_sim TIMEOUT 600)
hil_add_test(sim_posted SOURCES sim/test_posted.c LINKS hil_sim m TIMEOUT 600)
hil_add_test(sim_jump SOURCES sim/test_jump.c LINKS hil_sim)
hil_add_test(sim_clock SOURCES sim/test_clock.c LINKS hil_sim m TIMEOUT 600)
