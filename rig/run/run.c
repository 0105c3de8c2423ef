/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One measurement: starts the processes, pumps their records into the feed,
 * lets phase.c decide, and ends everything whatever happens. One thread, one
 * poll loop.
 */
#include "rig/run/run.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/signals.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/calibrate/record.h"
#include "rig/run/claim.h"
#include "rig/run/limit.h"
#include "rig/run/live.h"
#include "rig/run/run_private.h"
#include "rig/run/stimulus.h"

#define POLL_MS             20
#define RECORDS_A_TURN      512 /* so that one witness cannot starve another */
#define ANALYZER_SILENCE_NS (2 * HIL_NS_PER_S)
/* timeout(1) tells the process and then its group: that is one wish. */
#define SAME_SIGNAL_NS (10 * HIL_NS_PER_MS)
#define BYTES_A_EDGE   32.0 /* two edges and an event, packed generously */

int hil_run_fail(struct hil_run *run, enum hil_verdict verdict,
		 const char *code, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	run->failed = true;
	hil_error("%s", text);
	if (!run->feed.ledger)
		return -ENODEV;
	return hil_feed_failure(&run->feed, verdict, code, text);
}

int hil_run_mark(struct hil_run *run, const char *mark)
{
	return hil_feed_json(
		&run->feed, HIL_RECORD_MARK,
		json_pack("{s:s,s:I,s:I,s:I}", "mark", mark, "samples",
			  (json_int_t)run->feed.samples, "mono_ns",
			  (json_int_t)hil_time_mono_ns(), "wall_ns",
			  (json_int_t)hil_time_wall_ns()));
}

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

static int tell_turn(struct hil_run *run)
{
	struct hil_run_turn turn = {
		.measuring = run->phase == HIL_PHASE_MEASURE,
		.now_s = (double)(hil_time_mono_ns() - run->sample0_mono_ns) *
			 1e-9,
	};
	const struct hil_mirror_turn mirror = { .feed = &run->feed,
						.measuring = turn.measuring,
						.capture_over =
							run->capture_over,
						.rate_hz = run->rate_hz };
	int ret;

	hil_mirror_turn(run->mirror, &mirror);
	if (!run->watch)
		return 0;
	ret = run->watch->turn(run->watch->context, &turn);
	run->enough = ret > 0;
	return ret < 0 ? ret : 0;
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

/* CAPTURE has come: channels are known, so ledger and store can begin. */
static int open_ledger(struct hil_run *run, const struct hil_frame *frame)
{
	const struct hil_run_options *o = run->o;
	json_t *capture = json_loadb((const char *)frame->payload,
				     frame->length, 0, NULL);
	int stimulus = hil_feed_channel(capture, run->roles.stimulus);
	int probe = hil_feed_channel(capture, run->roles.probe);
	int heartbeat =
		*run->roles.heartbeat
			? hil_feed_channel(capture, run->roles.heartbeat)
			: -1;
	struct hil_pattern_bounds bounds = hil_stimulus_bounds(o);
	char problem[256];
	json_int_t num, den;
	int ret = -EBADMSG;

	num = json_integer_value(json_object_get(capture, "rate_num"));
	den = json_integer_value(json_object_get(capture, "rate_den"));
	if (stimulus < 0 || probe < 0 || num <= 0 || den <= 0) {
		hil_error("the analyzer's first record is wrong: rate %lld/%lld"
			  ", channels %s and %s are %d and %d",
			  (long long)num, (long long)den, run->roles.stimulus,
			  run->roles.probe, stimulus, probe);
		goto out;
	}
	run->rate_hz = (double)num / (double)den;
	run->config = (struct hil_ledger_config){
		.stimulus_channel = (unsigned int)stimulus,
		.probe_channel = (unsigned int)probe,
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
	ret = read_calibration(run, capture, problem, sizeof(problem));
	if (ret)
		goto out;
	run->feed.stimulus_channel = (unsigned int)stimulus;
	run->feed.probe_channel = (unsigned int)probe;
	run->feed.ledger = hil_ledger_new(&run->config, tell_row, run);
	ret = run->feed.ledger ? open_store(run) : -ENOMEM;
	if (ret)
		goto out;
	hil_ledger_follow_legs(run->feed.ledger, tell_leg);
	ret = hil_feed_json(
		&run->feed, HIL_RECORD_RUN,
		json_pack("{s:s,s:o,s:o,s:O?}", "schema", "hilrig-store-1",
			  "config", hil_ledger_config_to_json(&run->config),
			  "options",
			  hil_options_to_json(hil_run_option_table, o),
			  "calibration", run->calibration));
	if (!ret && problem[0])
		ret = hil_feed_failure(&run->feed, HIL_DEGRADED, "calibration",
				       problem);
out:
	json_decref(capture);
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

static int pump_capture(struct hil_run *run)
{
	struct hil_frame frame;
	int ret, i;

	for (i = 0; i < RECORDS_A_TURN && !run->capture_over; i++) {
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

static int board_state(struct hil_run *run)
{
	const char *state = hil_feed_string(run->feed.state, "state");

	if (!strcmp(state, "WAITING") || !strcmp(state, "RUN"))
		run->board_waiting = true;
	if (strcmp(state, "FAILED") || run->failed)
		return 0;
	return hil_run_fail(
		run, HIL_INVALID, "board-failed", "hilrigd FAILED(%s): %s",
		hil_feed_string(run->feed.state, "code"),
		*run->board_error ? run->board_error
				  : hil_feed_string(run->feed.state, "text"));
}

static void board_message(struct hil_run *run, const struct hil_frame *frame)
{
	json_t *m = json_loadb((const char *)frame->payload, frame->length, 0,
			       NULL);
	const char *level = hil_feed_string(m, "level");
	const char *text = hil_feed_string(m, "text");

	if (!strcmp(level, "error")) {
		snprintf(run->board_error, sizeof(run->board_error), "%s",
			 text);
		hil_error("board: %s", text);
	} else if (!strcmp(level, "warning"))
		hil_warning("board: %s", text);
	else
		hil_info("board: %s", text);
	json_decref(m);
}

static void board_hello(struct hil_run *run, const struct hil_frame *frame)
{
	json_t *hello = json_loadb((const char *)frame->payload, frame->length,
				   0, NULL);

	run->board_pid = (int)json_integer_value(json_object_get(hello, "pid"));
	json_decref(hello);
}

/* What waits for an answer that was delayed on purpose proves nothing. */
static void watch_limit(struct hil_run *run, const struct hil_frame *frame)
{
	if (frame->type == HIL_RECORD_EVENTS && !run->limit_ns &&
	    !run->o->seed_every)
		run->limit_ns =
			hil_limit_events(frame->payload, frame->length,
					 run->o->limit_ns, 1e9 / run->rate_hz);
}

static int pump_board(struct hil_run *run)
{
	struct hil_frame frame;
	int ret, i;

	for (i = 0; i < RECORDS_A_TURN && run->board && !run->board_over; i++) {
		ret = hil_board_next(run->board, &frame);
		if (ret == 0)
			return 0;
		if (ret < 0) {
			run->board_over = true;
			if (hil_board_closed(run->board) && ret == -ESHUTDOWN &&
			    run->phase >= HIL_PHASE_CLOSE)
				return 0;
			if (run->failed)
				return 0;
			return hil_run_fail(run, HIL_INVALID, "board-died",
					    "%s", hil_board_ended(run->board));
		}
		run->board_heard_ns = hil_time_mono_ns();
		if (frame.type == HIL_RECORD_MESSAGE)
			board_message(run, &frame);
		if (frame.type == HIL_RECORD_HELLO)
			board_hello(run, &frame);
		hil_mirror_record(run->mirror, frame.type, frame.payload,
				  frame.length);
		watch_limit(run, &frame);
		ret = hil_feed_record(&run->feed, frame.type, frame.payload,
				      frame.length);
		if (!ret && frame.type == HIL_RECORD_STATE)
			ret = board_state(run);
		if (ret)
			return hil_run_fail(run, HIL_INVALID, "board-record",
					    "a record of the board is wrong "
					    "(type %u): %s",
					    frame.type, strerror(-ret));
	}
	return 0;
}

static int open_capture(struct hil_run *run)
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

static int take_signals(struct hil_run *run, int fd)
{
	int64_t now = hil_time_mono_ns();
	struct signalfd_siginfo info;

	while (read(fd, &info, sizeof(info)) == sizeof(info)) {
		if (run->stop_signals && now - run->signal_ns < SAME_SIGNAL_NS)
			continue;
		run->stop_signals++;
		run->signal_ns = now;
	}
	if (run->stop_signals > 1) {
		hil_error("aborted: nothing is summed up");
		return -EINTR;
	}
	if (run->stop_signals && !run->feed.ledger)
		return -EINTR;
	return 0;
}

static int loop(struct hil_run *run, int signal_fd)
{
	struct hil_live_line line;
	struct pollfd p[3];
	int ret = 0;

	hil_live_line_open(&line, run->o);
	while (!ret && run->phase != HIL_PHASE_DONE) {
		p[0] = (struct pollfd){ .fd = signal_fd, .events = POLLIN };
		p[1] = (struct pollfd){
			.fd = run->capture_over ? -1
						: hil_capture_fd(run->capture),
			.events = POLLIN
		};
		p[2] = (struct pollfd){ .fd = run->board && !run->board_over
						      ? hil_board_fd(run->board)
						      : -1,
					.events = POLLIN };
		if (poll(p, 3, POLL_MS) < 0 && errno != EINTR)
			return -errno;
		ret = take_signals(run, signal_fd);
		if (!ret)
			ret = pump_capture(run);
		if (!ret)
			ret = pump_board(run);
		if (!ret)
			ret = hil_phase_step(run);
		if (!ret)
			ret = tell_turn(run);
		if (!ret && run->phase == HIL_PHASE_MEASURE)
			hil_live_line_show(&line, run->feed.ledger,
					   run->board_pid);
	}
	hil_live_line_close(&line, run->feed.ledger);
	return ret;
}

static int start(struct hil_run *run, json_t **generator)
{
	int ret = hil_channel_roles_parse(run->o->channels, &run->roles);

	run->feed.last_edge_samples = -1;
	run->phase_since_ns = hil_time_mono_ns();
	if (!ret)
		ret = hil_claim_both(run->o->analyzer, run->o->generator,
				     run->claim);
	if (!ret)
		ret = hil_stimulus_open(run, generator);
	if (!ret)
		ret = open_capture(run);
	return ret;
}

int hil_run_measure(const struct hil_run_options *o,
		    struct hil_run_outcome *out)
{
	return hil_run_watched(o, NULL, out);
}

int hil_run_watched(const struct hil_run_options *o,
		    const struct hil_run_watch *watch,
		    struct hil_run_outcome *out)
{
	struct hil_run run = { .o = o, .watch = watch, .claim = { -1, -1 } };
	int signal_fd, ret;

	memset(out, 0, sizeof(*out));
	out->start_wall_ns = hil_time_wall_ns();
	signal_fd = hil_signals_open(0);
	if (signal_fd < 0)
		return signal_fd;
	run.mirror = hil_mirror_new(o);
	ret = start(&run, &out->generator);
	if (!ret)
		ret = loop(&run, signal_fd);
	out->calibration = run.calibration;
	hil_generator_close(run.generator);
	hil_board_free(run.board);
	hil_capture_free(run.capture);
	hil_claim_release(run.claim);
	if (!ret && run.feed.ledger) {
		out->result = hil_feed_finish(&run.feed);
		if (!out->result)
			ret = -ENOMEM;
	}
	if (out->result && run.limit_ns && !out->result->limit_hit)
		hil_notice("the board says that an answer came %.1f us or more "
			   "after its interrupt, above the limit; the "
			   "analyzer's rows do not show it",
			   (double)run.limit_ns / 1000);
	hil_mirror_close(run.mirror, out->result);
	if (run.feed.store)
		out->path = strdup(hil_store_path(run.feed.store));
	hil_ledger_free(run.feed.ledger);
	run.feed.ledger = NULL;
	out->feed = run.feed; /* the store stays open for the manifest */
	out->store_error = run.feed.store_error;
	close(signal_fd);
	return ret;
}

void hil_run_outcome_clear(struct hil_run_outcome *out)
{
	hil_result_free(out->result);
	json_decref(out->generator);
	json_decref(out->calibration);
	hil_feed_clear(&out->feed);
	free(out->path);
	memset(out, 0, sizeof(*out));
}
