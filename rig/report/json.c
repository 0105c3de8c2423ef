/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole JSON report, schema hilrig-run-1. */
#include "rig/report/json_part.h"

#include "daemon/link/record.h"

static json_t *reasons(const struct hil_result *r)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < r->reason_count; i++)
		json_array_append_new(list, hil_json_text(r->reasons[i]));
	return list;
}

static const char *gap_reason(uint32_t reason)
{
	switch (reason) {
	case HIL_GAP_OVERFLOW:
		return "overflow";
	case HIL_GAP_INSTRUMENT:
		return "instrument";
	case HIL_GAP_RESTART:
		return "restart";
	default:
		return "unknown";
	}
}

static json_t *gaps(const struct hil_result *r)
{
	json_t *list = json_array();
	size_t count = r->samples.gap_count < HIL_RESULT_GAPS
			       ? r->samples.gap_count
			       : HIL_RESULT_GAPS;

	for (size_t i = 0; list && i < count; i++) {
		const struct hil_gap_result *gap = &r->samples.gap[i];

		json_array_append_new(
			list,
			json_pack("{s:o,s:o,s:s}", "first_sample",
				  hil_json_count(gap->first_sample),
				  "end_sample", hil_json_count(gap->end_sample),
				  "reason", gap_reason(gap->reason)));
	}
	return list;
}

static json_t *rate(const struct hil_result *r)
{
	if (!r->samples.rate_den)
		return json_null();
	if (r->samples.rate_num % r->samples.rate_den == 0)
		return hil_json_count(r->samples.rate_num /
				      r->samples.rate_den);
	return hil_json_number((double)r->samples.rate_num /
			       (double)r->samples.rate_den);
}

static json_t *samples(const struct hil_result *r)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:b,s:o}", "rate_hz", rate(r),
			 "count", hil_json_count(r->samples.count), "coverage",
			 hil_json_number(r->samples.coverage), "gaps", gaps(r),
			 "gap_count", hil_json_count(r->samples.gap_count),
			 "ended_early", r->samples.ended_early, "heartbeat",
			 hil_json_heartbeat(r));
}

/* The first line's objects stand at the top level, too. */
static int add_lines(json_t *report, const struct hil_result *r)
{
	json_t *list = json_array();
	int failed = !list;
	const char *key;
	json_t *value;

	for (size_t i = 0; !failed && i < r->lines; i++)
		failed |=
			json_array_append_new(list, hil_json_line(&r->line[i]));
	failed |= json_object_set_new(report, "lines", list);
	if (failed)
		return -1;
	json_object_foreach(json_array_get(list, 0), key, value) failed |=
		json_object_set(report, key, value);
	return failed ? -1 : 0;
}

json_t *hil_report_json(const struct hil_result *r,
			const struct hil_report_info *info)
{
	json_t *report = json_pack(
		"{s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "schema",
		"hilrig-run-1", "verdict", hil_verdict_name(r->verdict),
		"reasons", reasons(r), "title", hil_json_text(info->title),
		"run", hil_json_text(info->run_path), "duration_s",
		hil_json_number(r->duration_s), "limit_hit_ns",
		r->limit_hit ? json_integer(r->limit_latency_ns) : json_null(),
		"pairing", hil_json_text(info->assumption), "samples",
		samples(r));

	if (report && !add_lines(report, r) &&
	    !json_object_set_new(report, "settings",
				 info->settings ? json_incref(info->settings)
						: json_null()) &&
	    !hil_json_rt_tests(report, r, info))
		return report;
	json_decref(report);
	return NULL;
}
