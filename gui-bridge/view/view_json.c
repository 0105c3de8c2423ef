/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view as JSON, for browsers and for tests that compare front ends. Objects
 * keep their order, so the text has the order of the screen.
 */
#include <math.h>

#include "gui-bridge/view/view.h"

/* jansson takes NULL members for errors; these make null of what is unknown. */
static json_t *number_or_null(bool known, double value)
{
	return known && isfinite(value) ? json_real(value) : json_null();
}

static json_t *integer_or_null(bool known, int64_t value)
{
	return known ? json_integer(value) : json_null();
}

static json_t *text(const char *words)
{
	json_t *t = json_string(words);

	return t ? t : json_string("(not UTF-8)");
}

static json_t *column_to_json(const struct hil_view_column *c)
{
	return json_pack("{s:I,s:o,s:o,s:o}", "count", (json_int_t)c->count,
			 "min_ns", integer_or_null(c->count, c->min_ns),
			 "avg_ns", number_or_null(c->count, c->avg_ns),
			 "max_ns", integer_or_null(c->count, c->max_ns));
}

/* Arrays of equal length are what a plot wants: times are implied. */
static json_t *columns_to_json(const struct hil_view_quantity *q)
{
	json_t *count = json_array(), *min = json_array(), *avg = json_array(),
	       *max = json_array();
	uint32_t i;

	for (i = 0; i < q->columns; i++) {
		const struct hil_view_column *c = &q->column[i];

		json_array_append_new(count,
				      json_integer((json_int_t)c->count));
		json_array_append_new(min,
				      integer_or_null(c->count, c->min_ns));
		json_array_append_new(avg, number_or_null(c->count, c->avg_ns));
		json_array_append_new(max,
				      integer_or_null(c->count, c->max_ns));
	}
	return json_pack("{s:I,s:I,s:o,s:o,s:o,s:o}", "start_ns",
			 (json_int_t)q->start_ns, "column_ns",
			 (json_int_t)q->column_ns, "count", count, "min_ns",
			 min, "avg_ns", avg, "max_ns", max);
}

static json_t *bars_to_json(const struct hil_view_quantity *q)
{
	json_t *count = json_array();
	uint32_t i;

	for (i = 0; i < q->bars; i++)
		json_array_append_new(
			count, json_integer((json_int_t)q->bar[i].count));
	return json_pack(
		"{s:I,s:I,s:o}", "start_ns",
		(json_int_t)(q->bars ? q->bar[0].low_ns : 0), "bar_ns",
		(json_int_t)(q->bars ? q->bar[0].high_ns - q->bar[0].low_ns
				     : 0),
		"count", count);
}

static json_t *quantity_to_json(const struct hil_view_quantity *q,
				unsigned int parts)
{
	json_t *json = json_pack(
		"{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:I,s:I,s:I}", "name",
		text(q->name), "witness", text(q->witness), "all",
		column_to_json(&q->all), "last", column_to_json(&q->last),
		"deviation_ns",
		number_or_null(q->deviation_ns >= 0, q->deviation_ns), "p50_ns",
		integer_or_null(q->p50_ns >= 0, q->p50_ns), "p99_ns",
		integer_or_null(q->p99_ns >= 0, q->p99_ns), "p999_ns",
		integer_or_null(q->p999_ns >= 0, q->p999_ns), "ideal_ns",
		integer_or_null(q->ideal_ns > 0, q->ideal_ns), "got",
		(json_int_t)q->got, "lost", (json_int_t)q->lost,
		"missed_windows", (json_int_t)q->missed_windows);

	if (json && parts & HIL_VIEW_PLOTS)
		json_object_set_new(json, "columns", columns_to_json(q));
	if (json && parts & HIL_VIEW_HISTOGRAMS)
		json_object_set_new(json, "bars", bars_to_json(q));
	return json;
}

static json_t *counters_to_json(const struct hil_view *v)
{
	json_t *list = json_array();
	uint32_t i;

	for (i = 0; i < v->counters; i++)
		json_array_append_new(
			list, json_pack("{s:o,s:o}", "name",
					text(v->counter[i].name), "value",
					integer_or_null(v->counter[i].known,
							v->counter[i].value)));
	return list;
}

static json_t *witnesses_to_json(const struct hil_view *v)
{
	json_t *list = json_array();
	uint32_t i;

	for (i = 0; i < v->witnesses; i++) {
		const struct hil_view_witness *w = &v->witness[i];

		json_array_append_new(
			list, json_pack("{s:o,s:o,s:b,s:o}", "name",
					text(w->name), "text", text(w->text),
					"alive", w->alive, "silent_ns",
					integer_or_null(w->silent_ns >= 0,
							w->silent_ns)));
	}
	return list;
}

static json_t *worst_to_json(const struct hil_view *v)
{
	json_t *list = json_array();
	uint32_t i;

	for (i = 0; i < v->worsts; i++) {
		const struct hil_view_worst *w = &v->worst[i];

		json_array_append_new(
			list,
			json_pack("{s:o,s:o,s:I,s:o,s:I,s:o}", "name",
				  text(w->name), "witness", text(w->witness),
				  "value_ns", (json_int_t)w->value_ns, "at",
				  text(w->at), "at_ns", (json_int_t)w->at_ns,
				  "event",
				  integer_or_null(w->event <= INT64_MAX,
						  (int64_t)w->event)));
	}
	return list;
}

static json_t *count_or_null(const struct hil_view_thread *t, uint64_t value)
{
	return integer_or_null(t->known && value <= INT64_MAX, (int64_t)value);
}

static json_t *threads_to_json(const struct hil_view *v)
{
	json_t *list = json_array();
	uint32_t i;

	for (i = 0; i < v->threads; i++) {
		const struct hil_view_thread *t = &v->thread[i];

		json_array_append_new(
			list,
			json_pack("{s:o,s:o,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,"
				  "s:o}",
				  "role", text(t->role), "comm", text(t->comm),
				  "tid", (int)t->tid, "policy", text(t->policy),
				  "priority",
				  integer_or_null(t->known, t->priority), "cpu",
				  integer_or_null(t->known, t->cpu), "idle_ns",
				  integer_or_null(t->known && t->idle_ns >= 0,
						  t->idle_ns),
				  "voluntary", count_or_null(t, t->voluntary),
				  "involuntary",
				  count_or_null(t, t->involuntary),
				  "minor_faults", count_or_null(t, t->minor),
				  "major_faults", count_or_null(t, t->major)));
	}
	return list;
}

static json_t *front_to_json(const struct hil_view_front *f)
{
	return json_pack(
		"{s:o,s:o,s:o,s:I,s:I,s:I,s:I,s:I,s:o}", "name", text(f->name),
		"sched", text(f->sched), "cpus", text(f->cpus), "refresh_ns",
		(json_int_t)f->refresh_ns, "drawn", (json_int_t)f->drawn,
		"skipped", (json_int_t)f->skipped, "retries",
		(json_int_t)f->retries, "torn", (json_int_t)f->torn,
		"staleness_ns",
		integer_or_null(f->staleness_ns >= 0, f->staleness_ns));
}

static json_t *reasons_to_json(const struct hil_view *v)
{
	json_t *list = json_array();
	uint32_t i;

	for (i = 0; i < v->reasons; i++)
		json_array_append_new(list, text(v->reason_text[i]));
	return list;
}

json_t *hil_view_to_json(const struct hil_view *v, unsigned int parts)
{
	json_t *quantities = json_array();
	char generation[32];
	uint32_t i;

	for (i = 0; i < v->quantities; i++)
		json_array_append_new(quantities,
				      quantity_to_json(&v->quantity[i], parts));
	/* 64 bits do not fit a browser's numbers. */
	snprintf(generation, sizeof(generation), "%016llx",
		 (unsigned long long)v->generation);
	return json_pack(
		"{s:s,s:I,s:I,s:s,s:b,s:b,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,"
		"s:I,s:o,s:o,s:o,s:o,s:o,s:o}",
		"schema", "hilrig-view-1", "mono_ns", (json_int_t)v->mono_ns,
		"wall_ns", (json_int_t)v->wall_ns, "generation", generation,
		"attached", v->attached, "live", v->live, "state",
		text(v->state), "reason", text(v->reason), "writer",
		text(v->writer), "verdict", text(v->verdict), "reasons",
		reasons_to_json(v), "U_ns",
		number_or_null(v->u_ns >= 0, v->u_ns), "k",
		number_or_null(true, v->k), "leg_ns",
		number_or_null(v->leg_ns >= 0, v->leg_ns), "span_ns",
		(json_int_t)v->span_ns, "quantities", quantities, "counters",
		counters_to_json(v), "witnesses", witnesses_to_json(v), "worst",
		worst_to_json(v), "threads", threads_to_json(v), "front",
		front_to_json(&v->front));
}
