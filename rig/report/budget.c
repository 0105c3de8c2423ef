/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The uncertainty budget of a line as text. Always in ns: most lines are. */
#include <inttypes.h>
#include <math.h>

#include "rig/report/report.h"
#include "rig/report/unit.h"

static void effect_row(FILE *out, const struct hil_budget_line *line)
{
	if (!line->known) {
		fprintf(out, "  %-24s not calibrated: not in U\n", line->name);
		return;
	}
	fprintf(out, "  %-24s %12.1f %10.2f   %s", line->name,
		line->correction_ns, line->u_ns, line->distribution);
	if (line->fixed_ns > 0)
		fprintf(out, ", fixed up to %.3g", line->fixed_ns);
	fputc('\n', out);
}

static void quantile_row(FILE *out, const struct hil_budget *b,
			 const struct hil_distribution *d,
			 const struct hil_quantile *q)
{
	char name[HIL_UNIT_TEXT];
	double value = (double)q->value_ns;
	struct hil_budget own = hil_budget_at(b, value);

	if (q->low_ns == INT64_MIN || q->high_ns == INT64_MAX)
		return;
	fprintf(out, "  %-8s %14.0f to %.0f\n", hil_unit_quantile(name, q->q),
		value - hil_budget_side(&own, d->stddev_ns,
					value - (double)q->low_ns),
		value + hil_budget_side(&own, d->stddev_ns,
					(double)q->high_ns - value));
}

/* What U comes to for each number, sampling error included. */
static void interval_rows(FILE *out, const struct hil_budget *b,
			  const struct hil_distribution *d)
{
	struct hil_budget own = hil_budget_at(b, d->mean_ns);
	double half = hil_budget_mean(&own, d->stddev_ns, d->histogram->count);

	fputs("95 % intervals with the sampling error, ns\n", out);
	fprintf(out, "  %-8s %14.1f to %.1f\n", "mean", d->mean_ns - half,
		d->mean_ns + half);
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++)
		quantile_row(out, b, d, &d->quantile[i]);
	own = hil_budget_at(b, (double)d->histogram->max_ns);
	fprintf(out, "  %-8s %14.0f or more\n", "max",
		hil_budget_least(&own, (double)d->histogram->max_ns));
}

void hil_report_budget_text(FILE *out, const struct hil_line_result *line)
{
	const struct hil_distribution *d = &line->of[HIL_LATENCY];
	const struct hil_budget *b = &line->budget;

	if (!(b->k > 0) || !d->known || !d->histogram || !d->histogram->count)
		return;
	fprintf(out, "\nuncertainty of a latency of %.0f ns, the median\n",
		b->latency_ns);
	fprintf(out, "  %-24s %12s %10s\n", "effect, ns", "correction", "u");
	for (size_t i = 0; i < HIL_BUDGET_PARTS; i++)
		effect_row(out, &b->line[i]);
	fprintf(out, "  %-24s %12.1f %10.2f   U (k=2) %.1f\n", "together",
		b->correction_ns, b->u_ns, b->k * b->u_ns);
	interval_rows(out, b, d);
}
