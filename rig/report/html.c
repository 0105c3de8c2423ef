/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as one page that needs nothing but itself: no script, no file
 * beside it, no network. */
#include <errno.h>
#include <stdlib.h>

#include "rig/report/html_page.h"

static void put_head(struct hil_page *p)
{
	char kind[32];

	snprintf(kind, sizeof(kind), "%s: ", hil_verdict_name(p->r->verdict));
	hil_html_head(p, kind, p->info->title, "");
}

static void heading(struct hil_page *p, const char *text)
{
	fprintf(p->out, "<section>\n<h2>%s", text);
	/* A number stands only beside its verdict. */
	if (p->r->verdict == HIL_INVALID)
		hil_html_raw(p, " <span class=\"no\">(INVALID)</span>");
	hil_html_raw(p, "</h2>\n");
}

static void put_line(struct hil_page *p, size_t line)
{
	const struct hil_line_result *l = &p->r->line[line];

	if (p->r->lines > 1)
		fprintf(p->out, "<h2>Line %u</h2>\n", l->line);
	hil_html_raw(p, "<section>\n");
	hil_html_accounts(p, l);
	hil_html_raw(p, "</section>\n");
	heading(p, "Latency");
	hil_html_picture(p, HIL_PICTURE_HISTOGRAM, line);
	hil_html_picture(p, HIL_PICTURE_BODY, line);
	hil_html_latency(p, l);
	hil_html_raw(p, "</section>\n");
	heading(p, "Latency over time");
	hil_html_picture(p, HIL_PICTURE_LATENCY, line);
	hil_html_raw(p, "</section>\n");
	if (l->of[HIL_PERIOD].known) {
		heading(p, "Period of the interrupt thread");
		hil_html_picture(p, HIL_PICTURE_PERIOD, line);
		hil_html_raw(p, "</section>\n");
	}
	if (l->accounts.board.known) {
		heading(p, "Where the time goes");
		hil_html_legs(p, l);
		hil_html_raw(p, "</section>\n");
	}
	if (l->fit.known && l->clock) {
		heading(p, "The board's clock");
		hil_html_clock(p, line);
		hil_html_raw(p, "</section>\n");
	}
	if (hil_html_has_folds(l)) {
		heading(p, "Phases that edges met");
		hil_html_folds(p, line);
		hil_html_raw(p, "</section>\n");
	}
	if (l->worst_count) {
		heading(p, "Worst edges");
		hil_html_worst(p, l);
		hil_html_raw(p, "</section>\n");
	}
	if (l->budget.k > 0 && hil_html_has_values(&l->of[HIL_LATENCY])) {
		heading(p, "Uncertainty");
		hil_html_budget(p, l);
		hil_html_raw(p, "</section>\n");
	}
}

static void put_fact(struct hil_page *p, const char *name, const char *text)
{
	if (!text)
		return;
	fprintf(p->out, "<dt>%s</dt><dd>", name);
	hil_html_text(p, text);
	hil_html_raw(p, "</dd>\n");
}

static void put_run(struct hil_page *p)
{
	char rate[HIL_UNIT_TEXT];

	hil_html_raw(p, "<section>\n<h2>This run</h2>\n<dl>\n");
	put_fact(p, "Begun", p->info->start_utc);
	put_fact(p, "Stored in", p->info->run_path);
	if (p->info->period_ns > 0)
		fprintf(p->out,
			"<dt>Stimulus</dt><dd>an edge each %.6g \u00b5s</dd>\n",
			(double)p->info->period_ns / 1000);
	put_fact(p, "Stimulus", p->info->stimulus);
	hil_html_raw(p, "<dt>Heartbeat</dt><dd>");
	hil_report_heartbeat_sentence(p->out, p->r);
	hil_html_raw(p, "</dd>\n");
	hil_html_raw(p, "<dt>Samples</dt><dd>");
	hil_html_count(p, p->r->samples.count);
	fprintf(p->out, " at %s%s</dd>\n</dl>\n</section>\n",
		hil_unit_rate(rate, p->r->samples.rate_num,
			      p->r->samples.rate_den),
		p->r->samples.ended_early ? "; the capture ended early" : "");
}

int hil_report_html(FILE *out, const struct hil_result *r,
		    const struct hil_report_info *info)
{
	struct hil_page p = { .out = out, .r = r, .info = info };

	p.picture = malloc(sizeof(*p.picture));
	if (!p.picture)
		return -ENOMEM;
	put_head(&p);
	hil_html_verdict(&p);
	for (size_t i = 0; i < r->lines; i++)
		put_line(&p, i);
	hil_html_calibration(&p);
	put_run(&p);
	hil_html_settings(&p);
	hil_html_method(&p);
	hil_html_raw(&p, "<footer>hilrig " HIL_VERSION
			 ", schema hilrig-run-1</footer>\n"
			 "</main>\n</body>\n</html>\n");
	free(p.picture);
	if (p.error)
		return p.error;
	return fflush(out) || ferror(out) ? -EIO : 0;
}
