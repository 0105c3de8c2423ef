/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One arm while it is measured: its edges, its front ends, its collections. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/compare/comparison.h"

#define EDGES_MOST ((size_t)4 << 20) /* 64 MB an arm */
#define GAP_NS     1000000000        /* between two edges: another block */

void hil_arm_row(struct hil_arm *arm, const struct hil_row *row, double edge_s)
{
	arm->edges++;
	if (row->row_class != HIL_ROW_IN_GAP)
		arm->without_event += row->event == HIL_UNKNOWN_EVENT;
	switch (row->row_class) {
	case HIL_ROW_MATCHED:
		arm->matched++;
		hil_tally_add(&arm->tally, llrint(edge_s * 1e9),
			      row->latency_ns);
		break;
	case HIL_ROW_AMBIGUOUS:
		arm->ambiguous++;
		break;
	case HIL_ROW_MISSED:
		arm->missed++;
		break;
	default:
		arm->in_gap++;
	}
}

static bool grow(int64_t **list, size_t *room, size_t count)
{
	size_t more = *room ? *room * 2 : 4096;
	int64_t *moved;

	if (count < *room)
		return true;
	if (more > EDGES_MOST)
		return false;
	moved = realloc(*list, more * sizeof(*moved));
	if (!moved)
		return false;
	*list = moved;
	*room = more;
	return true;
}

void hil_arm_edge(struct hil_arm *arm, int64_t wake_ns, int64_t latency_ns)
{
	struct hil_arm_edges *e = &arm->near;
	size_t room = e->room;

	if (e->full || (e->count && wake_ns < e->wake_ns[e->count - 1]))
		return;
	if (!grow(&e->wake_ns, &room, e->count) ||
	    !grow(&e->latency_ns, &e->room, e->count)) {
		e->full = true;
		return;
	}
	e->wake_ns[e->count] = wake_ns;
	e->latency_ns[e->count++] = latency_ns;
}

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static uint64_t whole(const json_t *object, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 ? (uint64_t)n : 0;
}

static void take_collections(struct hil_arm_edges *e, const json_t *runtime)
{
	json_t *list = json_object_get(runtime, "collections_mono_ns"), *time;
	size_t i;

	json_array_foreach(list, i, time)
	{
		int64_t ns = json_integer_value(time);

		if (e->events && ns < e->event_ns[e->events - 1])
			continue;
		if (!grow(&e->event_ns, &e->events_room, e->events))
			return;
		e->event_ns[e->events++] = ns;
	}
}

static json_t *merge_whole(const char *key, json_t *old, json_t *new)
{
	json_int_t a = json_integer_value(old), b = json_integer_value(new);
	json_int_t sum;

	if (strstr(key, "longest") || strstr(key, "peak"))
		return json_integer(a > b ? a : b);
	if (strstr(key, "in_use"))
		return json_incref(new);
	return __builtin_add_overflow(a, b, &sum) ? json_null()
						  : json_integer(sum);
}

/* Each block is a process of its own: what it counted is added up, what it
 * found at a time is that of the last one. Once unknown is unknown. */
static void merge_runtime(json_t *all, json_t *block)
{
	const char *key;
	json_t *new, *old;

	json_object_foreach(block, key, new)
	{
		old = json_object_get(all, key);
		if (json_is_integer(old) && json_is_integer(new))
			json_object_set_new(all, key,
					    merge_whole(key, old, new));
		else if (json_is_null(old) || (old && json_is_null(new)))
			json_object_set_new(all, key, json_null());
		else
			json_object_set(all, key, new);
	}
}

static void take_stats(struct hil_arm *arm, json_t *stats)
{
	struct hil_arm_front *f = &arm->front;
	json_t *stale = json_object_get(stats, "staleness_ms");
	json_t *runtime = json_object_get(stats, "runtime");
	uint64_t drawn = whole(stats, "frames_drawn");

	f->told++;
	if (f->drawn + drawn)
		f->stale_mean_ms = (f->stale_mean_ms * (double)f->drawn +
				    number(stale, "mean") * (double)drawn) /
				   (double)(f->drawn + drawn);
	f->stale_max_ms = fmax(f->stale_max_ms, number(stale, "max"));
	f->drawn += drawn;
	f->skipped += whole(stats, "frames_skipped");
	f->retries += whole(stats, "retries");
	f->torn += whole(stats, "torn");
	if (json_is_object(runtime) && json_object_size(runtime)) {
		take_collections(&arm->near, runtime);
		json_object_del(runtime, "collections_mono_ns");
		if (!f->runtime)
			f->runtime = json_object();
		merge_runtime(f->runtime, runtime);
	}
}

void hil_arm_front_add(struct hil_arm *arm, struct hil_front_outcome *end,
		       double wall_s)
{
	struct hil_arm_front *f = &arm->front;

	f->cpu_known = end->cpu_known && (f->cpu_known || !f->blocks);
	f->blocks++;
	f->user_s += end->user_s;
	f->system_s += end->system_s;
	f->wall_s += wall_s;
	/* 143: SIGTERM was ours, for programs that do not catch it. */
	if (!end->known || (end->status && end->status != 143)) {
		f->failed++;
		f->failed_status = end->known ? end->status : -1;
	}
	if (end->stats)
		take_stats(arm, end->stats);
	json_decref(end->stats);
	end->stats = NULL;
}

/* Times without the pauses between blocks, from 0 on. Events in a pause are
 * dropped. */
static int64_t close_pauses(struct hil_arm_edges *e)
{
	int64_t cut = e->count ? e->wake_ns[0] : 0, last = cut, pause;
	size_t kept = 0, next = 0, i;

	for (i = 0; i < e->count; i++) {
		pause = e->wake_ns[i] - last;
		while (next < e->events && e->event_ns[next] < e->wake_ns[i]) {
			if (i && pause <= GAP_NS)
				e->event_ns[kept++] = e->event_ns[next] - cut;
			next++;
		}
		if (pause > GAP_NS)
			cut += pause - 1; /* two edges at once are none */
		last = e->wake_ns[i];
		e->wake_ns[i] = last - cut;
	}
	e->events = kept;
	return last - cut + 1;
}

int hil_arm_effect(struct hil_arm *arm, int64_t window_ns, uint64_t seed)
{
	struct hil_arm_edges *e = &arm->near;
	struct hil_events_options o = { .window_ns = window_ns,
					.shifts = 999,
					.seed = seed };
	struct hil_events_data data;
	int ret;

	if (!e->count || !e->events)
		return 0;
	o.span_ns = close_pauses(e);
	data = (struct hil_events_data){ e->wake_ns, e->latency_ns, e->count,
					 e->event_ns, e->events };
	ret = hil_compare_events(&data, &o, &arm->effect);
	arm->effect_known = !ret && arm->effect.near;
	return ret == -EINVAL ? 0 : ret;
}
