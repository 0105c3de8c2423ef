/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What vouches that no samples were lost without a word. */
#include <inttypes.h>
#include <math.h>

#include "rig/report/json_part.h"

#define NAMED 3

void hil_report_heartbeat_sentence(FILE *out, const struct hil_result *r)
{
	if (!r->heartbeat.known && r->heartbeat.own) {
		fputs("none was seen on its channel", out);
		return;
	}
	if (!r->heartbeat.known) {
		fputs("no channel has one, and the stimulus is not steady: "
		      "nothing would show samples lost without a word",
		      out);
		return;
	}
	fprintf(out, "%" PRIu64 " intervals of %.6g ms%s, ",
		r->heartbeat.intervals, r->heartbeat.period_ns / 1e6,
		r->heartbeat.own ? "" : " by the stimulus's own period");
	if (r->heartbeat.splices)
		fprintf(out, "samples spliced out at %" PRIu64 " place%s",
			r->heartbeat.splices,
			r->heartbeat.splices == 1 ? "" : "s");
	else
		fputs("no splice", out);
	fprintf(out, "; %sless than %.4g us would not show",
		r->heartbeat.own ? "" : "that is weaker, ",
		r->heartbeat.least_ns / 1000);
}

void hil_report_heartbeat_text(FILE *out, const struct hil_result *r)
{
	double step_s = r->samples.rate_num
				? (double)r->samples.rate_den /
					  (double)r->samples.rate_num
				: 0;

	fputs("heartbeat  ", out);
	hil_report_heartbeat_sentence(out, r);
	fputc('\n', out);
	for (size_t i = 0; i < r->heartbeat.splices && i < NAMED; i++)
		fprintf(out,
			"           between %.6f and %.6f s: %.0f samples, or "
			"that and whole periods\n",
			(double)r->heartbeat.splice[i].before * step_s,
			(double)r->heartbeat.splice[i].behind * step_s,
			r->heartbeat.splice[i].missing_samples);
}

static json_t *splices(const struct hil_result *r)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < r->heartbeat.splices && i < HIL_SPLICES;
	     i++) {
		const struct hil_splice *s = &r->heartbeat.splice[i];

		json_array_append_new(
			list,
			json_pack("{s:o,s:o,s:o}", "before_sample",
				  hil_json_count(s->before), "behind_sample",
				  hil_json_count(s->behind), "missing_samples",
				  hil_json_number(s->missing_samples)));
	}
	return list;
}

json_t *hil_json_heartbeat(const struct hil_result *r)
{
	if (!r->heartbeat.known)
		return json_null();
	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o}", "by",
			 r->heartbeat.own ? "heartbeat" : "stimulus",
			 "period_ns", hil_json_number(r->heartbeat.period_ns),
			 "intervals", hil_json_count(r->heartbeat.intervals),
			 "splices", hil_json_count(r->heartbeat.splices),
			 "smallest_ns", hil_json_number(r->heartbeat.least_ns),
			 "splice", splices(r));
}
