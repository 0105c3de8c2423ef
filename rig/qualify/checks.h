/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tests of the requirements: one function each, which says what it found.
 * table_*.c tells what each is for. */
#ifndef HIL_QUALIFY_CHECKS_H
#define HIL_QUALIFY_CHECKS_H

#include "rig/qualify/context.h"

typedef void hil_check(struct hil_qualify *q, struct hil_finding *f);

/* check_install.c */
hil_check hil_check_programs, hil_check_board, hil_check_instruments,
	hil_check_disk;
/* check_record.c */
hil_check hil_check_skew, hil_check_clock_record;
/* check_wire.c */
hil_check hil_check_wires;
/* check_generator.c */
hil_check hil_check_above_line, hil_check_below_ground, hil_check_no_voltage,
	hil_check_frequency;
/* check_stimulus.c */
hil_check hil_check_off, hil_check_burst;
/* check_end.c */
hil_check hil_check_exclusive, hil_check_killed, hil_check_stop,
	hil_check_limit, hil_check_statuses;
/* check_stored.c */
hil_check hil_check_recompute, hil_check_damage;
/* check_planted.c */
hil_check hil_check_gap, hil_check_lost;
/* check_histogram.c, check_edges.c */
hil_check hil_check_histogram, hil_check_edges;
/* check_result.c */
hil_check hil_check_accounts, hil_check_verdict, hil_check_uncertainty,
	hil_check_samples, hil_check_witnesses;
/* check_seed.c */
hil_check hil_check_seed;
/* check_time.c */
hil_check hil_check_clock, hil_check_period;

/** hil_check_quiet() - neither witness sees an edge, the generator being off
 * @name: of its evidence */
void hil_check_quiet(struct hil_qualify *q, const char *name,
		     struct hil_finding *f);

/** hil_qualify_main() - the run that is judged, made when it is first asked
 *	for. Return: is there a result? Else @f says why not. */
bool hil_qualify_main(struct hil_qualify *q, struct hil_finding *f);

#endif
