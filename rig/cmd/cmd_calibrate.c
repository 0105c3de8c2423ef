/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig calibrate: what the instruments themselves add to a latency, into the
 * record that `run` uses. The raw data is an ordinary stored run without a
 * board.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>

#include "calibration/clock_rate.h"
#include "calibration/loopback.h"
#include "calibration/uncertainty.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/calibrate/raw.h"
#include "rig/calibrate/record.h"
#include "rig/cmd/calibrate_show.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish_run.h"

static const char usage[] =
	"usage: hilrig calibrate loopback|clock|all --config FILE [OPTIONS]\n"
	"       hilrig calibrate show --config FILE\n"
	"\n"
	"  loopback  wire the generator to both channels: their skew, its "
	"spread and drift\n"
	"  clock     the analyzer's clock against this host's CLOCK_MONOTONIC; "
	"-D 60s or more\n"
	"  all       both from one run, wired as for loopback\n"
	"  show      the record: values, devices, dates, raw data\n"
	"\n"
	"The record is FILE with .calibration.json for .conf. `hilrig run` "
	"corrects each\n"
	"latency by it and is DEGRADED when it has expired or is of another "
	"analyzer.\n"
	"Options are those of `hilrig run`:\n";

#define REFERENCE                                                              \
	"none: not traceable to SI; clock against this host's CLOCK_MONOTONIC"

/* Nobody knows a computer's quartz better than that; NTP does, when it has
 * locked. Source: data sheets, and adjtimex(2) on STA_UNSYNC. */
#define QUARTZ_PPM 100.0
#define LOCKED_PPM 10.0

struct calibration {
	const struct hil_run_options *o;
	const char *method;
	struct hil_run_outcome out;
	struct hil_raw raw;
	json_t *record;
	char *path; /* of the record */
};

static double reference_u_ppm(void)
{
	struct timex t = { 0 };
	bool locked = adjtimex(&t) >= 0 && !(t.status & STA_UNSYNC);

	return hil_uncertainty_rectangular(2 *
					   (locked ? LOCKED_PPM : QUARTZ_PPM));
}

/* Generator and analyzer as for a run; nothing waits for a board. */
static int acquire(struct calibration *c)
{
	struct hil_report_info info = { .period_ns = c->o->period_ns };
	char utc[32];
	int ret = hil_run_measure(c->o, &c->out);

	if (!c->out.result)
		return ret ? ret : -EIO;
	info.title = hil_finish_run_name(&c->out);
	info.start_utc =
		hil_time_utc_format(c->out.start_wall_ns, utc, sizeof(utc));
	info.run_path = c->out.path;
	info.settings = hil_finish_settings(c->o, &c->out);
	ret = hil_finish_store(&c->out, &info);
	json_decref(info.settings);
	if (!ret && c->out.result->samples.ended_early) {
		hil_error("the analyzer ended by itself: nothing is "
			  "calibrated");
		ret = -EIO;
	}
	return ret;
}

static int read_raw(struct calibration *c)
{
	struct hil_channel_roles roles;
	unsigned int channel[2] = { 0, 0 };
	int first, second,
		ret = hil_channel_roles_parse(c->o->channels, &roles);

	if (ret)
		return ret;
	first = hil_feed_channel(c->out.feed.capture, roles.stimulus);
	second = hil_feed_channel(c->out.feed.capture, roles.probe);
	if (first < 0 || second < 0)
		return -EINVAL;
	channel[0] = (unsigned int)first;
	channel[1] = (unsigned int)second;
	ret = hil_raw_read(c->out.path, channel, &c->raw);
	if (!ret && c->raw.gaps) {
		hil_error("samples were lost in %zu places: nothing is "
			  "calibrated from \"%s\"",
			  c->raw.gaps, c->out.path);
		ret = -EIO;
	}
	return ret;
}

static int put(struct calibration *c, const char *method, const char *effect,
	       double value, double u, json_t *details)
{
	struct hil_calibration_entry e = {
		.method = method,
		.effect = effect,
		.value = value,
		.u = u,
		.wall_ns = c->out.start_wall_ns,
		.raw = c->out.path,
		.sha256 = c->raw.sha256,
		.reference = REFERENCE,
		.capture = c->raw.capture,
		.generator = c->out.generator,
		.details = details,
	};
	int ret = details ? hil_calibration_put(c->record, &e) : -ENOMEM;

	json_decref(details);
	return ret;
}

static int loopback(struct calibration *c)
{
	const struct hil_raw *raw = &c->raw;
	struct hil_loopback l;
	int ret = hil_loopback_judge(raw->edge[0], raw->edges[0], raw->edge[1],
				     raw->edges[1], raw->step_ns, &l);

	if (ret == -ENODATA)
		hil_error("the two channels do not see one signal: %llu "
			  "pairs, %llu edges alone (%zu and %zu in all); wire "
			  "the generator to both, and take 100 edges or more",
			  (unsigned long long)l.pairs,
			  (unsigned long long)l.unmatched, raw->edges[0],
			  raw->edges[1]);
	if (ret)
		return ret;
	return put(c, "loopback", "skew_ns", l.skew_ns, l.u_ns,
		   json_pack("{s:I,s:I,s:f,s:f,s:f,s:f,s:f}", "pairs",
			     (json_int_t)l.pairs, "unmatched",
			     (json_int_t)l.unmatched, "stddev_ns", l.stddev_ns,
			     "min_ns", l.min_ns, "max_ns", l.max_ns, "drift_ns",
			     l.drift_ns, "sample_ns", raw->step_ns));
}

static int clock_of(struct calibration *c)
{
	struct hil_clock_rate r;
	double u[2];
	int ret =
		hil_clock_rate(c->raw.at_ns, c->raw.seen_ns, c->raw.covers, &r);

	if (ret) {
		hil_error("the run is too short for the analyzer's clock: "
			  "take -D 60s");
		return ret;
	}
	u[0] = r.u_ppm;
	u[1] = reference_u_ppm();
	return put(c, "clock", "clock_ppm", r.fast_ppm,
		   hil_uncertainty_combine(u, 2),
		   json_pack("{s:f,s:f,s:f}", "span_s", r.span_s, "u_fit_ppm",
			     u[0], "u_reference_ppm", u[1]));
}

static int calibrate(struct calibration *c)
{
	bool all = !strcmp(c->method, "all");
	int ret = hil_calibration_load(c->path, &c->record);

	if (ret == -ENOENT) {
		c->record = json_object();
		ret = c->record ? 0 : -ENOMEM;
	}
	if (!ret)
		ret = acquire(c);
	if (!ret)
		ret = read_raw(c);
	if (!ret && (all || !strcmp(c->method, "loopback")))
		ret = loopback(c);
	if (!ret && (all || !strcmp(c->method, "clock")))
		ret = clock_of(c);
	if (!ret)
		ret = hil_calibration_save(c->path, c->record);
	return ret;
}

static int run_method(const char *method, struct hil_run_options *o)
{
	struct calibration c = { .o = o, .method = method };
	int status = HIL_STATUS_ERROR, ret;

	o->board = HIL_BOARD_NONE;
	o->probe_edge = HIL_SELECT_RISING;
	c.path = hil_calibration_path(o->config);
	ret = c.path ? hil_run_options_check(o) : -ENOMEM;
	if (!ret)
		ret = calibrate(&c);
	if (!ret)
		status = hil_calibrate_show(c.path, o->json);
	else if (ret == -ENODEV)
		status = HIL_STATUS_NOTHING;
	if (c.out.feed.store)
		hil_store_close(c.out.feed.store, NULL);
	hil_raw_free(&c.raw);
	hil_run_outcome_clear(&c.out);
	json_decref(c.record);
	free(c.path);
	return status;
}

static int show(const struct hil_run_options *o)
{
	char *path = hil_calibration_path(o->config);
	int status =
		path ? hil_calibrate_show(path, o->json) : HIL_STATUS_ERROR;

	free(path);
	return status;
}

int hil_cmd_calibrate(int argc, char **argv)
{
	static const char *const methods[] = { "loopback", "clock", "all",
					       "show" };
	const char *method = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	struct hil_run_options o = { 0 };
	int status = HIL_STATUS_ERROR, ret;
	bool known = false;

	for (size_t i = 0; method && i < 4; i++)
		known |= !strcmp(method, methods[i]);
	ret = hil_run_options_read(&o, method ? argc - 1 : argc,
				   method ? argv + 1 : argv, usage);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	else if (!ret && !known)
		hil_error("calibrate: name a method: loopback, clock, all or "
			  "show");
	else if (!ret && !o.config)
		hil_error("calibrate %s: the record stands beside the rig's "
			  "config, so name one: --config FILE",
			  method);
	else if (!ret)
		status = strcmp(method, "show") ? run_method(method, &o)
						: show(&o);
	hil_run_options_free(&o);
	return status;
}
