/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The texts of the window, read back from its labels, and what its controls
 * do. Needs a display; window.sh starts it in one that nobody sees. With a
 * socket as argument it prints the texts that the window shows of that memory.
 */
#include "tests/unit/test.h"

#include <gtk/gtk.h>

#include "daemon/base/time.h"
#include "gui-bridge/view/source.h"
#include "gui-bridge/window/controls.h"
#include "gui-bridge/window/panels.h"
#include "gui-bridge/window/plots.h"

static const char *cell(const struct hil_table *t, uint32_t row, uint32_t col)
{
	return gtk_label_get_text(GTK_LABEL(t->cell[row][col]));
}

static void expect_row(const struct hil_table *t, uint32_t row,
		       const char *const wanted[])
{
	for (uint32_t i = 0; wanted[i]; i++)
		assert_string_equal(cell(t, row, i), wanted[i]);
}

static struct hil_panels *panels_new(void)
{
	struct hil_panels *p = calloc(1, sizeof(*p));
	GtkWidget *above = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
	GtkWidget *below = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

	assert_non_null(p);
	hil_panels_init(p, g_object_ref_sink(above), g_object_ref_sink(below));
	return p;
}

static void put_view(struct hil_view *v)
{
	struct hil_view_quantity *q = &v->quantity[0];

	v->attached = v->live = 1;
	snprintf(v->state, sizeof(v->state), "RUN");
	snprintf(v->verdict, sizeof(v->verdict), "VALID");
	v->u_ns = v->leg_ns = -1;
	v->quantities = 2;
	snprintf(q->name, sizeof(q->name), "period");
	snprintf(q->witness, sizeof(q->witness), "IST");
	q->all = (struct hil_view_column){ 1234, 3999000, 4089125, 4000000.4 };
	q->last = (struct hil_view_column){ 250, 3999001, 4001002, 3999999.6 };
	q->deviation_ns = 1500;
	q->p50_ns = 4000011;
	q->p99_ns = 4000022;
	q->p999_ns = 4000033;
	q->ideal_ns = 4000000;
	q[1].deviation_ns = -1;
	q[1].p50_ns = q[1].p99_ns = q[1].p999_ns = -1;
	snprintf(q[1].name, sizeof(q->name), "latency");
	v->counters = 2;
	v->counter[0].value = 1234;
	v->counter[0].known = 1;
	v->threads = 1;
	snprintf(v->thread[0].role, sizeof(v->thread[0].role), "IST");
}

static void panels_show_the_numbers_of_the_view(void **state)
{
	static const char *const wanted[] = {
		"period",   "IST",      "1234",     "3999.000", "4000.000",
		"4089.125", "3999.001", "4001.002", "4000.000", "4000.011",
		"4000.022", "4000.033", "1.500",    "4000.000", NULL
	};
	struct hil_panels *p = panels_new();
	struct hil_view *v = calloc(1, sizeof(*v));

	(void)state;
	put_view(v);
	hil_panels_show(p, v);
	expect_row(&p->numbers, 0, wanted);
	assert_string_equal(gtk_label_get_text(GTK_LABEL(p->state)), "RUN");
	assert_string_equal(gtk_label_get_text(GTK_LABEL(p->words)),
			    "verdict so far: VALID");
	free(v);
	free(p);
}

static void unknown_is_never_a_number(void **state)
{
	static const char *const nothing[] = { "latency", "",  "0", "-", "-",
					       "-",       "-", "-", "-", "-",
					       "-",       "-", "-", "-", NULL };
	struct hil_panels *p = panels_new();
	struct hil_view *v = calloc(1, sizeof(*v));

	(void)state;
	put_view(v);
	hil_panels_show(p, v);
	expect_row(&p->numbers, 1, nothing);
	assert_string_equal(cell(&p->counters, 0, 1), "1234");
	assert_string_equal(cell(&p->counters, 1, 1), "unknown");
	assert_string_equal(cell(&p->threads, 0, 2), "unknown");
	assert_string_equal(cell(&p->threads, 0, 3), "");
	free(v);
	free(p);
}

static void rows_that_are_gone_are_not_seen(void **state)
{
	struct hil_panels *p = panels_new();
	struct hil_view *v = calloc(1, sizeof(*v));

	(void)state;
	put_view(v);
	hil_panels_show(p, v);
	assert_true(gtk_widget_get_visible(p->numbers.cell[1][0]));
	v->quantities = 1;
	hil_panels_show(p, v);
	assert_true(gtk_widget_get_visible(p->numbers.cell[0][0]));
	assert_false(gtk_widget_get_visible(p->numbers.cell[1][0]));
	v->quantities = 2;
	hil_panels_show(p, v);
	assert_true(gtk_widget_get_visible(p->numbers.cell[1][0]));
	free(v);
	free(p);
}

static void without_a_writer_the_reason_is_shown(void **state)
{
	struct hil_panels *p = panels_new();
	struct hil_view *v = calloc(1, sizeof(*v));

	(void)state;
	v->u_ns = v->leg_ns = -1;
	snprintf(v->reason, sizeof(v->reason), "nothing serves \xff");
	hil_panels_show(p, v);
	assert_string_equal(gtk_label_get_text(GTK_LABEL(p->state)),
			    "no writer");
	assert_string_equal(gtk_label_get_text(GTK_LABEL(p->words)),
			    "(not UTF-8)");
	snprintf(v->reason, sizeof(v->reason), "nothing serves x.sock");
	hil_panels_show(p, v);
	assert_string_equal(gtk_label_get_text(GTK_LABEL(p->words)),
			    "nothing serves x.sock");
	free(v);
	free(p);
}

static void controls_change_refresh_span_and_pause(void **state)
{
	struct hil_front f = { 0 };
	struct hil_controls c;
	GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

	(void)state;
	g_object_ref_sink(bar);
	hil_refresh_init(&f.refresh, 30 * HIL_NS_PER_MS, 0);
	f.choice.span_ns = 40 * HIL_NS_PER_S;
	hil_controls_init(&c, &f, bar);
	/* what was asked for is kept until the user chooses */
	assert_int_equal(f.refresh.period_ns, 30 * HIL_NS_PER_MS);
	assert_true(hil_controls_key(&c, GDK_KEY_plus));
	assert_int_equal(f.refresh.period_ns, 100 * HIL_NS_PER_MS);
	for (int i = 0; i < 20; i++)
		hil_controls_key(&c, GDK_KEY_minus);
	assert_int_equal(f.refresh.period_ns, 20 * HIL_NS_PER_MS);
	assert_true(hil_controls_key(&c, GDK_KEY_s));
	assert_int_equal(f.choice.span_ns, 120 * HIL_NS_PER_S);
	assert_true(hil_controls_key(&c, GDK_KEY_S));
	assert_int_equal(f.choice.span_ns, 40 * HIL_NS_PER_S);
	hil_controls_key(&c, GDK_KEY_p);
	assert_true(f.paused);
	hil_controls_key(&c, GDK_KEY_p);
	assert_false(f.paused);
	assert_false(hil_controls_key(&c, GDK_KEY_x));
	assert_false(f.stop);
	hil_controls_key(&c, GDK_KEY_q);
	assert_true(f.stop);
	g_object_unref(bar);
}

static void words_for_screen_readers_tell_the_numbers(void **state)
{
	struct hil_view *v = calloc(1, sizeof(*v));
	char text[1024], brief[20];

	(void)state;
	hil_plots_words(v, text, sizeof(text));
	assert_string_equal(text, "No values yet.");
	put_view(v);
	hil_plots_words(v, text, sizeof(text));
	assert_string_equal(text, "period by IST: minimum 3999.000, average "
				  "4000.000, maximum 4089.125 microseconds. ");
	hil_plots_words(v, brief, sizeof(brief));
	assert_int_equal(strlen(brief), sizeof(brief) - 1);
	free(v);
}

static void print_table(const struct hil_table *t)
{
	for (uint32_t i = 0; i < t->rows; i++) {
		for (uint32_t j = 0; j < t->columns; j++)
			printf("%s%s", j ? "|" : "", cell(t, i, j));
		putchar('\n');
	}
}

static int print_texts(const char *socket)
{
	const struct hil_view_options choice = { 0 };
	struct hil_source *source = hil_source_new(socket);
	struct hil_view *v = calloc(1, sizeof(*v));
	struct hil_panels *p = panels_new();
	int ret = hil_source_read(source, hil_time_mono_ns());

	if (!ret) {
		hil_view_fill(v, hil_source_snapshot(source), &choice);
		hil_panels_show(p, v);
		print_table(&p->numbers);
		print_table(&p->counters);
		print_table(&p->worst);
	}
	free(p);
	free(v);
	hil_source_free(source);
	return ret ? 1 : 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(panels_show_the_numbers_of_the_view),
		cmocka_unit_test(unknown_is_never_a_number),
		cmocka_unit_test(rows_that_are_gone_are_not_seen),
		cmocka_unit_test(without_a_writer_the_reason_is_shown),
		cmocka_unit_test(controls_change_refresh_span_and_pause),
		cmocka_unit_test(words_for_screen_readers_tell_the_numbers),
	};

	gtk_disable_setlocale();
	if (!gtk_init_check()) {
		puts("skipped: there is no display");
		return 77;
	}
	if (argc > 1)
		return print_texts(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
