/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The comparison as one page that needs nothing but itself, in the same dress
 * as the report of a run: what differs first, then what was measured.
 */
#include <errno.h>
#include <stdlib.h>

#include "rig/compare/compare_report.h"
#include "rig/compare/html_part.h"

static void put_head(struct hil_compare_page *p)
{
	hil_html_head(&p->page, "Comparison ", p->info->title,
		      ".differs{color:var(--warn)}.equal{color:var(--good)}\n"
		      ".open{color:var(--soft)}\n"
		      ".says{white-space:normal;min-width:min(20rem,55vw)}\n");
}

static void put_beyond(struct hil_compare_page *p)
{
	char quantities[HIL_SENTENCE_BYTES];
	size_t i;

	hil_html_raw(&p->page, "<ul>\n");
	for (i = 0; i < p->c->pairs; i++) {
		const struct hil_pair *pair = &p->c->pair[i];

		if (!*hil_compare_beyond_text(quantities, pair))
			continue;
		hil_html_raw(&p->page, "<li>");
		hil_html_text(&p->page, p->c->arm[pair->b].name);
		hil_html_raw(&p->page, " against ");
		hil_html_text(&p->page, p->c->arm[pair->a].name);
		fprintf(p->page.out, ": <b class=\"differs\">%s</b></li>\n",
			quantities);
	}
	hil_html_raw(&p->page, "</ul>\n");
}

static void put_verdict(struct hil_compare_page *p)
{
	const struct hil_result *r = p->c->result;
	bool beyond = hil_comparison_beyond(p->c);
	size_t i;

	fprintf(p->page.out, "<header class=\"%s\">\n<h1>",
		r ? hil_verdict_name(r->verdict) : "DEGRADED");
	hil_html_text(&p->page, p->info->title);
	hil_html_raw(&p->page, "</h1>\n<div class=\"verdict\">");
	if (r)
		fprintf(p->page.out, "<span class=\"word\">%s</span>",
			hil_verdict_name(r->verdict));
	fprintf(p->page.out, "<span>%s</span></div>\n",
		beyond ? "Differences beyond the margin are shown:"
		: hil_comparison_decided(p->c)
			? "No difference beyond the margin is shown."
			: "Not enough data for any verdict.");
	if (beyond)
		put_beyond(p);
	if (r && r->reason_count) {
		hil_html_raw(&p->page, "<ul class=\"reasons\">\n");
		for (i = 0; i < r->reason_count; i++) {
			hil_html_raw(&p->page, "<li>");
			hil_html_text(&p->page, r->reasons[i]);
			hil_html_raw(&p->page, "</li>\n");
		}
		hil_html_raw(&p->page, "</ul>\n");
	}
	hil_html_raw(&p->page, "</header>\n");
}

static void put_plan(struct hil_compare_page *p)
{
	const struct hil_comparison *c = p->c;

	hil_html_raw(&p->page, "<section>\n<h2>How it was measured</h2>\n<p>");
	if (c->interleaved)
		fprintf(p->page.out,
			"%zu variants in %zu rounds, one block of %.1f s of "
			"each in every round after %.1f s of warm-up, in a "
			"balanced order; seed %llu.",
			c->arms, c->rounds, c->block_s - c->warm_up_s,
			c->warm_up_s, (unsigned long long)c->seed);
	else
		fprintf(p->page.out,
			"%zu stored runs, one after the other, cut into %zu "
			"blocks of %.1f s; seed %llu.",
			c->arms, c->rounds, c->block_s,
			(unsigned long long)c->seed);
	if (p->info->start_utc) {
		hil_html_raw(&p->page, " Begun ");
		hil_html_text(&p->page, p->info->start_utc);
		hil_html_raw(&p->page, ".");
	}
	hil_html_raw(&p->page, "</p>\n<ul>\n");
	for (const char *const *line = hil_compare_method(c); *line; line++) {
		hil_html_raw(&p->page, "<li>");
		hil_html_text(&p->page, *line);
		hil_html_raw(&p->page, "</li>\n");
	}
	hil_html_raw(&p->page, "</ul>\n</section>\n");
}

int hil_comparison_html(FILE *out, const struct hil_comparison *c,
			const struct hil_compare_info *info)
{
	struct hil_report_info run = { .title = info->title,
				       .settings = info->settings };
	struct hil_compare_page p = {
		.page = { .out = out, .r = c->result, .info = &run },
		.c = c,
		.info = info,
		.unit = hil_compare_unit(c, info->nanoseconds),
		.room = malloc(sizeof(*p.room)),
	};

	if (!p.room)
		return -ENOMEM;
	put_head(&p);
	put_verdict(&p);
	hil_compare_html_pairs(&p);
	hil_compare_html_latency(&p);
	hil_compare_html_fronts(&p);
	hil_compare_html_differences(&p);
	put_plan(&p);
	if (info->settings)
		hil_html_settings(&p.page);
	hil_html_raw(&p.page, "<footer>hilrig " HIL_VERSION
			      ", schema hilrig-compare-1</footer>\n"
			      "</main>\n</body>\n</html>\n");
	free(p.room);
	if (p.page.error)
		return p.page.error;
	return fflush(out) || ferror(out) ? -EIO : 0;
}
