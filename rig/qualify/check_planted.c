/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operation: faults that no instrument makes when it is asked to, planted into
 * the records of the judged run while they are read again.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "rig/qualify/checks.h"
#include "rig/qualify/planted.h"

static struct hil_result *read_again(struct hil_qualify *q,
				     struct hil_planted *p, bool plant,
				     struct hil_finding *f)
{
	struct hil_result *r = hil_planted_read(q->run.path, p, plant);

	if (!r)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run's records cannot be read again");
	return r;
}

static void judge_gap(const struct hil_result *was, const struct hil_result *is,
		      const struct hil_planted *p, struct hil_finding *f)
{
	const struct hil_accounts *a = &is->line[0].accounts;
	double wanted =
		1 - (double)(p->to - p->from) / (double)was->samples.count;
	bool balanced = !a->pairing_imbalance && !a->board_imbalance &&
			!a->probe_imbalance;

	hil_finding_count(f, "samples left out", p->to - p->from);
	hil_finding_count(f, "edges in the gap", a->stimulus.in_gap);
	if (is->samples.gap_count != was->samples.gap_count + 1 ||
	    !(fabs(is->samples.coverage - wanted) < 1e-6))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%zu gaps and a coverage of %.9f were found, "
				"planted was one, %.9f",
				is->samples.gap_count, is->samples.coverage,
				wanted);
	if (a->stimulus.in_gap <= was->line[0].accounts.stimulus.in_gap)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"no edge is counted as in a gap");
	if (!balanced || is->verdict == HIL_VALID)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the verdict is %s, the accounts %s",
				hil_verdict_name(is->verdict),
				balanced ? "balance" : "do not balance");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"the gap is found: coverage %.6f, %" PRIu64
			" edges in it, verdict %s",
			is->samples.coverage, a->stimulus.in_gap,
			hil_verdict_name(is->verdict));
}

static void judge_lost(const struct hil_result *was,
		       const struct hil_result *is, struct hil_finding *f)
{
	const struct hil_accounts *a = &was->line[0].accounts;
	const struct hil_accounts *b = &is->line[0].accounts;
	uint64_t missed = b->stimulus.missed - a->stimulus.missed;
	uint64_t matched = a->stimulus.matched - b->stimulus.matched;

	hil_finding_count(f, "answers left out", HIL_PLANTED_LOST);
	hil_finding_count(f, "edges missed beyond the run's own", missed);
	if (missed != HIL_PLANTED_LOST || matched != HIL_PLANTED_LOST)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%" PRId64 " more are missed and %" PRId64
				" fewer matched, planted were %d",
				(int64_t)missed, (int64_t)matched,
				HIL_PLANTED_LOST);
	if (b->pairing_imbalance || b->probe_imbalance)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the accounts do not balance any more");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"exactly the %d edges without an answer are missed, "
			"and the accounts balance",
			HIL_PLANTED_LOST);
}

/* Where it is planted: behind two edges in line that were answered. */
static bool aim(struct hil_planted *p, bool gap, struct hil_finding *f)
{
	const struct hil_row *row = hil_planted_answered(p, HIL_PLANTED_LOST);

	if (!row) {
		hil_finding_set(f, HIL_FINDING_FAILED,
				"no two edges in line were answered");
		return false;
	}
	if (gap) {
		/* from before the one answer to before the other */
		p->from = row[0].edge + (row[0].probe - row[0].edge) / 2 + 1;
		p->to = row[1].edge + (row[1].probe - row[1].edge) / 2 + 1;
		return true;
	}
	for (size_t i = 0; i < HIL_PLANTED_LOST; i++)
		p->lost[p->losses++] = row[i].probe;
	return true;
}

static void plant(struct hil_qualify *q, bool gap, struct hil_finding *f)
{
	struct hil_planted *p = calloc(1, sizeof(*p));
	struct hil_result *was = NULL, *is = NULL;

	if (p && hil_qualify_main(q, f))
		was = read_again(q, p, false, f);
	if (was && aim(p, gap, f))
		is = read_again(q, p, true, f);
	if (is && gap)
		judge_gap(was, is, p, f);
	else if (is)
		judge_lost(was, is, f);
	hil_result_free(was);
	hil_result_free(is);
	if (p)
		free(p->row);
	free(p);
}

void hil_check_gap(struct hil_qualify *q, struct hil_finding *f)
{
	plant(q, true, f);
}

void hil_check_lost(struct hil_qualify *q, struct hil_finding *f)
{
	plant(q, false, f);
}
