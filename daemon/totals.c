/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session counted: the record CLOSED, and the summary for people. */
#include <stdio.h>
#include <stdlib.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/session.h"

static json_t *line_totals(const struct hil_session *s)
{
	struct hil_shm_counts c;
	json_t *coalesced;

	hil_shm_counts(s->shm, s->ist.line, &c);
	coalesced = s->path.flow == HIL_IRQ_FLOW_LEVEL
			    ? json_null()
			    : json_integer((json_int_t)c.coalesced);
	return json_pack(
		"{s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:I, s:i, s:I}",
		"line", s->ist.line, "events", (json_int_t)s->ist.events,
		"first_seqno", (json_int_t)c.first_seqno, "last_seqno",
		(json_int_t)c.last_seqno, "first_line_seqno",
		(json_int_t)c.first_line_seqno, "last_line_seqno",
		(json_int_t)c.last_line_seqno, "fifo_drops",
		(json_int_t)c.fifo_drops, "coalesced", coalesced, "commands",
		(json_int_t)s->ist.commands, "edges_per_command",
		s->ist.pulse ? 2 : 1, "probe_failures",
		(json_int_t)s->ist.probe_failures);
}

json_t *hil_session_totals(const struct hil_session *s)
{
	bool counted = s->reason != HIL_SESSION_NOT_STARTED &&
		       s->reason != HIL_SESSION_IST_STUCK;
	json_t *lines = json_array();

	if (counted)
		json_array_append_new(lines, line_totals(s));
	return json_pack("{s:s, s:s, s:o}", "reason",
			 hil_session_reason_name(s->reason), "state",
			 s->state == HIL_SHM_FAILED ? "FAILED" : "CLOSED",
			 "lines", lines);
}

struct quantity {
	const char *name;
	const char *key;
	enum hil_shm_quantity quantity;
};

static const struct quantity quantities[] = {
	{ "period", "period_ns", HIL_SHM_PERIOD },
	{ "wake-up", "wakeup_ns", HIL_SHM_WAKEUP }
};

static const struct {
	const char *name;
	double q;
} quantiles[] = { { "p50", 0.5 },
		  { "p90", 0.9 },
		  { "p99", 0.99 },
		  { "p99_9", 0.999 },
		  { "p99_99", 0.9999 } };

static json_t *histogram_to_json(const struct hil_histogram *h)
{
	json_t *to;
	size_t i;

	if (!h->count)
		return json_null();
	to = json_pack("{s:I, s:I, s:f, s:I}", "count", (json_int_t)h->count,
		       "min", (json_int_t)h->min_ns, "mean",
		       hil_histogram_mean(h), "max", (json_int_t)h->max_ns);
	for (i = 0; to && i < sizeof(quantiles) / sizeof(quantiles[0]); i++)
		json_object_set_new(to, quantiles[i].name,
				    json_integer(hil_histogram_quantile(
					    h, quantiles[i].q)));
	return to;
}

static void histogram_print(const char *name, const struct hil_histogram *h)
{
	if (!h->count) {
		printf("%-8s no values\n", name);
		return;
	}
	printf("%-8s min %.1f  avg %.1f  p50 %.1f  p99 %.1f  max %.1f us\n",
	       name, (double)h->min_ns / 1e3, hil_histogram_mean(h) / 1e3,
	       (double)hil_histogram_quantile(h, 0.5) / 1e3,
	       (double)hil_histogram_quantile(h, 0.99) / 1e3,
	       (double)h->max_ns / 1e3);
}

static void print_json(json_t *totals)
{
	json_object_set_new(totals, "schema", json_string("hilrigd-summary-1"));
	json_dumpf(totals, stdout, JSON_INDENT(2));
	putchar('\n');
}

static void print_text(const struct hil_session *s, const json_t *totals)
{
	const json_t *line =
		json_array_get(json_object_get(totals, "lines"), 0);
	const json_t *coalesced = json_object_get(line, "coalesced");

	printf("%s(%s): events %llu, FIFO drops %lld, coalesced ",
	       json_string_value(json_object_get(totals, "state")),
	       json_string_value(json_object_get(totals, "reason")),
	       (unsigned long long)s->ist.events,
	       (long long)json_integer_value(
		       json_object_get(line, "fifo_drops")));
	if (json_is_integer(coalesced))
		printf("%lld", (long long)json_integer_value(coalesced));
	else
		printf("unknown");
	printf(", probe failures %llu\n",
	       (unsigned long long)s->ist.probe_failures);
}

void hil_session_summary(const struct hil_session *s)
{
	struct hil_histogram *h = hil_histogram_new();
	json_t *totals = hil_session_totals(s);
	struct hil_shm_reader *reader = NULL;
	const char *reason = "no memory";
	size_t i;

	if (!h || !totals ||
	    hil_shm_attach(hil_shm_fd(s->shm), &reader, &reason)) {
		hil_error("cannot read our own shared memory: %s", reason);
		goto out;
	}
	if (!s->options->json)
		print_text(s, totals);
	for (i = 0; i < sizeof(quantities) / sizeof(quantities[0]); i++) {
		const struct hil_shm_query query = {
			.kind = HIL_SHM_HISTOGRAM,
			.quantity = quantities[i].quantity
		};
		int ring = hil_shm_find(reader, &query);

		if (ring < 0 ||
		    hil_shm_histogram(reader, (size_t)ring, h, NULL))
			continue;
		if (s->options->json)
			json_object_set_new(totals, quantities[i].key,
					    histogram_to_json(h));
		else
			histogram_print(quantities[i].name, h);
	}
	if (s->options->json)
		print_json(totals);
out:
	hil_shm_detach(reader);
	json_decref(totals);
	hil_histogram_free(h);
}
