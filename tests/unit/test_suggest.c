/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/suggest.h"

#include "tests/unit/test.h"

static const char *const known[] = { "period", "duration", "priority", "probe",
				     "spare" };
#define KNOWN (sizeof(known) / sizeof(known[0]))

static void a_near_word_is_suggested(void **state)
{
	(void)state;
	assert_string_equal(hil_suggest("peroid", known, KNOWN), "period");
	assert_string_equal(hil_suggest("durations", known, KNOWN), "duration");
	assert_string_equal(hil_suggest("prob", known, KNOWN), "probe");
	assert_string_equal(hil_suggest("spare", known, KNOWN), "spare");
}

/* "xyz" to any of them takes more steps than a third of the word. */
static void a_far_word_is_not(void **state)
{
	(void)state;
	assert_null(hil_suggest("xyz", known, KNOWN));
	assert_null(hil_suggest("", known, KNOWN));
	assert_null(hil_suggest("period", known, 0));
}

/* "spbre" is one step from "spare", "sobre" two: 6 <= 5 is false. */
static void the_limit_is_a_third_of_the_longer_word(void **state)
{
	(void)state;
	assert_string_equal(hil_suggest("spbre", known, KNOWN), "spare");
	assert_null(hil_suggest("sobre", known, KNOWN));
	assert_string_equal(hil_suggest("pirioc", known, KNOWN), "period");
	assert_null(hil_suggest("piripc", known, KNOWN));
}

static void a_word_without_end_is_harmless(void **state)
{
	char word[5000];

	(void)state;
	memset(word, 'p', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	assert_null(hil_suggest(word, known, KNOWN));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_near_word_is_suggested),
		cmocka_unit_test(a_far_word_is_not),
		cmocka_unit_test(the_limit_is_a_third_of_the_longer_word),
		cmocka_unit_test(a_word_without_end_is_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
