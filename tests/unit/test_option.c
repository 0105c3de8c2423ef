/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/option.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>

#include "daemon/base/time.h"
#include "tests/unit/test.h"

static const char *const edges[] = { "rising", "falling", "both", NULL };

struct settings {
	bool quiet, quiet_set;
	uint64_t line, rate_hz, bins;
	int64_t priority, period_ns, wait_ns;
	double volts;
	char *name;
	char *json;
	int edge;
	bool line_set, period_set, name_set, volts_set, edge_set;
};

#define FIELD(name) .offset = offsetof(struct settings, name)
#define GIVEN(name) .set_offset = (ptrdiff_t)offsetof(struct settings, name)
#define NEVER       .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "quiet",
	  .letter = 'q',
	  .key = "output.quiet",
	  .type = HIL_OPTION_FLAG,
	  FIELD(quiet),
	  GIVEN(quiet_set),
	  .help = "Print nothing." },
	{ .name = "line",
	  .key = "board.line",
	  .type = HIL_OPTION_U64,
	  .min = 0,
	  .max = 1023,
	  FIELD(line),
	  GIVEN(line_set),
	  .argument = "N",
	  .help = "Stimulus line." },
	{ .name = "rate",
	  .type = HIL_OPTION_RATE,
	  .unit = "Hz",
	  .initial = "24m",
	  .min = 1,
	  .max = INFINITY,
	  FIELD(rate_hz),
	  NEVER,
	  .argument = "HZ",
	  .help = "Sample rate." },
	{ .name = "priority",
	  .letter = 'p',
	  .type = HIL_OPTION_I64,
	  .initial = "80",
	  .min = -1,
	  .max = 98,
	  FIELD(priority),
	  NEVER,
	  .argument = "PRIO",
	  .help = "Priority of the IST." },
	{ .name = "period",
	  .letter = 'i',
	  .key = "generator.period",
	  .type = HIL_OPTION_DURATION,
	  .unit = "us",
	  .initial = "4ms",
	  .min = 10e3,
	  .max = 10e9,
	  .bare_ns = HIL_NS_PER_US,
	  FIELD(period_ns),
	  GIVEN(period_set),
	  .argument = "PERIOD",
	  .help = "Time between edges, which is a sentence so long that the "
		  "help text needs a second line for it." },
	{ .name = "max-wait",
	  .type = HIL_OPTION_DURATION,
	  FIELD(wait_ns),
	  NEVER,
	  .argument = "TIME",
	  .help = "Patience." },
	{ .name = "volts",
	  .key = "rig.line_volts",
	  .type = HIL_OPTION_DOUBLE,
	  .unit = "V",
	  .min = 0.1,
	  .max = 5,
	  FIELD(volts),
	  GIVEN(volts_set),
	  .argument = "V",
	  .help = "Voltage of the line." },
	{ .name = "name",
	  .key = "rig.name",
	  .type = HIL_OPTION_STRING,
	  FIELD(name),
	  GIVEN(name_set),
	  .argument = "NAME",
	  .help = "Name of the rig." },
	{ .name = "json",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  FIELD(json),
	  NEVER,
	  .argument = "FILE",
	  .help = "Print JSON." },
	{ .name = "bins",
	  .letter = 'H',
	  .type = HIL_OPTION_U64,
	  .optional_value = true,
	  .implied = "100",
	  .max = 1e6,
	  FIELD(bins),
	  NEVER,
	  .argument = "US",
	  .help = "Print a histogram." },
	{ .name = "edge",
	  .key = "board.edge",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "rising",
	  .choices = edges,
	  FIELD(edge),
	  GIVEN(edge_set),
	  .argument = "EDGE",
	  .help = "Which edges count." },
	{ 0 }
};

struct fixture {
	struct settings s;
	struct test_log log;
	char folder[256];
	char path[300];
	int first;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	test_log_start(&f->log);
	hil_options_init(table, &f->s);
	test_folder_make(f->folder);
	snprintf(f->path, sizeof(f->path), "%s/rig.conf", f->folder);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	hil_options_free(table, &f->s);
	assert_null(f->s.name);
	test_log_stop();
	test_folder_remove(f->folder);
	free(f);
	return 0;
}

/* Words of a command line, separated by one blank, into hil_options_args(). */
static int parse(struct fixture *f, const char *words)
{
	char text[512];
	char *argv[32] = { (char[]){ "test" } };
	int argc = 1;

	snprintf(text, sizeof(text), "%s", words);
	for (char *p = strtok(text, " "); p; p = strtok(NULL, " "))
		argv[argc++] = p;
	f->log.used = 0;
	f->log.text[0] = '\0';
	return hil_options_args(table, &f->s, argc, argv, "Usage: test\n",
				&f->first);
}

static int config(struct fixture *f, const char *text)
{
	f->log.used = 0;
	f->log.text[0] = '\0';
	test_file_write(f->path, text, strlen(text));
	return hil_options_config(table, &f->s, f->path);
}

static void assert_refused(struct fixture *f, const char *words,
			   const char *reason)
{
	assert_int_not_equal(parse(f, words), 0);
	assert_contains(f->log.text, reason);
	assert_ptr_equal(strchr(f->log.text, '\n') + 1,
			 f->log.text + f->log.used);
}

static void assert_config_refused(struct fixture *f, const char *text,
				  const char *reason)
{
	assert_int_equal(config(f, text) ? 1 : 0, 1);
	assert_contains(f->log.text, f->path);
	assert_contains(f->log.text, reason);
}

static void defaults_are_in_place(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(f->s.period_ns, 4000000);
	assert_int_equal(f->s.rate_hz, 24000000);
	assert_int_equal(f->s.priority, 80);
	assert_int_equal(f->s.edge, 0);
	assert_null(f->s.name);
	assert_false(f->s.quiet);
	assert_false(f->s.period_set);
}

static void every_type_is_read_from_the_command_line(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "-q --line=17 --rate 1m -p -1 -i 250 "
				  "--max-wait 2s --volts 3.3 --name bench "
				  "--edge both one two"),
			 0);
	assert_true(f->s.quiet && f->s.quiet_set);
	assert_int_equal(f->s.line, 17);
	assert_int_equal(f->s.rate_hz, 1000000);
	assert_int_equal(f->s.priority, -1);
	assert_int_equal(f->s.period_ns, 250000);
	assert_true(f->s.period_set);
	assert_int_equal(f->s.wait_ns, 2000000000);
	assert_true(f->s.volts == 3.3);
	assert_string_equal(f->s.name, "bench");
	assert_int_equal(f->s.edge, 2);
	assert_int_equal(f->first, 17);
	assert_string_equal(f->log.text, "");
}

static void operands_may_stand_anywhere_and_the_last_value_wins(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "one --name a two --name b"), 0);
	assert_string_equal(f->s.name, "b");
	assert_int_equal(f->first, 5);
	assert_int_equal(parse(f, "--name c -- --name d"), 0);
	assert_string_equal(f->s.name, "c");
	assert_int_equal(f->first, 4);
}

static void an_optional_value_may_be_left_out(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "--json -H"), 0);
	assert_string_equal(f->s.json, "-");
	assert_int_equal(f->s.bins, 100);
	assert_int_equal(parse(f, "--json=x.json -H250"), 0);
	assert_string_equal(f->s.json, "x.json");
	assert_int_equal(f->s.bins, 250);
}

static void a_value_out_of_range_is_named_with_range_and_unit(void **state)
{
	struct fixture *f = *state;

	assert_refused(f, "-i 5us",
		       "-i: 5us is out of range: it must be "
		       "10us to 10s");
	assert_refused(f, "--period=11s", "--period: 11s is out of range");
}

static void values_at_the_limits_pass_and_beyond_do_not(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "-i 10us"), 0);
	assert_int_equal(parse(f, "-i 10s"), 0);
	assert_refused(f, "-i 9999ns", "10us to 10s");
	assert_refused(f, "-i 10000000001ns", "10us to 10s");
	assert_refused(f, "--line 1024", "0 to 1023");
	assert_refused(f, "--volts 5.01", "0.1 V to 5 V");
	assert_refused(f, "-p -2", "-1 to 98");
	assert_refused(f, "--rate 0", "at least 1 Hz");
	assert_int_equal(f->s.period_ns, 10000000000);
}

static void a_duration_without_unit_needs_one_where_none_is_agreed(void **state)
{
	struct fixture *f = *state;

	assert_refused(f, "--max-wait 5", "\"5\" has no unit");
	assert_refused(f, "--max-wait soon", "is not a duration such as");
}

static void what_is_not_a_number_is_quoted(void **state)
{
	struct fixture *f = *state;

	assert_refused(f, "--line 1x", "--line: \"1x\" is not a whole number");
	assert_refused(f, "--volts 3,3", "\"3,3\" is not a decimal number");
	assert_refused(f, "--rate fast", "\"fast\" is not a rate");
	assert_refused(f, "--quiet=maybe", "\"maybe\" is not yes or no");
	assert_refused(f, "--edge risng",
		       "\"risng\" is none of rising, falling, both; did you "
		       "mean rising?");
	assert_refused(f, "--line 99999999999999999999", "0 to 1023");
}

static void an_unknown_option_is_named_with_the_nearest(void **state)
{
	struct fixture *f = *state;

	assert_refused(f, "--peroid 3",
		       "unknown option --peroid, did you "
		       "mean --period?");
	assert_refused(f, "--peroid=3",
		       "unknown option --peroid, did you "
		       "mean --period?");
	assert_refused(f, "--xyzzy", "unknown option --xyzzy, see --help");
	assert_refused(f, "-x", "unknown option -x");
	assert_refused(f, "-qx", "unknown option -x");
	assert_refused(f, "--p", "option --p is ambiguous");
	assert_refused(f, "--name", "option --name needs a value: NAME");
	assert_refused(f, "-i", "option --period needs a value: PERIOD");
	assert_refused(f, "--help=x", "--help takes no value");
}

static void config_sets_what_the_command_line_left(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "-i 1ms --quiet=no"), 0);
	assert_int_equal(config(f, "[generator]\nperiod = 2ms\n"
				   "[board]\nline = 5\nedge = both\n"
				   "[rig]\nname = bench one\n"
				   "line_volts = 1.8\n"
				   "[output]\nquiet = yes\n"),
			 0);
	assert_int_equal(f->s.period_ns, 1000000);
	assert_false(f->s.quiet);
	assert_int_equal(f->s.line, 5);
	assert_true(f->s.line_set);
	assert_int_equal(f->s.edge, 2);
	assert_true(f->s.volts == 1.8);
	assert_string_equal(f->s.name, "bench one");
}

static void a_drop_in_overrides_its_config(void **state)
{
	struct fixture *f = *state;
	char path[400];

	snprintf(path, sizeof(path), "%s.d", f->path);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s.d/a.conf", f->path);
	test_file_write(path, "[board]\nline = 9\nedge = falling\n", 32);
	assert_int_equal(parse(f, "--edge both"), 0);
	assert_int_equal(config(f, "[board]\nline = 5\n"), 0);
	assert_int_equal(f->s.line, 9);
	assert_int_equal(f->s.edge, 2);
}

static void the_first_of_two_configs_wins(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(config(f, "[board]\nline = 5\n"), 0);
	assert_int_equal(config(f, "[board]\nline = 6\nedge = both\n"), 0);
	assert_int_equal(f->s.line, 5);
	assert_int_equal(f->s.edge, 2);
}

static void wrong_configs_are_named_with_file_line_and_nearest(void **state)
{
	struct fixture *f = *state;

	assert_config_refused(f, "[board]\nlin = 3\n",
			      "rig.conf:2: unknown key \"lin\" in [board], did "
			      "you mean \"line\"?");
	assert_config_refused(f, "[generator]\nline = 3\n",
			      "rig.conf:2: \"line\" does not belong in "
			      "[generator], but in [board]");
	assert_config_refused(f, "\n[bord]\nline = 3\n",
			      "rig.conf:3: unknown section [bord], did you "
			      "mean [board]?");
	assert_config_refused(f, "line = 3\n",
			      "rig.conf:1: \"line\" stands before the first");
	assert_config_refused(f, "[generator]\n\nperiod = 1us\n",
			      "rig.conf:3: period: 1us is out of range: it "
			      "must be 10us to 10s");
	assert_config_refused(f, "[xyz]\na = 1\n",
			      "rig.conf:2: unknown section [xyz]\n");
	assert_int_equal(hil_options_config(table, &f->s, "/no/x.conf"),
			 -ENOENT);
	assert_contains(f->log.text, "cannot read /no/x.conf");
}

static void an_overridden_config_value_must_still_be_right(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(parse(f, "-i 1ms"), 0);
	assert_config_refused(f, "[generator]\nperiod = soon\n",
			      ":2: period: \"soon\" is not");
}

/* Standard output of @f into @text. */
static void catch_stdout(struct fixture *f, char *text, size_t size)
{
	int saved = dup(STDOUT_FILENO);
	FILE *file = fopen(f->path, "w+");
	size_t len;

	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	assert_int_equal(parse(f, "-q --help"), -ECANCELED);
	fflush(stdout);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	rewind(file);
	len = fread(text, 1, size - 1, file);
	text[len] = '\0';
	fclose(file);
}

static void help_shows_all_of_the_table_in_80_columns(void **state)
{
	struct fixture *f = *state;
	char text[8192];
	size_t column = 0;

	catch_stdout(f, text, sizeof(text));
	assert_contains(text, "Usage: test\n");
	for (const struct hil_option *o = table; o->name; o++)
		assert_contains(text, o->name);
	assert_contains(text, "  -i, --period=PERIOD       Time between");
	assert_contains(text, "--json[=FILE]");
	assert_contains(text, "10s; default 4ms; config generator.period)");
	assert_contains(text, "(rising, falling, both; default\n");
	assert_contains(text, "  -h, --help");
	for (const char *p = text; *p; p++) {
		column = *p == '\n' ? 0 : column + 1;
		assert_true(column <= 80);
	}
}

static void settings_become_json_with_units_in_their_names(void **state)
{
	struct fixture *f = *state;
	json_t *json;

	assert_int_equal(parse(f, "-q --max-wait 2s --volts 3.3"), 0);
	json = hil_options_to_json(table, &f->s);
	assert_true(json_is_true(json_object_get(json, "quiet")));
	assert_int_equal(
		json_integer_value(json_object_get(json, "max_wait_ns")),
		2000000000);
	assert_int_equal(json_integer_value(json_object_get(json, "rate_hz")),
			 24000000);
	assert_true(json_is_null(json_object_get(json, "name")));
	assert_string_equal(json_string_value(json_object_get(json, "edge")),
			    "rising");
	assert_true(json_real_value(json_object_get(json, "volts")) == 3.3);
	assert_int_equal(json_object_size(json), 11);
	json_decref(json);
}

/* JSON has no bytes that are not UTF-8; a command line does. */
static void a_name_that_is_not_utf8_does_not_lose_the_record(void **state)
{
	struct fixture *f = *state;
	json_t *json;

	assert_int_equal(hil_options_set(&table[7], &f->s, "\xff", "--name"),
			 0);
	json = hil_options_to_json(table, &f->s);
	assert_non_null(json);
	assert_true(json_is_string(json_object_get(json, "name")));
	json_decref(json);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(defaults_are_in_place),
		TEST(every_type_is_read_from_the_command_line),
		TEST(operands_may_stand_anywhere_and_the_last_value_wins),
		TEST(an_optional_value_may_be_left_out),
		TEST(a_value_out_of_range_is_named_with_range_and_unit),
		TEST(values_at_the_limits_pass_and_beyond_do_not),
		TEST(a_duration_without_unit_needs_one_where_none_is_agreed),
		TEST(what_is_not_a_number_is_quoted),
		TEST(an_unknown_option_is_named_with_the_nearest),
		TEST(config_sets_what_the_command_line_left),
		TEST(a_drop_in_overrides_its_config),
		TEST(the_first_of_two_configs_wins),
		TEST(wrong_configs_are_named_with_file_line_and_nearest),
		TEST(an_overridden_config_value_must_still_be_right),
		TEST(help_shows_all_of_the_table_in_80_columns),
		TEST(settings_become_json_with_units_in_their_names),
		TEST(a_name_that_is_not_utf8_does_not_lose_the_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
