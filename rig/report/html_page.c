/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page's small pieces: text, numbers, pictures, and its head. */
#include "rig/report/html_page.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/report/clean.h"

#define WIDE_PX       900.0
#define WIDE_HEIGHT   330.0
#define NARROW_PX     350.0
#define NARROW_HEIGHT 270.0

void hil_html_text(struct hil_page *p, const char *text)
{
	hil_clean_html(p->out, text);
}

void hil_html_raw(struct hil_page *p, const char *markup)
{
	fputs(markup, p->out);
}

void hil_html_count(struct hil_page *p, uint64_t count)
{
	char digits[32];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, count);

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0 && length > 4)
			fputs("&#8239;", p->out); /* narrow space, no break */
		fputc(digits[i], p->out);
	}
}

void hil_html_value(struct hil_page *p, const struct hil_unit *unit, double ns)
{
	char text[HIL_UNIT_TEXT];

	fputs(hil_unit_text(text, unit, ns), p->out);
}

const char *hil_html_unit(const struct hil_unit *unit)
{
	return strcmp(unit->name, "us") == 0 ? "\u00b5s" : unit->name;
}

bool hil_html_has_values(const struct hil_distribution *d)
{
	return d->known && d->histogram && d->histogram->count;
}

static void put_svg(struct hil_page *p, const char *class, double width,
		    double height)
{
	size_t size = 0;
	char *svg = hil_figure_svg(p->picture->draw, &p->picture->figure, width,
				   height, &size);

	if (!svg) {
		p->error = -ENOMEM;
		return;
	}
	fprintf(p->out, "<div class=\"%s\" role=\"img\" aria-label=\"", class);
	hil_html_text(p, p->picture->about);
	hil_html_raw(p, "\">");
	fwrite(svg, 1, size, p->out);
	hil_html_raw(p, "</div>\n");
	free(svg);
}

void hil_html_picture(struct hil_page *p, enum hil_picture_kind kind,
		      size_t line)
{
	if (!hil_picture_make(p->picture, kind, p->r, line, p->info))
		return;
	hil_html_raw(p, "<figure class=\"figure\">\n");
	put_svg(p, "wide", WIDE_PX, WIDE_HEIGHT);
	put_svg(p, "narrow", NARROW_PX, NARROW_HEIGHT);
	hil_html_raw(p, "<figcaption>");
	hil_html_text(p, p->picture->about);
	hil_html_raw(p, ".</figcaption></figure>\n");
}

/* "code: text" with its code in bold. */
static void put_reason(struct hil_page *p, const char *reason)
{
	const char *colon = strchr(reason, ':');
	char code[64];

	hil_html_raw(p, "<li>");
	if (colon && (size_t)(colon - reason) < sizeof(code)) {
		snprintf(code, sizeof(code), "%.*s", (int)(colon - reason),
			 reason);
		hil_html_raw(p, "<b>");
		hil_html_text(p, code);
		hil_html_raw(p, "</b>");
		reason = colon;
	}
	hil_html_text(p, reason);
	hil_html_raw(p, "</li>\n");
}

static void tile_open(struct hil_page *p, const char *name)
{
	fprintf(p->out,
		"<div class=\"tile\"><div class=\"name\">%s</div>"
		"<div class=\"value\">",
		name);
}

static void tile_time(struct hil_page *p, const char *name,
		      const struct hil_distribution *d, double ns)
{
	struct hil_unit unit = hil_unit_for(d, p->info->nanoseconds);

	tile_open(p, name);
	hil_html_value(p, &unit, ns);
	fprintf(p->out, " <small>%s</small></div><div class=\"more\">\u00b1 ",
		hil_html_unit(&unit));
	hil_html_value(p, &unit, d->u_ns * d->k);
	fprintf(p->out, " %s (k = 2)</div></div>\n", hil_html_unit(&unit));
}

static void latency_tiles(struct hil_page *p, const struct hil_distribution *d)
{
	char name[HIL_UNIT_TEXT + 16], q[HIL_UNIT_TEXT];

	if (!hil_html_has_values(d))
		return;
	tile_time(p, "latency, max", d, (double)d->histogram->max_ns);
	for (size_t i = HIL_RESULT_QUANTILES; i-- > 0;) {
		if (fabs(d->quantile[i].q - 0.99) > 1e-9 &&
		    fabs(d->quantile[i].q - 0.5) > 1e-9)
			continue;
		snprintf(name, sizeof(name), "latency, %s",
			 hil_unit_quantile(q, d->quantile[i].q));
		tile_time(p, name, d, (double)d->quantile[i].value_ns);
	}
	tile_time(p, "latency, min", d, (double)d->histogram->min_ns);
}

static void count_tiles(struct hil_page *p, const struct hil_line_result *line)
{
	const struct hil_accounts *a = &line->accounts;

	tile_open(p, "edges seen");
	hil_html_count(p, a->stimulus.edges);
	hil_html_raw(p, "</div><div class=\"more\">");
	hil_html_count(p, a->stimulus.matched);
	hil_html_raw(p, " answered</div></div>\n");
	tile_open(p, "missed");
	hil_html_count(p, a->stimulus.missed);
	hil_html_raw(p, "</div><div class=\"more\">");
	hil_html_count(p, a->stimulus.ambiguous);
	hil_html_raw(p, " ambiguous, ");
	hil_html_count(p, a->stimulus.in_gap);
	hil_html_raw(p, " in a gap</div></div>\n");
	tile_open(p, "coverage");
	if (isfinite(p->r->samples.coverage))
		fprintf(p->out, "%.6g <small>%%</small>",
			p->r->samples.coverage * 100);
	else
		hil_html_raw(p, "unknown");
	hil_html_raw(p, "</div><div class=\"more\">");
	hil_html_count(p, p->r->samples.gap_count);
	fprintf(p->out, " gap%s</div></div>\n",
		p->r->samples.gap_count == 1 ? "" : "s");
	tile_open(p, "duration");
	if (isfinite(p->r->duration_s))
		fprintf(p->out, "%.6g <small>s</small>", p->r->duration_s);
	else
		hil_html_raw(p, "unknown");
	hil_html_raw(p, "</div><div class=\"more\">of stimulus</div></div>\n");
}

void hil_html_verdict(struct hil_page *p)
{
	static const char *const meaning[] = {
		[HIL_VALID] = "The accounts balance, the instruments saw all.",
		[HIL_DEGRADED] = "The numbers hold, within what is said here:",
		[HIL_INVALID] = "The numbers below cannot be trusted:",
	};
	const struct hil_result *r = p->r;

	fprintf(p->out, "<header class=\"%s\">\n<h1>",
		hil_verdict_name(r->verdict));
	hil_html_text(p, p->info->title);
	fprintf(p->out,
		"</h1>\n<div class=\"verdict\"><span class=\"word\">%s</span>"
		"<span>%s</span></div>\n",
		hil_verdict_name(r->verdict), meaning[r->verdict]);
	if (r->reason_count || r->limit_hit)
		hil_html_raw(p, "<ul class=\"reasons\">\n");
	for (size_t i = 0; i < r->reason_count; i++)
		put_reason(p, r->reasons[i]);
	if (r->limit_hit)
		fprintf(p->out,
			"<li><b>limit</b>: stopped at a latency of %.3f "
			"\u00b5s</li>\n",
			(double)r->limit_latency_ns / 1000);
	if (r->reason_count || r->limit_hit)
		hil_html_raw(p, "</ul>\n");
	hil_html_raw(p, "<div class=\"tiles\">\n");
	if (r->lines) {
		latency_tiles(p, &r->line[0].of[HIL_LATENCY]);
		count_tiles(p, &r->line[0]);
	}
	hil_html_raw(p, "</div>\n</header>\n");
}
