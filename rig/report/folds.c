/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which phases of the board's tick the stimulus met, as text and as JSON. */
#include <inttypes.h>
#include <math.h>

#include "rig/report/json_part.h"

static void fold_row(FILE *out, const struct hil_fold_result *f)
{
	fprintf(out, "  %3" PRId64 " ms   %2u of %d", f->tick_ns / 1000000,
		f->met, HIL_FOLD_PARTS);
	if (f->edges < HIL_FOLD_LEAST)
		fprintf(out, "   too few edges to tell: %" PRIu64, f->edges);
	else if (!f->swept && !(f->covers_ns > 0))
		fputs("   NOT SWEPT", out);
	else if (!f->swept)
		fprintf(out, "   NOT SWEPT: a period of %.3f us would cover it",
			f->covers_ns / 1000);
	else if (isfinite(f->slowest_ns - f->fastest_ns))
		fprintf(out, "   means from %.3f to %.3f us",
			f->fastest_ns / 1000, f->slowest_ns / 1000);
	if (f->edges >= HIL_FOLD_LEAST && isfinite(f->beat_ns))
		fprintf(out, ", beat %.6g ms", f->beat_ns / 1e6);
	fputc('\n', out);
}

void hil_report_folds_text(FILE *out, const struct hil_line_result *line)
{
	if (!line->fold[0].edges)
		return;
	fputs("\nphases of the board's tick that edges met\n", out);
	for (size_t i = 0; i < HIL_RESULT_FOLDS; i++)
		fold_row(out, &line->fold[i]);
}

json_t *hil_report_folds_json(const struct hil_line_result *line)
{
	json_t *list;

	if (!line->fold[0].edges)
		return json_null();
	list = json_array();
	for (size_t i = 0; list && i < HIL_RESULT_FOLDS; i++) {
		const struct hil_fold_result *f = &line->fold[i];

		json_array_append_new(
			list,
			json_pack("{s:I,s:o,s:i,s:i,s:b,s:o,s:o,s:o,s:o}",
				  "tick_ns", (json_int_t)f->tick_ns, "edges",
				  hil_json_count(f->edges), "parts",
				  HIL_FOLD_PARTS, "met", (int)f->met, "swept",
				  f->swept, "fastest_ns",
				  hil_json_number(f->fastest_ns), "slowest_ns",
				  hil_json_number(f->slowest_ns), "beat_ns",
				  hil_json_number(f->beat_ns),
				  "covering_period_ns",
				  hil_json_number(f->covers_ns)));
	}
	return list;
}
