/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The analyzer's side of a measurement: starts hilrig-capture, begins ledger
 * and store when its first record says what it captures, and pumps the rest
 * into the feed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/calibrate/record.h"
#include "rig/run/run_private.h"
#include "rig/run/stimulus.h"

#define ANALYZER_SILENCE_NS (2 * HIL_NS_PER_S)
#define BYTES_A_EDGE        32.0 /* two edges and an event, packed generously */

static int open_store(struct hil_run *run)
{
	double seconds = (double)run->o->duration_ns * 1e-9;
	double edges =
		run->o->edges
			? (double)run->o->edges
			: seconds * 1e9 / hil_stimulus_bounds(run->o).mean_ns;
	double bytes = edges * (BYTES_A_EDGE + 64) + seconds * 2000 + 1e6;

	return hil_store_create(run->o->runs, run->o->name, (uint64_t)bytes,
				&run->feed.store);
}

static void tell_row(void *context, const struct hil_row *row)
{
	const struct hil_run *run = context;
	double edge_s = (double)row->edge / run->rate_hz;

	hil_mirror_row(run->mirror, row, edge_s);
	if (run->watch)
		run->watch->row(run->watch->context, row, edge_s);
}

static void tell_leg(void *context, const struct hil_leg *leg)
{
	const struct hil_run *run = context;

	hil_mirror_leg(run->mirror, leg);
}

/* What is known of this analyzer. What is wrong with the record is said after
 * the ledger has begun, so that a stored run says it again. */
static int read_calibration(struct hil_run *run, const json_t *capture,
			    char *problem, size_t size)
{
	char *path =
		run->o->config ? hil_calibration_path(run->o->config) : NULL;
	int ret =
		path ? hil_calibration_load(path, &run->calibration) : -ENOENT;

	problem[0] = '\0';
	if (!ret)
		ret = hil_calibration_apply(
			run->calibration, capture, hil_time_wall_ns(),
			&run->config.calibration, problem, size);
	if (ret == -EBADMSG && run->calibration)
		hil_error("the calibration record \"%s\" is wrong; move it "
			  "away and calibrate again",
			  path);
	free(path);
	return ret == -ENOENT ? 0 : ret;
}

/* What the ledger has to know, once the channels are known by number. */
static struct hil_ledger_config ledger_config(const struct hil_run_options *o,
					      unsigned int stimulus,
					      unsigned int probe, int heartbeat)
{
	struct hil_pattern_bounds bounds = hil_stimulus_bounds(o);

	return (struct hil_ledger_config){
		.stimulus_channel = stimulus,
		.probe_channel = probe,
		.stimulus_edge = (enum hil_edge_select)o->edge,
		.probe_edge = (enum hil_edge_select)o->probe_edge,
		.probe_mode = (enum hil_probe_mode)o->probe_mode,
		.board = o->board == HIL_BOARD_EXEC,
		.limit_ns = o->limit_ns,
		.max_latency_ns = o->max_latency_ns,
		.bounce_ns = o->bounce_ns,
		.edges_limit = o->edges,
		.irregular = bounds.min_ns != bounds.max_ns,
		.seed_delay_ns = o->seed_delay_ns,
		.seed_every = o->seed_every,
		.period_ns = o->period_ns,
		.heartbeat = heartbeat >= 0,
		.heartbeat_channel =
			heartbeat < 0 ? 0 : (unsigned int)heartbeat,
		.heartbeat_ns = o->heartbeat_ns,
	};
}

/* Rate and channels of the first record. */
static int read_capture(struct hil_run *run, const json_t *capture)
{
	int stimulus = hil_feed_channel(capture, run->roles.stimulus);
	int probe = hil_feed_channel(capture, run->roles.probe);
	int heartbeat =
		*run->roles.heartbeat
			? hil_feed_channel(capture, run->roles.heartbeat)
			: -1;
	json_int_t num, den;

	num = json_integer_value(json_object_get(capture, "rate_num"));
	den = json_integer_value(json_object_get(capture, "rate_den"));
	if (stimulus < 0 || probe < 0 || num <= 0 || den <= 0) {
		hil_error("the analyzer's first record is wrong: rate %lld/%lld"
			  ", channels %s and %s are %d and %d",
			  (long long)num, (long long)den, run->roles.stimulus,
			  run->roles.probe, stimulus, probe);
		return -EBADMSG;
	}
	run->rate_hz = (double)num / (double)den;
	run->config = ledger_config(run->o, (unsigned int)stimulus,
				    (unsigned int)probe, heartbeat);
	run->feed.stimulus_channel = (unsigned int)stimulus;
	run->feed.probe_channel = (unsigned int)probe;
	return 0;
}

/* The first record of a store, with which it can be computed again. */
static int begin_store(struct hil_run *run)
{
	int ret = open_store(run);

	if (ret)
		return ret;
	return hil_feed_json(
		&run->feed, HIL_RECORD_RUN,
		json_pack("{s:s,s:o,s:o,s:O?}", "schema", "hilrig-store-1",
			  "config", hil_ledger_config_to_json(&run->config),
			  "options",
			  hil_options_to_json(hil_run_option_table, run->o),
			  "calibration", run->calibration));
}

/* CAPTURE has come: channels are known, so ledger and store can begin. */
static int open_ledger(struct hil_run *run, const struct hil_frame *frame)
{
	json_t *capture = json_loadb((const char *)frame->payload,
				     frame->length, 0, NULL);
	char problem[256];
	int ret = read_capture(run, capture);

	if (!ret)
		ret = read_calibration(run, capture, problem, sizeof(problem));
	json_decref(capture);
	if (ret)
		return ret;
	run->feed.ledger = hil_ledger_new(&run->config, tell_row, run);
	if (!run->feed.ledger)
		return -ENOMEM;
	hil_ledger_follow_legs(run->feed.ledger, tell_leg);
	ret = begin_store(run);
	if (!ret && problem[0])
		ret = hil_feed_failure(&run->feed, HIL_DEGRADED, "calibration",
				       problem);
	return ret;
}

static int capture_ended(struct hil_run *run)
{
	const char *text;
	enum hil_capture_end end = hil_capture_ended(run->capture, &text);

	run->capture_over = true;
	if (end == HIL_CAPTURE_DONE)
		return 0;
	if (!run->feed.ledger) {
		/* else hilrig-capture has said why */
		if (end == HIL_CAPTURE_HUNG || end == HIL_CAPTURE_DIED)
			hil_error("%s", text);
		return -ENODEV;
	}
	return hil_run_fail(run, HIL_INVALID,
			    end == HIL_CAPTURE_EARLY  ? "analyzer-ended"
			    : end == HIL_CAPTURE_HUNG ? "analyzer-hung"
						      : "analyzer-died",
			    "%s", text);
}

int hil_run_pump_capture(struct hil_run *run)
{
	struct hil_frame frame;
	int ret, i;

	for (i = 0; i < HIL_RUN_RECORDS_A_TURN && !run->capture_over; i++) {
		ret = hil_capture_next(run->capture, &frame);
		if (ret == 0)
			return 0;
		if (ret < 0)
			return capture_ended(run);
		if (!run->feed.ledger && frame.type == HIL_RECORD_CAPTURE) {
			ret = open_ledger(run, &frame);
			if (ret)
				return ret;
		}
		if (!run->feed.ledger)
			continue;
		ret = hil_feed_record(&run->feed, frame.type, frame.payload,
				      frame.length);
		if (ret)
			return hil_run_fail(run, HIL_INVALID, "analyzer-record",
					    "a record of the analyzer is "
					    "wrong (type %u): %s",
					    frame.type, strerror(-ret));
	}
	return 0;
}

int hil_run_open_capture(struct hil_run *run)
{
	char channels[100];
	struct hil_capture_options options = {
		.driver = run->o->analyzer,
		.channels = channels,
		.samplerate_hz = run->o->samplerate_hz,
		.silence_ns = ANALYZER_SILENCE_NS,
	};

	snprintf(channels, sizeof(channels), "%s,%s%s%s", run->roles.stimulus,
		 run->roles.probe, *run->roles.heartbeat ? "," : "",
		 run->roles.heartbeat);
	return hil_capture_start(&options, &run->capture);
}
