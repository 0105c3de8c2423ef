/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which phases of the board's tick and of its own period the stimulus met, as
 * text and as JSON. */
#include <inttypes.h>
#include <math.h>

#include "rig/report/json_part.h"

static const char *const kind_name[] = {
	[HIL_FOLD_TRIED] = "tried",
	[HIL_FOLD_BOARD] = "board",
	[HIL_FOLD_STIMULUS] = "stimulus",
};

bool hil_report_has_fold(const struct hil_fold_result *f)
{
	return f->tick_ns && f->edges;
}

/* A steady stimulus meets one phase of itself, and that is no fault. */
static void sweep_text(FILE *out, const struct hil_fold_result *f)
{
	if (f->edges < HIL_FOLD_LEAST)
		fprintf(out, "too few edges to tell: %" PRIu64, f->edges);
	else if (f->swept && isfinite(f->slowest_ns - f->fastest_ns))
		fprintf(out, "means from %.3f to %.3f us", f->fastest_ns / 1000,
			f->slowest_ns / 1000);
	else if (f->kind == HIL_FOLD_STIMULUS && f->covers_ns > 0)
		fputs("as a steady stimulus does; --pattern prime "
		      "meets others, too",
		      out);
	else if (f->covers_ns > 0)
		fprintf(out,
			"NOT SWEPT: a period of %.3f us or --pattern prime "
			"would cover it",
			f->covers_ns / 1000);
	else
		fputs("NOT SWEPT", out);
	if (f->kind != HIL_FOLD_STIMULUS && f->edges >= HIL_FOLD_LEAST &&
	    f->beat_ns > 0 && isfinite(f->beat_ns))
		fprintf(out, ", beat %.6g %s",
			f->beat_ns / (f->beat_ns < 1e10 ? 1e6 : 1e9),
			f->beat_ns < 1e10 ? "ms" : "s");
}

void hil_report_fold_sentence(FILE *out, const struct hil_fold_result *f)
{
	static const char *const of[] = {
		[HIL_FOLD_TRIED] = "if its tick is",
		[HIL_FOLD_BOARD] = "the board's tick of",
		[HIL_FOLD_STIMULUS] = "the stimulus's period of",
	};

	fprintf(out, "%s %.6g ms: %u of %d parts met, ", of[f->kind],
		(double)f->tick_ns / 1e6, f->met, HIL_FOLD_PARTS);
	sweep_text(out, f);
}

void hil_report_folds_text(FILE *out, const struct hil_line_result *line)
{
	bool any = false;

	for (size_t i = 0; i < HIL_RESULT_FOLDS; i++) {
		if (!hil_report_has_fold(&line->fold[i]))
			continue;
		if (!any)
			fputs("\nphases that edges met\n", out);
		any = true;
		fputs("  ", out);
		hil_report_fold_sentence(out, &line->fold[i]);
		fputc('\n', out);
	}
}

static json_t *counts(const struct hil_fold_result *f)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < HIL_FOLD_PARTS; i++)
		json_array_append_new(list, hil_json_count(f->part[i].count));
	return list;
}

static json_t *means(const struct hil_fold_result *f)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < HIL_FOLD_PARTS; i++)
		json_array_append_new(
			list,
			f->part[i].count
				? hil_json_number((double)f->part[i].sum_ns /
						  (double)f->part[i].count)
				: json_null());
	return list;
}

static json_t *fold(const struct hil_fold_result *f)
{
	return json_pack("{s:s,s:I,s:o,s:i,s:i,s:b,s:o,s:o,s:o,s:o,s:o,s:o}",
			 "of", kind_name[f->kind], "tick_ns",
			 (json_int_t)f->tick_ns, "edges",
			 hil_json_count(f->edges), "parts", HIL_FOLD_PARTS,
			 "met", (int)f->met, "swept", f->swept, "fastest_ns",
			 hil_json_number(f->fastest_ns), "slowest_ns",
			 hil_json_number(f->slowest_ns), "beat_ns",
			 hil_json_number(f->beat_ns), "covering_period_ns",
			 hil_json_number(f->covers_ns), "counts", counts(f),
			 "means_ns", means(f));
}

json_t *hil_report_folds_json(const struct hil_line_result *line)
{
	json_t *list = NULL;

	for (size_t i = 0; i < HIL_RESULT_FOLDS; i++) {
		if (!hil_report_has_fold(&line->fold[i]))
			continue;
		if (!list)
			list = json_array();
		json_array_append_new(list, fold(&line->fold[i]));
	}
	return list ? list : json_null();
}
