/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/board_status.h"
#include "tests/unit/test.h"

static struct hil_event event_at(uint64_t index, uint32_t seqno,
				 uint32_t line_seqno, int64_t wakeup_ns)
{
	return (struct hil_event){ .index = index,
				   .hardirq_ns = 1000000 * (int64_t)seqno,
				   .wake_ns =
					   1000000 * (int64_t)seqno + wakeup_ns,
				   .seqno = seqno,
				   .line_seqno = line_seqno,
				   .commands = index + 2 };
}

static void start(struct hil_board_status *b)
{
	memset(b, 0, sizeof(*b));
	hil_shm_status_init(&b->status);
}

static void status_counts_folded_edges_and_gives_them_no_wakeup(void **state)
{
	struct hil_board_status b;
	/* seven hard IRQs, one event: 6 coalesced, its stamp is the last's */
	struct hil_event e = event_at(0, 7, 1, 5000);

	(void)state;
	start(&b);
	hil_board_status_add(&b, &e);
	assert_int_equal(b.status.account[0].events, 1);
	assert_int_equal(b.status.account[0].coalesced, 6);
	assert_int_equal(b.status.account[0].fifo_drops, 0);
	assert_int_equal(b.status.worsts, 0);
}

static void status_counts_what_the_queue_dropped(void **state)
{
	struct hil_board_status b;
	/* events 1 to 3 were dropped: the first one read is number 4 */
	struct hil_event e = event_at(0, 4, 4, 5000);

	(void)state;
	start(&b);
	hil_board_status_add(&b, &e);
	assert_int_equal(b.status.account[0].fifo_drops, 3);
	assert_int_equal(b.status.account[0].coalesced, 0);
}

static void status_survives_the_race_and_the_wrap(void **state)
{
	struct hil_board_status b;
	/* +1, then 0: the thread read a seqno that was already the next */
	struct hil_event first = event_at(0, UINT32_MAX, UINT32_MAX, 10);
	struct hil_event raced = event_at(1, 1, 0, 20);
	struct hil_event after = event_at(2, 1, 1, 30);

	(void)state;
	start(&b);
	b.seqno = UINT32_MAX - 1;
	b.line_seqno = UINT32_MAX - 1;
	hil_board_status_add(&b, &first);
	hil_board_status_add(&b, &raced);
	assert_int_equal(b.status.account[0].coalesced, 1);
	hil_board_status_add(&b, &after);
	assert_int_equal(b.status.account[0].coalesced, 0);
	assert_int_equal(b.status.account[0].fifo_drops, 0);
	assert_int_equal(b.status.account[0].events, 3);
}

static void status_keeps_the_worst_and_calls_level_flow_unknown(void **state)
{
	struct hil_board_status b;
	struct hil_event e;

	(void)state;
	start(&b);
	for (uint32_t i = 1; i <= 20; i++) {
		e = event_at(i - 1, i, i, 100 * (int64_t)i);
		e.flags = HIL_EVENT_LEVEL_FLOW;
		hil_board_status_add(&b, &e);
	}
	assert_int_equal(b.status.worsts, HIL_SHM_STATUS_WORST);
	assert_int_equal(b.status.worst[0].value_ns, 2000);
	assert_int_equal(b.status.worst[9].value_ns, 1100);
	assert_true(b.status.account[0].coalesced == HIL_SHM_UNKNOWN);
	assert_int_equal(b.status.account[0].commands, 21);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			status_counts_folded_edges_and_gives_them_no_wakeup),
		cmocka_unit_test(status_counts_what_the_queue_dropped),
		cmocka_unit_test(status_survives_the_race_and_the_wrap),
		cmocka_unit_test(
			status_keeps_the_worst_and_calls_level_flow_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
