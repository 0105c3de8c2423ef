/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The marks as they are read: each member is looked at before it is used, and
 * the first one that is wrong is named. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/time.h"
#include "rig/compare/marks.h"

#define TIME_MOST_S 1e9 /* 30 years */
#define COUNT_MOST  INT64_MAX

struct marks {
	struct hil_comparison *c;
	struct hil_variants *variants;
	char *problem;
	int error; /* first one: -EBADMSG, -ENOMEM */
	size_t collections;
};

static void wrong(struct marks *m, const char *key, const char *what)
{
	if (!m->error)
		snprintf(m->problem, HIL_MARKS_PROBLEM, "\"%s\" %s", key, what);
	m->error = m->error ? m->error : -EBADMSG;
}

static json_int_t whole(struct marks *m, const json_t *object, const char *key,
			json_int_t most)
{
	const json_t *value = json_object_get(object, key);
	json_int_t n = json_integer_value(value);

	if (json_is_integer(value) && n >= 0 && n <= most)
		return n;
	wrong(m, key, "is no whole number in its range");
	return 0;
}

static double number(struct marks *m, const json_t *object, const char *key,
		     double most)
{
	const json_t *value = json_object_get(object, key);
	double n = json_number_value(value);

	if (json_is_number(value) && n >= 0 && n <= most)
		return n;
	wrong(m, key, "is no number in its range");
	return 0;
}

static bool flag(struct marks *m, const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_boolean(value))
		wrong(m, key, "is neither true nor false");
	return json_is_true(value);
}

/* Heap; NULL for null and after an error. */
static char *text(struct marks *m, const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	char *copy;

	if (json_is_null(value))
		return NULL;
	if (!json_is_string(value)) {
		wrong(m, key, "is no text");
		return NULL;
	}
	copy = strdup(json_string_value(value));
	if (!copy && !m->error)
		m->error = -ENOMEM;
	return copy;
}

static const json_t *list(struct marks *m, const json_t *object,
			  const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_array(value))
		wrong(m, key, "is no list");
	return value;
}

static void read_order(struct marks *m, const json_t *marks)
{
	struct hil_comparison *c = m->c;
	const json_t *order = list(m, marks, "order"), *item;
	unsigned int seen = 0;
	size_t i;

	if (json_array_size(order) != c->rounds * c->arms)
		wrong(m, "order", "is not as long as the plan");
	for (i = 0; !m->error && i < c->rounds * c->arms; i++) {
		json_int_t arm;

		item = json_array_get(order, i);
		arm = json_integer_value(item);
		if (!json_is_integer(item) || arm < 0 ||
		    arm >= (json_int_t)c->arms || seen & 1u << arm) {
			wrong(m, "order", "is no round of all variants");
			return;
		}
		seen |= 1u << arm;
		c->order[i] = (size_t)arm;
		if ((i + 1) % c->arms == 0)
			seen = 0;
	}
}

static void read_spans(struct marks *m, const json_t *marks)
{
	struct hil_comparison *c = m->c;
	const json_t *spans = list(m, marks, "spans_s");
	double last_s = 0;
	size_t i;

	c->ended = (size_t)whole(m, marks, "whole_blocks",
				 (json_int_t)(c->rounds * c->arms));
	c->begun = json_array_size(spans);
	if (c->begun > c->rounds * c->arms || c->begun < c->ended ||
	    c->begun > c->ended + 1)
		wrong(m, "spans_s", "does not fit to the plan");
	for (i = 0; !m->error && i < c->begun; i++) {
		const json_t *pair = json_array_get(spans, i);
		const json_t *from = json_array_get(pair, 0);
		const json_t *to = json_array_get(pair, 1);
		struct hil_block_span s = { json_number_value(from),
					    json_number_value(to) };

		if (json_array_size(pair) != 2 || !json_is_number(from) ||
		    !json_is_number(to) || !(s.from_s >= last_s) ||
		    !(s.to_s >= s.from_s) || !(s.to_s <= TIME_MOST_S))
			wrong(m, "spans_s", "are not one after the other");
		c->span[i] = s;
		last_s = s.to_s;
	}
}

static enum hil_front_kind front_kind(struct marks *m, const json_t *object)
{
	const json_t *value = json_object_get(object, "front_end");
	const char *name =
		json_is_string(value) ? json_string_value(value) : "";
	int front;

	for (front = 0; front < HIL_FRONTS; front++) {
		if (!strcmp(name,
			    hil_front_kind_name((enum hil_front_kind)front)))
			return (enum hil_front_kind)front;
	}
	wrong(m, "front_end", "is none that is known");
	return HIL_FRONT_NONE;
}

static void read_variant(struct marks *m, const json_t *arm)
{
	const json_t *object = json_object_get(arm, "variant");
	struct hil_variant *v = &m->variants->of[m->variants->count++];

	*v = (struct hil_variant){ .front = front_kind(m, object) };
	v->name = text(m, arm, "name");
	if (!v->name)
		wrong(m, "name", "is no text");
	v->command = text(m, object, "command");
	v->load = text(m, object, "load");
	v->clients = (uint64_t)whole(m, object, "clients", COUNT_MOST);
	v->browser = text(m, object, "browser");
	v->sched = text(m, object, "sched");
	v->cpus = text(m, object, "cpus");
	v->refresh_ns = whole(m, object, "refresh_ns", COUNT_MOST);
}

static void read_front(struct marks *m, const json_t *o,
		       struct hil_arm_front *f)
{
	json_int_t blocks = (json_int_t)m->c->rounds;
	json_t *runtime = json_object_get(o, "runtime");
	const json_t *status = json_object_get(o, "failed_status");

	f->blocks = (size_t)whole(m, o, "blocks", blocks);
	f->told = (size_t)whole(m, o, "told", (json_int_t)f->blocks);
	f->failed = (size_t)whole(m, o, "failed", (json_int_t)f->blocks);
	if (!json_is_integer(status) || json_integer_value(status) < -1 ||
	    json_integer_value(status) > 255)
		wrong(m, "failed_status", "is no exit status");
	else
		f->failed_status = (int)json_integer_value(status);
	f->cpu_known = flag(m, o, "cpu_known");
	f->user_s = number(m, o, "user_s", TIME_MOST_S);
	f->system_s = number(m, o, "system_s", TIME_MOST_S);
	f->wall_s = number(m, o, "wall_s", TIME_MOST_S);
	f->drawn = (uint64_t)whole(m, o, "drawn", COUNT_MOST);
	f->skipped = (uint64_t)whole(m, o, "skipped", COUNT_MOST);
	f->retries = (uint64_t)whole(m, o, "retries", COUNT_MOST);
	f->torn = (uint64_t)whole(m, o, "torn", COUNT_MOST);
	f->stale_mean_ms = number(m, o, "stale_mean_ms", HUGE_VAL);
	f->stale_max_ms = number(m, o, "stale_max_ms", HUGE_VAL);
	if (json_is_object(runtime))
		f->runtime = json_incref(runtime);
	else if (!json_is_null(runtime))
		wrong(m, "runtime", "is no object");
}

static void read_collections(struct marks *m, const json_t *arm,
			     struct hil_arm_edges *e)
{
	const json_t *times = list(m, arm, "collections_mono_ns"), *time;
	size_t count = json_array_size(times), i;

	m->collections += count;
	if (m->collections > HIL_MARKS_COLLECTIONS)
		wrong(m, "collections_mono_ns", "are too many");
	if (m->error || !count)
		return;
	e->event_ns = calloc(count, sizeof(*e->event_ns));
	if (!e->event_ns) {
		m->error = -ENOMEM;
		return;
	}
	e->events_room = count;
	json_array_foreach(times, i, time)
	{
		int64_t ns = json_integer_value(time);

		if (!json_is_integer(time) || ns < 0 ||
		    (i && ns < e->event_ns[i - 1]))
			wrong(m, "collections_mono_ns",
			      "are not one after the other");
		e->event_ns[i] = ns;
	}
	e->events = count;
}

static void read_arms(struct marks *m, const json_t *variants)
{
	size_t i;

	for (i = 0; !m->error && i < m->c->arms; i++) {
		const json_t *object = json_array_get(variants, i);
		struct hil_arm *arm = &m->c->arm[i];

		read_variant(m, object);
		arm->variant = &m->variants->of[i];
		arm->name = arm->variant->name;
		arm->events_known = flag(m, object, "events_known");
		read_front(m, json_object_get(object, "front"), &arm->front);
		read_collections(m, object, &arm->near);
	}
}

static void read_method(struct marks *m, const json_t *marks)
{
	const json_t *margin = json_object_get(marks, "margin");
	struct hil_comparison *c = m->c;

	c->interleaved = true;
	c->seed = (uint64_t)whole(m, marks, "seed", COUNT_MOST);
	c->block_s = number(m, marks, "block_s", TIME_MOST_S);
	c->warm_up_s = number(m, marks, "warm_up_s", c->block_s);
	c->margin.ns = number(m, margin, "ns", TIME_MOST_S * HIL_NS_PER_S);
	c->margin.share = number(m, margin, "share", 10);
}

int hil_marks_from_json(const json_t *marks, struct hil_comparison *c,
			struct hil_variants *variants,
			char problem[HIL_MARKS_PROBLEM])
{
	struct marks m = { c, variants, problem, 0, 0 };
	const char *schema =
		json_string_value(json_object_get(marks, "schema"));
	const json_t *list_of = list(&m, marks, "variants");
	size_t arms = json_array_size(list_of), rounds;

	memset(c, 0, sizeof(*c));
	rounds = (size_t)whole(&m, marks, "rounds", HIL_COMPARE_MOST_ROUNDS);
	if (!schema || strcmp(schema, HIL_MARKS_SCHEMA))
		wrong(&m, "schema", "is not " HIL_MARKS_SCHEMA);
	if (arms < 2 || arms > HIL_ARMS_MAX)
		wrong(&m, "variants", "are too few or too many");
	if (!rounds)
		wrong(&m, "rounds", "are none");
	if (!m.error)
		m.error = hil_comparison_init(c, arms, rounds);
	if (m.error)
		return m.error;
	read_method(&m, marks);
	read_order(&m, marks);
	read_spans(&m, marks);
	read_arms(&m, list_of);
	if (m.error) {
		hil_comparison_free(c);
		hil_variants_free(variants);
	}
	return m.error;
}
