/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown of a snapshot: a pure function, tested without any memory. */
#include "gui-bridge/view/view.h"
#include "tests/unit/test.h"

#define MS 1000000LL
#define S  (1000 * MS)

struct fixture {
	struct hil_snapshot snapshot;
	struct hil_view view;
	struct hil_view_options options;
};

static void add_series(struct fixture *f, uint32_t quantity, uint32_t witness)
{
	struct hil_snapshot_series *s =
		&f->snapshot.series[f->snapshot.series_count++];

	s->ring.quantity = quantity;
	s->ring.witness = witness;
	s->ring.reference_ns = quantity == HIL_SHM_PERIOD ? 4 * MS : 50000;
	s->history = hil_history_new();
	s->histogram = hil_histogram_new();
	assert_non_null(s->history);
	assert_non_null(s->histogram);
	hil_shm_sums_init(&s->all);
}

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	assert_non_null(f);
	f->snapshot.attached = f->snapshot.live = true;
	f->snapshot.mono_ns = 1000 * S;
	f->snapshot.wall_ns = 1700000000 * S; /* 2023-11-14T22:13:20Z */
	f->snapshot.life.state = HIL_SHM_RUN;
	f->snapshot.has_events = true;
	/* In another order than the one that is shown. */
	add_series(f, HIL_SHM_LATENCY, HIL_SHM_ANALYZER);
	add_series(f, HIL_SHM_WAKEUP, HIL_SHM_IST);
	add_series(f, HIL_SHM_PERIOD, HIL_SHM_IST);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	size_t i;

	for (i = 0; i < f->snapshot.series_count; i++) {
		hil_history_free(f->snapshot.series[i].history);
		hil_histogram_free(f->snapshot.series[i].histogram);
	}
	free(f);
	return 0;
}

static void fill(struct fixture *f)
{
	hil_view_fill(&f->view, &f->snapshot, &f->options);
}

static const struct hil_view_counter *counter(const struct hil_view *v,
					      const char *name)
{
	uint32_t i;

	for (i = 0; i < v->counters; i++) {
		if (!strcmp(v->counter[i].name, name))
			return &v->counter[i];
	}
	fail_msg("there is no counter \"%s\"", name);
	return v->counter;
}

static void quantities_have_one_order(void **state)
{
	struct fixture *f = *state;

	fill(f);
	assert_int_equal(f->view.quantities, 3);
	assert_string_equal(f->view.quantity[0].name, "period");
	assert_string_equal(f->view.quantity[0].witness, "IST");
	assert_string_equal(f->view.quantity[1].name, "wake-up");
	assert_string_equal(f->view.quantity[2].name, "latency");
	assert_string_equal(f->view.quantity[2].witness, "analyzer");
}

static void counters_have_the_order_of_the_design(void **state)
{
	static const char *const order[] = { "events",    "FIFO drops",
					     "coalesced", "matched",
					     "ambiguous", "missed",
					     "in gap",    "extra" };
	struct fixture *f = *state;
	size_t i;

	fill(f);
	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		assert_string_equal(f->view.counter[i].name, order[i]);
}

static void what_nobody_knows_is_unknown_and_not_0(void **state)
{
	struct fixture *f = *state;
	char text[32];

	f->snapshot.life.ist_progress = 7;
	fill(f);
	assert_true(counter(&f->view, "events")->known);
	assert_int_equal(counter(&f->view, "events")->value, 7);
	assert_false(counter(&f->view, "matched")->known);
	assert_string_equal(hil_view_text_counter(counter(&f->view, "matched"),
						  text, sizeof(text)),
			    "unknown");
	assert_true(f->view.u_ns < 0);
}

static void a_count_of_0_is_shown_as_0(void **state)
{
	struct fixture *f = *state;
	char text[32];

	f->snapshot.has_status = true;
	hil_shm_status_init(&f->snapshot.status);
	f->snapshot.status.lines = 1;
	f->snapshot.status.account[0].missed = 0;
	fill(f);
	assert_true(counter(&f->view, "missed")->known);
	assert_string_equal(hil_view_text_counter(counter(&f->view, "missed"),
						  text, sizeof(text)),
			    "0");
	assert_false(counter(&f->view, "in gap")->known);
}

/* On such controllers seqno cannot gap, so that 0 would be a lie. */
static void level_flow_makes_coalesced_unknown(void **state)
{
	struct fixture *f = *state;

	fill(f);
	assert_true(counter(&f->view, "coalesced")->known);
	f->snapshot.series[1].ring.flags = HIL_SHM_COALESCED_UNKNOWN;
	fill(f);
	assert_false(counter(&f->view, "coalesced")->known);
}

/* Values 49, 50, 51 us about the reference 50 us: mean 50, squares 1 + 0 + 1
 * us^2, so the deviation is sqrt(2 / 2) = 1 us. */
static void numbers_are_those_of_the_sums(void **state)
{
	struct fixture *f = *state;
	const struct hil_view_quantity *q = &f->view.quantity[1];

	f->snapshot.series[1].all = (struct hil_shm_sums){
		.count = 3,
		.sum_ns = 150000,
		.min_ns = 49000,
		.max_ns = 51000,
		.squares = 2000000,
	};
	fill(f);
	assert_int_equal(q->all.count, 3);
	assert_int_equal(q->all.min_ns, 49000);
	assert_int_equal(q->all.max_ns, 51000);
	assert_true(q->all.avg_ns > 49999.9 && q->all.avg_ns < 50000.1);
	assert_true(q->deviation_ns > 999.9 && q->deviation_ns < 1000.1);
	f->snapshot.series[1].all.squares = UINT64_MAX; /* saturated */
	fill(f);
	assert_true(q->deviation_ns < 0);
}

static void bars_hold_every_value(void **state)
{
	struct fixture *f = *state;
	const struct hil_view_quantity *q = &f->view.quantity[1];
	uint64_t seed = 1, sum = 0;
	uint32_t i;

	for (i = 0; i < 5000; i++)
		hil_histogram_add(
			f->snapshot.series[1].histogram,
			40000 + (int64_t)(test_random(&seed) % 20000));
	hil_histogram_add(f->snapshot.series[1].histogram, 3333333);
	fill(f);
	assert_true(q->bars > 0 && q->bars <= HIL_VIEW_BARS);
	for (i = 0; i < q->bars; i++) {
		assert_int_equal(q->bar[i].high_ns - q->bar[i].low_ns,
				 q->bar[0].high_ns - q->bar[0].low_ns);
		sum += q->bar[i].count;
	}
	assert_int_equal(sum, 5001);
	assert_int_equal(q->bar[q->bars - 1].count, 1);
	assert_true(q->bar[0].low_ns <= 40000);
	assert_true(q->bar[q->bars - 1].high_ns > 3333333);
}

static void any_number_of_bars_is_kept_to(void **state)
{
	struct fixture *f = *state;

	hil_histogram_add(f->snapshot.series[1].histogram, 1);
	hil_histogram_add(f->snapshot.series[1].histogram,
			  HIL_HISTOGRAM_VALUE_MAX);
	for (f->options.bars = 1; f->options.bars <= 9; f->options.bars++) {
		fill(f);
		assert_true(f->view.quantity[1].bars >= 1);
		assert_true(f->view.quantity[1].bars <= f->options.bars);
	}
}

static void the_ideal_period_is_left_out_when_it_is_another(void **state)
{
	struct fixture *f = *state;
	struct hil_shm_sums *all = &f->snapshot.series[2].all;

	*all = (struct hil_shm_sums){ .count = 1, .sum_ns = 4 * MS };
	fill(f);
	assert_int_equal(f->view.quantity[0].ideal_ns, 4 * MS);
	all->sum_ns = 1 * MS;
	fill(f);
	assert_int_equal(f->view.quantity[0].ideal_ns, 0);
	f->options.ideal_ns = 1 * MS; /* the user knows it */
	fill(f);
	assert_int_equal(f->view.quantity[0].ideal_ns, 1 * MS);
}

static void witnesses_say_how_long_they_are_silent(void **state)
{
	struct fixture *f = *state;

	f->snapshot.series[1].published_ns = 1000 * S - 340 * MS;
	fill(f);
	assert_int_equal(f->view.witnesses, 2);
	assert_string_equal(f->view.witness[0].name, "real-time side");
	assert_string_equal(f->view.witness[0].text,
			    "waiting for the real-time side, 340 ms");
	assert_string_equal(f->view.witness[1].name, "analyzer");
	assert_string_equal(f->view.witness[1].text,
			    "waiting for the analyzer, never");
	f->snapshot.series[1].published_ns = 1000 * S - 10 * MS;
	fill(f);
	assert_string_equal(f->view.witness[0].text, "running");
	f->snapshot.life.state = HIL_SHM_WAITING;
	fill(f);
	assert_string_equal(f->view.witness[0].text,
			    "waiting for edges, the last came 10 ms ago");
}

static void a_dead_writer_has_a_time_of_death(void **state)
{
	struct fixture *f = *state;

	f->snapshot.live = false;
	f->snapshot.life.age_ns = 20 * S;
	strcpy(f->snapshot.reason, "its writer has ended without closing it");
	fill(f);
	assert_int_equal(f->view.witness[0].alive, 0);
	assert_string_equal(f->view.witness[0].text,
			    "writer died at 2023-11-14T22:13:00Z: its writer "
			    "has ended without closing it");
}

static void a_mirrored_witness_speaks_for_itself(void **state)
{
	struct fixture *f = *state;

	f->snapshot.remotes = 1;
	f->snapshot.remote[0].witness = HIL_SHM_IST;
	strcpy(f->snapshot.remote[0].state, "FAILED");
	strcpy(f->snapshot.remote[0].text, "the chip was removed");
	fill(f);
	assert_string_equal(f->view.witness[0].text,
			    "FAILED: the chip was removed");
	assert_int_equal(f->view.witness[0].alive, 0);
	assert_int_equal(f->view.witness[1].alive, 1);
	strcpy(f->snapshot.remote[0].state, "WAITING");
	strcpy(f->snapshot.remote[0].text, "");
	fill(f);
	assert_string_equal(f->view.witness[0].text, "waiting for edges");
	assert_int_equal(f->view.witness[0].alive, 1);
}

/* The status has no list, so the windows' maxima of the latency stand in. */
static void the_worst_come_from_windows_if_nobody_lists_them(void **state)
{
	const struct hil_shm_window window = {
		.start_ns = 12 * S,
		.in = { .count = 1,
			.sum_ns = 77000,
			.min_ns = 77000,
			.max_ns = 77000 },
	};
	struct fixture *f = *state;

	hil_history_add(f->snapshot.series[0].history, 0, &window);
	fill(f);
	assert_int_equal(f->view.worsts, 1);
	assert_string_equal(f->view.worst[0].name, "latency");
	assert_string_equal(f->view.worst[0].at, "12.000000 s");
	assert_int_equal(f->view.worst[0].value_ns, 77000);
	assert_true(f->view.worst[0].event == UINT64_MAX);
}

static void json_tells_the_same_and_null_for_unknown(void **state)
{
	struct fixture *f = *state;
	json_t *json, *q;

	f->snapshot.series[2].all = (struct hil_shm_sums){
		.count = 2, .sum_ns = 8 * MS, .min_ns = 3 * MS, .max_ns = 5 * MS
	};
	f->view.front.staleness_ns = -1;
	fill(f);
	json = hil_view_to_json(&f->view, HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS);
	assert_non_null(json);
	q = json_array_get(json_object_get(json, "quantities"), 0);
	assert_int_equal(json_integer_value(json_object_get(
				 json_object_get(q, "all"), "max_ns")),
			 5 * MS);
	assert_true(json_is_null(json_object_get(json, "U_ns")));
	assert_true(json_is_null(
		json_object_get(json_object_get(q, "last"), "min_ns")));
	assert_true(json_is_null(json_object_get(
		json_array_get(json_object_get(json, "counters"), 3),
		"value")));
	assert_int_equal(json_array_size(json_object_get(
				 json_object_get(q, "columns"), "count")),
			 f->view.quantity[0].columns);
	json_decref(json);
	json = hil_view_to_json(&f->view, HIL_VIEW_NUMBERS);
	q = json_array_get(json_object_get(json, "quantities"), 0);
	assert_null(json_object_get(q, "columns"));
	json_decref(json);
}

static void nothing_attached_still_says_why(void **state)
{
	static struct hil_snapshot empty;
	struct fixture *f = *state;
	json_t *json;

	strcpy(empty.reason, "nothing serves /x: start hilrigd");
	hil_view_fill(&f->view, &empty, &f->options);
	assert_int_equal(f->view.witnesses, 1);
	assert_string_equal(f->view.witness[0].text, empty.reason);
	json = hil_view_to_json(&f->view, HIL_VIEW_PLOTS);
	assert_non_null(json);
	json_decref(json);
}

static void ages_have_a_unit_that_fits(void **state)
{
	char text[32];

	(void)state;
	assert_string_equal(hil_view_text_age(340 * MS, text, sizeof(text)),
			    "340 ms");
	assert_string_equal(hil_view_text_age(42 * S, text, sizeof(text)),
			    "42 s");
	assert_string_equal(hil_view_text_age(600 * S, text, sizeof(text)),
			    "10 min");
	assert_string_equal(hil_view_text_age(-1, text, sizeof(text)), "never");
}

#define WITH_SNAPSHOT(test)                                                    \
	cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SNAPSHOT(quantities_have_one_order),
		WITH_SNAPSHOT(counters_have_the_order_of_the_design),
		WITH_SNAPSHOT(what_nobody_knows_is_unknown_and_not_0),
		WITH_SNAPSHOT(a_count_of_0_is_shown_as_0),
		WITH_SNAPSHOT(level_flow_makes_coalesced_unknown),
		WITH_SNAPSHOT(numbers_are_those_of_the_sums),
		WITH_SNAPSHOT(bars_hold_every_value),
		WITH_SNAPSHOT(any_number_of_bars_is_kept_to),
		WITH_SNAPSHOT(the_ideal_period_is_left_out_when_it_is_another),
		WITH_SNAPSHOT(witnesses_say_how_long_they_are_silent),
		WITH_SNAPSHOT(a_dead_writer_has_a_time_of_death),
		WITH_SNAPSHOT(a_mirrored_witness_speaks_for_itself),
		WITH_SNAPSHOT(the_worst_come_from_windows_if_nobody_lists_them),
		WITH_SNAPSHOT(json_tells_the_same_and_null_for_unknown),
		WITH_SNAPSHOT(nothing_attached_still_says_why),
		cmocka_unit_test(ages_have_a_unit_that_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
