/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig calibrate threshold: the same edges at three high levels, and at the
 * first one again, seen by both channels. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "calibration/loopback.h"
#include "calibration/threshold.h"
#include "daemon/base/log.h"
#include "rig/cmd/calibrate.h"

#define LEVELS 4

/* Of the swing of an ordinary run. Never more, and not so low that a threshold
 * of half of it is missed. The first again at the end: does it repeat? */
static const double parts[LEVELS] = { 1, 0.8, 0.65, 1 };

static int take_level(const struct hil_raw *raw, double volts,
		      struct hil_threshold_level *level)
{
	struct hil_loopback l;
	int ret = hil_loopback_judge(raw->edge[0], raw->edges[0], raw->edge[1],
				     raw->edges[1], raw->step_ns, &l);

	level->volts = volts;
	level->skew_ns = (struct hil_threshold_mean){ l.skew_ns, l.u_ns };
	for (int n = 0; n < 2 && !ret; n++)
		ret = hil_threshold_high(raw->edge[n], raw->edges[n],
					 raw->fall[n], raw->falls[n],
					 raw->step_ns, &level->high_ns[n]);
	if (ret == -ENODATA)
		hil_error("threshold: at %.3g V the two channels do not see "
			  "one signal (%zu and %zu edges): wire the generator "
			  "to both, take 100 edges or more, and see whether "
			  "the analyzer's threshold is below that level",
			  volts, raw->edges[0], raw->edges[1]);
	return ret;
}

/* The first run stays: its raw data are the entry's. */
static int measure(struct hil_run_options *o, struct hil_calibrate_run *first,
		   struct hil_threshold_level level[LEVELS])
{
	double high = o->given.high_volts ? o->high_volts : o->line_volts;
	double swing = high - o->low_volts;
	int ret = 0;

	o->given.high_volts = true;
	for (int i = 0; i < LEVELS && !ret; i++) {
		struct hil_calibrate_run other = { 0 };
		struct hil_calibrate_run *run = i ? &other : first;

		o->high_volts = o->low_volts + parts[i] * swing;
		ret = hil_run_options_check(o);
		if (!ret)
			ret = hil_calibrate_measure(o, run);
		if (!ret)
			ret = take_level(&run->raw, parts[i] * swing,
					 &level[i]);
		hil_calibrate_run_clear(&other);
	}
	return ret;
}

static json_t *details_of(const struct hil_threshold *t,
			  const struct hil_threshold_level level[LEVELS])
{
	return json_pack(
		"{s:s,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f}", "method",
		"the same edges at three high levels; limits for where in an "
		"edge the board may switch",
		"volts", level[0].volts, "volts_least", level[2].volts,
		"stimulus_product_v_ns", t->product_v_ns[0].value,
		"stimulus_product_U", 2 * t->product_v_ns[0].u,
		"probe_product_v_ns", t->product_v_ns[1].value,
		"probe_product_U", 2 * t->product_v_ns[1].u, "apart_v_ns",
		t->apart_v_ns.value, "apart_U", 2 * t->apart_v_ns.u,
		"crossing_ns", t->crossing_ns[0].value, "crossing_U_ns",
		2 * t->crossing_ns[0].u, "limit_ns", t->limit_ns);
}

static int put(struct hil_calibrate *c, const struct hil_calibrate_run *run,
	       const struct hil_threshold_level level[LEVELS])
{
	struct hil_calibration_entry e = hil_calibrate_entry(c, run);
	struct hil_threshold t;
	int ret = hil_threshold_fit(level, LEVELS, &t);

	if (ret)
		return ret;
	e.method = "threshold";
	e.effect = "threshold_ns";
	e.value = 0; /* limits without a preferred value: nothing to correct */
	e.u = t.u_ns;
	return hil_calibrate_put(c, &e, details_of(&t, level));
}

int hil_calibrate_threshold(struct hil_calibrate *c)
{
	struct hil_run_options o = *c->o;
	struct hil_threshold_level level[LEVELS];
	struct hil_calibrate_run run = { 0 };
	int ret;

	if (!strcmp(o.generator, "manual")) {
		hil_error("threshold: the generator is set by hand; its levels "
			  "must be changed by hilrig, so name one that it can "
			  "drive");
		return -ENODATA;
	}
	o.board = HIL_BOARD_NONE;
	o.probe_edge = HIL_SELECT_RISING;
	o.seed_delay_ns = 0;
	o.seed_every = 0;
	ret = measure(&o, &run, level);
	if (!ret)
		ret = put(c, &run, level);
	hil_calibrate_run_clear(&run);
	return ret;
}
