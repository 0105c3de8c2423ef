/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board's side of a measurement: pumps what hilrigd says into the feed. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/run/limit.h"
#include "rig/run/run_private.h"

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

int hil_run_pump_board(struct hil_run *run)
{
	struct hil_frame frame;
	int ret, i;

	for (i = 0;
	     i < HIL_RUN_RECORDS_A_TURN && run->board && !run->board_over;
	     i++) {
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
