/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts in words, and how they came about. */
#include <math.h>

#include "rig/compare/compare_report.h"

/* The sentences after the first are true of both kinds. */
#define COMMON                                                                 \
	"The interval is exact: it inverts the permutation test that swaps "   \
	"the two blocks within rounds (means of subsets of the rounds, J. A. " \
	"Hartigan 1969, J. S. Maritz 1979).",                                  \
		"\"No difference larger than M\": two one-sided tests at 5 % " \
		"each put the difference inside the margin. \"Differs\": the " \
		"95 % interval leaves out 0.",                                 \
		"Each verdict stands alone at 95 %: of twenty pairs without "  \
		"a difference about one is called different.",                 \
		"Maxima are those of blocks, compared in the mean; the "       \
		"maximum of all edges stands in the table of latencies.",      \
		NULL

static const char *const interleaved[] = {
	"Each round holds one block of every variant, in a balanced order; a "
	"pair's difference is the mean over the rounds of one block's value "
	"minus the other's, less the drift of their common level.",
	COMMON
};

static const char *const in_turn[] = {
	"Each round holds one block of each run, the same time after its "
	"first edge; the difference is the mean over the rounds of one block's "
	"value minus the other's. What changed between the runs is part of it.",
	COMMON
};

const char *const *hil_compare_method(const struct hil_comparison *c)
{
	return c->interleaved ? interleaved : in_turn;
}

struct hil_unit hil_compare_unit(const struct hil_comparison *c,
				 bool nanoseconds)
{
	return hil_unit_for(c->arms ? &c->arm[0].latency : NULL, nanoseconds);
}

/* One digit more than a single value has: means of many are compared. */
static char *number(char text[HIL_UNIT_TEXT], const struct hil_unit *unit,
		    double ns)
{
	struct hil_unit finer = *unit;

	if (finer.ns > 1 && finer.decimals < 3)
		finer.decimals++;
	return hil_unit_text(text, &finer, ns);
}

static const char *more(char *text, size_t size,
			const struct hil_compare_result *r)
{
	if (r->more_rounds >= HIL_COMPARE_MORE_MOST)
		snprintf(text, size, "more blocks than can be told");
	else
		snprintf(text, size, "about %llu more block%s",
			 (unsigned long long)r->more_rounds,
			 r->more_rounds == 1 ? "" : "s");
	return text;
}

char *hil_compare_sentence(char text[HIL_SENTENCE_BYTES],
			   const struct hil_compare_result *r, double margin_ns,
			   const struct hil_unit *unit)
{
	char d[HIL_UNIT_TEXT], low[HIL_UNIT_TEXT], high[HIL_UNIT_TEXT];
	char m[HIL_UNIT_TEXT], wanting[64];

	number(d, unit, r->difference_ns);
	number(low, unit, r->low_ns);
	number(high, unit, r->high_ns);
	number(m, unit, margin_ns);
	switch (r->verdict) {
	case HIL_COMPARE_NO_DIFFERENCE:
		snprintf(text, HIL_SENTENCE_BYTES,
			 "no difference larger than %s %s", m, unit->name);
		break;
	case HIL_COMPARE_DIFFERS:
		snprintf(text, HIL_SENTENCE_BYTES,
			 "differs by %s %s [%s, %s]%s", d, unit->name, low,
			 high,
			 r->beyond_margin && margin_ns > 0
				 ? ", beyond the margin"
				 : "");
		break;
	default:
		snprintf(text, HIL_SENTENCE_BYTES, "not enough data: %s",
			 more(wanting, sizeof(wanting), r));
	}
	return text;
}

char *hil_compare_beyond_text(char text[HIL_SENTENCE_BYTES],
			      const struct hil_pair *p)
{
	size_t used = 0;
	int q;

	*text = '\0';
	for (q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
		if (p->of[q].verdict != HIL_COMPARE_DIFFERS ||
		    !p->of[q].beyond_margin)
			continue;
		used += (size_t)snprintf(text + used, HIL_SENTENCE_BYTES - used,
					 "%s%s", used ? ", " : "",
					 hil_compare_quantity_name(
						 (enum hil_compare_quantity)q));
	}
	return text;
}
