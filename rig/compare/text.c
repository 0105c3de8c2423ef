/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison on a terminal: what was measured, what differs. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rig/compare/compare_report.h"
#include "rig/report/clean.h"

#define NAME_MOST 36

struct text {
	FILE *out;
	const struct hil_comparison *c;
	const struct hil_compare_info *info;
	struct hil_unit unit;
	int width; /* of the widest name */
};

static int name_width(const struct hil_comparison *c)
{
	size_t most = strlen("variant"), i;

	for (i = 0; i < c->arms; i++) {
		if (strlen(c->arm[i].name) > most)
			most = strlen(c->arm[i].name);
	}
	return (int)(most < NAME_MOST ? most : NAME_MOST);
}

static void put_name(const struct text *t, const char *name)
{
	char padded[NAME_MOST + 1];

	snprintf(padded, sizeof(padded), "%-*.*s", t->width, t->width, name);
	hil_clean_text(t->out, padded);
}

static void put_time(const struct text *t, int width, double ns)
{
	char text[HIL_UNIT_TEXT];

	fprintf(t->out, " %*s", width, hil_unit_text(text, &t->unit, ns));
}

static void put_verdict(const struct text *t)
{
	const struct hil_result *r = t->c->result;
	size_t i;

	if (!r)
		return;
	fprintf(t->out, "%s\n", hil_verdict_name(r->verdict));
	for (i = 0; i < r->reason_count; i++) {
		fputs("  - ", t->out);
		hil_clean_text(t->out, r->reasons[i]);
		fputc('\n', t->out);
	}
	fputc('\n', t->out);
}

static void put_plan(const struct text *t)
{
	const struct hil_comparison *c = t->c;

	if (c->interleaved)
		fprintf(t->out,
			"%zu variants in %zu rounds, balanced order, blocks of "
			"%.1f s without %.1f s of warm-up, seed %" PRIu64 "\n",
			c->arms, c->rounds, c->block_s - c->warm_up_s,
			c->warm_up_s, c->seed);
	else
		fprintf(t->out,
			"%zu runs, one after the other, the same %zu blocks of "
			"%.1f "
			"s of each, seed %" PRIu64 "\n",
			c->arms, c->rounds, c->block_s, c->seed);
}

static void put_count(const struct text *t, int width, bool known,
		      uint64_t count)
{
	if (known)
		fprintf(t->out, " %*" PRIu64, width, count);
	else
		fprintf(t->out, " %*s", width, "-");
}

static void put_edges(const struct text *t)
{
	size_t i;

	fprintf(t->out, "\n%-*s %9s %7s %9s %7s %8s\n", t->width, "edges",
		"count", "missed", "ambiguous", "in gap", "no event");
	for (i = 0; i < t->c->arms; i++) {
		const struct hil_arm *arm = &t->c->arm[i];

		put_name(t, arm->name);
		put_count(t, 9, true, arm->edges);
		put_count(t, 7, true, arm->missed);
		put_count(t, 9, true, arm->ambiguous);
		put_count(t, 7, true, arm->in_gap);
		put_count(t, 8, arm->events_known, arm->without_event);
		fputc('\n', t->out);
	}
	fputs("(no event of its own: coalesced, dropped or never an "
	      "interrupt)\n",
	      t->out);
}

static void put_bounds(const struct text *t, const struct hil_quantile *q)
{
	char low[HIL_UNIT_TEXT] = "-", high[HIL_UNIT_TEXT] = "-";
	char both[2 * HIL_UNIT_TEXT + 4];

	if (q->low_ns != INT64_MIN)
		hil_unit_text(low, &t->unit, (double)q->low_ns);
	if (q->high_ns != INT64_MAX)
		hil_unit_text(high, &t->unit, (double)q->high_ns);
	snprintf(both, sizeof(both), "[%s, %s]", low, high);
	fprintf(t->out, " %-18s", both);
}

static void put_latency(const struct text *t)
{
	size_t i;

	fprintf(t->out, "\n%-*s %9s %9s %9s %-18s %9s %-18s %9s %9s  %s\n",
		t->width, "latency", "min", "mean", "p50", "[95 %]", "p99",
		"[95 %]", "max", "jitter", t->unit.name);
	for (i = 0; i < t->c->arms; i++) {
		const struct hil_distribution *d = &t->c->arm[i].latency;

		put_name(t, t->c->arm[i].name);
		if (!d->known || !d->histogram->count) {
			fputs(" no edge was answered\n", t->out);
			continue;
		}
		put_time(t, 9, (double)d->histogram->min_ns);
		put_time(t, 9, d->mean_ns);
		put_time(t, 9, (double)d->quantile[0].value_ns);
		put_bounds(t, &d->quantile[0]);
		put_time(t, 9, (double)d->quantile[2].value_ns);
		put_bounds(t, &d->quantile[2]);
		put_time(t, 9, (double)d->histogram->max_ns);
		put_time(t, 9, d->stddev_ns);
		fprintf(t->out, "  of %" PRIu64 "\n", d->histogram->count);
	}
}

static void put_front(const struct text *t, const struct hil_arm *arm)
{
	const struct hil_arm_front *f = &arm->front;
	bool told = f->told > 0;

	put_name(t, arm->name);
	if (f->cpu_known && f->wall_s > 0)
		fprintf(t->out, " %6.2f",
			100 * (f->user_s + f->system_s) / f->wall_s);
	else
		fprintf(t->out, " %6s", "-");
	put_count(t, 8, told, f->drawn);
	put_count(t, 8, told, f->skipped);
	if (told && f->drawn)
		fprintf(t->out, " %8.1f %8.1f", f->stale_mean_ms,
			f->stale_max_ms);
	else
		fprintf(t->out, " %8s %8s", "-", "-");
	put_count(t, 8, told, f->retries);
	put_count(t, 5, told, f->torn);
	if (f->failed)
		fprintf(t->out, "  %zu of %zu FAILED, exit status %d",
			f->failed, f->blocks, f->failed_status);
	else if (told && f->told < f->blocks)
		fprintf(t->out, "  statistics of %zu of %zu blocks", f->told,
			f->blocks);
	fputc('\n', t->out);
}

static void put_fronts(const struct text *t)
{
	bool any = false;
	size_t i;

	for (i = 0; i < t->c->arms; i++)
		any |= t->c->arm[i].front.blocks > 0;
	if (!any)
		return;
	fprintf(t->out, "\n%-*s %6s %8s %8s %17s %8s %5s\n", t->width,
		"front end", "CPU %", "frames", "skipped", "stale mean/max ms",
		"retries", "torn");
	for (i = 0; i < t->c->arms; i++) {
		if (t->c->arm[i].front.blocks)
			put_front(t, &t->c->arm[i]);
	}
}

static void put_runtime(const struct text *t, const struct hil_arm *arm)
{
	const struct hil_events_effect *e = &arm->effect;
	const char *key;
	json_t *value;
	char *text;

	if (!json_object_size(arm->front.runtime))
		return;
	fputs("\nruntime of ", t->out);
	hil_clean_text(t->out, arm->name);
	fputs(", all blocks together\n", t->out);
	json_object_foreach(arm->front.runtime, key, value)
	{
		text = json_is_null(value)
			       ? NULL
			       : json_dumps(value,
					    JSON_ENCODE_ANY | JSON_COMPACT);
		fputs("  ", t->out);
		hil_clean_text(t->out, key);
		fputs(": ", t->out);
		hil_clean_text(t->out, text ? text : "unknown");
		fputc('\n', t->out);
		free(text);
	}
	if (arm->effect_known)
		fprintf(t->out,
			"  edges within 20 ms after a collection: %" PRIu64
			", mean %.3f us; others: %" PRIu64
			", mean %.3f us; slower by chance: p = %.3f\n",
			e->near, e->near_mean_ns / 1000, e->far,
			e->far_mean_ns / 1000, e->p);
	else if (json_object_get(arm->front.runtime, "collections"))
		fputs("  edges near collections: unknown\n", t->out);
}

static void put_pair(const struct text *t, const struct hil_pair *p)
{
	char sentence[HIL_SENTENCE_BYTES], low[HIL_UNIT_TEXT],
		high[HIL_UNIT_TEXT], d[HIL_UNIT_TEXT], within[HIL_UNIT_TEXT];
	int q;

	fputc('\n', t->out);
	hil_clean_text(t->out, t->c->arm[p->b].name);
	fputs(" against ", t->out);
	hil_clean_text(t->out, t->c->arm[p->a].name);
	if (!p->of[0].rounds) {
		fputs(": no round holds a block of both\n", t->out);
		return;
	}
	fprintf(t->out, ", %s, %zu rounds\n", t->unit.name, p->of[0].rounds);
	for (q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
		const struct hil_compare_result *r = &p->of[q];

		fprintf(t->out, "  %-7s %9s",
			hil_compare_quantity_name((enum hil_compare_quantity)q),
			hil_unit_text(d, &t->unit, r->difference_ns));
		if (r->interval)
			fprintf(t->out, " [%8s, %8s] +-%-8s p %.3f  ",
				hil_unit_text(low, &t->unit, r->low_ns),
				hil_unit_text(high, &t->unit, r->high_ns),
				hil_unit_text(within, &t->unit, r->within_ns),
				r->p);
		else
			fputs(" [no interval below 6 rounds]  ", t->out);
		fprintf(t->out, "%s\n",
			hil_compare_sentence(sentence, r, p->margin_ns[q],
					     &t->unit));
	}
}

static bool says_something(const struct hil_pair *p)
{
	int q;

	for (q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
		if (p->of[q].verdict == HIL_COMPARE_DIFFERS)
			return true;
	}
	return false;
}

static void put_pairs(const struct text *t)
{
	size_t left_out = 0, i;

	fputs("\ndifferences: estimate [95 % interval] +-largest that is not "
	      "excluded, verdict\n",
	      t->out);
	for (i = 0; i < t->c->pairs; i++) {
		const struct hil_pair *p = &t->c->pair[i];

		if (p->a == 0 || t->info->verbose || says_something(p))
			put_pair(t, p);
		else
			left_out++;
	}
	if (left_out)
		fprintf(t->out,
			"\nnot listed: %zu other pair%s, not shown to differ; "
			"-v "
			"and the page list all\n",
			left_out, left_out == 1 ? "" : "s");
}

/* The last word, for who reads only the end. */
static void put_beyond(const struct text *t)
{
	char quantities[HIL_SENTENCE_BYTES];
	size_t i;

	if (!hil_comparison_beyond(t->c)) {
		fputs(hil_comparison_decided(t->c)
			      ? "\nno difference beyond the margin is shown\n"
			      : "\nnot enough data for any verdict\n",
		      t->out);
		return;
	}
	fputs("\ndifferences beyond the margin:\n", t->out);
	for (i = 0; i < t->c->pairs; i++) {
		const struct hil_pair *p = &t->c->pair[i];

		if (!*hil_compare_beyond_text(quantities, p))
			continue;
		fputs("  ", t->out);
		hil_clean_text(t->out, t->c->arm[p->b].name);
		fputs(" against ", t->out);
		hil_clean_text(t->out, t->c->arm[p->a].name);
		fprintf(t->out, ": %s\n", quantities);
	}
}

static void put_method(const struct text *t)
{
	const char *const *line;

	fputc('\n', t->out);
	for (line = hil_compare_method(t->c); *line; line++)
		fprintf(t->out, "%s\n", *line);
}

int hil_comparison_text(FILE *out, const struct hil_comparison *c,
			const struct hil_compare_info *info)
{
	struct text t = { out, c, info, hil_compare_unit(c, info->nanoseconds),
			  name_width(c) };
	size_t i;

	if (c->interleaved)
		put_verdict(&t);
	put_plan(&t);
	put_edges(&t);
	put_latency(&t);
	put_fronts(&t);
	for (i = 0; i < c->arms; i++)
		put_runtime(&t, &c->arm[i]);
	put_pairs(&t);
	put_beyond(&t);
	if (info->verbose)
		put_method(&t);
	return fflush(out) || ferror(out) ? -EIO : 0;
}
