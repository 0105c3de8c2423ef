/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a pattern: what is taken comes back, and its edges rise. */
#include "daemon/stimulus/schedule.h"
#include "tests/fuzz/fuzz.h"

#define PERIOD_NS 4000000

/* The text gives the same pattern again. */
static void check_text(const struct hil_pattern *p)
{
	char text[HIL_PATTERN_TEXT], again[HIL_PATTERN_TEXT];
	char problem[HIL_PATTERN_TEXT];
	struct hil_pattern q;

	hil_pattern_format(p, text);
	if (hil_pattern_parse(text, &q, problem) ||
	    strcmp(text, hil_pattern_format(&q, again)))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), problem[HIL_PATTERN_TEXT] = "";
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;
	struct hil_pattern_bounds b;
	struct hil_pattern p;

	if (hil_pattern_parse(text, &p, problem)) {
		if (!*problem)
			abort();
		goto out;
	}
	check_text(&p);
	if (hil_pattern_check(&p, PERIOD_NS, problem))
		goto out;
	b = hil_pattern_bounds(&p, PERIOD_NS);
	hil_stimulus_start(&s, &p, 1e9 / PERIOD_NS, 0.5, 0);
	for (int i = 0; i < 200; i++) {
		hil_stimulus_next(&s, &e);
		if (e.interval_ns < b.min_ns - 2 ||
		    e.interval_ns > b.max_ns + 2 || e.fall_ns <= e.rise_ns ||
		    e.fall_ns >= e.rise_ns + e.interval_ns)
			abort();
	}
out:
	free(text);
	return 0;
}
