/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interval rule and what the ledger makes of it, at 1 MS/s: 1 sample is
 * 1 us. Stimulus is channel 0, probe channel 1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>

#include "tests/sim/feed.h"

#define ROWS 64

struct run {
	struct hil_ledger *l;
	struct hil_row row[ROWS];
	size_t rows;
	bool probe_level;
	struct hil_result *r;
};

static void keep_row(void *context, const struct hil_row *row)
{
	struct run *run = context;

	assert_true(run->rows < ROWS);
	assert_int_equal(row->number, run->rows);
	run->row[run->rows++] = *row;
}

static struct run *start(const struct hil_ledger_config *config)
{
	struct run *run = calloc(1, sizeof(*run));

	run->l = hil_ledger_new(config, keep_row, run);
	assert_non_null(run->l);
	assert_int_equal(hil_sim_capture(run->l, 1000000, 1), 0);
	return run;
}

static struct run *start_plain(void)
{
	struct hil_ledger_config config = hil_sim_config(false);

	return start(&config);
}

static struct run *start_max(int64_t max_latency_ns)
{
	struct hil_ledger_config config = hil_sim_config(false);

	config.max_latency_ns = max_latency_ns;
	return start(&config);
}

static void stimulus(struct run *run, uint64_t sample)
{
	assert_int_equal(hil_sim_edge(run->l, sample, 0, true), 0);
}

static void probe(struct run *run, uint64_t sample)
{
	run->probe_level = !run->probe_level;
	assert_int_equal(hil_sim_edge(run->l, sample, 1, run->probe_level), 0);
}

static void finish(struct run *run, uint64_t samples)
{
	const struct hil_accounts *a;

	assert_int_equal(hil_sim_end(run->l, samples), 0);
	run->r = hil_ledger_finish(run->l);
	assert_non_null(run->r);
	a = &run->r->line[0].accounts;
	assert_int_equal(a->pairing_imbalance, 0);
	assert_int_equal(a->probe_imbalance, 0);
	assert_int_equal(a->stimulus.edges, run->rows);
}

static void end(struct run *run)
{
	hil_result_free(run->r);
	hil_ledger_free(run->l);
	free(run);
}

static void assert_row(const struct run *run, size_t i, enum hil_row_class c,
		       int64_t ns)
{
	assert_true(i < run->rows);
	assert_int_equal(run->row[i].row_class, c);
	assert_int_equal(run->row[i].latency_ns, ns);
}

static void pair_takes_the_only_probe_edge_of_an_interval(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	probe(run, 150);
	stimulus(run, 1100);
	probe(run, 1175);
	finish(run, 3000);
	assert_row(run, 0, HIL_ROW_MATCHED, 50000);
	assert_row(run, 1, HIL_ROW_MATCHED, 75000);
	assert_int_equal(run->r->verdict, HIL_VALID);
	assert_int_equal(run->r->reason_count, 0);
	/* mean of 50 and 75 us; stddev sqrt(2 * 12.5^2) = 17.68 us */
	assert_true(run->r->line[0].of[HIL_LATENCY].mean_ns == 62500.0);
	assert_int_equal((int)run->r->line[0].of[HIL_LATENCY].stddev_ns, 17677);
	/* tau / sqrt(6), tau = 1,000 ns */
	assert_int_equal((int)run->r->line[0].of[HIL_LATENCY].u_ns, 408);
	end(run);
}

static void pair_misses_an_edge_without_an_answer(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	probe(run, 150);
	stimulus(run, 1100);
	stimulus(run, 2100);
	probe(run, 2150);
	stimulus(run, 3100);
	probe(run, 3150);
	finish(run, 5000);
	assert_row(run, 1, HIL_ROW_MISSED, 0);
	/* it had not come when the next edge did, 1,000 us later */
	assert_int_equal(run->row[1].at_least_ns, 1000000);
	/* the probe edge at 2150 may be the late answer to the edge at 1100 */
	assert_row(run, 2, HIL_ROW_AMBIGUOUS, 0);
	assert_int_equal(run->row[2].at_least_ns, 50000);
	assert_row(run, 3, HIL_ROW_MATCHED, 50000);
	assert_int_equal(run->r->line[0].accounts.probe.missing, 1);
	assert_true(run->r->line[0].worst[0].at_least);
	assert_int_equal(run->r->line[0].worst[0].latency_ns, 1000000);
	end(run);
}

static void pair_needs_no_quarantine_when_max_latency_is_short(void **state)
{
	struct run *run = start_max(500000);

	(void)state;
	stimulus(run, 100);
	stimulus(run, 1100);
	probe(run, 1150);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_MISSED, 0);
	assert_int_equal(run->row[0].at_least_ns, 500000);
	assert_row(run, 1, HIL_ROW_MATCHED, 50000);
	end(run);
}

static void pair_never_guesses_between_two_probe_edges(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	probe(run, 150);
	probe(run, 160);
	stimulus(run, 1100);
	probe(run, 1150);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_AMBIGUOUS, 0);
	assert_row(run, 1, HIL_ROW_MATCHED, 50000);
	assert_int_equal(run->r->line[0].accounts.probe.extra, 1);
	assert_int_equal(run->r->line[0].of[HIL_LATENCY].histogram->count, 1);
	end(run);
}

static void pair_resolves_a_spike_longer_than_the_period(void **state)
{
	struct run *run = start_plain();

	(void)state;
	/* answers to 100 and 1100 both come behind the second edge */
	stimulus(run, 100);
	stimulus(run, 1100);
	probe(run, 1700);
	probe(run, 1710);
	stimulus(run, 2100);
	probe(run, 2150);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_MISSED, 0);
	assert_row(run, 1, HIL_ROW_AMBIGUOUS, 0);
	assert_row(run, 2, HIL_ROW_MATCHED, 50000);
	end(run);
}

static void pair_contests_a_probe_edge_at_the_next_stimulus_edge(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	stimulus(run, 1100);
	probe(run, 1100);
	stimulus(run, 2100);
	probe(run, 2150);
	stimulus(run, 3100);
	probe(run, 3150);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_AMBIGUOUS, 0);
	assert_row(run, 1, HIL_ROW_AMBIGUOUS, 0);
	/* the answer to 1100 may still be owed */
	assert_row(run, 2, HIL_ROW_AMBIGUOUS, 0);
	assert_row(run, 3, HIL_ROW_MATCHED, 50000);
	assert_int_equal(run->r->line[0].accounts.probe.extra, 0);
	end(run);
}

static void pair_measures_a_wire_when_max_latency_excludes_more(void **state)
{
	struct run *run = start_max(500000);

	(void)state;
	/* the probe's record may stand before the stimulus's */
	stimulus(run, 100);
	probe(run, 100);
	probe(run, 1100);
	stimulus(run, 1100);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_MATCHED, 0);
	assert_row(run, 1, HIL_ROW_MATCHED, 0);
	end(run);
}

static void pair_puts_a_window_that_touches_a_gap_into_the_gap(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	probe(run, 150);
	stimulus(run, 1100);
	probe(run, 1150);
	assert_int_equal(hil_sim_gap(run->l, 1500, 2500), 0);
	probe(run, 2550);
	stimulus(run, 3100);
	probe(run, 3150);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_MATCHED, 50000);
	assert_row(run, 1, HIL_ROW_IN_GAP, 0);
	assert_row(run, 2, HIL_ROW_MATCHED, 50000);
	assert_int_equal(run->r->line[0].accounts.probe.extra, 0);
	assert_int_equal(run->r->verdict, HIL_DEGRADED);
	assert_int_equal(run->r->samples.gap_count, 1);
	assert_int_equal(run->r->samples.count, 4000);
	assert_true(run->r->samples.coverage == 0.8);
	end(run);
}

static void pair_ignores_a_gap_behind_a_closed_window(void **state)
{
	struct run *run = start_max(300000);

	(void)state;
	stimulus(run, 1100);
	probe(run, 1150);
	assert_int_equal(hil_sim_gap(run->l, 1500, 2500), 0);
	stimulus(run, 3100);
	finish(run, 3200);
	assert_row(run, 0, HIL_ROW_MATCHED, 50000);
	/* the capture ends inside the window */
	assert_row(run, 1, HIL_ROW_IN_GAP, 0);
	end(run);
}

static void pair_counts_probe_edges_before_the_first_edge(void **state)
{
	struct run *run = start_plain();

	(void)state;
	probe(run, 10);
	stimulus(run, 100);
	probe(run, 150);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_MATCHED, 50000);
	assert_int_equal(run->r->line[0].accounts.probe.extra, 1);
	end(run);
}

static void ledger_wants_both_edges_of_a_pulse(void **state)
{
	struct hil_ledger_config config = hil_sim_config(false);
	struct run *run;

	(void)state;
	config.probe_mode = HIL_PROBE_PULSE;
	run = start(&config);
	stimulus(run, 100);
	probe(run, 150);
	probe(run, 160);
	stimulus(run, 1100);
	probe(run, 1150);
	stimulus(run, 2100);
	finish(run, 5000);
	assert_row(run, 0, HIL_ROW_MATCHED, 50000);
	assert_row(run, 1, HIL_ROW_AMBIGUOUS, 0);
	end(run);
}

static void ledger_stops_at_the_limit(void **state)
{
	struct hil_ledger_config config = hil_sim_config(false);
	struct hil_ledger_live live;
	struct run *run;

	(void)state;
	config.limit_ns = 60000;
	config.edges_limit = 2;
	run = start(&config);
	stimulus(run, 100);
	hil_ledger_live(run->l, &live);
	assert_false(live.edges_done);
	probe(run, 160);
	stimulus(run, 1100);
	hil_ledger_live(run->l, &live);
	assert_false(live.limit_hit);
	/* two are on their way: their answers may still come */
	assert_true(live.edges_done);
	probe(run, 1161);
	stimulus(run, 2100);
	assert_int_equal(hil_sim_cover(run->l, 2200), 0);
	hil_ledger_live(run->l, &live);
	assert_true(live.limit_hit);
	assert_true(live.edges_done);
	assert_int_equal(live.last_ns, 61000);
	finish(run, 5000);
	assert_true(run->r->limit_hit);
	assert_int_equal(run->r->limit_latency_ns, 61000);
	assert_int_equal(hil_result_status(run->r, false), 2);
	end(run);
}

static void ledger_refuses_time_that_goes_back(void **state)
{
	struct run *run = start_plain();
	struct hil_gap inverted = { 600, 500, 1, 0 };
	uint64_t half[1] = { 0 };

	(void)state;
	stimulus(run, 500);
	assert_int_equal(hil_sim_edge(run->l, 499, 1, true), -EBADMSG);
	assert_int_equal(hil_ledger_record(run->l, HIL_RECORD_GAP, &inverted,
					   sizeof(inverted)),
			 -EBADMSG);
	assert_int_equal(hil_ledger_record(run->l, HIL_RECORD_EDGES, half, 4),
			 -EBADMSG);
	assert_int_equal(hil_sim_cover(run->l, 800), 0);
	assert_int_equal(hil_sim_edge(run->l, 799, 1, true), -EBADMSG);
	finish(run, 5000);
	end(run);
}

static void ledger_calls_a_cut_off_capture_invalid(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	probe(run, 150);
	run->r = hil_ledger_finish(run->l);
	assert_int_equal(run->r->verdict, HIL_INVALID);
	assert_non_null(strstr(run->r->reasons[0], "capture-died:"));
	assert_true(run->r->samples.ended_early);
	end(run);
}

static void ledger_names_why_the_capture_ended(void **state)
{
	struct run *run = start_plain();

	(void)state;
	stimulus(run, 100);
	probe(run, 150);
	assert_int_equal(hil_sim_json(run->l, HIL_RECORD_CAPTURE_END,
				      "{\"reason\":\"early\",\"text\":\"gone\""
				      "}"),
			 0);
	run->r = hil_ledger_finish(run->l);
	assert_string_equal(run->r->reasons[0],
			    "capture-ended: the analyzer ended by itself "
			    "(early): gone");
	end(run);
}

static void ledger_counts_bursts_and_stalls(void **state)
{
	struct hil_ledger_config config = hil_sim_config(false);
	struct run *run;

	(void)state;
	config.bounce_ns = 10000;
	run = start(&config);
	stimulus(run, 100);
	stimulus(run, 109);
	probe(run, 150);
	stimulus(run, 1100);
	probe(run, 1150);
	assert_int_equal(hil_sim_json(run->l, HIL_RECORD_MARK,
				      "{\"mark\":\"generator_status\","
				      "\"skipped\":3,\"stalls\":1}"),
			 0);
	finish(run, 5000);
	assert_int_equal(run->r->verdict, HIL_DEGRADED);
	assert_int_equal(run->r->reason_count, 2);
	assert_non_null(strstr(run->r->reasons[0], "generator: "));
	assert_non_null(strstr(run->r->reasons[1], "bounce: 1 "));
	end(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pair_takes_the_only_probe_edge_of_an_interval),
		cmocka_unit_test(pair_misses_an_edge_without_an_answer),
		cmocka_unit_test(
			pair_needs_no_quarantine_when_max_latency_is_short),
		cmocka_unit_test(pair_never_guesses_between_two_probe_edges),
		cmocka_unit_test(pair_resolves_a_spike_longer_than_the_period),
		cmocka_unit_test(
			pair_contests_a_probe_edge_at_the_next_stimulus_edge),
		cmocka_unit_test(
			pair_measures_a_wire_when_max_latency_excludes_more),
		cmocka_unit_test(
			pair_puts_a_window_that_touches_a_gap_into_the_gap),
		cmocka_unit_test(pair_ignores_a_gap_behind_a_closed_window),
		cmocka_unit_test(pair_counts_probe_edges_before_the_first_edge),
		cmocka_unit_test(ledger_wants_both_edges_of_a_pulse),
		cmocka_unit_test(ledger_stops_at_the_limit),
		cmocka_unit_test(ledger_refuses_time_that_goes_back),
		cmocka_unit_test(ledger_calls_a_cut_off_capture_invalid),
		cmocka_unit_test(ledger_names_why_the_capture_ended),
		cmocka_unit_test(ledger_counts_bursts_and_stalls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
