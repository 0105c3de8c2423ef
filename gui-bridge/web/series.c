/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One quantity over a span of the user's choice, as JSON or CSV. */
#include <inttypes.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/time.h"
#include "gui-bridge/web/answer.h"
#include "gui-bridge/web/api.h"

#define SPAN_S_MAX 250000 /* the coarsest level holds 68 h */
#define LINE_BYTES 128

struct query {
	const char *quantity, *witness, *format;
	const char *span_s, *columns;
	bool unknown; /* something that is none of these */
};

static enum MHD_Result note(void *context, enum MHD_ValueKind kind,
			    const char *name, const char *value)
{
	struct query *q = context;
	struct {
		const char *name;
		const char **field;
	} known[] = {
		{ "quantity", &q->quantity }, { "witness", &q->witness },
		{ "format", &q->format },     { "span_s", &q->span_s },
		{ "columns", &q->columns },
	};

	(void)kind;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(name, known[i].name) != 0)
			continue;
		q->unknown =
			q->unknown || *known[i].field != NULL || value == NULL;
		*known[i].field = value;
		return MHD_YES;
	}
	q->unknown = true;
	return MHD_YES;
}

/* Return: the number; 0: not one from 1 to @max. */
static unsigned long number(const char *text, unsigned long initial,
			    unsigned long max)
{
	unsigned long value = 0;

	if (text == NULL)
		return initial;
	for (; *text >= '0' && *text <= '9' && value <= max; text++)
		value = value * 10 + (unsigned long)(*text - '0');
	return *text == '\0' && value <= max ? value : 0;
}

/* The same index in the view and in the snapshot's series is not promised, so
 * the pair is looked up by what it is. */
static const struct hil_snapshot_series *find_series(const struct hil_front *f,
						     const struct query *q)
{
	const struct hil_snapshot *s = hil_source_snapshot(f->source);
	const struct hil_view_quantity *v;

	for (uint32_t i = 0; i < f->view->quantities; i++) {
		v = &f->view->quantity[i];
		if (strcmp(v->name, q->quantity) != 0 ||
		    (q->witness != NULL && strcmp(v->witness, q->witness) != 0))
			continue;
		for (size_t j = 0; j < s->series_count; j++) {
			const struct hil_shm_ring *ring = &s->series[j].ring;

			if (ring->quantity == v->quantity_id &&
			    ring->witness == v->witness_id &&
			    ring->line == f->choice.line)
				return &s->series[j];
		}
	}
	return NULL;
}

/* The shape of a curve in hilrig-view-1, so that a page reads both alike. */
static json_t *to_json(const struct hil_history_grid *grid,
		       const struct hil_view_column column[])
{
	json_t *count = json_array(), *min = json_array(), *avg = json_array(),
	       *max = json_array();

	for (size_t i = 0; i < grid->columns; i++) {
		const struct hil_view_column *c = &column[i];
		bool some = c->count > 0;

		json_array_append_new(count,
				      json_integer((json_int_t)c->count));
		json_array_append_new(min, some ? json_integer(c->min_ns)
						: json_null());
		json_array_append_new(avg, some ? json_real(c->avg_ns)
						: json_null());
		json_array_append_new(max, some ? json_integer(c->max_ns)
						: json_null());
	}
	return json_pack("{s:s,s:I,s:I,s:o,s:o,s:o,s:o}", "schema",
			 "hilrig-series-1", "start_ns",
			 (json_int_t)grid->start_ns, "column_ns",
			 (json_int_t)grid->column_ns, "count", count, "min_ns",
			 min, "avg_ns", avg, "max_ns", max);
}

/* A column without events has a count of 0 and empty fields. */
static char *to_csv(const struct hil_history_grid *grid,
		    const struct hil_view_column column[])
{
	size_t room = (grid->columns + 1) * LINE_BYTES, used;
	char *text = malloc(room);

	if (text == NULL)
		return NULL;
	used = (size_t)snprintf(text, room,
				"start_s,count,min_us,avg_us,max_us\r\n");
	for (size_t i = 0; i < grid->columns; i++) {
		const struct hil_view_column *c = &column[i];
		double start_ns =
			(double)(grid->start_ns + (int64_t)i * grid->column_ns);
		int len;

		if (c->count == 0)
			len = snprintf(text + used, room - used,
				       "%.3f,0,,,\r\n", start_ns / 1e9);
		else
			len = snprintf(text + used, room - used,
				       "%.3f,%" PRIu64 ",%.3f,%.3f,%.3f\r\n",
				       start_ns / 1e9, c->count,
				       (double)c->min_ns / 1e3, c->avg_ns / 1e3,
				       (double)c->max_ns / 1e3);
		used += (size_t)len;
	}
	return text;
}

static int answer_columns(struct MHD_Connection *c, const struct query *q,
			  const struct hil_history *history)
{
	unsigned long span_s = number(q->span_s, 40, SPAN_S_MAX);
	struct hil_view_column column[HIL_VIEW_COLUMNS];
	struct hil_history_grid grid;

	grid = hil_history_grid(
		hil_history_end(history), (int64_t)span_s * HIL_NS_PER_S,
		number(q->columns, HIL_VIEW_COLUMNS, HIL_VIEW_COLUMNS));
	hil_history_columns(history, &grid, column);
	if (q->format != NULL && strcmp(q->format, "csv") == 0)
		return hil_web_answer_text(c, MHD_HTTP_OK,
					   "text/csv; charset=utf-8",
					   to_csv(&grid, column));
	return hil_web_answer_json(c, MHD_HTTP_OK, to_json(&grid, column));
}

int hil_web_answer_series(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request)
{
	const struct hil_snapshot_series *series;
	struct query q = { 0 };

	(void)request;
	MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, note, &q);
	if (q.unknown || q.quantity == NULL ||
	    number(q.span_s, 1, SPAN_S_MAX) == 0 ||
	    number(q.columns, 1, HIL_VIEW_COLUMNS) == 0 ||
	    (q.format != NULL && strcmp(q.format, "csv") != 0 &&
	     strcmp(q.format, "json") != 0))
		return hil_web_answer_refusal(
			c, MHD_HTTP_BAD_REQUEST,
			"ask for ?quantity=latency&witness=analyzer&span_s=600"
			"&columns=400&format=json|csv");
	series = find_series(s->front, &q);
	if (series == NULL || series->history == NULL)
		return hil_web_answer_refusal(
			c, MHD_HTTP_NOT_FOUND,
			"nobody measures this quantity now; /api/v1/snapshot "
			"lists those that are");
	return answer_columns(c, &q, series->history);
}
