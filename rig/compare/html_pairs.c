/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs: pictures of the intervals, then each verdict in words. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "rig/compare/html_part.h"

#define WIDE_PX   900.0
#define NARROW_PX 350.0

static void draw_intervals(struct _cairo *cr, double width, double height,
			   const void *figure)
{
	hil_figure_intervals(cr, width, height, figure);
}

static void put_svg(struct hil_compare_page *p, const char *class, double width)
{
	const struct hil_figure_intervals *f = &p->room->intervals.figure;
	size_t size;
	char *svg = hil_figure_svg(draw_intervals, f, width,
				   hil_figure_intervals_height(f->rows), &size);

	if (!svg) {
		p->page.error = -ENOMEM;
		return;
	}
	fprintf(p->page.out,
		"<div class=\"%s\" role=\"img\" aria-label=\"Differences of "
		"%s with their intervals; the table below has the "
		"numbers\">",
		class, f->title);
	fwrite(svg, 1, size, p->page.out);
	hil_html_raw(&p->page, "</div>\n");
	free(svg);
}

static void put_pictures(struct hil_compare_page *p)
{
	int q;

	hil_html_raw(&p->page, "<figure class=\"figure\">\n");
	for (q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
		hil_intervals_make(&p->room->intervals, p->c,
				   (enum hil_compare_quantity)q, false);
		put_svg(p, "wide", WIDE_PX);
		put_svg(p, "narrow", NARROW_PX);
	}
	hil_html_raw(&p->page,
		     "<figcaption>Differences with their 95 % intervals; "
		     "shaded is the margin. A diamond differs, a filled circle "
		     "does not by more than the margin, an open circle needs "
		     "more data.</figcaption></figure>\n");
}

static const char *class_of(enum hil_compare_verdict v)
{
	if (v == HIL_COMPARE_NO_DIFFERENCE)
		return "equal";
	return v == HIL_COMPARE_DIFFERS ? "differs" : "open";
}

static void put_cell(struct hil_compare_page *p, double ns)
{
	hil_html_raw(&p->page, "<td>");
	hil_html_value(&p->page, &p->unit, ns);
	hil_html_raw(&p->page, "</td>");
}

static void put_row(struct hil_compare_page *p, const struct hil_pair *pair,
		    enum hil_compare_quantity q)
{
	const struct hil_compare_result *r = &pair->of[q];
	char sentence[HIL_SENTENCE_BYTES];

	fprintf(p->page.out,
		"<tr><th scope=\"row\">%s</th><td class=\"left says %s\">",
		hil_compare_quantity_name(q), class_of(r->verdict));
	hil_html_text(&p->page,
		      hil_compare_sentence(sentence, r, pair->margin_ns[q],
					   &p->unit));
	hil_html_raw(&p->page, "</td>");
	put_cell(p, r->rounds ? r->difference_ns : (double)NAN);
	if (r->interval) {
		put_cell(p, r->low_ns);
		put_cell(p, r->high_ns);
		put_cell(p, r->within_ns);
		fprintf(p->page.out, "<td>%.3f</td></tr>\n", r->p);
	} else {
		hil_html_raw(&p->page, "<td colspan=\"4\">no interval below 6 "
				       "rounds</td></tr>\n");
	}
}

static void put_pair(struct hil_compare_page *p, const struct hil_pair *pair)
{
	int q;

	hil_html_raw(&p->page, "<h3>");
	hil_html_text(&p->page, p->c->arm[pair->b].name);
	hil_html_raw(&p->page, " against ");
	hil_html_text(&p->page, p->c->arm[pair->a].name);
	fprintf(p->page.out,
		"</h3>\n<div class=\"scroll\"><table><thead><tr><th>%s, %zu "
		"rounds</th><th class=\"left\">verdict</th>"
		"<th>difference</th><th>low</th><th>high</th>"
		"<th>not excluded \u00b1</th><th>p</th></tr></thead>\n"
		"<tbody>\n",
		hil_html_unit(&p->unit), pair->of[0].rounds);
	for (q = 0; q < HIL_COMPARE_QUANTITIES; q++)
		put_row(p, pair, (enum hil_compare_quantity)q);
	hil_html_raw(&p->page, "</tbody></table></div>\n");
}

void hil_compare_html_pairs(struct hil_compare_page *p)
{
	size_t i, others = 0;

	hil_html_raw(&p->page, "<section>\n<h2>Differences from ");
	hil_html_text(&p->page, p->c->arms ? p->c->arm[0].name : "nothing");
	hil_html_raw(&p->page, "</h2>\n");
	put_pictures(p);
	for (i = 0; i < p->c->pairs; i++) {
		if (p->c->pair[i].a == 0)
			put_pair(p, &p->c->pair[i]);
		else
			others++;
	}
	if (others) {
		fprintf(p->page.out,
			"<details><summary>%zu other pair%s</summary>\n",
			others, others == 1 ? "" : "s");
		for (i = 0; i < p->c->pairs; i++) {
			if (p->c->pair[i].a)
				put_pair(p, &p->c->pair[i]);
		}
		hil_html_raw(&p->page, "</details>\n");
	}
	hil_html_raw(&p->page, "</section>\n");
}
