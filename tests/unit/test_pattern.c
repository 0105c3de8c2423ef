/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stimulus/pattern.h"

#include <errno.h>
#include <string.h>

#include "tests/unit/test.h"

#define MS 1000000LL

static struct hil_pattern good(const char *text)
{
	char problem[HIL_PATTERN_TEXT] = "";
	struct hil_pattern p;
	int ret = hil_pattern_parse(text, &p, problem);

	if (!ret)
		ret = hil_pattern_check(&p, 4 * MS, problem);
	if (ret)
		fail_msg("%s: %s", text, problem);
	return p;
}

static void bad(const char *text, const char *why)
{
	char problem[HIL_PATTERN_TEXT] = "";
	struct hil_pattern p;
	int ret = hil_pattern_parse(text, &p, problem);

	if (!ret)
		ret = hil_pattern_check(&p, 4 * MS, problem);
	assert_int_equal(ret, -EINVAL);
	if (!strstr(problem, why))
		fail_msg("%s: \"%s\" says nothing of \"%s\"", text, problem,
			 why);
}

static void text_comes_back_as_it_was(void **state)
{
	static const char *const texts[] = {
		"steady",
		"jitter:percent=12.5",
		"sweep:from=2ms,to=5ms,over=1s",
		"step:periods=4ms/5ms/7ms,dwell=500ms",
		"prime:count=5,percent=10",
		"burst:count=5,every=100ms",
		"single:from=50ms,to=90ms",
		"missing:every=8",
	};
	char text[HIL_PATTERN_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct hil_pattern p = good(texts[i]);

		assert_int_equal(p.kind, i);
		assert_string_equal(hil_pattern_format(&p, text), texts[i]);
	}
}

static void what_is_not_given_has_a_default(void **state)
{
	char text[HIL_PATTERN_TEXT];
	struct hil_pattern p = good("missing");

	(void)state;
	assert_string_equal(hil_pattern_format(&p, text), "missing:every=16");
	p = good("single");
	assert_string_equal(hil_pattern_format(&p, text),
			    "single:from=100ms,to=300ms");
}

static void wrong_text_is_refused_with_a_reason(void **state)
{
	char longer[300];

	(void)state;
	bad("", "patterns are steady, jitter");
	bad("steedy", "did you mean \"steady\"");
	bad("steady:percent=1", "no parameters");
	bad("jitter:percent=91", "from 0.1 to 90");
	bad("jitter:percent=nan", "percent=nan");
	bad("jitter:percent", "has percent=");
	bad("jitter:", "has percent=");
	bad("jitter:percent=5,percent=6", "twice");
	bad("sweep:from=2ms", "needs to=, as in sweep:from=2ms,to=5ms");
	bad("step", "needs periods=, as in step:periods=");
	bad("burst", "needs every=, as in burst:every=");
	bad("sweep:from=2ms,to=2ms", "must differ");
	bad("sweep:from=2,to=3ms", "unit");
	bad("step:periods=4ms//5ms", "periods= is no time");
	bad("step:periods=1ms/1ms/1ms/1ms/1ms/1ms/1ms/1ms/1ms", "at most 8");
	bad("prime:count=17", "from 2 to 16");
	bad("burst:every=8ms", "do not fit"); /* eight of 4 ms are 32 ms */
	bad("burst:count=8,every=32ms", "do not fit");
	bad("single:from=4ms,to=9ms", "must be longer");
	bad("single:from=50ms,to=40ms", "no shorter");
	bad("missing:every=1", "from 2");
	bad("step:periods=100s", "60 s");
	memset(longer, 'a', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	bad(longer, "longer than");
}

static void bounds_are_those_of_the_pattern(void **state)
{
	struct hil_pattern p = good("jitter:percent=50");
	struct hil_pattern_bounds b = hil_pattern_bounds(&p, 4 * MS);

	(void)state;
	/* one edge half a ms late, the next one half a ms early, and more:
	 * both move by up to a quarter of 4 ms */
	assert_int_equal(b.min_ns, 2 * MS);
	assert_int_equal(b.max_ns, 6 * MS);
	p = good("burst:count=5,every=100ms");
	b = hil_pattern_bounds(&p, 4 * MS);
	assert_int_equal(b.min_ns, 4 * MS);
	assert_int_equal(b.max_ns, 84 * MS); /* 100 - 4 * 4 */
	assert_int_equal((int64_t)b.mean_ns, 20 * MS);
	p = good("missing:every=5");
	b = hil_pattern_bounds(&p, 4 * MS);
	assert_int_equal(b.max_ns, 8 * MS);
	assert_int_equal((int64_t)b.mean_ns, 5 * MS); /* 4 pulses in 20 ms */
	p = good("step:periods=2ms/6ms");
	b = hil_pattern_bounds(&p, 4 * MS);
	assert_int_equal(b.min_ns, 2 * MS);
	assert_int_equal(b.max_ns, 6 * MS);
	assert_int_equal((int64_t)b.mean_ns, 3 * MS); /* of 4 in 12 ms */
	p = good("sweep:from=6ms,to=2ms");
	b = hil_pattern_bounds(&p, 4 * MS);
	assert_int_equal(b.min_ns, 2 * MS);
	assert_int_equal(b.max_ns, 6 * MS);
}

/* 3000 and 5000 us are none: 3001 and 5003 are the next ones. */
static void primes_are_prime_and_rise(void **state)
{
	struct hil_pattern p = good("prime:count=16");
	int64_t ns[HIL_PATTERN_PRIMES];

	(void)state;
	hil_pattern_primes(&p, 4 * MS, ns);
	assert_int_equal(ns[0], 3001000);
	assert_int_equal(ns[15], 5003000);
	for (size_t i = 0; i < 16; i++) {
		assert_int_equal(ns[i] % 1000, 0);
		for (int64_t d = 2; d < 100; d++)
			assert_int_not_equal(ns[i] / 1000 % d, 0);
		if (i)
			assert_true(ns[i] > ns[i - 1]);
	}
}

static void a_set_is_named(void **state)
{
	char text[HIL_PATTERN_TEXT];

	(void)state;
	assert_string_equal(hil_pattern_set_format(
				    HIL_PATTERN_BIT(HIL_PATTERN_STEADY) |
					    HIL_PATTERN_BIT(HIL_PATTERN_BURST),
				    text),
			    "steady, burst");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_comes_back_as_it_was),
		cmocka_unit_test(what_is_not_given_has_a_default),
		cmocka_unit_test(wrong_text_is_refused_with_a_reason),
		cmocka_unit_test(bounds_are_those_of_the_pattern),
		cmocka_unit_test(primes_are_prime_and_rise),
		cmocka_unit_test(a_set_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
