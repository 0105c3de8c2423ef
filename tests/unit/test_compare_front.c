/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Front ends run through a shell: here, and as one on a board would be. */
#include <signal.h>

#include "rig/compare/front_process.h"
#include "tests/unit/test.h"

static struct hil_front_outcome run_for(const char *exec, const char *spec,
					useconds_t us)
{
	struct hil_variants v = { .count = 0 };
	struct hil_front_process *f;
	struct hil_front_outcome end;

	assert_int_equal(hil_variants_add(&v, spec), 0);
	assert_int_equal(hil_front_process_start(exec, &v.of[0], &f), 0);
	usleep(us);
	hil_front_process_stop(f);
	while (!hil_front_process_over(f))
		usleep(2000);
	end = hil_front_process_finish(f);
	hil_variants_free(&v);
	return end;
}

static void front_ends_by_our_signal_and_tells_its_time(void **state)
{
	struct hil_front_outcome end = run_for(NULL, "cmd:sleep 30", 50000);

	(void)state;
	assert_true(end.known);
	assert_int_equal(end.status, 143);
	assert_true(end.cpu_known);
	assert_true(end.user_s + end.system_s < 1);
	assert_null(end.stats);
}

static void front_runs_behind_an_exec_command_as_behind_ssh(void **state)
{
	/* env stands for what connects to a board */
	struct hil_front_outcome end =
		run_for("env HERE=1", "cmd:sh -c 'exit $((HERE + 6))'", 100000);

	(void)state;
	assert_true(end.known);
	assert_int_equal(end.status, 7);
}

static void front_that_is_not_there_is_127(void **state)
{
	struct hil_front_outcome end =
		run_for(NULL, "cmd:/nonexistent/program", 100000);

	(void)state;
	assert_true(end.known);
	assert_int_equal(end.status, 127);
}

static void front_that_does_not_end_is_killed(void **state)
{
	struct hil_front_outcome end = run_for(
		NULL, "cmd:sh -c 'trap \"\" TERM; while :; do sleep 1; done'",
		200000);

	(void)state;
	assert_true(end.known);
	assert_int_equal(end.status, 137); /* 128 + SIGKILL */
}

static void front_counts_the_time_of_a_program_that_computes(void **state)
{
	struct hil_front_outcome end =
		run_for(NULL, "cmd:sh -c 'while :; do :; done'", 400000);

	(void)state;
	assert_true(end.cpu_known);
	assert_true(end.user_s + end.system_s > 0);
}

static void front_ends_its_load_with_it(void **state)
{
	char spec[128], path[] = "/tmp/load-XXXXXX";
	int fd = mkstemp(path);
	struct hil_front_outcome end;
	char text[32];
	ssize_t n;

	(void)state;
	/* the load says its process id, by which we see whether it is gone */
	snprintf(spec, sizeof(spec),
		 "none,load:sh -c 'echo $$ >%s; exec sleep 30'", path);
	end = run_for(NULL, spec, 200000);
	assert_true(end.known);
	n = read(fd, text, sizeof(text) - 1);
	assert_true(n > 0);
	text[n] = '\0';
	assert_int_equal(kill((pid_t)atoi(text), 0), -1);
	close(fd);
	unlink(path);
}

static void front_without_its_connection_is_not_known(void **state)
{
	struct hil_front_outcome end = run_for("false", "cmd:sleep 30", 100000);

	(void)state;
	assert_false(end.known);
	assert_false(end.cpu_known);
}

static void front_script_quotes_what_the_user_wrote(void **state)
{
	struct hil_variants v = { .count = 0 };
	char *text;

	(void)state;
	assert_int_equal(
		hil_variants_add(&v, "term,fifo:40,refresh=100ms,cpus=0'1"), 0);
	text = hil_front_process_script(&v.of[0], true);
	assert_non_null(strstr(text, "'hilrig-gui' term --pty --sched "
				     "'fifo:40' --cpus '0'\\''1' --refresh "
				     "'100ms' --stats - </dev/null & p=$!;"));
	free(text);
	assert_int_equal(hil_variants_add(&v, "rr:3,cpus=1,cmd:x y"), 0);
	text = hil_front_process_script(&v.of[1], true);
	assert_non_null(strstr(text, "taskset -c '1' chrt --rr 3 sh -c "
				     "'exec x y' >/dev/null "));
	free(text);
	assert_int_equal(hil_variants_add(&v, "web:clients=3"), 0);
	text = hil_front_process_script(&v.of[2], true);
	assert_non_null(strstr(text, "[ $i -lt 3 ]"));
	free(text);
	hil_variants_free(&v);
}

static void front_takes_its_own_word_for_its_time(void **state)
{
	struct hil_front_outcome end = hil_front_process_parse(
		"{\"cpu_s\":{\"user\":0.5,\"system\":0.25}}\n"
		"hilrig-front-end 0\n0m0s 0m0s\n1m1s 0m2s\n");

	(void)state;
	assert_true(end.cpu_known);
	assert_true(end.user_s == 0.5 && end.system_s == 0.25);
	json_decref(end.stats);
}

static void front_reads_statistics_among_other_output(void **state)
{
	struct hil_front_outcome end = hil_front_process_parse(
		"{ not json\n"
		"{\"schema\":\"old\"}\n"
		"text\n"
		"{\"schema\":\"hilrig-gui-stats-1\",\n \"torn\":0}\n"
		"hilrig-front-end 0\n"
		"0m0.010s 0m0.020s\n"
		"1m1.500s 0m0.250s\n");

	(void)state;
	assert_true(end.known);
	assert_int_equal(end.status, 0);
	assert_true(end.user_s == 61.5 && end.system_s == 0.25);
	assert_string_equal(
		json_string_value(json_object_get(end.stats, "schema")),
		"hilrig-gui-stats-1");
	json_decref(end.stats);
}

static void front_takes_any_output_without_harm(void **state)
{
	static const char *const text[] = { "", "hilrig-front-end ",
					    "hilrig-front-end x\n1\n2",
					    "{\n{\n{", "\n\n\n{}" };

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		struct hil_front_outcome end = hil_front_process_parse(text[i]);

		assert_false(end.known);
		assert_false(end.cpu_known);
		json_decref(end.stats);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(front_ends_by_our_signal_and_tells_its_time),
		cmocka_unit_test(
			front_runs_behind_an_exec_command_as_behind_ssh),
		cmocka_unit_test(front_that_is_not_there_is_127),
		cmocka_unit_test(front_that_does_not_end_is_killed),
		cmocka_unit_test(
			front_counts_the_time_of_a_program_that_computes),
		cmocka_unit_test(front_ends_its_load_with_it),
		cmocka_unit_test(front_without_its_connection_is_not_known),
		cmocka_unit_test(front_script_quotes_what_the_user_wrote),
		cmocka_unit_test(front_takes_its_own_word_for_its_time),
		cmocka_unit_test(front_reads_statistics_among_other_output),
		cmocka_unit_test(front_takes_any_output_without_harm),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
