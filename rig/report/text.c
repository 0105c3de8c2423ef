/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary on a terminal: the verdict, then what it is about. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "rig/report/clean.h"
#include "rig/report/text_rows.h"
#include "rig/report/unit.h"

static void print_string(FILE *out, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "%-11s", name);
	hil_clean_text(out, text);
	fputc('\n', out);
}

static void print_verdict(FILE *out, const struct hil_result *r)
{
	fprintf(out, "%s\n", hil_verdict_name(r->verdict));
	for (size_t i = 0; i < r->reason_count; i++) {
		fputs("  - ", out);
		hil_clean_text(out, r->reasons[i]);
		fputc('\n', out);
	}
	if (r->limit_hit)
		fprintf(out, "  - limit: a latency of %.3f us is above -b\n",
			(double)r->limit_latency_ns / 1000);
	fputc('\n', out);
}

static void print_samples(FILE *out, const struct hil_result *r)
{
	char rate[HIL_UNIT_TEXT];

	fprintf(out,
		"samples    %" PRIu64 " at %s, coverage %.4f %%, %zu gap%s%s\n",
		r->samples.count,
		hil_unit_rate(rate, r->samples.rate_num, r->samples.rate_den),
		r->samples.coverage * 100, r->samples.gap_count,
		r->samples.gap_count == 1 ? "" : "s",
		r->samples.ended_early ? ", ended early" : "");
}

static void print_fit(FILE *out, const struct hil_line_result *line)
{
	char parts[64] = "";

	if (!line->fit.known)
		return;
	if (line->fit.parts != 1)
		snprintf(parts, sizeof(parts), ", %" PRIu64 " parts",
			 line->fit.parts);
	fprintf(out,
		"clock fit  drift %.4f ppm, legs known within %.3f us, largest "
		"residual %.3f us,\n           %" PRIu64 " rows%s%s\n",
		line->fit.drift_ppm, line->fit.width_ns / 1000,
		line->fit.residual_ns / 1000, line->fit.rows, parts,
		line->fit.anchored ? "" : ", not anchored");
}

static void print_run(FILE *out, const struct hil_result *r,
		      const struct hil_report_info *info)
{
	print_string(out, "what", info->title);
	print_string(out, "stored in", info->run_path);
	print_string(out, "begun", info->start_utc);
	if (isfinite(r->duration_s))
		fprintf(out, "duration   %.6g s", r->duration_s);
	else
		fputs("duration   unknown", out);
	if (info->period_ns > 0)
		fprintf(out, ", an edge each %.6g us",
			(double)info->period_ns / 1000);
	fputc('\n', out);
	print_string(out, "stimulus", info->stimulus);
	print_samples(out, r);
	hil_report_heartbeat_text(out, r);
	print_string(out, "pairs by",
		     info->assumption ? info->assumption
				      : "the board's records");
}

int hil_report_text(FILE *out, const struct hil_result *r,
		    const struct hil_report_info *info)
{
	print_verdict(out, r);
	print_run(out, r, info);
	for (size_t i = 0; i < r->lines; i++) {
		const struct hil_line_result *line = &r->line[i];

		print_fit(out, line);
		hil_report_clock_text(out, line);
		hil_text_accounts(out, line);
		hil_text_latency(out, line, info->nanoseconds);
		if (line->accounts.board.known)
			hil_text_parts(out, line, info->nanoseconds);
		hil_text_worst(out, line, info->nanoseconds);
		hil_report_seed_text(out, line);
		hil_report_folds_text(out, line);
		hil_report_budget_text(out, line);
		if (info->histogram && line->of[HIL_LATENCY].histogram)
			hil_text_histogram(out, line->of[HIL_LATENCY].histogram,
					   info->histogram_max_us);
	}
	if (r->verdict != HIL_VALID)
		fprintf(out,
			"\nverdict    %s: read the reasons above before "
			"any number\n",
			hil_verdict_name(r->verdict));
	return fflush(out) || ferror(out) ? -EIO : 0;
}
