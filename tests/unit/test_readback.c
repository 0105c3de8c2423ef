/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Toggles with a known way of the write, a known cost, and interruptions. */
#include <errno.h>
#include <math.h>

#include "calibration/readback.h"
#include "tests/unit/test.h"

#define COUNT 1000

static struct hil_readback_sample sample[COUNT];

/* A write is @posted_ns under way, a read takes 1,000 to 1,099 ns. */
static void fill(int64_t posted_ns)
{
	for (int64_t i = 0; i < COUNT; i++)
		sample[i] = (struct hil_readback_sample){
			.set_ns = 2000 + i % 50,
			.idle_ns = 1000 + i * 7 % 100,
			.seen_ns = 1000 + posted_ns + i * 13 % 100,
			.reads = 1,
		};
}

static void a_posted_write_is_bounded_and_its_way_found(void **state)
{
	struct hil_readback r;

	(void)state;
	fill(800);
	assert_int_equal(hil_readback_judge(sample, COUNT, &r), 0);
	assert_int_equal(r.interrupted + r.repeated, 0);
	assert_true(r.posted_ns >= 800);
	assert_true(r.posted_ns == 1899);
	assert_true(fabs(r.delay_ns - 800) <= 2 * r.u_ns);
	assert_true(r.u_ns < 50);
	assert_true(r.set_median_ns == 2025 && r.set_max_ns == 2049);
}

static void nothing_under_way_is_no_delay(void **state)
{
	struct hil_readback r;

	(void)state;
	fill(-60);
	assert_int_equal(hil_readback_judge(sample, COUNT, &r), 0);
	assert_true(r.delay_ns == 0);
	/* 60 ns that cannot be: limits of +-60 are in u */
	assert_true(r.u_ns >= 60 / sqrt(3));
}

static void interrupted_toggles_bound_nothing_while_they_are_few(void **state)
{
	struct hil_readback r;

	(void)state;
	fill(800);
	for (int i = 0; i < 20; i++)
		sample[50 * i].seen_ns = 3000000;
	assert_int_equal(hil_readback_judge(sample, COUNT, &r), 0);
	assert_int_equal(r.interrupted, 20);
	assert_true(r.posted_ns == 1899);
	/* more than one in fifty: that is how this board is */
	sample[1].seen_ns = 3000000;
	assert_int_equal(hil_readback_judge(sample, COUNT, &r), 0);
	assert_int_equal(r.interrupted, 0);
	assert_true(r.posted_ns == 3000000);
}

static void what_never_showed_or_is_too_little_is_refused(void **state)
{
	struct hil_readback r;

	(void)state;
	fill(800);
	assert_int_equal(hil_readback_judge(sample, 99, &r), -ENODATA);
	assert_int_equal(hil_readback_judge(sample, 0, &r), -ENODATA);
	sample[COUNT - 1].reads = 0;
	assert_int_equal(hil_readback_judge(sample, COUNT, &r), -ENXIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_posted_write_is_bounded_and_its_way_found),
		cmocka_unit_test(nothing_under_way_is_no_delay),
		cmocka_unit_test(
			interrupted_toggles_bound_nothing_while_they_are_few),
		cmocka_unit_test(what_never_showed_or_is_too_little_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
