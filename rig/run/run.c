/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One measurement: starts the processes, lets run_capture.c and run_board.c
 * pump their records and phase.c decide, and ends everything whatever happens.
 * One thread, one poll loop.
 */
#include "rig/run/run.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/signals.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/run/claim.h"
#include "rig/run/live.h"
#include "rig/run/run_private.h"
#include "rig/run/stimulus.h"

#define POLL_MS 20
/* timeout(1) tells the process and then its group: that is one wish. */
#define SAME_SIGNAL_NS (10 * HIL_NS_PER_MS)

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
			ret = hil_run_pump_capture(run);
		if (!ret)
			ret = hil_run_pump_board(run);
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
		ret = hil_run_open_capture(run);
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
