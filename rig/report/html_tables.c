/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page's tables: latency, legs, worst edges. */
#include <math.h>

#include "rig/report/html_page.h"

static void bound_cell(struct hil_page *p, const struct hil_unit *unit,
		       int64_t ns, bool known)
{
	hil_html_raw(p, "<td>");
	if (known)
		hil_html_value(p, unit, (double)ns);
	else
		hil_html_raw(p, "<span class=\"soft\">too few</span>");
	hil_html_raw(p, "</td>");
}

static void value_cells(struct hil_page *p, const char *name,
			const struct hil_unit *unit, double ns, double u_ns)
{
	fprintf(p->out, "<tr><th scope=\"row\">%s</th><td><b>", name);
	hil_html_value(p, unit, ns);
	hil_html_raw(p, "</b></td><td>");
	hil_html_value(p, unit, u_ns);
	hil_html_raw(p, "</td>");
}

/* Expanded uncertainty of one latency: the clock's part grows with it. */
static double expanded(const struct hil_line_result *l, double ns)
{
	struct hil_budget b = hil_budget_at(&l->budget, ns);

	return l->budget.k > 0 ? b.k * b.u_ns
			       : l->of[HIL_LATENCY].u_ns * l->of[HIL_LATENCY].k;
}

static void latency_rows(struct hil_page *p, const struct hil_line_result *l,
			 const struct hil_unit *unit)
{
	const struct hil_distribution *d = &l->of[HIL_LATENCY];
	double min = (double)d->histogram->min_ns;
	double max = (double)d->histogram->max_ns;
	double half = 1.96 * d->stddev_ns / sqrt((double)d->histogram->count);
	char q[HIL_UNIT_TEXT];

	value_cells(p, "min", unit, min, expanded(l, min));
	hil_html_raw(p, "<td></td><td></td></tr>\n");
	value_cells(p, "mean", unit, d->mean_ns, expanded(l, d->mean_ns));
	hil_html_raw(p, "<td>");
	hil_html_value(p, unit, d->mean_ns - half);
	hil_html_raw(p, "</td><td>");
	hil_html_value(p, unit, d->mean_ns + half);
	hil_html_raw(p, "</td></tr>\n");
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++) {
		const struct hil_quantile *v = &d->quantile[i];

		value_cells(p, hil_unit_quantile(q, v->q), unit,
			    (double)v->value_ns,
			    expanded(l, (double)v->value_ns));
		bound_cell(p, unit, v->low_ns, v->low_ns != INT64_MIN);
		bound_cell(p, unit, v->high_ns, v->high_ns != INT64_MAX);
		hil_html_raw(p, "</tr>\n");
	}
	value_cells(p, "max", unit, max, expanded(l, max));
	hil_html_raw(p, "<td></td><td></td></tr>\n");
}

void hil_html_latency(struct hil_page *p, const struct hil_line_result *l)
{
	const struct hil_distribution *d = &l->of[HIL_LATENCY];
	struct hil_unit unit = hil_unit_for(d, p->info->nanoseconds);

	if (!hil_html_has_values(d)) {
		hil_html_raw(p, "<p>No edge was answered.</p>\n");
		return;
	}
	fprintf(p->out,
		"<div class=\"scroll\"><table>\n<thead><tr><th>latency</th>"
		"<th>%s</th><th>\u00b1 U (k = 2)</th><th>95 %% from</th>"
		"<th>to</th></tr></thead>\n<tbody>\n",
		hil_html_unit(&unit));
	latency_rows(p, l, &unit);
	hil_html_raw(p, "</tbody></table></div>\n<p class=\"soft small\">Of ");
	hil_html_count(p, d->histogram->count);
	fprintf(p->out,
		" edge%s. The maximum is the largest seen in this run under "
		"its load, not a limit.</p>\n",
		d->histogram->count == 1 ? "" : "s");
}

static const struct {
	enum hil_quantity q;
	const char *name, *from;
} legs[] = {
	{ HIL_DELIVERY, "delivery", "edge to hard interrupt" },
	{ HIL_WAKEUP, "wake-up", "hard interrupt to thread" },
	{ HIL_RESPONSE, "response", "thread to probe command" },
	{ HIL_WRITE, "write", "probe command to pin" },
};

#define LEGS (sizeof(legs) / sizeof(legs[0]))

/* The means of all four legs as one bar; they add up to the mean latency. */
static void legs_bar(struct hil_page *p, const struct hil_line_result *l)
{
	double sum = 0;

	for (size_t i = 0; i < LEGS; i++) {
		const struct hil_distribution *d = &l->of[legs[i].q];

		if (!hil_html_has_values(d) || !(d->mean_ns >= 0) ||
		    !isfinite(d->mean_ns))
			return;
		sum += d->mean_ns;
	}
	if (!(sum > 0))
		return;
	hil_html_raw(p, "<div class=\"bar\" role=\"img\" aria-label=\"Share of "
			"each leg in the mean latency\">");
	for (size_t i = 0; i < LEGS; i++)
		fprintf(p->out,
			"<span class=\"leg%zu\" style=\"width:%.2f%%\" "
			"title=\"%s\"></span>",
			i, 100 * l->of[legs[i].q].mean_ns / sum, legs[i].name);
	hil_html_raw(p, "</div>\n");
}

static void leg_row(struct hil_page *p, const char *key, const char *name,
		    const char *from, const struct hil_distribution *d)
{
	struct hil_unit unit = hil_unit_for(d, p->info->nanoseconds);
	double value[6];

	fprintf(p->out,
		"<tr><th scope=\"row\">%s%s <span class=\"soft small from\">%s"
		"</span></th>",
		key, name, from);
	if (!hil_html_has_values(d)) {
		hil_html_raw(p, "<td colspan=\"7\" class=\"soft\">unknown</td>"
				"</tr>\n");
		return;
	}
	value[0] = (double)d->histogram->min_ns;
	value[1] = d->mean_ns;
	value[2] = (double)d->quantile[0].value_ns;
	value[3] = (double)d->quantile[2].value_ns;
	value[4] = (double)d->histogram->max_ns;
	value[5] = d->u_ns * d->k;
	hil_html_raw(p, "<td>");
	hil_html_count(p, d->histogram->count);
	for (size_t i = 0; i < 6; i++) {
		hil_html_raw(p, "</td><td>");
		hil_html_value(p, &unit, value[i]);
	}
	hil_html_raw(p, "</td></tr>\n");
}

void hil_html_legs(struct hil_page *p, const struct hil_line_result *l)
{
	legs_bar(p, l);
	fprintf(p->out,
		"<div class=\"scroll\"><table>\n<thead><tr><th>%s</th>"
		"<th>count</th><th>min</th><th>mean</th><th>p50</th>"
		"<th>p99</th><th>max</th><th>\u00b1 U</th></tr></thead>\n"
		"<tbody>\n",
		p->info->nanoseconds ? "ns" : "\u00b5s");
	for (size_t i = 0; i < LEGS; i++) {
		char key[64];

		snprintf(key, sizeof(key), "<span class=\"key leg%zu\"></span>",
			 i);
		leg_row(p, key, legs[i].name, legs[i].from, &l->of[legs[i].q]);
	}
	leg_row(p, "", "period", "thread to thread", &l->of[HIL_PERIOD]);
	hil_html_raw(p, "</tbody></table></div>\n");
}

void hil_html_worst(struct hil_page *p, const struct hil_line_result *l)
{
	const struct hil_distribution *d = &l->of[HIL_LATENCY];
	struct hil_unit unit = hil_unit_for(d, p->info->nanoseconds);

	fprintf(p->out,
		"<div class=\"scroll\"><table>\n<thead><tr><th></th><th>"
		"latency, %s</th><th>\u00b1 U</th><th>at, s</th><th>edge</th>"
		"<th>sample</th><th>board's event</th></tr></thead>\n"
		"<tbody>\n",
		hil_html_unit(&unit));
	for (size_t i = 0; i < l->worst_count; i++) {
		const struct hil_worst *w = &l->worst[i];

		fprintf(p->out, "<tr><td>%zu</td><td>%s<b>", i + 1,
			w->at_least ? "\u2265 " : "");
		hil_html_value(p, &unit, (double)w->latency_ns);
		hil_html_raw(p, "</b></td><td>");
		hil_html_value(p, &unit, expanded(l, (double)w->latency_ns));
		fprintf(p->out, "</td><td>%.6f</td><td>",
			(double)w->at_ns / 1e9);
		hil_html_count(p, w->row);
		hil_html_raw(p, "</td><td>");
		hil_html_count(p, w->edge_sample);
		hil_html_raw(p, "</td><td>");
		if (w->event == UINT64_MAX)
			hil_html_raw(p, "\u2013");
		else
			hil_html_count(p, w->event);
		hil_html_raw(p, "</td></tr>\n");
	}
	hil_html_raw(p, "</tbody></table></div>\n");
}
