/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A block is: start the front end, let it warm up, measure, wait a moment so
 * that no edge of the end falls into the stop, stop, go on when it is gone.
 * Rows come some time after their edge, so they are told apart by its time.
 */
#include "rig/compare/session.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "daemon/base/log.h"
#include "rig/compare/blocks.h"
#include "rig/compare/browser.h"

#define SETTLE_S 0.1 /* clocks of host and analyzer may stand so far apart */
#define STOP_S   6.0 /* the shell on the board kills after 3 s */

#define SIGTERM_STATUS 143 /* of a program that does not catch ours */

enum state {
	STATE_NEXT,
	STATE_WARM,
	STATE_MEASURE,
	STATE_SETTLE,
	STATE_STOP,
	STATE_DONE
};

struct hil_session {
	struct hil_comparison *c;
	const char *exec;
	enum state state;
	double since_s;   /* of the state */
	double now_s;     /* of the last turn */
	double started_s; /* the front end */
	struct hil_front_process *front;
	struct hil_browser *browser; /* that shows its page, or NULL */
	struct hil_blocks blocks;    /* rows come here */
};

static struct hil_arm *arm_of(struct hil_session *s, size_t block)
{
	return &s->c->arm[s->c->order[block]];
}

static size_t blocks_of(const struct hil_session *s)
{
	return s->c->rounds * s->c->arms;
}

static void take_row(void *context, const struct hil_row *row, double edge_s)
{
	struct hil_session *s = context;

	hil_blocks_row(&s->blocks, row, edge_s);
}

static void enter(struct hil_session *s, enum state state, double now_s)
{
	s->state = state;
	s->since_s = now_s;
}

static int begin(struct hil_session *s, double now_s)
{
	struct hil_arm *arm;
	int ret;

	if (s->c->ended == blocks_of(s)) {
		enter(s, STATE_DONE, now_s);
		return 1;
	}
	arm = arm_of(s, s->c->begun);
	s->started_s = now_s;
	hil_info("block %zu of %zu: %s", s->c->begun + 1, blocks_of(s),
		 arm->name);
	enter(s, STATE_WARM, now_s);
	if (!hil_variant_runs(arm->variant))
		return 0;
	ret = hil_front_process_start(s->exec, arm->variant, &s->front);
	if (!ret && arm->variant->browser)
		ret = hil_browser_start(s->exec, arm->variant, &s->browser);
	return ret;
}

static bool went_wrong(const struct hil_front_outcome *end)
{
	return !end->known || (end->status && end->status != SIGTERM_STATUS);
}

/* The page counts for itself, the browser's collector beside it. Return: false,
 * and it was said: a page never came up. */
static bool end_browser(struct hil_session *s, const struct hil_arm *arm,
			struct hil_front_outcome *end)
{
	json_t *runtime = json_object_get(end->stats, "runtime");
	json_int_t pages =
		json_integer_value(json_object_get(runtime, "pages"));
	bool shown = !s->browser || pages == (json_int_t)arm->variant->clients;

	hil_browser_finish(s->browser, runtime);
	s->browser = NULL;
	if (!shown)
		hil_error(
			"\"%s\": %lld of %llu pages came up in a block; is nc "
			"on the board, and is --block long enough for a "
			"browser to start?",
			arm->name, (long long)pages,
			(unsigned long long)arm->variant->clients);
	return shown;
}

/* A front end that fails at once will fail in every block. */
static int end_front(struct hil_session *s, double now_s)
{
	struct hil_arm *arm = arm_of(s, s->c->ended - 1);
	struct hil_front_outcome end = hil_front_process_finish(s->front);
	bool first = !arm->front.blocks, wrong = went_wrong(&end);

	s->front = NULL;
	if (wrong && !end.known)
		hil_error("\"%s\" did not say how it ended: the connection "
			  "to the board was lost",
			  arm->name);
	else if (wrong)
		hil_error("\"%s\" ended with exit status %d%s", arm->name,
			  end.status,
			  end.status == 127
				  ? ": the board does not have the program"
				  : "");
	if (!end_browser(s, arm, &end))
		wrong = true;
	hil_arm_front_add(arm, &end, now_s - s->started_s);
	return wrong && first ? -ECHILD : 0;
}

static int step(struct hil_session *s, double now_s)
{
	double in_s = now_s - s->since_s;

	switch (s->state) {
	case STATE_NEXT:
		return begin(s, now_s);
	case STATE_WARM:
		if (in_s < s->c->warm_up_s)
			return 0;
		s->c->span[s->c->begun++] =
			(struct hil_block_span){ now_s, (double)INFINITY };
		enter(s, STATE_MEASURE, now_s);
		return 0;
	case STATE_MEASURE:
		if (in_s < s->c->block_s - s->c->warm_up_s)
			return 0;
		s->c->span[s->c->ended++].to_s = now_s;
		enter(s, STATE_SETTLE, now_s);
		return 0;
	case STATE_SETTLE:
		if (in_s < SETTLE_S)
			return 0;
		if (s->front)
			hil_front_process_stop(s->front);
		enter(s, s->front ? STATE_STOP : STATE_NEXT, now_s);
		return 0;
	case STATE_STOP:
		if (!hil_front_process_over(s->front) && in_s < STOP_S)
			return 0;
		enter(s, STATE_NEXT, now_s);
		return end_front(s, now_s);
	default:
		return 1;
	}
}

/* The run ended before the plan. */
static void give_up(struct hil_session *s, double now_s)
{
	if (s->c->begun > s->c->ended)
		s->c->span[s->c->begun - 1].to_s = now_s;
	if (s->front)
		hil_front_process_stop(s->front);
	json_decref(hil_front_process_finish(s->front).stats);
	s->front = NULL;
	hil_browser_finish(s->browser, NULL);
	s->browser = NULL;
	enter(s, STATE_DONE, now_s);
}

static int take_turn(void *context, const struct hil_run_turn *turn)
{
	struct hil_session *s = context;

	if (s->blocks.error)
		return s->blocks.error;
	s->now_s = turn->now_s;
	if (s->front)
		hil_front_process_over(
			s->front); /* its output must not fill up */
	if (s->browser)
		hil_browser_turn(s->browser);
	if (turn->measuring)
		return step(s, turn->now_s);
	if (s->state != STATE_NEXT && s->state != STATE_DONE)
		give_up(s, turn->now_s);
	return 0;
}

struct hil_session *hil_session_new(struct hil_comparison *c, const char *exec,
				    struct hil_run_watch *watch)
{
	struct hil_session *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->c = c;
	s->exec = exec;
	s->blocks.c = c;
	*watch = (struct hil_run_watch){ s, take_row, take_turn };
	return s;
}

void hil_session_finish(struct hil_session *s)
{
	if (s->state != STATE_DONE)
		give_up(s, s->now_s);
	hil_blocks_finish(&s->blocks);
}

bool hil_session_whole(const struct hil_session *s)
{
	return s->c->ended == blocks_of(s);
}

void hil_session_free(struct hil_session *s)
{
	if (!s)
		return;
	json_decref(hil_front_process_finish(s->front).stats);
	hil_browser_finish(s->browser, NULL);
	hil_blocks_free(&s->blocks);
	free(s);
}
