/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants from words, and the order of their blocks. */
#include <errno.h>

#include "rig/compare/plan.h"
#include "rig/compare/variant.h"
#include "tests/unit/test.h"

static void variant_takes_front_end_and_scheduling_in_any_order(void **state)
{
	struct hil_variants v = { .count = 0 };

	(void)state;
	assert_int_equal(
		hil_variants_add(&v, "fifo:40,term,refresh=100ms,cpus=0-1"), 0);
	assert_int_equal(v.of[0].front, HIL_FRONT_TERM);
	assert_string_equal(v.of[0].sched, "fifo:40");
	assert_string_equal(v.of[0].cpus, "0-1");
	assert_true(v.of[0].refresh_ns == 100000000);
	assert_string_equal(v.of[0].name, "term fifo:40 100ms cpus 0-1");
	assert_int_equal(hil_variants_add(&v, "web:clients=3,sched=idle"), 0);
	assert_int_equal(v.of[1].front, HIL_FRONT_WEB);
	assert_int_equal(v.of[1].clients, 3);
	assert_string_equal(v.of[1].name, "web x3 idle");
	hil_variants_free(&v);
}

static void variant_takes_all_behind_cmd_as_the_command(void **state)
{
	struct hil_variants v = { .count = 0 };

	(void)state;
	assert_int_equal(hil_variants_add(&v, "name=x,cmd:spin 1,2 term"), 0);
	assert_int_equal(v.of[0].front, HIL_FRONT_COMMAND);
	assert_string_equal(v.of[0].command, "spin 1,2 term");
	assert_string_equal(v.of[0].name, "x");
	hil_variants_free(&v);
}

static void variant_takes_a_load_beside_its_front_end(void **state)
{
	struct hil_variants v = { .count = 0 };

	(void)state;
	assert_int_equal(hil_variants_add(&v, "term,load:busy -n 3,4"), 0);
	assert_int_equal(v.of[0].front, HIL_FRONT_TERM);
	assert_string_equal(v.of[0].load, "busy -n 3,4");
	assert_string_equal(v.of[0].name, "term + busy -n 3,4");
	assert_int_equal(hil_variants_add(&v, "none,load:busy"), 0);
	assert_true(hil_variant_runs(&v.of[1]));
	assert_int_equal(hil_variants_add(&v, "none"), 0);
	assert_false(hil_variant_runs(&v.of[2]));
	hil_variants_free(&v);
}

static void variant_refuses_what_it_does_not_know(void **state)
{
	static const char *const wrong[] = {
		"",
		"fifo:40",
		"trem",
		"term,managed",
		"term,fifo:0",
		"term,fifo:100",
		"term,fifo:",
		"term,refresh=1ms",
		"term,refresh=1h",
		"web:clients=0",
		"web:clients=x",
		"cmd:",
		"term,cmd:x",
		"term,cpus=",
		"term,name=",
		"load:x",
		"term,load:",
	};
	struct hil_variants v = { .count = 0 };
	struct test_log log = { .used = 0 };

	(void)state;
	hil_log_to(test_log_sink, &log);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		log.used = 0;
		assert_int_equal(hil_variants_add(&v, wrong[i]), -EINVAL);
		assert_true(log.used > 0);
	}
	assert_int_equal(v.count, 0);
	hil_log_to(NULL, NULL);
}

static void variant_names_the_nearest_front_end(void **state)
{
	struct hil_variants v = { .count = 0 };
	struct test_log log = { .used = 0 };

	(void)state;
	hil_log_to(test_log_sink, &log);
	assert_int_equal(hil_variants_add(&v, "manged"), -EINVAL);
	assert_non_null(strstr(log.text, "did you mean \"managed\"?"));
	hil_log_to(NULL, NULL);
}

static void variant_refuses_a_second_of_the_same_name(void **state)
{
	struct hil_variants v = { .count = 0 };
	struct test_log log = { .used = 0 };

	(void)state;
	hil_log_to(test_log_sink, &log);
	assert_int_equal(hil_variants_add(&v, "none"), 0);
	assert_int_equal(hil_variants_add(&v, "none"), -EINVAL);
	assert_int_equal(hil_variants_add(&v, "none,name=again"), 0);
	assert_int_equal(v.count, 2);
	hil_variants_free(&v);
	hil_log_to(NULL, NULL);
}

static void variant_defaults_are_the_five_of_the_issue(void **state)
{
	static const char *const names[] = { "none", "term other",
					     "term fifo:40", "managed other",
					     "managed fifo:40" };
	struct hil_variants v = { .count = 0 };

	(void)state;
	assert_int_equal(hil_variants_default(&v, 80), 0);
	assert_int_equal(v.count, 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(v.of[i].name, names[i]);
	hil_variants_free(&v);
}

static void variant_file_says_where_it_is_wrong(void **state)
{
	char path[] = "/tmp/variants-XXXXXX";
	int fd = mkstemp(path);
	struct hil_variants v = { .count = 0 };
	struct test_log log = { .used = 0 };
	static const char text[] = "# two\nnone\n\n  term,fifo:40\nbad\n";

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	close(fd);
	hil_log_to(test_log_sink, &log);
	assert_int_equal(hil_variants_file(&v, path), -EINVAL);
	assert_int_equal(v.count, 2);
	assert_non_null(strstr(log.text, ":5:"));
	assert_int_equal(hil_variants_file(&v, "/nonexistent"), -ENOENT);
	hil_variants_free(&v);
	unlink(path);
	hil_log_to(NULL, NULL);
}

static void plan_reverses_every_second_round(void **state)
{
	size_t order[10 * 5], count[5] = { 0 };

	(void)state;
	hil_plan_make(7, 10, 5, order);
	for (size_t round = 0; round < 10; round += 2) {
		for (size_t i = 0; i < 5; i++)
			assert_int_equal(order[round * 5 + i],
					 order[round * 5 + 9 - i]);
	}
	for (size_t i = 0; i < 50; i++)
		count[order[i]]++;
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(count[i], 10);
}

static void plan_is_the_same_for_the_same_seed_only(void **state)
{
	size_t a[60], b[60], c[60];

	(void)state;
	hil_plan_make(1, 12, 5, a);
	hil_plan_make(1, 12, 5, b);
	hil_plan_make(2, 12, 5, c);
	assert_memory_equal(a, b, sizeof(a));
	assert_memory_not_equal(a, c, sizeof(a));
}

static void plan_fits_ten_rounds_into_the_time(void **state)
{
	double block_s = 0;

	(void)state;
	/* 120 s / (10 rounds * 5 variants) - 0.4 s = 2 s */
	assert_int_equal(hil_plan_fit(120, 5, 0.4, &block_s), 10);
	assert_true(block_s > 1.99 && block_s < 2.01);
	block_s = 5; /* 120 / (2 * 5.4) = 11.1 */
	assert_int_equal(hil_plan_fit(120, 2, 0.4, &block_s), 11);
	assert_true(block_s == 5);
	block_s = 0; /* as short as it gets: 1 s */
	assert_int_equal(hil_plan_fit(1, 2, 0.4, &block_s), 1);
	assert_true(block_s == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			variant_takes_front_end_and_scheduling_in_any_order),
		cmocka_unit_test(variant_takes_all_behind_cmd_as_the_command),
		cmocka_unit_test(variant_takes_a_load_beside_its_front_end),
		cmocka_unit_test(variant_refuses_what_it_does_not_know),
		cmocka_unit_test(variant_names_the_nearest_front_end),
		cmocka_unit_test(variant_refuses_a_second_of_the_same_name),
		cmocka_unit_test(variant_defaults_are_the_five_of_the_issue),
		cmocka_unit_test(variant_file_says_where_it_is_wrong),
		cmocka_unit_test(plan_reverses_every_second_round),
		cmocka_unit_test(plan_is_the_same_for_the_same_seed_only),
		cmocka_unit_test(plan_fits_ten_rounds_into_the_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
