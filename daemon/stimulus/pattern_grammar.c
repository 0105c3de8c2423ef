/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NAME[:param=value,…]: the table, and how a pattern is written. */
#include "daemon/stimulus/pattern_grammar.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/time.h"

#define AT(field) offsetof(struct hil_pattern, field)

const struct hil_pattern_grammar hil_pattern_grammar[HIL_PATTERNS] = {
	[HIL_PATTERN_STEADY] = { .name = "steady" },
	[HIL_PATTERN_JITTER] = { "jitter",
				 { { "percent", HIL_PATTERN_PERCENT,
				     AT(percent), "50", 0.1, 90 } } },
	[HIL_PATTERN_SWEEP] = { "sweep",
				{ { "from", HIL_PATTERN_DURATION, AT(from_ns),
				    NULL, 0, 0 },
				  { "to", HIL_PATTERN_DURATION, AT(to_ns), NULL,
				    0, 0 },
				  { "over", HIL_PATTERN_DURATION, AT(over_ns),
				    "10s", 0, 0 } },
				"sweep:from=2ms,to=5ms" },
	[HIL_PATTERN_STEP] = { "step",
			       { { "periods", HIL_PATTERN_PERIODS, AT(step_ns),
				   NULL, 0, 0 },
				 { "dwell", HIL_PATTERN_DURATION, AT(dwell_ns),
				   "1s", 0, 0 } },
			       "step:periods=2ms/3ms/5ms" },
	[HIL_PATTERN_PRIME] = { "prime",
				{ { "count", HIL_PATTERN_COUNT, AT(count), "7",
				    2, HIL_PATTERN_PRIMES },
				  { "percent", HIL_PATTERN_PERCENT, AT(percent),
				    "25", 0.1, 90 } } },
	[HIL_PATTERN_BURST] = { "burst",
				{ { "count", HIL_PATTERN_COUNT, AT(count), "8",
				    1, 1e6 },
				  { "every", HIL_PATTERN_DURATION, AT(every_ns),
				    NULL, 0, 0 } },
				"burst:every=100ms" },
	[HIL_PATTERN_SINGLE] = { "single",
				 { { "from", HIL_PATTERN_DURATION, AT(from_ns),
				     "100ms", 0, 0 },
				   { "to", HIL_PATTERN_DURATION, AT(to_ns),
				     "300ms", 0, 0 } } },
	[HIL_PATTERN_MISSING] = { "missing",
				  { { "every", HIL_PATTERN_COUNT, AT(count),
				      "16", 2, 1e6 } } },
};

const char *hil_pattern_name(enum hil_pattern_kind kind)
{
	return hil_pattern_grammar[kind].name;
}

char *hil_pattern_set_format(unsigned int set, char text[HIL_PATTERN_TEXT])
{
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < HIL_PATTERNS; i++) {
		if (set & HIL_PATTERN_BIT(i))
			used += (size_t)snprintf(
				text + used, HIL_PATTERN_TEXT - used, "%s%s",
				used ? ", " : "", hil_pattern_grammar[i].name);
	}
	return text;
}

static void write_value(const struct hil_pattern_param *param,
			const struct hil_pattern *p, char *text, size_t size)
{
	const char *field = (const char *)p + param->offset;
	char one[32];
	uint64_t count;
	double number;
	int64_t ns;
	size_t used = 0;

	memcpy(&ns, field, sizeof(ns));
	memcpy(&count, field, sizeof(count));
	memcpy(&number, field, sizeof(number));
	switch (param->value) {
	case HIL_PATTERN_DURATION:
		hil_duration_format(ns, text, size);
		break;
	case HIL_PATTERN_COUNT:
		snprintf(text, size, "%" PRIu64, count);
		break;
	case HIL_PATTERN_PERCENT:
		snprintf(text, size, "%.9g", number);
		break;
	case HIL_PATTERN_PERIODS:
		for (unsigned int i = 0; i < p->steps; i++)
			used += (size_t)snprintf(
				text + used, size - used, "%s%s", i ? "/" : "",
				hil_duration_format(p->step_ns[i], one, 32));
		break;
	}
}

char *hil_pattern_format(const struct hil_pattern *p,
			 char text[HIL_PATTERN_TEXT])
{
	const struct hil_pattern_grammar *g = &hil_pattern_grammar[p->kind];
	char value[HIL_PATTERN_TEXT - 64];
	size_t used;

	used = (size_t)snprintf(text, HIL_PATTERN_TEXT, "%s", g->name);
	for (size_t i = 0; i < HIL_PATTERN_PARAMS && g->param[i].name; i++) {
		write_value(&g->param[i], p, value, sizeof(value));
		used += (size_t)snprintf(text + used, HIL_PATTERN_TEXT - used,
					 "%c%s=%s", i ? ',' : ':',
					 g->param[i].name, value);
	}
	return text;
}
