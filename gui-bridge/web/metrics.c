/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers for Prometheus: OpenMetrics where it is asked for, else the older
 * text format. What nobody knows is left out, so that it never looks like 0.
 *
 * Source: OpenMetrics 1.0; Prometheus text format 0.0.4.
 */
#include <ctype.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gui-bridge/web/answer.h"
#include "gui-bridge/web/api.h"

#define OPEN_TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"
#define TEXT_TYPE "text/plain; version=0.0.4; charset=utf-8"

struct page {
	FILE *out;
	bool open; /* OpenMetrics */
};

static void begin(struct page *p, const char *name, const char *type,
		  const char *help)
{
	bool counter = strcmp(type, "counter") == 0;
	const char *end = counter && !p->open ? "_total" : "";

	fprintf(p->out, "# HELP hilrig_%s%s %s\n# TYPE hilrig_%s%s %s\n", name,
		end, help, name, end, type);
}

static void gauge(struct page *p, const char *name, const char *help,
		  double value)
{
	begin(p, name, "gauge", help);
	fprintf(p->out, "hilrig_%s %.17g\n", name, value);
}

static void counter(struct page *p, const char *name, const char *help,
		    double value)
{
	begin(p, name, "counter", help);
	fprintf(p->out, "hilrig_%s_total %.17g\n", name, value);
}

/* "FIFO drops" -> "fifo_drops" */
static void metric_name(const char *words, char name[32])
{
	size_t i;

	for (i = 0; words[i] != '\0' && i < 31; i++)
		name[i] = isalnum((unsigned char)words[i])
				  ? (char)tolower((unsigned char)words[i])
				  : '_';
	name[i] = '\0';
}

static void put_counters(struct page *p, const struct hil_view *v)
{
	char name[32], help[64];

	for (uint32_t i = 0; i < v->counters; i++) {
		const struct hil_view_counter *c = &v->counter[i];

		if (!c->known)
			continue;
		metric_name(c->name, name);
		snprintf(help, sizeof(help), "Account of this run: %s.",
			 c->name);
		/* may be negative for a moment: see struct hil_shm_sums */
		if (strcmp(c->name, "coalesced") == 0)
			gauge(p, name, help, (double)c->value);
		else
			counter(p, name, help, (double)c->value);
	}
}

static double min_of(const struct hil_view_quantity *q)
{
	return (double)q->all.min_ns;
}

static double max_of(const struct hil_view_quantity *q)
{
	return (double)q->all.max_ns;
}

static double avg_of(const struct hil_view_quantity *q)
{
	return q->all.avg_ns;
}

static double last_max_of(const struct hil_view_quantity *q)
{
	return q->last.count > 0 ? (double)q->last.max_ns : -1;
}

static double p50_of(const struct hil_view_quantity *q)
{
	return (double)q->p50_ns;
}

static double p99_of(const struct hil_view_quantity *q)
{
	return (double)q->p99_ns;
}

static double p999_of(const struct hil_view_quantity *q)
{
	return (double)q->p999_ns;
}

static const struct {
	const char *name, *help;
	double (*value_ns)(const struct hil_view_quantity *q);
} values[] = {
	{ "min_seconds", "Smallest value of this run.", min_of },
	{ "avg_seconds", "Average of this run.", avg_of },
	{ "max_seconds", "Largest value of this run.", max_of },
	{ "last_max_seconds", "Largest value of the last second.",
	  last_max_of },
	{ "p50_seconds", "Median of this run.", p50_of },
	{ "p99_seconds", "99th percentile of this run.", p99_of },
	{ "p999_seconds", "99.9th percentile of this run.", p999_of },
};

static void put_labels(struct page *p, const struct hil_view_quantity *q)
{
	fprintf(p->out, "{quantity=\"%s\",witness=\"%s\"}", q->name,
		q->witness);
}

static void put_quantities(struct page *p, const struct hil_view *v)
{
	const struct hil_view_quantity *q = v->quantity;

	begin(p, "values", "counter", "Values measured in this run.");
	for (uint32_t i = 0; i < v->quantities; i++) {
		fputs("hilrig_values_total", p->out);
		put_labels(p, &q[i]);
		fprintf(p->out, " %llu\n", (unsigned long long)q[i].all.count);
	}
	for (size_t j = 0; j < sizeof(values) / sizeof(values[0]); j++) {
		begin(p, values[j].name, "gauge", values[j].help);
		for (uint32_t i = 0; i < v->quantities; i++) {
			double ns = values[j].value_ns(&q[i]);

			if (q[i].all.count == 0 || ns < 0)
				continue;
			fprintf(p->out, "hilrig_%s", values[j].name);
			put_labels(p, &q[i]);
			fprintf(p->out, " %.12g\n", ns / 1e9);
		}
	}
}

static void put_front(struct page *p, const struct hil_web_server *s)
{
	const struct hil_view *v = s->front->view;

	gauge(p, "writer_live", "1 while the real-time side lives.",
	      v->live ? 1 : 0);
	if (v->u_ns >= 0)
		gauge(p, "uncertainty_seconds",
		      "Expanded uncertainty of a latency.", v->u_ns / 1e9);
	if (v->leg_ns >= 0)
		gauge(p, "leg_bound_seconds",
		      "Delivery and write are true within so much.",
		      v->leg_ns / 1e9);
	if (v->front.staleness_ns >= 0)
		gauge(p, "staleness_seconds", "Age of the newest value.",
		      (double)v->front.staleness_ns / 1e9);
	gauge(p, "refresh_seconds", "Time between two refreshes.",
	      (double)v->front.refresh_ns / 1e9);
	counter(p, "frames_drawn", "Refreshes done.", (double)v->front.drawn);
	counter(p, "frames_skipped", "Refreshes skipped, one was in progress.",
		(double)v->front.skipped);
	counter(p, "stream_frames_skipped", "Frames that slow pages missed.",
		(double)s->hub.skipped);
	counter(p, "reads_retried", "Reads that met the writer.",
		(double)v->front.retries);
	counter(p, "reads_torn", "Reads that contradict themselves.",
		(double)v->front.torn);
	gauge(p, "streams", "Pages that follow.", (double)s->hub.streams);
	gauge(p, "connections", "Connections now.", (double)s->connections);
	counter(p, "requests_refused", "Requests and connections refused.",
		(double)s->refused);
}

int hil_web_answer_metrics(struct hil_web_server *s, struct MHD_Connection *c,
			   const struct hil_web_request *request)
{
	const char *accept = MHD_lookup_connection_value(
		c, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT);
	struct page p = { 0 };
	char *text = NULL;
	size_t bytes = 0;

	(void)request;
	p.open = accept != NULL &&
		 strstr(accept, "application/openmetrics-text") != NULL;
	p.out = open_memstream(&text, &bytes);
	if (p.out == NULL)
		return MHD_NO;
	put_front(&p, s);
	put_counters(&p, s->front->view);
	if (s->front->view->quantities > 0)
		put_quantities(&p, s->front->view);
	if (p.open)
		fputs("# EOF\n", p.out);
	if (fclose(p.out) != 0) {
		free(text);
		return MHD_NO;
	}
	return hil_web_answer_text(c, MHD_HTTP_OK,
				   p.open ? OPEN_TYPE : TEXT_TYPE, text);
}
