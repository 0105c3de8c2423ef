/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was measured: histograms, statistics, front ends, runtimes. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "rig/compare/html_part.h"

#define WIDE_PX       900.0
#define WIDE_HEIGHT   360.0
#define NARROW_PX     350.0
#define NARROW_HEIGHT 330.0

static void draw_overlay(struct _cairo *cr, double width, double height,
			 const void *figure)
{
	hil_figure_overlay(cr, width, height, figure);
}

static void put_svg(struct hil_compare_page *p, const char *class, double width,
		    double height)
{
	size_t size;
	char *svg = hil_figure_svg(draw_overlay, &p->room->overlay.figure,
				   width, height, &size);

	if (!svg) {
		p->page.error = -ENOMEM;
		return;
	}
	fprintf(p->page.out,
		"<div class=\"%s\" role=\"img\" aria-label=\"Histograms of the "
		"latencies, an outline for each variant; the table below has "
		"the numbers\">",
		class);
	fwrite(svg, 1, size, p->page.out);
	hil_html_raw(&p->page, "</div>\n");
	free(svg);
}

static void put_picture(struct hil_compare_page *p, bool body,
			const char *caption)
{
	const struct hil_result *r = p->c->result;
	double sample_us = 0;

	if (r && r->samples.rate_num)
		sample_us = 1e6 * (double)r->samples.rate_den /
			    (double)r->samples.rate_num;
	if (!hil_overlay_make(&p->room->overlay, p->c, body, sample_us))
		return;
	hil_html_raw(&p->page, "<figure class=\"figure\">\n");
	put_svg(p, "wide", WIDE_PX, WIDE_HEIGHT);
	put_svg(p, "narrow", NARROW_PX, NARROW_HEIGHT);
	fprintf(p->page.out, "<figcaption>%s</figcaption></figure>\n", caption);
}

static void put_time(struct hil_compare_page *p, double ns)
{
	hil_html_raw(&p->page, "<td>");
	hil_html_value(&p->page, &p->unit, ns);
	hil_html_raw(&p->page, "</td>");
}

static void put_quantile(struct hil_compare_page *p,
			 const struct hil_quantile *q)
{
	put_time(p, (double)q->value_ns);
	hil_html_raw(&p->page, "<td class=\"soft small\">");
	if (q->low_ns != INT64_MIN)
		hil_html_value(&p->page, &p->unit, (double)q->low_ns);
	else
		hil_html_raw(&p->page, "?");
	hil_html_raw(&p->page, " to ");
	if (q->high_ns != INT64_MAX)
		hil_html_value(&p->page, &p->unit, (double)q->high_ns);
	else
		hil_html_raw(&p->page, "?");
	hil_html_raw(&p->page, "</td>");
}

static void put_count(struct hil_compare_page *p, bool known, uint64_t count)
{
	hil_html_raw(&p->page, "<td>");
	if (known)
		hil_html_count(&p->page, count);
	else
		hil_html_raw(&p->page, "unknown");
	hil_html_raw(&p->page, "</td>");
}

static void put_name(struct hil_compare_page *p, const char *name)
{
	hil_html_raw(&p->page, "<tr><th scope=\"row\">");
	hil_html_text(&p->page, name);
	hil_html_raw(&p->page, "</th>");
}

static void put_statistics(struct hil_compare_page *p,
			   const struct hil_arm *arm)
{
	const struct hil_distribution *d = &arm->latency;

	put_name(p, arm->name);
	if (!hil_html_has_values(d)) {
		hil_html_raw(&p->page, "<td colspan=\"9\">no edge was "
				       "answered</td></tr>\n");
		return;
	}
	put_count(p, true, d->histogram->count);
	put_time(p, (double)d->histogram->min_ns);
	put_time(p, d->mean_ns);
	put_quantile(p, &d->quantile[0]);
	put_quantile(p, &d->quantile[2]);
	put_time(p, (double)d->histogram->max_ns);
	put_time(p, d->stddev_ns);
	hil_html_raw(&p->page, "</tr>\n");
}

static void put_edges(struct hil_compare_page *p, const struct hil_arm *arm)
{
	put_name(p, arm->name);
	put_count(p, true, arm->edges);
	put_count(p, true, arm->matched);
	put_count(p, true, arm->missed);
	put_count(p, true, arm->ambiguous);
	put_count(p, true, arm->in_gap);
	put_count(p, arm->events_known, arm->without_event);
	hil_html_raw(&p->page, "</tr>\n");
}

void hil_compare_html_latency(struct hil_compare_page *p)
{
	size_t i;

	hil_html_raw(&p->page, "<section>\n<h2>Latency</h2>\n");
	put_picture(p, false,
		    "All latencies, linear time and logarithmic "
		    "count.");
	put_picture(p, true, "Up to the largest 99th percentile.");
	fprintf(p->page.out,
		"<div class=\"scroll\"><table><thead><tr><th>%s</th>"
		"<th>count</th><th>min</th><th>mean</th><th>p50</th>"
		"<th>95 %% bounds</th><th>p99</th><th>95 %% bounds</th>"
		"<th>max</th><th>jitter</th></tr></thead>\n<tbody>\n",
		hil_html_unit(&p->unit));
	for (i = 0; i < p->c->arms; i++)
		put_statistics(p, &p->c->arm[i]);
	hil_html_raw(&p->page,
		     "</tbody></table></div>\n<h3>Edges</h3>\n"
		     "<div class=\"scroll\"><table><thead><tr><th></th>"
		     "<th>seen</th><th>matched</th><th>missed</th>"
		     "<th>ambiguous</th><th>in a gap</th><th>without an event "
		     "of their own</th></tr></thead>\n<tbody>\n");
	for (i = 0; i < p->c->arms; i++)
		put_edges(p, &p->c->arm[i]);
	hil_html_raw(&p->page,
		     "</tbody></table></div>\n<p class=\"soft small\">Edges "
		     "without an event of their own were coalesced, dropped "
		     "or never an interrupt.</p>\n</section>\n");
}

static void put_front(struct hil_compare_page *p, const struct hil_arm *arm)
{
	const struct hil_arm_front *f = &arm->front;
	bool told = f->told > 0;

	put_name(p, arm->name);
	if (f->cpu_known && f->wall_s > 0)
		fprintf(p->page.out, "<td>%.2f</td>",
			100 * (f->user_s + f->system_s) / f->wall_s);
	else
		hil_html_raw(&p->page, "<td>unknown</td>");
	put_count(p, told, f->drawn);
	put_count(p, told, f->skipped);
	if (told && f->drawn)
		fprintf(p->page.out, "<td>%.1f</td><td>%.1f</td>",
			f->stale_mean_ms, f->stale_max_ms);
	else
		hil_html_raw(&p->page, "<td>unknown</td><td>unknown</td>");
	put_count(p, told, f->retries);
	put_count(p, told, f->torn);
	if (f->failed)
		fprintf(p->page.out,
			"<td class=\"no\">%zu of %zu, exit status %d</td>",
			f->failed, f->blocks, f->failed_status);
	else
		hil_html_raw(&p->page, "<td>none</td>");
	hil_html_raw(&p->page, "</tr>\n");
}

static void put_runtime(struct hil_compare_page *p, const struct hil_arm *arm)
{
	const struct hil_events_effect *e = &arm->effect;
	const char *key;
	json_t *value;
	char *text;

	hil_html_raw(&p->page, "<h3>Runtime of ");
	hil_html_text(&p->page, arm->name);
	hil_html_raw(&p->page,
		     ", all blocks together</h3>\n<dl class=\"settings\">\n");
	json_object_foreach(arm->front.runtime, key, value)
	{
		text = json_is_null(value)
			       ? NULL
			       : json_dumps(value,
					    JSON_ENCODE_ANY | JSON_COMPACT);
		hil_html_raw(&p->page, "<dt>");
		hil_html_text(&p->page, key);
		hil_html_raw(&p->page, "</dt><dd>");
		hil_html_text(&p->page, text ? text : "unknown");
		hil_html_raw(&p->page, "</dd>\n");
		free(text);
	}
	hil_html_raw(&p->page, "</dl>\n");
	if (arm->effect_known)
		fprintf(p->page.out,
			"<p>Edges within 20 ms after a collection: %" PRIu64
			", mean %.3f \u00b5s; the others: %" PRIu64
			", mean %.3f \u00b5s. Slower by chance (collections "
			"moved around the time, %" PRIu64
			" times): p = %.3f.</p>\n",
			e->near, e->near_mean_ns / 1000, e->far,
			e->far_mean_ns / 1000, e->shifts, e->p);
	else if (json_object_get(arm->front.runtime, "collections"))
		hil_html_raw(&p->page, "<p>Edges near collections: "
				       "unknown.</p>\n");
}

void hil_compare_html_fronts(struct hil_compare_page *p)
{
	bool any = false;
	size_t i;

	for (i = 0; i < p->c->arms; i++)
		any |= p->c->arm[i].front.blocks > 0;
	if (!any)
		return;
	hil_html_raw(&p->page,
		     "<section>\n<h2>Front ends</h2>\n<div class=\"scroll\">"
		     "<table><thead><tr><th></th><th>CPU %</th><th>frames</th>"
		     "<th>skipped</th><th>stale, mean ms</th><th>max ms</th>"
		     "<th>retried reads</th><th>torn reads</th><th>failed "
		     "blocks</th></tr></thead>\n<tbody>\n");
	for (i = 0; i < p->c->arms; i++) {
		if (p->c->arm[i].front.blocks)
			put_front(p, &p->c->arm[i]);
	}
	hil_html_raw(&p->page, "</tbody></table></div>\n");
	for (i = 0; i < p->c->arms; i++) {
		if (json_object_size(p->c->arm[i].front.runtime))
			put_runtime(p, &p->c->arm[i]);
	}
	hil_html_raw(&p->page, "</section>\n");
}

static void put_value(struct hil_compare_page *p, const json_t *value)
{
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;

	hil_html_raw(&p->page, "<td class=\"left\">");
	if (json_is_string(value))
		hil_html_text(&p->page, json_string_value(value));
	else
		hil_html_text(&p->page, text ? text : "not there");
	hil_html_raw(&p->page, "</td>");
	free(text);
}

void hil_compare_html_differences(struct hil_compare_page *p)
{
	json_t *entry;
	size_t i;

	if (!p->info->differences)
		return;
	hil_html_raw(&p->page,
		     "<section>\n<h2>Settings that differ</h2>\n"
		     "<div class=\"scroll\"><table class=\"wrap\"><thead><tr>"
		     "<th>setting</th><th class=\"left\">first</th>"
		     "<th class=\"left\">second</th></tr></thead>\n<tbody>\n");
	json_array_foreach(p->info->differences, i, entry)
	{
		put_name(p, json_string_value(json_object_get(entry, "key")));
		put_value(p, json_object_get(entry, "a"));
		put_value(p, json_object_get(entry, "b"));
		hil_html_raw(&p->page, "</tr>\n");
	}
	hil_html_raw(&p->page, "</tbody></table></div>\n");
	if (!json_array_size(p->info->differences))
		hil_html_raw(&p->page, "<p>None.</p>\n");
	hil_html_raw(&p->page, "</section>\n");
}
