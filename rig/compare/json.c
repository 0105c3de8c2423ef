/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison as JSON, schema hilrig-compare-1. */
#include "rig/compare/compare_report.h"
#include "rig/report/json_part.h"

static json_t *block_json(const struct hil_compare_block *b, size_t round)
{
	json_t *object;
	int q;

	if (!b->count)
		return json_null();
	object = json_pack("{s:I,s:f,s:o}", "round", (json_int_t)round, "at_s",
			   b->at_s, "count", hil_json_count(b->count));
	for (q = 0; object && q < HIL_COMPARE_QUANTITIES; q++)
		json_object_set_new(
			object,
			hil_compare_quantity_name((enum hil_compare_quantity)q),
			hil_json_number(b->value_ns[q]));
	return object;
}

static json_t *count_or_null(bool known, uint64_t count)
{
	return known ? hil_json_count(count) : json_null();
}

static json_t *number_or_null(bool known, double number)
{
	return known ? hil_json_number(number) : json_null();
}

static json_t *front_json(const struct hil_arm *arm)
{
	const struct hil_arm_front *f = &arm->front;
	bool told = f->told > 0;

	if (!f->blocks)
		return json_null();
	return json_pack(
		"{s:I,s:I,s:I,s:{s:o,s:o,s:f},s:o,s:o,s:o,s:o,s:{s:o,s:o},"
		"s:O?}",
		"blocks", (json_int_t)f->blocks, "told", (json_int_t)f->told,
		"failed", (json_int_t)f->failed, "cpu_s", "user",
		number_or_null(f->cpu_known, f->user_s), "system",
		number_or_null(f->cpu_known, f->system_s), "wall", f->wall_s,
		"frames_drawn", count_or_null(told, f->drawn), "frames_skipped",
		count_or_null(told, f->skipped), "retries",
		count_or_null(told, f->retries), "torn",
		count_or_null(told, f->torn), "staleness_ms", "mean",
		number_or_null(told && f->drawn, f->stale_mean_ms), "max",
		number_or_null(told && f->drawn, f->stale_max_ms), "runtime",
		f->runtime);
}

static json_t *effect_json(const struct hil_arm *arm)
{
	const struct hil_events_effect *e = &arm->effect;

	if (!arm->effect_known)
		return json_null();
	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "method",
			 "toroidal shift, one-sided", "near",
			 hil_json_count(e->near), "far", hil_json_count(e->far),
			 "near_mean_ns", hil_json_number(e->near_mean_ns),
			 "far_mean_ns", hil_json_number(e->far_mean_ns), "p",
			 hil_json_number(e->p), "shifts",
			 hil_json_count(e->shifts), "seed",
			 hil_json_count(e->seed));
}

static json_t *variant_json(const struct hil_variant *v)
{
	if (!v)
		return json_null();
	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o}", "front_end",
			 hil_front_kind_name(v->front), "command",
			 hil_json_text(v->command), "clients",
			 count_or_null(v->front == HIL_FRONT_WEB, v->clients),
			 "sched", hil_json_text(v->sched), "cpus",
			 hil_json_text(v->cpus), "refresh_ns",
			 v->refresh_ns ? json_integer(v->refresh_ns)
				       : json_null());
}

static json_t *arm_json(const struct hil_comparison *c,
			const struct hil_arm *arm)
{
	json_t *blocks = json_array();
	size_t i;

	for (i = 0; i < c->rounds; i++)
		hil_json_append(&blocks, block_json(&arm->block[i], i));
	return json_pack(
		"{s:o,s:o,s:{s:o,s:o,s:o,s:o,s:o},s:o,s:o,s:o,s:o,s:o}", "name",
		hil_json_text(arm->name), "variant", variant_json(arm->variant),
		"stimulus", "edges", hil_json_count(arm->edges), "matched",
		hil_json_count(arm->matched), "ambiguous",
		hil_json_count(arm->ambiguous), "missed",
		hil_json_count(arm->missed), "in_gap",
		hil_json_count(arm->in_gap), "without_event",
		count_or_null(arm->events_known, arm->without_event),
		"latency_ns", hil_json_distribution(&arm->latency), "front_end",
		front_json(arm), "collections", effect_json(arm), "blocks",
		blocks);
}

static json_t *quantity_json(const struct hil_compare_result *r,
			     double margin_ns)
{
	return json_pack(
		"{s:s,s:b,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "verdict",
		hil_compare_verdict_name(r->verdict), "beyond_margin",
		r->verdict == HIL_COMPARE_DIFFERS && r->beyond_margin, "rounds",
		(json_int_t)r->rounds, "margin_ns", hil_json_number(margin_ns),
		"difference_ns",
		number_or_null(r->rounds > 0, r->difference_ns), "low_ns",
		number_or_null(r->interval, r->low_ns), "high_ns",
		number_or_null(r->interval, r->high_ns), "within_ns",
		number_or_null(r->interval, r->within_ns), "p",
		number_or_null(r->rounds > 0, r->p), "more_blocks",
		count_or_null(r->verdict == HIL_COMPARE_NOT_ENOUGH &&
				      r->more_rounds < HIL_COMPARE_MORE_MOST,
			      r->more_rounds),
		"subsets", hil_json_count(r->subsets), "seed",
		hil_json_count(r->seed));
}

static json_t *pair_json(const struct hil_comparison *c,
			 const struct hil_pair *p)
{
	json_t *object =
		json_pack("{s:o,s:o}", "a", hil_json_text(c->arm[p->a].name),
			  "b", hil_json_text(c->arm[p->b].name));
	int q;

	for (q = 0; object && q < HIL_COMPARE_QUANTITIES; q++)
		json_object_set_new(
			object,
			hil_compare_quantity_name((enum hil_compare_quantity)q),
			quantity_json(&p->of[q], p->margin_ns[q]));
	return object;
}

static json_t *order_json(const struct hil_comparison *c)
{
	json_t *order = json_array();
	size_t i;

	if (!c->interleaved) {
		json_decref(order);
		return json_null();
	}
	for (i = 0; i < c->rounds * c->arms; i++)
		hil_json_append(&order, json_integer((json_int_t)c->order[i]));
	return order;
}

static json_t *method_json(const struct hil_comparison *c)
{
	json_t *sentences = json_array();
	const char *const *line;

	for (line = hil_compare_method(c); *line; line++)
		hil_json_append(&sentences, json_string(*line));
	return json_pack("{s:s,s:o,s:b,s:I,s:f,s:f,s:o,s:{s:o,s:o},s:o}",
			 "name", "paired-permutation", "seed",
			 hil_json_count(c->seed), "interleaved", c->interleaved,
			 "rounds", (json_int_t)c->rounds, "block_s", c->block_s,
			 "warm_up_s", c->warm_up_s, "order", order_json(c),
			 "margin", "ns", hil_json_number(c->margin.ns), "share",
			 hil_json_number(c->margin.share), "sentences",
			 sentences);
}

static json_t *reasons_json(const struct hil_result *r)
{
	json_t *list = json_array();
	size_t i;

	for (i = 0; r && i < r->reason_count; i++)
		hil_json_append(&list, hil_json_text(r->reasons[i]));
	return list;
}

json_t *hil_comparison_json(const struct hil_comparison *c,
			    const struct hil_compare_info *info)
{
	json_t *arms = json_array(), *pairs = json_array();
	size_t i;

	for (i = 0; i < c->arms; i++)
		hil_json_append(&arms, arm_json(c, &c->arm[i]));
	for (i = 0; i < c->pairs; i++)
		hil_json_append(&pairs, pair_json(c, &c->pair[i]));
	return json_pack(
		"{s:s,s:o,s:o,s:o,s:o,s:o,s:b,s:o,s:o,s:o,s:O?,s:O?}", "schema",
		"hilrig-compare-1", "title", hil_json_text(info->title),
		"run_path", hil_json_text(info->run_path), "start_utc",
		hil_json_text(info->start_utc), "verdict",
		hil_json_text(c->result ? hil_verdict_name(c->result->verdict)
					: NULL),
		"reasons", reasons_json(c->result), "beyond_margin",
		hil_comparison_beyond(c), "method", method_json(c), "variants",
		arms, "pairs", pairs, "settings", info->settings,
		"settings_that_differ", info->differences);
}
