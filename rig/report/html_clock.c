/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page's account of the board's clock: residuals, pieces, and rows that
 * contradict all others. */
#include <inttypes.h>

#include "rig/report/html_page.h"

#define LISTED 10 /* of each kind; the JSON has all that are kept */

static void put_squares(struct hil_page *p, const struct hil_clock_result *c)
{
	if (c->squares_known)
		fprintf(p->out,
			" A straight line by least squares through the middle "
			"of each edge's limits, for comparison, has %.4f ppm "
			"and residuals of %.3f \u00b5s (rms); it bounds "
			"nothing.",
			c->squares.drift * 1e6, c->squares.rms_ns / 1000);
}

static void put_summary(struct hil_page *p, const struct hil_line_result *l)
{
	const struct hil_clock_result *c = l->clock;

	fprintf(p->out,
		"<p>Drift %.4f ppm, in %zu piece%s over which a straight clock "
		"fits. The offset is known within %.3f \u00b5s at worst.",
		l->fit.drift_ppm, c->pieces.count,
		c->pieces.count == 1 ? "" : "s", l->fit.width_ns / 1000);
	put_squares(p, c);
	hil_html_raw(p, "</p>\n");
}

static void put_rest(struct hil_page *p, uint64_t count)
{
	if (count <= LISTED)
		return;
	hil_html_raw(p, "<p class=\"soft small\">");
	hil_html_count(p, count - LISTED);
	hil_html_raw(p, " more are not listed here.</p>\n");
}

static void put_pieces(struct hil_page *p, const struct hil_clock_result *c)
{
	hil_html_raw(p, "<div class=\"scroll\"><table>\n<thead><tr><th>piece"
			"</th><th>from, s</th><th>to, s</th><th>drift, ppm"
			"</th><th>known within, \u00b5s</th><th>edges</th>"
			"</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < c->pieces.count && i < LISTED; i++) {
		const struct hil_clock_piece *piece = &c->pieces.piece[i];

		fprintf(p->out,
			"<tr><td>%zu</td><td>%.3f</td><td>%.3f</td><td>%.4f"
			"</td><td>%.3f</td><td>",
			i + 1, (double)piece->begin_ns / 1e9,
			(double)piece->end_ns / 1e9, piece->drift * 1e6,
			piece->width_ns / 1000);
		hil_html_count(p, piece->rows);
		hil_html_raw(p, "</td></tr>\n");
	}
	hil_html_raw(p, "</tbody></table></div>\n");
	put_rest(p, c->pieces.count);
}

static void put_contradicting(struct hil_page *p,
			      const struct hil_clock_result *c)
{
	hil_html_raw(p, "<p class=\"no\">");
	hil_html_count(p, c->contradictions);
	hil_html_raw(p, " edges contradict all others and have no legs:</p>\n"
			"<div class=\"scroll\"><table>\n<thead><tr><th>edge"
			"</th><th>board's event</th><th>at, s</th><th>by, "
			"\u00b5s</th><th>what cannot be</th></tr></thead>\n"
			"<tbody>\n");
	for (size_t i = 0; i < c->contradictions && i < LISTED; i++) {
		const struct hil_contradiction *one = &c->contradiction[i];

		hil_html_raw(p, "<tr><td>");
		if (one->row == UINT64_MAX)
			hil_html_raw(p, "\u2013");
		else
			hil_html_count(p, one->row);
		hil_html_raw(p, "</td><td>");
		hil_html_count(p, one->event);
		fprintf(p->out,
			"</td><td>%.6f</td><td>%.3f</td><td>%s</td>"
			"</tr>\n",
			(double)one->at_ns / 1e9, (double)one->by_ns / 1000,
			!one->by_ns ? "no clock fits around it"
			: one->late ? "its command is behind its probe edge"
				    : "its interrupt is before its edge");
	}
	hil_html_raw(p, "</tbody></table></div>\n");
	put_rest(p, c->contradictions);
}

void hil_html_clock(struct hil_page *p, size_t line)
{
	const struct hil_line_result *l = &p->r->line[line];

	put_summary(p, l);
	hil_html_picture(p, HIL_PICTURE_CLOCK, line);
	if (l->clock->pieces.count > 1)
		put_pieces(p, l->clock);
	if (l->clock->contradictions)
		put_contradicting(p, l->clock);
}
