/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The uncertainty budget of a line as JSON. */
#include <stdio.h>
#include <string.h>

#include "rig/report/json_part.h"
#include "rig/report/unit.h"

static json_t *effects(const struct hil_budget *b)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < HIL_BUDGET_PARTS; i++) {
		const struct hil_budget_line *line = &b->line[i];

		json_array_append_new(
			list,
			json_pack("{s:s,s:b,s:s,s:o,s:o,s:o}", "name",
				  line->name, "known", line->known,
				  "distribution", line->distribution,
				  "correction_ns",
				  hil_json_number(line->correction_ns), "u_ns",
				  hil_json_number(line->u_ns), "fixed_ns",
				  hil_json_number(line->fixed_ns)));
	}
	return list;
}

static json_t *interval(double low, double high)
{
	return json_pack("[o,o]", hil_json_number(low), hil_json_number(high));
}

static json_t *intervals(const struct hil_budget *b,
			 const struct hil_distribution *d)
{
	struct hil_budget mean = hil_budget_at(b, d->mean_ns);
	struct hil_budget max = hil_budget_at(b, (double)d->histogram->max_ns);
	double half = hil_budget_mean(&mean, d->stddev_ns, d->histogram->count);
	json_t *object = json_pack(
		"{s:o,s:o}", "mean",
		interval(d->mean_ns - half, d->mean_ns + half), "max_at_least",
		hil_json_number(
			hil_budget_least(&max, (double)d->histogram->max_ns)));
	char key[HIL_UNIT_TEXT], *point;

	for (size_t i = 0; object && i < HIL_RESULT_QUANTILES; i++) {
		const struct hil_quantile *q = &d->quantile[i];
		double value = (double)q->value_ns;
		double below = value - (double)q->low_ns;
		double above = (double)q->high_ns - value;
		struct hil_budget own = hil_budget_at(b, value);

		if (q->low_ns == INT64_MIN || q->high_ns == INT64_MAX)
			continue;
		hil_unit_quantile(key, q->q);
		point = strchr(key, '.');
		if (point)
			*point = '_';
		json_object_set_new(
			object, key,
			interval(value - hil_budget_side(&own, d->stddev_ns,
							 below),
				 value + hil_budget_side(&own, d->stddev_ns,
							 above)));
	}
	return object;
}

json_t *hil_report_budget_json(const struct hil_line_result *line)
{
	const struct hil_distribution *d = &line->of[HIL_LATENCY];
	const struct hil_budget *b = &line->budget;

	if (!(b->k > 0) || !d->known || !d->histogram || !d->histogram->count)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:b,s:o}", "latency_ns",
			 hil_json_number(b->latency_ns), "effects", effects(b),
			 "correction_ns", hil_json_number(b->correction_ns),
			 "u_ns", hil_json_number(b->u_ns), "U_ns",
			 hil_json_number(b->k * b->u_ns), "k",
			 hil_json_number(b->k), "complete", b->complete,
			 "intervals_95_ns", intervals(b, d));
}
