/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the text summary: 80 columns, plain ASCII. */
#include "rig/report/text_rows.h"

#include <inttypes.h>
#include <math.h>

#include "rig/report/unit.h"

static const char *balance(int64_t imbalance, char text[HIL_UNIT_TEXT])
{
	if (!imbalance)
		return "balances";
	snprintf(text, HIL_UNIT_TEXT, "DOES NOT BALANCE: %+" PRId64, imbalance);
	return text;
}

static void board_account(FILE *out, const struct hil_accounts *a)
{
	char text[HIL_UNIT_TEXT], coalesced[32] = "unknown";

	if (!a->board.known) {
		fprintf(out, "  board        %s: its account cannot be made\n",
			a->probe.commands_known ? "its totals did not come"
						: "took no part");
		return;
	}
	if (a->board.coalesced_known)
		snprintf(coalesced, sizeof(coalesced), "%" PRIu64,
			 a->board.coalesced);
	fprintf(out,
		"  edges seen   %" PRIu64 " = %" PRIu64 " events + %" PRIu64
		" FIFO drops + %s coalesced\n               + %" PRIu64
		" never an interrupt - %" PRIu64 " spurious: %s\n",
		a->stimulus.edges, a->board.events, a->board.fifo_drops,
		coalesced, a->board.never_interrupt, a->board.spurious,
		a->board.coalesced_known ? balance(a->board_imbalance, text)
					 : "coalesced cannot be known here");
}

static void probe_account(FILE *out, const struct hil_accounts *a)
{
	char text[HIL_UNIT_TEXT];

	if (!a->probe.commands_known) {
		fprintf(out,
			"  probe edges  %" PRIu64 ", extra %" PRIu64
			": no board counted its commands\n",
			a->probe.edges, a->probe.extra);
		return;
	}
	fprintf(out,
		"  probe edges  %" PRIu64 " = %" PRIu64 " commands x %" PRIu64
		" - %" PRIu64 " missing + %" PRIu64
		" extra: %s,\n               the pin's parity %s\n",
		a->probe.edges, a->probe.commands, a->probe.edges_per_command,
		a->probe.missing, a->probe.extra,
		balance(a->probe_imbalance, text),
		a->parity_ok ? "agrees" : "DOES NOT AGREE");
}

void hil_text_accounts(FILE *out, const struct hil_line_result *line)
{
	const struct hil_accounts *a = &line->accounts;
	char text[HIL_UNIT_TEXT];

	fprintf(out, "\naccounts of line %u\n", line->line);
	fprintf(out,
		"  edges seen   %" PRIu64 " = %" PRIu64 " matched + %" PRIu64
		" ambiguous + %" PRIu64 " missed + %" PRIu64 " in gap: %s\n",
		a->stimulus.edges, a->stimulus.matched, a->stimulus.ambiguous,
		a->stimulus.missed, a->stimulus.in_gap,
		balance(a->pairing_imbalance, text));
	board_account(out, a);
	probe_account(out, a);
}

static bool has_values(const struct hil_distribution *d)
{
	return d->known && d->histogram && d->histogram->count;
}

/* Expanded uncertainty of one latency: the clock's part grows with it. */
static double expanded(const struct hil_line_result *line, double ns)
{
	struct hil_budget b = hil_budget_at(&line->budget, ns);

	return line->budget.k > 0
		       ? b.k * b.u_ns
		       : line->of[HIL_LATENCY].u_ns * line->of[HIL_LATENCY].k;
}

static void value_row(FILE *out, const char *name, const struct hil_unit *unit,
		      double ns, double u_ns)
{
	char value[HIL_UNIT_TEXT], text[HIL_UNIT_TEXT];

	fprintf(out, "  %-8s %14s %10s", name, hil_unit_text(value, unit, ns),
		hil_unit_text(text, unit, u_ns));
}

static void quantile_row(FILE *out, const struct hil_unit *unit,
			 const struct hil_quantile *q, double u_ns)
{
	char name[HIL_UNIT_TEXT], low[HIL_UNIT_TEXT] = "-",
				  high[HIL_UNIT_TEXT] = "-";

	value_row(out, hil_unit_quantile(name, q->q), unit, (double)q->value_ns,
		  u_ns);
	if (q->low_ns != INT64_MIN)
		hil_unit_text(low, unit, (double)q->low_ns);
	if (q->high_ns != INT64_MAX)
		hil_unit_text(high, unit, (double)q->high_ns);
	fprintf(out, "   %s to %s%s\n", low, high,
		low[0] == '-' || high[0] == '-' ? " (too few values)" : "");
}

static void mean_row(FILE *out, const struct hil_unit *unit,
		     const struct hil_distribution *d)
{
	/* Type A of the mean, for 95 %. */
	double half = 1.96 * d->stddev_ns / sqrt((double)d->histogram->count);
	char low[HIL_UNIT_TEXT], high[HIL_UNIT_TEXT];

	value_row(out, "mean", unit, d->mean_ns, d->u_ns * d->k);
	fprintf(out, "   %s to %s\n",
		hil_unit_text(low, unit, d->mean_ns - half),
		hil_unit_text(high, unit, d->mean_ns + half));
}

void hil_text_latency(FILE *out, const struct hil_line_result *line,
		      bool nanoseconds)
{
	const struct hil_distribution *d = &line->of[HIL_LATENCY];
	const struct hil_accounts *a = &line->accounts;
	struct hil_unit unit = hil_unit_for(d, nanoseconds);

	fprintf(out, "\nlatency of line %u, edge to probe at the analyzer, ",
		line->line);
	if (!has_values(d)) {
		fputs("unknown: no edge was answered\n", out);
		return;
	}
	fprintf(out, "%s, count %" PRIu64 "\n", unit.name, d->histogram->count);
	fprintf(out, "  %-8s %14s %10s   95 %% bounds\n", "", "value",
		"U (k=2)");
	value_row(out, "min", &unit, (double)d->histogram->min_ns,
		  expanded(line, (double)d->histogram->min_ns));
	fputc('\n', out);
	mean_row(out, &unit, d);
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++)
		quantile_row(out, &unit, &d->quantile[i],
			     expanded(line, (double)d->quantile[i].value_ns));
	value_row(out, "max", &unit, (double)d->histogram->max_ns,
		  expanded(line, (double)d->histogram->max_ns));
	fprintf(out,
		"   of %" PRIu64 " edges; %" PRIu64 " ambiguous, %" PRIu64
		" missed, %" PRIu64 " in gap\n",
		d->histogram->count, a->stimulus.ambiguous, a->stimulus.missed,
		a->stimulus.in_gap);
}

/* The value of the distribution's quantile @q. */
static int64_t quantile_of(const struct hil_distribution *d, double q)
{
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++)
		if (fabs(d->quantile[i].q - q) < 1e-9)
			return d->quantile[i].value_ns;
	return hil_histogram_quantile(d->histogram, q);
}

static void part_row(FILE *out, const char *name,
		     const struct hil_distribution *d, bool nanoseconds)
{
	struct hil_unit unit = hil_unit_for(d, nanoseconds);
	char text[HIL_UNIT_TEXT];
	double value[6];

	if (!has_values(d)) {
		fprintf(out, "  %-9s unknown\n", name);
		return;
	}
	value[0] = (double)d->histogram->min_ns;
	value[1] = d->mean_ns;
	value[2] = (double)quantile_of(d, 0.5);
	value[3] = (double)quantile_of(d, 0.99);
	value[4] = (double)d->histogram->max_ns;
	value[5] = d->u_ns * d->k;
	fprintf(out, "  %-9s %9" PRIu64, name, d->histogram->count);
	for (size_t i = 0; i < 6; i++)
		fprintf(out, " %*s", i == 5 ? 7 : 9,
			hil_unit_text(text, &unit, value[i]));
	fputc('\n', out);
}

void hil_text_parts(FILE *out, const struct hil_line_result *line,
		    bool nanoseconds)
{
	static const char *const name[HIL_QUANTITIES] = {
		[HIL_PERIOD] = "period",     [HIL_WAKEUP] = "wake-up",
		[HIL_DELIVERY] = "delivery", [HIL_RESPONSE] = "response",
		[HIL_WRITE] = "write",
	};
	static const enum hil_quantity order[] = { HIL_DELIVERY, HIL_WAKEUP,
						   HIL_RESPONSE, HIL_WRITE,
						   HIL_PERIOD };

	fprintf(out, "\n%-11s %9s %9s %9s %9s %9s %9s %7s\n",
		nanoseconds ? "legs, ns" : "legs, us", "count", "min", "mean",
		"p50", "p99", "max", "U (k=2)");
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		part_row(out, name[order[i]], &line->of[order[i]], nanoseconds);
}

void hil_text_worst(FILE *out, const struct hil_line_result *line,
		    bool nanoseconds)
{
	const struct hil_distribution *d = &line->of[HIL_LATENCY];
	struct hil_unit unit = hil_unit_for(d, nanoseconds);
	char text[HIL_UNIT_TEXT], u[HIL_UNIT_TEXT];

	if (!line->worst_count)
		return;
	fprintf(out, "\n%-11s %13s %9s %14s %11s %11s\n", "worst", unit.name,
		"U (k=2)", "at s", "edge", "event");
	for (size_t i = 0; i < line->worst_count; i++) {
		const struct hil_worst *w = &line->worst[i];
		char event[32] = "-";

		if (w->event != UINT64_MAX)
			snprintf(event, sizeof(event), "%" PRIu64, w->event);
		fprintf(out, "  %-9zu %2s%11s %9s %14.6f %11" PRIu64 " %11s\n",
			i + 1, w->at_least ? ">=" : "",
			hil_unit_text(text, &unit, (double)w->latency_ns),
			hil_unit_text(u, &unit,
				      expanded(line, (double)w->latency_ns)),
			(double)w->at_ns / 1e9, w->row, event);
	}
}
