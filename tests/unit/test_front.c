/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options, scheduling and statistics of front ends. */
#include <errno.h>
#include <sched.h>
#include <sys/wait.h>

#include "gui-bridge/front/front.h"
#include "tests/unit/test.h"

static void scheduling_is_read_strictly(void **state)
{
	static const char *const wrong[] = {
		"",        "fifo", "fifo:",  "fifo:x",  "other:1", "FIFO:1",
		"fifo:1x", "fif",  "batch:", "fifo: 1", "rr:-1",   "idle 1"
	};
	struct hil_sched s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(hil_sched_parse(wrong[i], &s), -EINVAL);
	assert_int_equal(hil_sched_parse("fifo:0", &s), -ERANGE);
	assert_int_equal(hil_sched_parse("rr:100", &s), -ERANGE);
	assert_int_equal(hil_sched_parse("fifo:70", &s), 0);
	assert_int_equal(s.policy, SCHED_FIFO);
	assert_int_equal(s.priority, 70);
	assert_int_equal(hil_sched_parse("idle", &s), 0);
	assert_int_equal(s.policy, SCHED_IDLE);
	assert_int_equal(s.priority, 0);
}

static void cpu_lists_are_read_strictly(void **state)
{
	static const char *const wrong[] = { "",    "x",  "0,",  ",0",
					     "1-0", "0-", "0 1", "99999" };
	struct test_log log;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		test_log_start(&log);
		assert_int_equal(hil_sched_apply(NULL, wrong[i]), -EINVAL);
		test_log_stop();
		assert_non_null(strstr(log.text, "--cpus"));
	}
}

/* In a child: the test itself stays as it is. */
static void what_is_asked_for_is_read_back(void **state)
{
	const struct hil_sched batch = { SCHED_BATCH, 0 };
	char text[64];
	cpu_set_t set;
	int status, cpu = 0;
	pid_t pid;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET((size_t)cpu, &set))
		cpu++;
	pid = fork();
	if (pid == 0) {
		char list[16];

		snprintf(list, sizeof(list), "%d", cpu);
		if (hil_sched_apply(&batch, list) ||
		    strcmp(hil_sched_read(text, sizeof(text)), "batch") ||
		    strcmp(hil_sched_read_cpus(text, sizeof(text)), list))
			_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static int read_options(struct hil_front_options *o, const char **name,
			const char *a, const char *b)
{
	char program[] = "hilrig-gui", first[64], second[64];
	char *argv[] = { program, NULL, NULL, NULL };
	int argc = 1;

	if (a)
		argv[argc++] = strcpy(first, a);
	if (b)
		argv[argc++] = strcpy(second, b);
	return hil_front_options_read(o, argc, argv, name);
}

static void a_front_end_is_a_word_or_a_flag(void **state)
{
	struct hil_front_options o;
	const char *name;

	(void)state;
	assert_int_equal(read_options(&o, &name, "--web", NULL), 0);
	assert_string_equal(name, "web");
	hil_front_options_free(&o);
	assert_int_equal(read_options(&o, &name, NULL, NULL), 0);
	assert_null(name);
	assert_int_equal(o.refresh_ns, HIL_REFRESH_DEFAULT_NS);
	hil_front_options_free(&o);
}

static void wrong_options_are_named(void **state)
{
	static const char *const wrong[][2] = {
		{ "--web", "--term" },     { "--web", "term" },
		{ "term", "window" },      { "--refresh=19ms", NULL },
		{ "--refresh=6s", NULL },  { "--sched=fast", NULL },
		{ "--line=4", NULL },      { "--span=0", NULL },
		{ "--refrsh=50ms", NULL }, { "--duration=x", NULL },
	};
	struct hil_front_options o;
	struct test_log log;
	const char *name;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		test_log_start(&log);
		assert_true(read_options(&o, &name, wrong[i][0], wrong[i][1]) <
			    0);
		test_log_stop();
		assert_true(log.used > 0);
		hil_front_options_free(&o);
	}
}

static void statistics_say_what_was_done(void **state)
{
	struct hil_front_options o = { .socket = (char[]){ "/nonexistent/x" },
				       .refresh_ns = HIL_REFRESH_DEFAULT_NS };
	struct hil_front f;
	json_t *stats;

	(void)state;
	assert_int_equal(hil_front_open(&f, "test", &o), 0);
	assert_true(hil_front_begin(&f));
	hil_front_end(&f);
	assert_int_equal(f.view->attached, 0);
	f.refresh.skipped = 3;
	stats = hil_front_stats(&f);
	assert_string_equal(json_string_value(json_object_get(stats, "schema")),
			    "hilrig-gui-stats-1");
	assert_string_equal(
		json_string_value(json_object_get(stats, "front_end")), "test");
	assert_int_equal(
		json_integer_value(json_object_get(stats, "frames_drawn")), 1);
	assert_int_equal(
		json_integer_value(json_object_get(stats, "frames_skipped")),
		3);
	assert_int_equal(json_integer_value(json_object_get(stats, "torn")), 0);
	assert_true(json_is_null(json_object_get(
		json_object_get(stats, "staleness_ms"), "mean")));
	assert_true(json_is_null(json_object_get(stats, "runtime")));
	assert_true(json_is_real(
		json_object_get(json_object_get(stats, "cpu_s"), "user")));
	json_decref(stats);
	assert_int_equal(hil_front_close(&f), 0);
}

static void a_paused_front_end_draws_and_skips_nothing(void **state)
{
	struct hil_front_options o = { .socket = (char[]){ "/nonexistent/x" },
				       .refresh_ns = HIL_REFRESH_MIN_NS };
	struct hil_front f;

	(void)state;
	assert_int_equal(hil_front_open(&f, "test", &o), 0);
	f.paused = true;
	usleep(50000);
	assert_false(hil_front_begin(&f));
	f.paused = false;
	assert_false(hil_front_begin(&f)); /* due again in 20 ms */
	assert_int_equal(f.refresh.skipped, 0);
	assert_int_equal(hil_front_close(&f), 0);
}

/* 40 s is in the list of spans, 50 ms in that of periods. */
static void keys_mean_the_same_everywhere(void **state)
{
	static struct hil_front f;
	const char *c;

	(void)state;
	hil_refresh_init(&f.refresh, 50 * 1000000, 0);
	f.choice.span_ns = INT64_C(40000000000);
	for (c = "+sp"; *c; c++)
		assert_true(hil_front_press(&f, *c));
	assert_int_equal(f.refresh.period_ns, 100 * 1000000);
	assert_int_equal(f.choice.span_ns, INT64_C(120000000000));
	assert_true(f.paused);
	for (c = "-- SSS"; *c; c++)
		assert_true(hil_front_press(&f, *c));
	assert_int_equal(f.refresh.period_ns, 20 * 1000000);
	assert_int_equal(f.choice.span_ns, INT64_C(5000000000));
	assert_false(f.paused || f.stop);
	for (c = "hntN\033"; *c; c++)
		assert_false(hil_front_press(&f, *c));
	assert_false(hil_front_press(&f, 0));
	assert_true(hil_front_press(&f, 'q'));
	assert_true(f.stop);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scheduling_is_read_strictly),
		cmocka_unit_test(cpu_lists_are_read_strictly),
		cmocka_unit_test(what_is_asked_for_is_read_back),
		cmocka_unit_test(a_front_end_is_a_word_or_a_flag),
		cmocka_unit_test(wrong_options_are_named),
		cmocka_unit_test(statistics_say_what_was_done),
		cmocka_unit_test(a_paused_front_end_draws_and_skips_nothing),
		cmocka_unit_test(keys_mean_the_same_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
