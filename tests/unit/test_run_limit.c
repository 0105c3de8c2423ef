/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the board's stamps prove of a latency, at 1 MS/s. */
#include "daemon/shm/event.h"
#include "rig/run/limit.h"
#include "tests/unit/test.h"

#define STEP_NS  1000.0
#define LIMIT_NS 500000

/* hard IRQ at 1 s, the ioctl begins @ns later */
static struct hil_event after(int64_t ns)
{
	return (struct hil_event){ .hardirq_ns = 1000000000,
				   .wake_ns = 1000000000 + ns / 2,
				   .probe_begin_ns = 1000000000 + ns };
}

static void an_answer_that_began_too_late_proves_it(void **state)
{
	/* 600 us less 0.1 % and 2 us is 597.4 us */
	const struct hil_event event[] = { after(200000), after(600000),
					   after(900000) };

	(void)state;
	assert_int_equal(
		hil_limit_events(event, sizeof(event), LIMIT_NS, STEP_NS),
		597400);
	assert_int_equal(
		hil_limit_events(event, sizeof(event[0]), LIMIT_NS, STEP_NS),
		0);
}

static void what_clocks_and_samples_may_add_proves_nothing(void **state)
{
	/* 502.5 us less 0.5025 us and 2 us is just not above 500 us */
	const struct hil_event near = after(502500), above = after(502600);

	(void)state;
	assert_int_equal(
		hil_limit_events(&near, sizeof(near), LIMIT_NS, STEP_NS), 0);
	assert_true(hil_limit_events(&above, sizeof(above), LIMIT_NS, STEP_NS) >
		    LIMIT_NS);
}

static void delayed_and_failed_answers_prove_nothing(void **state)
{
	struct hil_event event = after(900000);

	(void)state;
	assert_int_equal(hil_limit_events(&event, sizeof(event), 0, STEP_NS),
			 0);
	event.flags = HIL_EVENT_SEEDED;
	assert_int_equal(
		hil_limit_events(&event, sizeof(event), LIMIT_NS, STEP_NS), 0);
	event.flags = HIL_EVENT_PROBE_FAILED;
	assert_int_equal(
		hil_limit_events(&event, sizeof(event), LIMIT_NS, STEP_NS), 0);
	event = after(900000);
	event.hardirq_ns = 0; /* no stamp */
	assert_int_equal(
		hil_limit_events(&event, sizeof(event), LIMIT_NS, STEP_NS), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_that_began_too_late_proves_it),
		cmocka_unit_test(
			what_clocks_and_samples_may_add_proves_nothing),
		cmocka_unit_test(delayed_and_failed_answers_prove_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
