/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and durations: what is accepted reads back as the same value. */
#include <inttypes.h>
#include <stdio.h>

#include "daemon/base/number.h"
#include "daemon/base/suggest.h"
#include "daemon/base/time.h"
#include "tests/fuzz/fuzz.h"

static void check_duration(const char *text)
{
	char again[32];
	int64_t ns, same;

	if (hil_duration_parse(text, HIL_NS_PER_S, &ns))
		return;
	hil_duration_format(ns, again, sizeof(again));
	if (ns < 0 || hil_duration_parse(again, 0, &same) || same != ns)
		abort();
}

static void check_whole(const char *text)
{
	char again[32];
	uint64_t value, same;
	int64_t whole, same_whole;

	if (!hil_number_u64(text, &value)) {
		snprintf(again, sizeof(again), "%" PRIu64, value);
		if (hil_number_u64(again, &same) || same != value)
			abort();
	}
	if (!hil_number_i64(text, &whole)) {
		snprintf(again, sizeof(again), "%" PRId64, whole);
		if (hil_number_i64(again, &same_whole) || same_whole != whole)
			abort();
	}
	if (!hil_number_rate(text, &value) && !value)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const known[] = { "period", "duration", "probe" };
	char *text = fuzz_text(data, size);
	double number;

	check_duration(text);
	check_whole(text);
	if (!hil_number_double(text, &number) &&
	    !(number >= -1e308 * 2 && number <= 1e308 * 2))
		abort();
	hil_suggest(text, known, 3);
	free(text);
	return 0;
}
