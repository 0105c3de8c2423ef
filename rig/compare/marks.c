/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The marks as they are written. Numbers are written so that the same ones are
 * read: a comparison that is computed again has the same digits. */
#include "rig/compare/marks.h"

#include "rig/report/json_part.h"

static json_t *order_json(const struct hil_comparison *c)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < c->rounds * c->arms; i++)
		hil_json_append(&list, json_integer((json_int_t)c->order[i]));
	return list;
}

static json_t *spans_json(const struct hil_comparison *c)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; i < c->begun; i++)
		hil_json_append(&list, json_pack("[f,f]", c->span[i].from_s,
						 c->span[i].to_s));
	return list;
}

static json_t *variant_json(const struct hil_variant *v)
{
	return json_pack(
		"{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:I}", "front_end",
		hil_front_kind_name(v->front), "command",
		hil_json_text(v->command), "load", hil_json_text(v->load),
		"clients", hil_json_count(v->clients), "browser",
		hil_json_text(v->browser), "sched", hil_json_text(v->sched),
		"cpus", hil_json_text(v->cpus), "refresh_ns",
		(json_int_t)v->refresh_ns);
}

static json_t *front_json(const struct hil_arm_front *f)
{
	return json_pack(
		"{s:I,s:I,s:I,s:i,s:b,s:f,s:f,s:f,s:o,s:o,s:o,s:o,s:f,s:f,"
		"s:O?}",
		"blocks", (json_int_t)f->blocks, "told", (json_int_t)f->told,
		"failed", (json_int_t)f->failed, "failed_status",
		f->failed_status, "cpu_known", f->cpu_known, "user_s",
		f->user_s, "system_s", f->system_s, "wall_s", f->wall_s,
		"drawn", hil_json_count(f->drawn), "skipped",
		hil_json_count(f->skipped), "retries",
		hil_json_count(f->retries), "torn", hil_json_count(f->torn),
		"stale_mean_ms", f->stale_mean_ms, "stale_max_ms",
		f->stale_max_ms, "runtime", f->runtime);
}

static json_t *collections_json(const struct hil_arm_edges *e, bool all)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; all && i < e->events; i++)
		hil_json_append(&list, json_integer(e->event_ns[i]));
	return list;
}

static json_t *arms_json(const struct hil_comparison *c)
{
	json_t *list = json_array();
	size_t sum = 0, i;

	for (i = 0; i < c->arms; i++)
		sum += c->arm[i].near.events;
	for (i = 0; i < c->arms; i++) {
		const struct hil_arm *arm = &c->arm[i];

		hil_json_append(
			&list,
			json_pack("{s:o,s:o,s:b,s:o,s:o}", "name",
				  hil_json_text(arm->name), "variant",
				  variant_json(arm->variant), "events_known",
				  arm->events_known, "front",
				  front_json(&arm->front),
				  "collections_mono_ns",
				  collections_json(
					  &arm->near,
					  sum <= HIL_MARKS_COLLECTIONS)));
	}
	return list;
}

json_t *hil_marks_to_json(const struct hil_comparison *c)
{
	return json_pack("{s:s,s:o,s:f,s:f,s:{s:f,s:f},s:I,s:o,s:I,s:o,s:o}",
			 "schema", HIL_MARKS_SCHEMA, "seed",
			 hil_json_count(c->seed), "block_s", c->block_s,
			 "warm_up_s", c->warm_up_s, "margin", "ns",
			 c->margin.ns, "share", c->margin.share, "rounds",
			 (json_int_t)c->rounds, "order", order_json(c),
			 "whole_blocks", (json_int_t)c->ended, "spans_s",
			 spans_json(c), "variants", arms_json(c));
}
