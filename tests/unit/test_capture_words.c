/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, numbers and times that users and files write. */
#include "tests/unit/test.h"

#include <errno.h>

#include "rig/capture/channels.h"
#include "rig/capture/csv_time.h"
#include "rig/capture/tick.h"

static void choose(const struct hil_channels *list, const char *wanted,
		   int expected, uint64_t bits)
{
	struct hil_fault fault = { "" };
	struct hil_sample chosen;

	assert_int_equal(hil_channels_choose(list, wanted, &chosen, &fault),
			 expected);
	assert_int_equal(expected != 0, fault.text[0] != '\0');
	if (!expected)
		assert_int_equal(chosen.word[0], bits);
}

static void channels_have_names_and_numbers(void **state)
{
	struct hil_channels list = { .count = 0 };

	(void)state;
	assert_int_equal(hil_channels_add(&list, 0, "SCL"), 0);
	assert_int_equal(hil_channels_add(&list, 3, "sda"), 0);
	assert_int_equal(hil_channels_add(&list, 5, "0"), 0);
	choose(&list, NULL, 0, 1 | 1 << 3 | 1 << 5);
	choose(&list, "SCL,sda", 0, 1 | 1 << 3);
	choose(&list, " scl = stimulus , SDA=probe", 0, 1 | 1 << 3);
	choose(&list, "3", 0, 1 << 3);
	choose(&list, "D3,d5", 0, 1 << 3 | 1 << 5);
	/* a channel that is called 0 comes before channel 0 */
	choose(&list, "0", 0, 1 << 5);
	choose(&list, "D0", 0, 1);
	choose(&list, "1", -ENOENT, 0);
	choose(&list, "D", -ENOENT, 0);
	choose(&list, "", -EINVAL, 0);
	choose(&list, "SCL,", -EINVAL, 0);
	choose(&list, "=stimulus", -EINVAL, 0);
}

static void channels_beyond_127_are_refused(void **state)
{
	struct hil_channels list = { .count = 0 };

	(void)state;
	assert_int_equal(hil_channels_add(&list, 128, "x"), -ENOSPC);
	assert_int_equal(hil_channels_add_default(&list, 16), 0);
	assert_int_equal(list.count, 128);
	assert_int_equal(hil_channels_add(&list, 1, "x"), -ENOSPC);
}

static void times_are_exact(void **state)
{
	static const struct {
		const char *text;
		int exponent;
		int ret;
		int64_t ticks;
	} table[] = {
		{ "0", 9, 0, 0 },
		{ "1", 9, 0, 1000000000 },
		{ "0.000000001", 9, 0, 1 },
		{ "-0.0000125", 9, 0, -12500 },
		{ "+2.5", 9, 0, 2500000000 },
		{ "1.6e-05", 9, 0, 16000 },
		{ "1E3", 0, 0, 1000 },
		/* below a tick: to the nearest */
		{ "0.0000000014", 9, 0, 1 },
		{ "0.0000000015", 9, 0, 2 },
		{ "0.00000000049", 9, 0, 0 },
		/* doubles would not do: 16 digits */
		{ "4611686.018427387903", 12, 0, 4611686018427387903 },
		{ "41", 0, 0, 41 },
		{ "0.123456789012345678901234567890", 9, 0, 123456789 },
		{ "", 9, -EINVAL, 0 },
		{ "-", 9, -EINVAL, 0 },
		{ ".", 9, -EINVAL, 0 },
		{ "1.2.3", 9, -EINVAL, 0 },
		{ "1e", 9, -EINVAL, 0 },
		{ "1x", 9, -EINVAL, 0 },
		{ "nan", 9, -EINVAL, 0 },
		{ "1e100", 9, -ERANGE, 0 },
		{ "5000000000", 9, -ERANGE, 0 },
		{ "99999999999999999999999", 0, -ERANGE, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		int64_t ticks = 0;
		int decimals;
		int ret = hil_csv_time_parse(table[i].text, table[i].exponent,
					     &ticks, &decimals);

		if (ret != table[i].ret || (!ret && ticks != table[i].ticks))
			fail_msg("%s gives %d, %lld", table[i].text, ret,
				 (long long)ticks);
	}
}

static void ticks_become_samples(void **state)
{
	/* 100 ps to 24 MS/s: a sample is 416.67 ticks */
	struct hil_tick t = { 10000000000, 1, 24000000, 1 };
	uint64_t sample;

	(void)state;
	assert_int_equal(hil_tick_sample(&t, 0, &sample), 0);
	assert_int_equal(sample, 0);
	assert_int_equal(hil_tick_sample(&t, 417, &sample), 0);
	assert_int_equal(sample, 1);
	assert_int_equal(hil_tick_sample(&t, 10000, &sample), 0);
	assert_int_equal(sample, 24);
	assert_int_equal(hil_tick_sample(&t, 600, &sample), -EDOM);
	/* a tick is a sample, up to 2^56 - 1 */
	t.rate_hz = 0;
	assert_int_equal(hil_tick_sample(&t, HIL_EDGE_SAMPLE_MAX, &sample), 0);
	assert_int_equal(hil_tick_sample(&t, HIL_EDGE_SAMPLE_MAX + 1, &sample),
			 -ERANGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(channels_have_names_and_numbers),
		cmocka_unit_test(channels_beyond_127_are_refused),
		cmocka_unit_test(times_are_exact),
		cmocka_unit_test(ticks_become_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
