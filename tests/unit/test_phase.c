/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locked, swept, half-way and jittered edges, and what is left in a mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "calibration/phase.h"

/* @count edges of a period in samples, sampled: the next whole sample. */
static double fixed_of(double start, double period, size_t count)
{
	struct hil_phase *p = malloc(sizeof(*p));
	double fixed;

	assert_non_null(p);
	hil_phase_init(p);
	for (size_t i = 0; i < count; i++)
		hil_phase_add(p, (uint64_t)ceil(start + period * (double)i));
	fixed = hil_phase_fixed(p);
	free(p);
	return fixed;
}

static void a_whole_number_of_samples_stays_at_one_phase(void **state)
{
	(void)state;
	assert_true(fixed_of(1000.3, 24000, 5000) == 0.5);
	assert_true(fixed_of(7.9, 4000, 100) == 0.5);
	/* 1e-6 samples a period: after 5,000 periods 0.005 of a sample */
	assert_true(fixed_of(1000.3, 24000.000001, 5000) == 0.5);
}

static void a_period_that_sweeps_leaves_nothing(void **state)
{
	(void)state;
	/* golden section: the most even of all sequences */
	assert_true(fixed_of(1000.3, 24000.6180339887, 5000) < 0.03);
	/* one sample in 1,000 periods, five times around */
	assert_true(fixed_of(1000.3, 24000.001, 5000) < 0.06);
}

/* Two phases half a sample apart: their mean error is at most a quarter. */
static void half_a_sample_leaves_a_quarter(void **state)
{
	(void)state;
	assert_true(fabs(fixed_of(10.1, 24000.5, 4096) - 0.25) < 0.02);
}

static void missing_edges_change_nothing(void **state)
{
	struct hil_phase *p = malloc(sizeof(*p));

	(void)state;
	assert_non_null(p);
	hil_phase_init(p);
	for (uint64_t i = 0; i < 4096; i++)
		if (i % 10 && i % 37)
			hil_phase_add(p, 5 + 1000 * i);
	assert_true(hil_phase_fixed(p) == 0.5);
	free(p);
}

static void jitter_of_half_a_sample_spreads_a_locked_stimulus(void **state)
{
	struct hil_phase *p = malloc(sizeof(*p));
	uint32_t random = 1;
	double jitter;

	(void)state;
	assert_non_null(p);
	hil_phase_init(p);
	for (int i = 0; i < 4096; i++) {
		jitter = 0;
		/* twelve uniform numbers: variance 1; half of that deviation */
		for (int n = 0; n < 12; n++) {
			random = random * 1664525u + 1013904223u;
			jitter += (double)random / 4294967296.0 - 0.5;
		}
		hil_phase_add(p,
			      (uint64_t)ceil(1000.3 + 1000.0 * i + jitter / 2));
	}
	/* exp(-2 pi^2 / 4) / pi = 0.0023, and the noise of the estimate */
	assert_true(hil_phase_fixed(p) < 0.03);
	free(p);
}

/* Five phases, a fifth of a sample apart; 3 % of the edges come up to 300
 * samples late, as those of a generator that is a program do. */
static void late_edges_do_not_hide_a_lock(void **state)
{
	struct hil_phase *p = malloc(sizeof(*p));
	double fixed;

	(void)state;
	assert_non_null(p);
	hil_phase_init(p);
	for (int i = 0; i < 4000; i++)
		hil_phase_add(p, (uint64_t)ceil(100.05 + 2000.4 * i) +
					 (i % 33 ? 0 : (uint64_t)(i % 301)));
	fixed = hil_phase_fixed(p);
	assert_true(fixed > 0.08 && fixed < 0.13);
	free(p);
}

static void too_few_edges_are_taken_as_locked(void **state)
{
	(void)state;
	assert_true(fixed_of(3.5, 100.5, 0) == 0.5);
	assert_true(fixed_of(3.5, 100.5, 2) == 0.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_number_of_samples_stays_at_one_phase),
		cmocka_unit_test(a_period_that_sweeps_leaves_nothing),
		cmocka_unit_test(half_a_sample_leaves_a_quarter),
		cmocka_unit_test(missing_edges_change_nothing),
		cmocka_unit_test(
			jitter_of_half_a_sample_spreads_a_locked_stimulus),
		cmocka_unit_test(late_edges_do_not_hide_a_lock),
		cmocka_unit_test(too_few_edges_are_taken_as_locked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
