/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line through an option table of all types. */
#include "daemon/base/option.h"

#include "tests/fuzz/fuzz.h"

#define WORDS 16

static const char *const edges[] = { "rising", "falling", NULL };

struct settings {
	bool flag;
	uint64_t u64, rate_hz;
	int64_t i64, wait_ns;
	double number;
	char *text;
	int edge;
};

#define FIELD(f) .offset = offsetof(struct settings, f), .set_offset = -1
#define VALUE    .argument = "X", .help = "x"

static const struct hil_option table[] = {
	{ .name = "flag",
	  .letter = 'f',
	  .type = HIL_OPTION_FLAG,
	  FIELD(flag),
	  .help = "x" },
	{ .name = "u64",
	  .letter = 'u',
	  .type = HIL_OPTION_U64,
	  .max = 1000,
	  FIELD(u64),
	  VALUE },
	{ .name = "rate", .type = HIL_OPTION_RATE, FIELD(rate_hz), VALUE },
	{ .name = "i64",
	  .letter = 'i',
	  .type = HIL_OPTION_I64,
	  .min = -5,
	  .max = 5,
	  FIELD(i64),
	  VALUE },
	{ .name = "wait", .type = HIL_OPTION_DURATION, FIELD(wait_ns), VALUE },
	{ .name = "number",
	  .type = HIL_OPTION_DOUBLE,
	  .max = 5,
	  FIELD(number),
	  VALUE },
	{ .name = "text",
	  .letter = 't',
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  FIELD(text),
	  VALUE },
	{ .name = "edge",
	  .type = HIL_OPTION_CHOICE,
	  .choices = edges,
	  FIELD(edge),
	  VALUE },
	{ 0 }
};

static void check(const struct settings *s)
{
	if (s->u64 > 1000 || s->i64 < -5 || s->i64 > 5 || s->wait_ns < 0 ||
	    s->number < 0 || s->number > 5 || s->edge < 0 || s->edge > 1)
		abort();
}

/* Lines are the words of a command line; --help would print. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *rest = text, *word;
	char program[] = "x";
	char *argv[WORDS + 2] = { program };
	struct settings s = { 0 };
	int argc = 1, first, ret;

	hil_options_init(table, &s);
	while (argc <= WORDS && (word = strsep(&rest, "\n"))) {
		if (!strncmp(word, "--h", 3) ||
		    (word[0] == '-' && word[1] != '-' && strchr(word, 'h')))
			continue;
		argv[argc++] = word;
	}
	ret = hil_options_args(table, &s, argc, argv, "", &first);
	if (!ret && (first < 1 || first > argc))
		abort();
	check(&s);
	hil_options_free(table, &s);
	free(text);
	return 0;
}
