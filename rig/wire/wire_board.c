/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board's side of a search: which lines there are, and what they count. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "rig/run/feed.h"
#include "rig/wire/wire_run_private.h"

/* Nothing else on a rig makes 20 pulses 12 ms apart, high for a quarter. */
#define PULSES    20
#define PERIOD_NS 12000000
#define HIGH_NS   3000000
#define MARGIN_NS (120 * HIL_NS_PER_MS)

static json_int_t integer(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static struct hil_wire_line *line_at(struct hil_wire *w, json_int_t offset)
{
	for (size_t i = 0; i < w->lines; i++)
		if (w->line[i].offset == offset)
			return &w->line[i];
	return NULL;
}

/* The first watcher says what there is; a later one may watch less. */
static int take_lines(struct hil_wire *w, const json_t *answer)
{
	json_t *list = json_object_get(answer, "lines"), *one;
	size_t i;

	if (!json_is_array(list))
		return -EBADMSG;
	json_array_foreach(list, i, one)
	{
		json_int_t offset = integer(one, "line");
		struct hil_wire_line *l = line_at(w, offset);

		if (offset < 0 || offset > UINT32_MAX)
			return -EBADMSG;
		if (!l && w->lines == HIL_WIRE_LINES)
			return 0;
		if (!l) {
			l = &w->line[w->lines++];
			l->offset = (unsigned int)offset;
			hil_wire_copy(l->state, sizeof(l->state),
				      hil_feed_string(one, "state"));
		}
		hil_wire_copy(l->name, sizeof(l->name),
			      hil_feed_string(one, "name"));
		hil_wire_copy(l->owner, sizeof(l->owner),
			      hil_feed_string(one, "owner"));
	}
	return 0;
}

int hil_wire_watch(struct hil_wire_turns *t, const char *also, const char *skip)
{
	const char *args[] = { "watch", "--chip", t->o->chip, NULL,
			       NULL,    NULL,     NULL,       NULL };
	json_t *answer = NULL;
	size_t n = 3;
	int ret;

	if (also) {
		args[n++] = "--also";
		args[n++] = also;
	}
	if (skip) {
		args[n++] = "--skip";
		args[n++] = skip;
	}
	ret = hil_wire_pins_start(&t->watcher, t->o, args);
	if (!ret)
		ret = hil_wire_answer(t, &t->watcher, &answer);
	if (!ret)
		ret = take_lines(&t->s->wire, answer);
	if (ret == -EBADMSG)
		hil_error("hilrig-pins on the board is of another version");
	if (!ret)
		hil_wire_copy(t->s->chip, sizeof(t->s->chip),
			      hil_feed_string(answer, "chip"));
	json_decref(answer);
	return ret;
}

int hil_wire_count(struct hil_wire_turns *t, enum hil_wire_phase phase)
{
	struct hil_wire *w = &t->s->wire;
	json_t *answer = NULL, *one;
	size_t i;
	int ret = t->watcher.pid ? hil_wire_pins_ask(&t->watcher) : -ENOENT;

	if (ret == -ENOENT)
		return 0;
	/* whether it took the question or not: it says why */
	ret = hil_wire_answer(t, &t->watcher, &answer);
	if (ret)
		return ret;
	json_array_foreach(json_object_get(answer, "counts"), i, one)
	{
		struct hil_wire_line *l = line_at(w, integer(one, "line"));

		if (!l)
			continue;
		l->count[phase] = (struct hil_wire_count){
			.rising = (uint64_t)integer(one, "rising"),
			.falling = (uint64_t)integer(one, "falling"),
			.span_ns = integer(one, "span_ns"),
			.high_ns = integer(one, "high_ns")
		};
	}
	w->watched[phase] = true;
	json_decref(answer);
	return 0;
}

/* As the board made them: 0 when it says nothing usable. */
static double pulses_hz(const json_t *answer)
{
	const json_t *edges = json_object_get(answer, "edges_ns");
	size_t count = json_array_size(edges);
	json_int_t first, last;

	if (count != 2 * PULSES)
		return 0;
	first = json_integer_value(json_array_get(edges, 0));
	last = json_integer_value(json_array_get(edges, count - 2));
	return last > first
		       ? (PULSES - 1) * 1e9 / ((double)last - (double)first)
		       : 0;
}

int hil_wire_toggle(struct hil_wire_turns *t, unsigned int line,
		    struct hil_wire_window *window, double *hz)
{
	char number[16], pulses[16], period[24], high[24];
	const char *args[] = { "toggle", "--chip", t->o->chip, "--line",
			       number,   "-n",     pulses,     "-i",
			       period,   "--high", high,       NULL };
	int64_t begin_ns = hil_time_mono_ns();
	json_t *answer = NULL;
	int ret;

	snprintf(number, sizeof(number), "%u", line);
	snprintf(pulses, sizeof(pulses), "%d", PULSES);
	snprintf(period, sizeof(period), "%dns", PERIOD_NS);
	snprintf(high, sizeof(high), "%dns", HIGH_NS);
	ret = hil_wire_pins_start(&t->toggler, t->o, args);
	if (!ret)
		ret = hil_wire_answer(t, &t->toggler, &answer);
	if (!ret && hil_wire_pins_end(&t->toggler))
		ret = -EREMOTEIO;
	if (!ret)
		ret = hil_wire_pass(t, MARGIN_NS);
	window->first = hil_wire_sample(t, begin_ns);
	window->end = hil_wire_sample(t, hil_time_mono_ns());
	*hz = ret ? 0 : pulses_hz(answer);
	json_decref(answer);
	if (!ret && *hz <= 0) {
		hil_error("hilrig-pins on the board is of another version");
		ret = -EBADMSG;
	}
	if (ret)
		return ret;
	t->s->wire.pulses = PULSES;
	t->s->wire.high[HIL_WIRE_TOGGLE] = (double)HIGH_NS / PERIOD_NS;
	return 0;
}
