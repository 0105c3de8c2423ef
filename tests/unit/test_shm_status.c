/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The status block: worst ten, reasons, and its way through the memory. */
#include <errno.h>
#include <string.h>

#include "tests/unit/shm_fixture.h"

static void worst_ten_are_kept_in_order(void **state)
{
	struct hil_shm_status s;
	int64_t i;

	(void)state;
	hil_shm_status_init(&s);
	/* 0, 7, 14, … modulo 25: every value from 0 to 24 once */
	for (i = 0; i < 25; i++) {
		const struct hil_shm_worst w = { .value_ns = i * 7 % 25,
						 .event = (uint64_t)i };

		hil_shm_status_worst(&s, &w);
	}
	assert_int_equal(s.worsts, 10);
	for (i = 0; i < 10; i++)
		assert_int_equal(s.worst[i].value_ns, 24 - i);
}

static void earlier_of_two_equal_ones_comes_first(void **state)
{
	struct hil_shm_status s;
	struct hil_shm_worst w = { .value_ns = 5 };

	(void)state;
	hil_shm_status_init(&s);
	for (w.event = 0; w.event < 12; w.event++)
		hil_shm_status_worst(&s, &w);
	assert_int_equal(s.worst[0].event, 0);
	assert_int_equal(s.worst[9].event, 9);
}

static void reasons_are_cut_and_said_once(void **state)
{
	struct hil_shm_status s;
	char text[200];
	int i;

	(void)state;
	hil_shm_status_init(&s);
	memset(text, 'x', sizeof(text));
	text[199] = '\0';
	hil_shm_status_reason(&s, text);
	hil_shm_status_reason(&s, text);
	assert_int_equal(s.reasons, 1);
	assert_int_equal(strlen(s.reason[0]), 95);
	for (i = 0; i < 10; i++) {
		text[0] = (char)('0' + i);
		hil_shm_status_reason(&s, text);
	}
	assert_int_equal(s.reasons, HIL_SHM_STATUS_REASONS);
}

static void reader_gets_what_was_set_last(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_shm_status s, got;

	assert_int_equal(hil_shm_read_status(pair->reader, &got), -ENODATA);
	hil_shm_status_init(&s);
	hil_shm_set_status(pair->writer, &s, 0);
	s.verdict = HIL_SHM_DEGRADED;
	s.lines = 1;
	s.account[0].events = 77;
	hil_shm_status_reason(&s, "coverage 99 %");
	hil_shm_set_status(pair->writer, &s, 0);
	assert_int_equal(hil_shm_read_status(pair->reader, &got), 0);
	assert_memory_equal(&got, &s, sizeof(s));
}

static void hostile_counts_and_texts_are_tamed(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_shm_status s, got;

	memset(&s, 0xff, sizeof(s));
	hil_shm_set_status(pair->writer, &s, 0);
	assert_int_equal(hil_shm_read_status(pair->reader, &got), 0);
	assert_int_equal(got.verdict, HIL_SHM_NO_VERDICT);
	assert_int_equal(got.lines, HIL_SHM_STATUS_LINES);
	assert_int_equal(got.worsts, HIL_SHM_STATUS_WORST);
	assert_int_equal(strlen(got.reason[HIL_SHM_STATUS_REASONS - 1]), 95);
	assert_int_equal(strlen(got.failure), 63);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(worst_ten_are_kept_in_order),
		cmocka_unit_test(earlier_of_two_equal_ones_comes_first),
		cmocka_unit_test(reasons_are_cut_and_said_once),
		cmocka_unit_test_setup_teardown(reader_gets_what_was_set_last,
						shm_pair_setup,
						shm_pair_teardown),
		cmocka_unit_test_setup_teardown(
			hostile_counts_and_texts_are_tamed, shm_pair_setup,
			shm_pair_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
