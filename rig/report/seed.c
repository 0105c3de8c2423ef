/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded edges, as text and JSON: the end-to-end check of a run. */
#include <inttypes.h>
#include <stdio.h>

#include "rig/report/json_part.h"
#include "rig/report/text_rows.h"

static const char *outcome(const struct hil_seed_result *s)
{
	if (s->lost || (s->mean_lost && !s->found))
		return "NOT FOUND";
	if (s->found)
		return "each one found";
	return s->mean_found ? "found in the mean" : "cannot be told";
}

static void print_needed(FILE *out, const struct hil_seed_result *s)
{
	double now = (double)(s->seeded - s->aside);

	if (s->found || s->mean_found)
		return;
	if (s->needed <= 0)
		fputs("           no number of edges will do: sampling stays "
		      "at one place\n",
		      out);
	else if (now < s->needed)
		fprintf(out,
			"           not enough edges: %.0f seeded ones more\n",
			s->needed - now);
}

void hil_report_seed_text(FILE *out, const struct hil_line_result *line)
{
	const struct hil_seed_result *s = &line->seed;

	if (!s->known)
		return;
	fprintf(out,
		"seeded     %" PRIu64 " edges, one in %" PRIu64
		", delayed by %.3f us on purpose: %s;\n"
		"           they are in no number above\n"
		"           %" PRIu64 " found, %" PRIu64 " not, %" PRIu64
		" too uncertain to tell, %" PRIu64 " without neighbours\n",
		s->seeded, s->every, s->delay_ns / 1e3, outcome(s), s->found,
		s->lost, s->unclear, s->aside);
	if (s->found)
		fprintf(out,
			"           largest difference from the board's own "
			"clock %.3f us, largest U %.3f us\n",
			s->error_ns / 1e3, s->bound_ns / 1e3);
	if (s->seeded > s->aside + 1)
		fprintf(out,
			"           by the analyzer %.3f to %.3f us, mean %.3f "
			"us, U %.3f us (k = 2);\n"
			"           by the board %.3f us\n",
			s->min_ns / 1e3, s->max_ns / 1e3, s->mean_ns / 1e3,
			s->mean_U_ns / 1e3, s->waited_ns / 1e3);
	print_needed(out, s);
}

json_t *hil_report_seed_json(const struct hil_line_result *line)
{
	const struct hil_seed_result *s = &line->seed;
	bool mean = s->seeded > s->aside + 1;

	if (!s->known)
		return json_null();
	return json_pack(
		"{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,"
		"s:b}",
		"delay_ns", hil_json_number(s->delay_ns), "every",
		hil_json_count(s->every), "edges", hil_json_count(s->seeded),
		"found", hil_json_count(s->found), "lost",
		hil_json_count(s->lost), "unclear", hil_json_count(s->unclear),
		"aside", hil_json_count(s->aside), "outcome", outcome(s),
		"largest_difference_ns",
		s->found ? hil_json_number(s->error_ns) : json_null(),
		"largest_U_ns",
		s->found ? hil_json_number(s->bound_ns) : json_null(), "min_ns",
		mean ? hil_json_number(s->min_ns) : json_null(), "max_ns",
		mean ? hil_json_number(s->max_ns) : json_null(), "mean_ns",
		mean ? hil_json_number(s->mean_ns) : json_null(),
		"board_mean_ns",
		mean ? hil_json_number(s->waited_ns) : json_null(), "mean_U_ns",
		mean ? hil_json_number(s->mean_U_ns) : json_null(),
		"mean_found", s->mean_found);
}
