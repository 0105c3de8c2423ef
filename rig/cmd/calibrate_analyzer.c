/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig calibrate loopback and clock: what the analyzer itself adds. Both come
 * from the same two runs without a board: the first one finds, the second one,
 * corrected by the first, shows what is left.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/timex.h>

#include "calibration/clock_rate.h"
#include "calibration/loopback.h"
#include "calibration/uncertainty.h"
#include "daemon/base/log.h"
#include "rig/cmd/calibrate.h"

/* Nobody knows a computer's quartz better than that; NTP does, when it has
 * locked. Source: data sheets, and adjtimex(2) on STA_UNSYNC. */
#define QUARTZ_PPM 100.0
#define LOCKED_PPM 10.0

static double reference_u_ppm(void)
{
	struct timex t = { 0 };
	bool locked = adjtimex(&t) >= 0 && !(t.status & STA_UNSYNC);

	return hil_uncertainty_rectangular(2 *
					   (locked ? LOCKED_PPM : QUARTZ_PPM));
}

/* The second measurement against the first: 0 within U, or nothing is put. */
static int leave(struct hil_calibration_entry *e, double again, double u_again,
		 double u_residual, const struct hil_calibrate_run *run)
{
	double most = 2 * hypot(e->u, u_again);

	e->left = (struct hil_calibration_left){
		.known = true,
		.residual = again - e->value,
		.u = u_residual,
		.raw = run->out.path,
		.sha256 = run->raw.sha256,
	};
	if (fabs(e->left.residual) <= most)
		return 0;
	hil_error("%s: corrected by %.6g, a second measurement still finds "
		  "%.6g, more than U = %.3g: not calibrated; something has "
		  "changed between the two",
		  e->method, e->value, e->left.residual, most);
	return -EIO;
}

static int judge_loopback(const struct hil_raw *raw, struct hil_loopback *l)
{
	int ret = hil_loopback_judge(raw->edge[0], raw->edges[0], raw->edge[1],
				     raw->edges[1], raw->step_ns, l);

	if (ret == -ENODATA)
		hil_error("the two channels do not see one signal: %llu "
			  "pairs, %llu edges alone (%zu and %zu in all); wire "
			  "the generator to both, and take 100 edges or more",
			  (unsigned long long)l->pairs,
			  (unsigned long long)l->unmatched, raw->edges[0],
			  raw->edges[1]);
	return ret;
}

static int loopback(struct hil_calibrate *c,
		    const struct hil_calibrate_run run[2])
{
	struct hil_calibration_entry e = hil_calibrate_entry(c, &run[0]);
	struct hil_loopback l[2];
	int ret = judge_loopback(&run[0].raw, &l[0]);

	if (!ret)
		ret = judge_loopback(&run[1].raw, &l[1]);
	if (ret)
		return ret;
	e.method = "loopback";
	e.effect = "skew_ns";
	e.value = l[0].skew_ns;
	e.u = l[0].u_ns;
	ret = leave(&e, l[1].skew_ns, l[1].u_ns, hypot(l[0].u_ns, l[1].u_ns),
		    &run[1]);
	if (ret)
		return ret;
	return hil_calibrate_put(
		c, &e,
		json_pack("{s:I,s:I,s:f,s:f,s:f,s:f,s:f}", "pairs",
			  (json_int_t)l[0].pairs, "unmatched",
			  (json_int_t)l[0].unmatched, "stddev_ns",
			  l[0].stddev_ns, "min_ns", l[0].min_ns, "max_ns",
			  l[0].max_ns, "drift_ns", l[0].drift_ns, "sample_ns",
			  run[0].raw.step_ns));
}

/* How the rate changed between the halves of a run; null: too short. */
static void add_change(json_t *details, const struct hil_raw *raw)
{
	struct hil_clock_rate r[2];
	size_t half = raw->covers / 2;
	bool known = !hil_clock_rate(raw->at_ns, raw->seen_ns, half, &r[0]) &&
		     !hil_clock_rate(raw->at_ns + half, raw->seen_ns + half,
				     raw->covers - half, &r[1]);

	json_object_set_new(details, "change_ppm",
			    known ? json_real(r[1].fast_ppm - r[0].fast_ppm)
				  : json_null());
	json_object_set_new(details, "u_change_ppm",
			    known ? json_real(hypot(r[0].u_ppm, r[1].u_ppm))
				  : json_null());
}

static int judge_clock(const struct hil_raw *raw, struct hil_clock_rate *r)
{
	int ret = hil_clock_rate(raw->at_ns, raw->seen_ns, raw->covers, r);

	if (ret)
		hil_error("the run is too short for the analyzer's clock: "
			  "take -D 60s");
	return ret;
}

static int clock_of(struct hil_calibrate *c,
		    const struct hil_calibrate_run run[2])
{
	struct hil_calibration_entry e = hil_calibrate_entry(c, &run[0]);
	double reference = reference_u_ppm();
	struct hil_clock_rate r[2];
	json_t *details;
	int ret = judge_clock(&run[0].raw, &r[0]);

	if (!ret)
		ret = judge_clock(&run[1].raw, &r[1]);
	if (ret)
		return ret;
	e.method = "clock";
	e.effect = "clock_ppm";
	e.value = r[0].fast_ppm;
	e.u = hypot(r[0].u_ppm, reference);
	ret = leave(&e, r[1].fast_ppm, r[1].u_ppm,
		    hypot(r[0].u_ppm, r[1].u_ppm), &run[1]);
	if (ret)
		return ret;
	details = json_pack("{s:f,s:f,s:f}", "span_s", r[0].span_s, "u_fit_ppm",
			    r[0].u_ppm, "u_reference_ppm", reference);
	if (details)
		add_change(details, &run[0].raw);
	return hil_calibrate_put(c, &e, details);
}

static int judge(struct hil_calibrate *c, struct hil_calibrate_run run[2],
		 bool skew, bool rate)
{
	int ret = skew ? loopback(c, run) : 0;

	if (ret == -ENODATA && c->all) {
		hil_notice("skipped: loopback, which needs the generator on "
			   "both channels");
		ret = 0;
	}
	return !ret && rate ? clock_of(c, run) : ret;
}

int hil_calibrate_analyzer(struct hil_calibrate *c, bool skew, bool rate)
{
	struct hil_run_options o = *c->o;
	struct hil_calibrate_run run[2] = { 0 };
	int ret;

	o.board = HIL_BOARD_NONE;
	o.probe_edge = HIL_SELECT_RISING;
	o.seed_delay_ns = 0;
	o.seed_every = 0;
	ret = hil_run_options_check(&o);
	for (int i = 0; i < 2 && !ret; i++)
		ret = hil_calibrate_measure(&o, &run[i]);
	if (!ret)
		ret = judge(c, run, skew, rate);
	hil_calibrate_run_clear(&run[0]);
	hil_calibrate_run_clear(&run[1]);
	return ret;
}
