/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts in the order of the shared view. Unknown is a word, never 0. */
#include "gui-bridge/window/panels.h"

#include <gtk/gtk.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT 64

static const struct hil_table_column number_columns[] = {
	{ "µs", 9 },        { "by", 9 },        { "count", -9 },
	{ "min", -9 },      { "avg", -9 },      { "max", -9 },
	{ "last min", -9 }, { "last max", -9 }, { "last avg", -9 },
	{ "p50", -9 },      { "p99", -9 },      { "p99.9", -9 },
	{ "std dev", -8 },  { "ideal", -9 },
};
static const struct hil_table_column counter_columns[] = { { "", 17 },
							   { "count", -10 } };
static const struct hil_table_column worst_columns[] = {
	{ "µs", -9 }, { "quantity", 8 }, { "by", 8 }, { "at", 15 }
};
static const struct hil_table_column thread_columns[] = {
	{ "thread", 9 }, { "name", 12 },  { "policy", 6 },   { "prio", -4 },
	{ "cpu", -3 },   { "ran", -8 },   { "volunt.", -8 }, { "forced", -7 },
	{ "minor", -6 }, { "major", -5 },
};
static const struct hil_table_column front_columns[] = { { "", 10 },
							 { "", 12 } };

#define COLUMNS(table) (sizeof(table) / sizeof((table)[0]))

void hil_panels_init(struct hil_panels *p, GtkWidget *above, GtkWidget *below)
{
	GtkWidget *last = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);

	p->state = gtk_label_new("");
	p->verdict = gtk_label_new("");
	p->writer = gtk_label_new("");
	gtk_widget_add_css_class(p->state, "pill");
	gtk_widget_add_css_class(p->verdict, "pill");
	p->words = gtk_label_new("");
	gtk_label_set_xalign(GTK_LABEL(p->words), 0);
	gtk_label_set_wrap(GTK_LABEL(p->words), TRUE);
	gtk_box_append(GTK_BOX(above), p->words);
	gtk_box_append(GTK_BOX(above),
		       hil_table_init(&p->numbers, "Numbers", number_columns,
				      COLUMNS(number_columns)));
	gtk_box_append(GTK_BOX(below),
		       hil_table_init(&p->counters, "Counters", counter_columns,
				      COLUMNS(counter_columns)));
	gtk_box_append(GTK_BOX(below),
		       hil_table_init(&p->worst, "Worst ten", worst_columns,
				      COLUMNS(worst_columns)));
	gtk_box_append(GTK_BOX(last),
		       hil_table_init(&p->threads, "Threads", thread_columns,
				      COLUMNS(thread_columns)));
	gtk_box_append(GTK_BOX(last),
		       hil_table_init(&p->front, "Front end", front_columns,
				      COLUMNS(front_columns)));
	gtk_box_append(GTK_BOX(below), last);
}

static void put(GtkWidget *label, const char *text)
{
	if (!g_utf8_validate(text, -1, NULL))
		text = "(not UTF-8)";
	if (strcmp(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
		gtk_label_set_text(GTK_LABEL(label), text);
}

/* A row of a table, from left to right. */
struct row {
	struct hil_table *table;
	uint32_t row, column;
};

static void next_text(struct row *r, const char *text)
{
	hil_table_set(r->table, r->row, r->column++, text);
}

static void next_ns(struct row *r, double ns, bool known)
{
	char text[TEXT];

	next_text(r, known ? hil_view_text_ns(ns, text, sizeof(text)) : "-");
}

static void next_count(struct row *r, uint64_t count)
{
	char text[TEXT];

	snprintf(text, sizeof(text), "%" PRIu64, count);
	next_text(r, count > INT64_MAX ? "unknown" : text);
}

static void next_int(struct row *r, int value)
{
	char text[TEXT];

	snprintf(text, sizeof(text), "%d", value);
	next_text(r, value < 0 ? "-" : text);
}

static void show_quantity(struct hil_table *table, uint32_t row,
			  const struct hil_view_quantity *q)
{
	struct row r = { table, row, 0 };
	const bool all = q->all.count > 0, last = q->last.count > 0;

	next_text(&r, q->name);
	next_text(&r, q->witness);
	next_count(&r, q->all.count);
	next_ns(&r, (double)q->all.min_ns, all);
	next_ns(&r, q->all.avg_ns, all);
	next_ns(&r, (double)q->all.max_ns, all);
	next_ns(&r, (double)q->last.min_ns, last);
	next_ns(&r, (double)q->last.max_ns, last);
	next_ns(&r, q->last.avg_ns, last);
	next_ns(&r, (double)q->p50_ns, q->p50_ns > 0);
	next_ns(&r, (double)q->p99_ns, q->p99_ns > 0);
	next_ns(&r, (double)q->p999_ns, q->p999_ns > 0);
	next_ns(&r, q->deviation_ns, q->deviation_ns >= 0);
	next_ns(&r, (double)q->ideal_ns, q->ideal_ns > 0);
}

static void show_tables(struct hil_panels *p, const struct hil_view *v)
{
	char text[TEXT];
	uint32_t i;

	for (i = 0; i < v->quantities; i++)
		show_quantity(&p->numbers, i, &v->quantity[i]);
	hil_table_end(&p->numbers, v->quantities);
	for (i = 0; i < v->counters; i++) {
		struct row r = { &p->counters, i, 0 };

		next_text(&r, v->counter[i].name);
		next_text(&r, hil_view_text_counter(&v->counter[i], text,
						    sizeof(text)));
	}
	hil_table_end(&p->counters, v->counters);
	for (i = 0; i < v->worsts; i++) {
		struct row r = { &p->worst, i, 0 };

		next_ns(&r, (double)v->worst[i].value_ns, true);
		next_text(&r, v->worst[i].name);
		next_text(&r, v->worst[i].witness);
		next_text(&r, v->worst[i].at);
	}
	hil_table_end(&p->worst, v->worsts);
}

static void show_thread(struct hil_table *table, uint32_t row,
			const struct hil_view_thread *t)
{
	struct row r = { table, row, 0 };
	char text[TEXT];

	next_text(&r, t->role);
	next_text(&r, t->comm);
	if (!t->known) {
		next_text(&r, "unknown");
		while (r.column < table->columns)
			next_text(&r, "");
		return;
	}
	next_text(&r, t->policy);
	next_int(&r, t->priority);
	next_int(&r, t->cpu);
	next_text(&r, t->idle_ns < 0 ? "-"
				     : hil_view_text_age(t->idle_ns, text,
							 sizeof(text)));
	next_count(&r, t->voluntary);
	next_count(&r, t->involuntary);
	next_count(&r, t->minor);
	next_count(&r, t->major);
}

static void show_front(struct hil_table *table, const struct hil_view_front *f)
{
	struct row r[] = { { table, 0, 0 }, { table, 1, 0 }, { table, 2, 0 },
			   { table, 3, 0 }, { table, 4, 0 }, { table, 5, 0 } };
	char text[TEXT * 2];

	next_text(&r[0], "drawn");
	next_count(&r[0], f->drawn);
	next_text(&r[1], "skipped");
	next_count(&r[1], f->skipped);
	next_text(&r[2], "stale");
	next_text(&r[2], hil_view_text_age(f->staleness_ns, text, TEXT));
	next_text(&r[3], "retries");
	next_count(&r[3], f->retries);
	next_text(&r[4], "torn");
	next_count(&r[4], f->torn);
	next_text(&r[5], "runs as");
	snprintf(text, sizeof(text), "%s cpus %s", f->sched, f->cpus);
	next_text(&r[5], text);
	hil_table_end(table, COLUMNS(r));
}

static void append(char *text, size_t size, const char *fmt, ...)
	HIL_PRINTF(3, 4);

static void append(char *text, size_t size, const char *fmt, ...)
{
	size_t at = strlen(text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(text + at, size - at, fmt, args);
	va_end(args);
}

static void show_words(struct hil_panels *p, const struct hil_view *v)
{
	char text[2048] = "", number[32];
	uint32_t i;

	for (i = 0; i < v->witnesses; i++)
		append(text, sizeof(text), "%s: %s\n", v->witness[i].name,
		       v->witness[i].text);
	/* What the real-time side is doing says it already. */
	if (!v->attached && !v->witnesses)
		append(text, sizeof(text), "%s", v->reason);
	if (v->attached)
		append(text, sizeof(text), "verdict so far: %s", v->verdict);
	if (v->attached && v->u_ns >= 0)
		append(text, sizeof(text), "  U = %s µs (k = %.3g)",
		       hil_view_text_ns(v->u_ns, number, sizeof(number)), v->k);
	if (v->attached && v->leg_ns >= 0)
		append(text, sizeof(text), "  legs within %s µs",
		       hil_view_text_ns(v->leg_ns, number, sizeof(number)));
	for (i = 0; i < v->reasons; i++)
		append(text, sizeof(text), "%s%s", i ? "; " : "  ",
		       v->reason_text[i]);
	put(p->words, text);
}

static const char *state_of(const struct hil_view *v)
{
	if (!v->attached)
		return "no writer";
	return v->live ? v->state : "stale";
}

void hil_panels_show(struct hil_panels *p, const struct hil_view *v)
{
	uint32_t i;

	put(p->state, state_of(v));
	put(p->verdict, v->verdict);
	gtk_widget_set_visible(p->verdict, v->attached != 0);
	put(p->writer, v->writer);
	show_words(p, v);
	show_tables(p, v);
	for (i = 0; i < v->threads; i++)
		show_thread(&p->threads, i, &v->thread[i]);
	hil_table_end(&p->threads, v->threads);
	show_front(&p->front, &v->front);
}
