/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig calibrate seed: a known delay in hilrigd is found by the analyzer,
 * the check of the whole rig from the edge to the report. */
#include <errno.h>
#include <math.h>

#include "daemon/base/log.h"
#include "rig/cmd/calibrate.h"
#include "rig/run/stimulus.h"

#define DELAY_NS      500000
#define EVERY         1000
#define EVERY_LEAST   20
#define SEEDED_WANTED 20

/* Twenty seeded edges or more in the time that there is, one in a thousand at
 * most; never more than half the time from edge to edge. */
static void choose_seed(struct hil_run_options *o)
{
	int64_t most_ns = hil_stimulus_bounds(o).min_ns / 4;
	uint64_t edges =
		o->edges ? o->edges : (uint64_t)(o->duration_ns / o->period_ns);

	if (!o->seed_delay_ns)
		o->seed_delay_ns = DELAY_NS < most_ns ? DELAY_NS : most_ns;
	if (o->seed_every)
		return;
	o->seed_every = edges / SEEDED_WANTED;
	if (o->seed_every > EVERY)
		o->seed_every = EVERY;
	if (o->seed_every < EVERY_LEAST)
		o->seed_every = EVERY_LEAST;
}

static int say_unclear(const struct hil_seed_result *s)
{
	double now = (double)(s->seeded - s->aside);

	if (!s->seeded)
		hil_error("seed: no seeded edge has an answer of its own; see "
			  "the run's accounts, and take a longer run or a "
			  "smaller --seed-every");
	else if (s->needed > 0 && now < s->needed)
		hil_error("seed: of %.0f seeded edges none is told apart by "
			  "itself, and their mean needs %.0f more",
			  now, s->needed - now);
	else
		hil_error("seed: the delay is too short for this rig: one edge "
			  "is only known within more than half of it, and so "
			  "is the mean; take a longer --seed-delay");
	return -ENODATA;
}

static int judge(const struct hil_result *r)
{
	const struct hil_seed_result *s = &r->line[0].seed;

	if (r->verdict == HIL_INVALID) {
		hil_error("seed: the run is INVALID: %s",
			  r->reason_count ? r->reasons[0] : "no reason");
		return -EBADE;
	}
	return s->found || s->mean_found ? 0 : say_unclear(s);
}

int hil_calibrate_seed_run(struct hil_run_options *o,
			   struct hil_calibrate_run *run)
{
	int ret;

	*run = (struct hil_calibrate_run){ 0 };
	choose_seed(o);
	ret = hil_run_options_check(o);
	if (!ret)
		ret = hil_calibrate_measure(o, run);
	return ret ? ret : judge(run->out.result);
}

static json_t *details_of(const struct hil_seed_result *s)
{
	return json_pack("{s:s,s:f,s:I,s:I,s:I,s:I,s:I,s:f,s:f,s:f,s:f,s:f}",
			 "found by", s->found ? "each edge" : "the mean",
			 "delay_ns", s->delay_ns, "every", (json_int_t)s->every,
			 "edges", (json_int_t)s->seeded, "found",
			 (json_int_t)s->found, "unclear",
			 (json_int_t)s->unclear, "aside", (json_int_t)s->aside,
			 "largest_difference_ns", s->error_ns, "largest_U_ns",
			 s->bound_ns, "mean_ns", s->mean_ns, "mean_U_ns",
			 s->mean_U_ns, "board_mean_ns", s->waited_ns);
}

int hil_calibrate_seed(struct hil_calibrate *c)
{
	struct hil_run_options o = *c->o;
	struct hil_calibrate_run run;
	int ret = hil_calibrate_seed_run(&o, &run);
	const struct hil_seed_result *s =
		run.out.result ? &run.out.result->line[0].seed : NULL;

	if (!ret) {
		struct hil_calibration_entry e = hil_calibrate_entry(c, &run);

		e.method = "seed";
		e.effect = "check";
		e.value = s->mean_ns - s->waited_ns;
		e.u = s->mean_U_ns / 2;
		e.board = run.out.feed.board_settings;
		ret = hil_calibrate_put(c, &e, details_of(s));
	}
	hil_calibrate_run_clear(&run);
	return ret;
}
