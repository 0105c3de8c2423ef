/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writer makes of events. */
#include <errno.h>
#include <stdlib.h>

#include "daemon/base/time.h"
#include "tests/unit/shm_fixture.h"

#define PERIOD_NS INT64_C(4000000)

/* The finest windows of a quantity, all of them, after a flush. */
static struct hil_shm_sums sums_of(const struct shm_pair *pair,
				   enum hil_shm_quantity quantity)
{
	static struct hil_shm_window window[4096];
	struct hil_shm_cursor cursor = { 0 };
	size_t count;

	hil_shm_flush(pair->writer, 0);
	assert_int_equal(
		hil_shm_windows(pair->reader,
				shm_ring_of(pair->reader, HIL_SHM_WINDOWS,
					    quantity, 20000000),
				&cursor, window, 4096, &count),
		0);
	return cursor.since;
}

static void period_has_one_value_less_than_there_are_events(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_shm_sums period, wakeup;
	uint64_t i;

	for (i = 0; i < 100; i++) {
		const struct hil_event e = shm_event(i, PERIOD_NS, 50000);

		hil_shm_event(pair->writer, &e, 0);
	}
	period = sums_of(pair, HIL_SHM_PERIOD);
	wakeup = sums_of(pair, HIL_SHM_WAKEUP);
	assert_int_equal(period.count, 99);
	assert_int_equal(period.min_ns, PERIOD_NS);
	assert_int_equal(period.max_ns, PERIOD_NS);
	assert_int_equal(period.squares, 0); /* reference is 4 ms */
	assert_int_equal(wakeup.count, 100);
	assert_int_equal(wakeup.sum_ns, 100 * 50000);
	assert_int_equal(wakeup.fifo_drops, 0);
	assert_int_equal(hil_shm_progress(pair->writer), 100);
}

static void event_behind_another_has_no_period(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_event first = shm_event(0, PERIOD_NS, 9000);
	struct hil_event queued = shm_event(1, PERIOD_NS, 0);
	struct hil_event next = shm_event(2, PERIOD_NS, 9000);
	struct hil_shm_sums period;

	/* One read() returned both, so they have the same wake_ns. */
	queued.flags = HIL_EVENT_QUEUED;
	queued.hardirq_ns = first.hardirq_ns + 3000;
	queued.wake_ns = first.wake_ns;
	hil_shm_event(pair->writer, &first, 0);
	hil_shm_event(pair->writer, &queued, 0);
	hil_shm_event(pair->writer, &next, 0);
	period = sums_of(pair, HIL_SHM_PERIOD);
	assert_int_equal(period.count, 1);
	assert_int_equal(period.max_ns, 2 * PERIOD_NS);
	/* 9000, 6000 and 9000: the queued one waited too */
	assert_int_equal(sums_of(pair, HIL_SHM_WAKEUP).sum_ns, 24000);
}

static void coalesced_event_gives_no_wakeup(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_event e[3];
	struct hil_shm_counts counts;
	struct hil_shm_sums wakeup;
	uint64_t i;

	for (i = 0; i < 3; i++)
		e[i] = shm_event(i, PERIOD_NS, 1000);
	/* Between the first and the second event 6 edges more. */
	e[1].seqno += 6;
	e[2].seqno += 6;
	for (i = 0; i < 3; i++)
		hil_shm_event(pair->writer, &e[i], 0);
	wakeup = sums_of(pair, HIL_SHM_WAKEUP);
	assert_int_equal(wakeup.count, 2);
	assert_int_equal(wakeup.coalesced, 6);
	assert_int_equal(sums_of(pair, HIL_SHM_PERIOD).count, 2);
	hil_shm_counts(pair->writer, 0, &counts);
	assert_int_equal(counts.events, 3);
	assert_int_equal(counts.coalesced, 6);
	assert_int_equal(counts.fifo_drops, 0);
}

static void kernel_race_cancels_out(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_event e[3];
	struct hil_shm_counts counts;
	uint64_t i;

	for (i = 0; i < 3; i++)
		e[i] = shm_event(i, PERIOD_NS, 1000);
	e[1].seqno++; /* counted early: +1, then -1 */
	for (i = 0; i < 3; i++)
		hil_shm_event(pair->writer, &e[i], 0);
	hil_shm_counts(pair->writer, 0, &counts);
	assert_int_equal(counts.coalesced, 0);
}

static void drops_are_steps_of_line_seqno_also_when_it_wraps(void **state)
{
	const struct shm_pair *pair = *state;
	static const uint32_t line_seqno[] = { 3, 4, UINT32_MAX - 1, 2 };
	struct hil_shm_counts counts;
	uint64_t i;

	for (i = 0; i < 4; i++) {
		struct hil_event e = shm_event(i, PERIOD_NS, 1000);

		e.line_seqno = line_seqno[i];
		e.seqno = line_seqno[i];
		hil_shm_event(pair->writer, &e, 0);
	}
	hil_shm_counts(pair->writer, 0, &counts);
	/* 1 and 2 before the first; 5 to 2^32 - 3; 2^32 - 1, 0 and 1 */
	assert_true(counts.fifo_drops == 2 + (UINT32_MAX - 1 - 4 - 1) + 3);
	assert_int_equal(counts.coalesced, 0);
	assert_int_equal(counts.first_line_seqno, 3);
	assert_int_equal(counts.last_line_seqno, 2);
}

static void events_and_histograms_agree_with_the_windows(void **state)
{
	const struct shm_pair *pair = *state;
	const size_t ring = shm_ring_of(pair->reader, HIL_SHM_EVENTS, 0, 0);
	const size_t buckets =
		shm_ring_of(pair->reader, HIL_SHM_HISTOGRAM, HIL_SHM_WAKEUP, 0);
	static struct hil_histogram histogram;
	struct hil_event event[64];
	struct hil_event_batch batch;
	uint64_t i, next = 0;

	for (i = 0; i < 50; i++) {
		struct hil_event e =
			shm_event(i, PERIOD_NS, (int64_t)(i * 1000));

		e.flags = i == 7 ? HIL_EVENT_PROBE_FAILED : 0;
		hil_shm_event(pair->writer, &e, 0);
	}
	assert_int_equal(
		hil_shm_events(pair->reader, ring, &next, event, 64, &batch),
		0);
	assert_int_equal(batch.count, 50);
	assert_int_equal(event[49].wake_ns - event[49].hardirq_ns, 49000);
	assert_int_equal(
		hil_shm_histogram(pair->reader, buckets, &histogram, NULL), 0);
	assert_int_equal(histogram.count, 50);
	assert_int_equal(histogram.max_ns, 49000);
	assert_int_equal(histogram.sum_ns, 49 * 50 / 2 * 1000);
	assert_int_equal(sums_of(pair, HIL_SHM_WAKEUP).sum_ns,
			 histogram.sum_ns);
}

static void values_go_to_the_series_of_their_index(void **state)
{
	const struct shm_pair *pair = *state;

	hil_shm_value(pair->writer, SHM_EVENTS, 0, 1, 0); /* no quantity */
	hil_shm_value(pair->writer, 99, 0, 1, 0);
	hil_shm_value(pair->writer, SHM_WAKEUP, 0, 123, 0);
	assert_int_equal(sums_of(pair, HIL_SHM_WAKEUP).sum_ns, 123);
	assert_int_equal(sums_of(pair, HIL_SHM_PERIOD).count, 0);
}

static void spec_that_cannot_be_is_refused(void **state)
{
	const struct hil_shm_spec twice[] = { shm_board[0], shm_board[0] };
	struct hil_shm_writer *writer = NULL;

	(void)state;
	assert_int_equal(hil_shm_create(twice, 2, &writer), -EINVAL);
	assert_null(writer);
	hil_shm_close(NULL);
}

#define ON_A_PAIR(test)                                                        \
	cmocka_unit_test_setup_teardown(test, shm_pair_setup, shm_pair_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_A_PAIR(period_has_one_value_less_than_there_are_events),
		ON_A_PAIR(event_behind_another_has_no_period),
		ON_A_PAIR(coalesced_event_gives_no_wakeup),
		ON_A_PAIR(kernel_race_cancels_out),
		ON_A_PAIR(drops_are_steps_of_line_seqno_also_when_it_wraps),
		ON_A_PAIR(events_and_histograms_agree_with_the_windows),
		ON_A_PAIR(values_go_to_the_series_of_their_index),
		cmocka_unit_test(spec_that_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
