/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The uncertainty budget on the page. */
#include "rig/report/html_page.h"

static void effect_row(struct hil_page *p, const struct hil_budget_line *line)
{
	fprintf(p->out, "<tr><th scope=\"row\">%s</th>", line->name);
	if (!line->known) {
		hil_html_raw(p, "<td colspan=\"3\" class=\"soft\">not "
				"calibrated, not in U</td></tr>\n");
		return;
	}
	fprintf(p->out, "<td>%.1f</td><td>%.2f</td><td>%s", line->correction_ns,
		line->u_ns, line->distribution);
	if (line->fixed_ns > 0)
		fprintf(p->out, ", fixed up to %.3g", line->fixed_ns);
	hil_html_raw(p, "</td></tr>\n");
}

void hil_html_budget(struct hil_page *p, const struct hil_line_result *l)
{
	const struct hil_distribution *d = &l->of[HIL_LATENCY];
	const struct hil_budget *b = &l->budget;
	struct hil_budget mean = hil_budget_at(b, d->mean_ns);
	struct hil_budget max = hil_budget_at(b, (double)d->histogram->max_ns);
	double half = hil_budget_mean(&mean, d->stddev_ns, d->histogram->count);

	hil_html_raw(p, "<div class=\"scroll\"><table>\n<thead><tr><th>effect, "
			"ns</th><th>correction</th><th>u</th><th>distribution"
			"</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < HIL_BUDGET_PARTS; i++)
		effect_row(p, &b->line[i]);
	fprintf(p->out,
		"<tr><th scope=\"row\"><b>together</b></th><td>%.1f</td>"
		"<td><b>%.2f</b></td><td>U = %.1f, k = 2</td></tr>\n"
		"</tbody></table></div>\n",
		b->correction_ns, b->u_ns, b->k * b->u_ns);
	fprintf(p->out,
		"<p class=\"soft small\">Of the median; "
		"all latencies are corrected. With the sampling error the mean "
		"is %.1f \u00b1 %.1f ns and the largest latency was %.0f ns "
		"or more, each with 95 %%.</p>\n",
		d->mean_ns, half,
		hil_budget_least(&max, (double)d->histogram->max_ns));
	if (!l->seed.known)
		return;
	hil_html_raw(p, "<pre class=\"small\">");
	hil_report_seed_text(p->out, l);
	hil_html_raw(p, "</pre>\n");
}
