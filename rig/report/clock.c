/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the board's clock ran against the analyzer's, and what would have shown
 * samples that were lost without a word: as text and as JSON. */
#include <inttypes.h>
#include <math.h>

#include "rig/report/json_part.h"

#define NAMED 5 /* rows of the text; the JSON has more */

static const char *side_of(const struct hil_contradiction *c)
{
	if (!c->by_ns)
		return "no clock fits around it";
	return c->late ? "its command is behind its probe edge"
		       : "its interrupt is before its edge";
}

static void row_text(FILE *out, const struct hil_contradiction *c)
{
	if (c->row == UINT64_MAX)
		fprintf(out, "           event %" PRIu64, c->event);
	else
		fprintf(out, "           edge %" PRIu64, c->row);
	fprintf(out, " at %.6f s: %s", (double)c->at_ns / 1e9, side_of(c));
	if (c->by_ns)
		fprintf(out, ", by %.3f us", (double)c->by_ns / 1000);
	fputc('\n', out);
}

void hil_report_clock_text(FILE *out, const struct hil_line_result *line)
{
	const struct hil_clock_result *c = line->clock;

	if (!line->fit.known || !c)
		return;
	fprintf(out, "           %zu straight piece%s", c->pieces.count,
		c->pieces.count == 1 ? "" : "s");
	if (c->squares_known)
		fprintf(out, "; least squares: %.4f ppm, rms %.3f us",
			c->squares.drift * 1e6, c->squares.rms_ns / 1000);
	fputc('\n', out);
	if (!c->contradictions)
		return;
	fprintf(out, "           %" PRIu64 " rows contradict all others:\n",
		c->contradictions);
	for (size_t i = 0; i < NAMED && i < c->contradictions; i++)
		row_text(out, &c->contradiction[i]);
	if (c->contradictions > NAMED)
		fputs("           ...\n", out);
}

static json_t *pieces(const struct hil_clock_result *c)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < c->pieces.count; i++) {
		const struct hil_clock_piece *p = &c->pieces.piece[i];

		json_array_append_new(
			list,
			json_pack("{s:I,s:I,s:o,s:o,s:o,s:o,s:o}", "begin_ns",
				  (json_int_t)p->begin_ns, "end_ns",
				  (json_int_t)p->end_ns, "offset_ns",
				  hil_json_number((double)c->base_ns +
						  p->offset_ns),
				  "drift_ppm", hil_json_number(p->drift * 1e6),
				  "width_ns", hil_json_number(p->width_ns),
				  "rows", hil_json_count(p->rows), "joined",
				  hil_json_count(p->joined)));
	}
	return list;
}

static json_t *squares(const struct hil_clock_result *c)
{
	if (!c->squares_known)
		return json_null();
	return json_pack(
		"{s:I,s:o,s:o,s:o}", "at_ns", (json_int_t)c->squares.at_ns,
		"offset_ns",
		hil_json_number((double)c->base_ns + c->squares.offset_ns),
		"drift_ppm", hil_json_number(c->squares.drift * 1e6), "rms_ns",
		hil_json_number(c->squares.rms_ns));
}

static json_t *contradictions(const struct hil_clock_result *c)
{
	json_t *list = json_array();

	for (size_t i = 0;
	     list && i < c->contradictions && i < HIL_RESULT_CONTRADICTIONS;
	     i++) {
		const struct hil_contradiction *one = &c->contradiction[i];

		json_array_append_new(
			list,
			json_pack("{s:o,s:o,s:I,s:I,s:s}", "edge",
				  one->row == UINT64_MAX
					  ? json_null()
					  : hil_json_count(one->row),
				  "event", hil_json_count(one->event), "at_ns",
				  (json_int_t)one->at_ns, "by_ns",
				  (json_int_t)one->by_ns, "why", side_of(one)));
	}
	return list;
}

int hil_json_clock(json_t *fit, const struct hil_clock_result *c)
{
	if (!c)
		return 0;
	return json_object_set_new(fit, "pieces", pieces(c)) |
	       json_object_set_new(fit, "least_squares", squares(c)) |
	       json_object_set_new(fit, "contradictions",
				   hil_json_count(c->contradictions)) |
	       json_object_set_new(fit, "contradicting", contradictions(c));
}
