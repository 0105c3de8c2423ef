/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A config is changed where it must be, and nowhere else. */
#include "rig/wire/wire_config.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/unit/test.h"

static const char plain[] = "# my rig\n"
			    "[rig]\n"
			    "name = pi5\n"
			    "\n"
			    "[board]\n"
			    "  line   =  0   \n"
			    "; the probe, C:\\\n"
			    "probe = 1\n"
			    "[analyzer]\n"
			    "channels = \\\n"
			    "    D0=stimulus,D1=probe\n"
			    "device = fx2lafw";

static char *edit(const char *text, const struct hil_wire_edit *edits,
		  size_t count)
{
	char *result;

	assert_int_equal(hil_wire_config_edit("rig.conf", text, strlen(text),
					      edits, count, &result),
			 0);
	return result;
}

static void values_change_and_all_else_stays(void **state)
{
	static const struct hil_wire_edit edits[] = {
		{ "analyzer", "channels", "D1=stimulus,D0=probe" },
		{ "board", "line", "5" },
	};
	char *result = edit(plain, edits, 2);

	(void)state;
	assert_string_equal(result, "# my rig\n"
				    "[rig]\n"
				    "name = pi5\n"
				    "\n"
				    "[board]\n"
				    "  line   =  5\n"
				    "; the probe, C:\\\n"
				    "probe = 1\n"
				    "[analyzer]\n"
				    "channels = D1=stimulus,D0=probe\n"
				    "device = fx2lafw\n");
	free(result);
}

static void missing_keys_come_with_their_section(void **state)
{
	static const struct hil_wire_edit edits[] = {
		{ "rig", "edge", "falling" },
		{ "rig", "probe_edge", "falling" },
		{ "generator", "device", "manual" },
		{ "generator", "period", "4ms" },
		{ "analyzer", "samplerate", "1m" },
	};
	char *result = edit(plain, edits, 5);

	(void)state;
	assert_contains(result, "name = pi5\nedge = falling\n"
				"probe_edge = falling\n\n[board]");
	assert_contains(result, "device = fx2lafw\nsamplerate = 1m\n"
				"\n[generator]\ndevice = manual\n"
				"period = 4ms\n");
	free(result);
}

static void line_ends_of_windows_stay(void **state)
{
	static const struct hil_wire_edit edits[] = {
		{ "board", "line", "5" },
		{ "board", "spare", "0" },
	};
	char *result = edit("[board]\r\nline = 0\r\nprobe = 1\r\n", edits, 2);

	(void)state;
	assert_string_equal(result, "[board]\r\nline = 5\r\nprobe = 1\r\n"
				    "spare = 0\r\n");
	free(result);
}

static void what_is_no_config_is_refused(void **state)
{
	static const struct hil_wire_edit e = { "board", "line", "5" };
	static const char *const bad[] = { "[board\n", "line\n", "a = \"b\n",
					   "line = 1\nline = 2\n", "x = \\" };
	struct test_log log;
	char *result;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		test_log_start(&log);
		assert_int_equal(hil_wire_config_edit("rig.conf", bad[i],
						      strlen(bad[i]), &e, 1,
						      &result),
				 -EINVAL);
		test_log_stop();
		assert_contains(log.text, "rig.conf:");
		assert_null(result);
	}
}

static char *read_file(const char *path)
{
	static char text[4096];
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;

	assert_non_null(f);
	fclose(f);
	text[n] = '\0';
	return text;
}

static void a_file_is_replaced_and_its_old_text_kept(void **state)
{
	static const struct hil_wire_edit e = { "board", "line", "5" };
	char folder[256], path[300], backup[310], other[300];
	struct test_log log;

	(void)state;
	test_folder_make(folder);
	snprintf(path, sizeof(path), "%s/rig.conf", folder);
	snprintf(backup, sizeof(backup), "%s~", path);
	snprintf(other, sizeof(other), "%s/other.conf", folder);
	test_file_write(path, plain, strlen(plain));
	assert_int_equal(hil_wire_config_write(path, other, NULL, &e, 1), 0);
	assert_contains(read_file(other), "line   =  5\n");
	assert_string_equal(read_file(path), plain);
	assert_int_equal(hil_wire_config_write(path, NULL, NULL, &e, 1), 0);
	assert_contains(read_file(path), "line   =  5\n");
	assert_string_equal(read_file(backup), plain);
	test_log_start(&log);
	assert_int_equal(hil_wire_config_write(path, other, NULL, &e, 1),
			 -EEXIST);
	test_log_stop();
	assert_contains(log.text, "the file exists");
	test_folder_remove(folder);
}

/* What a full disk does, a limit on files does, too. */
static void a_config_that_cannot_be_written_leaves_nothing(void **state)
{
	static const struct hil_wire_edit e = { "board", "line", "5" };
	char folder[256], path[300], other[320];
	struct rlimit before, tight;
	struct test_log log;

	(void)state;
	test_folder_make(folder);
	snprintf(path, sizeof(path), "%s/rig.conf", folder);
	snprintf(other, sizeof(other), "%s/other.conf", folder);
	test_file_write(path, plain, strlen(plain));
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	tight = before;
	tight.rlim_cur = 10;
	test_log_start(&log);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	assert_int_equal(hil_wire_config_write(path, other, NULL, &e, 1),
			 -EFBIG);
	assert_int_equal(hil_wire_config_write(path, NULL, NULL, &e, 1),
			 -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	test_log_stop();
	assert_contains(log.text, "cannot write");
	assert_int_equal(access(other, F_OK), -1);
	assert_string_equal(read_file(path), plain);
	snprintf(other, sizeof(other), "%s.new", path);
	assert_int_equal(access(other, F_OK), -1);
	test_folder_remove(folder);
}

static void a_drop_in_with_the_last_word_is_named(void **state)
{
	static const struct hil_wire_edit e = { "board", "line", "5" };
	char folder[256], path[300], drop[320];
	struct test_log log;

	(void)state;
	test_folder_make(folder);
	snprintf(path, sizeof(path), "%s/rig.conf", folder);
	test_file_write(path, plain, strlen(plain));
	snprintf(drop, sizeof(drop), "%s.d", path);
	assert_int_equal(mkdir(drop, 0700), 0);
	snprintf(drop, sizeof(drop), "%s.d/1.conf", path);
	test_file_write(drop, "[board]\nline = 4\n", 17);
	test_log_start(&log);
	assert_int_equal(hil_wire_config_write(path, NULL, NULL, &e, 1),
			 -EINVAL);
	test_log_stop();
	assert_contains(log.text, "1.conf:2 has the last word");
	assert_string_equal(read_file(path), plain);
	test_folder_remove(folder);
}

/* What is written is read back as it was given. */
static void a_new_config_says_what_was_given(void **state)
{
	struct hil_run_options o = { 0 }, again = { 0 };
	char folder[256], path[300];
	char *argv[] = { (char[]){ "wire" },
			 (char[]){ "--analyzer=fx2lafw:samplerate=24m" },
			 (char[]){ "--line-volts=3.3" },
			 (char[]){ "--period=2500us" },
			 (char[]){ "--line=GPIO17" },
			 (char[]){ "--board=none" },
			 (char[]){ "--priority=70" },
			 NULL };
	int first;

	(void)state;
	test_folder_make(folder);
	snprintf(path, sizeof(path), "%s/rig.conf", folder);
	hil_options_init(hil_run_option_table, &o);
	assert_int_equal(
		hil_options_args(hil_run_option_table, &o, 7, argv, "", &first),
		0);
	assert_int_equal(hil_wire_config_write(NULL, path, &o, NULL, 0), 0);
	hil_options_init(hil_run_option_table, &again);
	assert_int_equal(hil_options_config(hil_run_option_table, &again, path),
			 0);
	assert_string_equal(again.analyzer, "fx2lafw:samplerate=24m");
	assert_string_equal(again.line, "GPIO17");
	assert_float_equal(again.line_volts, 3.3, 1e-9);
	assert_int_equal(again.period_ns, 2500000);
	assert_int_equal(again.board, HIL_BOARD_NONE);
	assert_int_equal(again.priority, 70);
	assert_false(again.given.probe);
	hil_options_free(hil_run_option_table, &o);
	hil_options_free(hil_run_option_table, &again);
	test_folder_remove(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_change_and_all_else_stays),
		cmocka_unit_test(missing_keys_come_with_their_section),
		cmocka_unit_test(line_ends_of_windows_stay),
		cmocka_unit_test(what_is_no_config_is_refused),
		cmocka_unit_test(a_file_is_replaced_and_its_old_text_kept),
		cmocka_unit_test(
			a_config_that_cannot_be_written_leaves_nothing),
		cmocka_unit_test(a_drop_in_with_the_last_word_is_named),
		cmocka_unit_test(a_new_config_says_what_was_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
