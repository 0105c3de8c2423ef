/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operation: faults that no instrument makes when it is asked to, planted into
 * the records of the judged run while they are read again.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/qualify/checks.h"
#include "rig/run/replay.h"

#define ROWS_MOST  ((size_t)4 << 20)
#define EDGES_MOST 8192 /* of one record: 64 KiB */
#define LOST       2    /* a toggling probe keeps its parity */

struct planted {
	/* the rows as they were */
	struct hil_row *row;
	size_t rows, room;
	uint64_t lost[LOST]; /* samples of answers that are left out */
	size_t losses;
	uint64_t from, to; /* samples that are left out; 0: none */
	bool gap_told;
	struct hil_levels levels; /* of the analyzer's channels by now */
	uint64_t edge[EDGES_MOST];
};

static void keep_row(void *context, const struct hil_row *row)
{
	struct planted *p = context;
	size_t more = p->room ? 2 * p->room : 1024;
	void *moved;

	if (p->rows == p->room) {
		moved = more <= ROWS_MOST ? realloc(p->row, more * sizeof(*row))
					  : NULL;
		if (!moved)
			return;
		p->row = moved;
		p->room = more;
	}
	p->row[p->rows++] = *row;
}

/* From the middle on, the first of @count rows in line that were answered. */
static const struct hil_row *answered(const struct planted *p, size_t count)
{
	size_t run = 0;

	for (size_t i = p->rows / 2; i < p->rows; i++) {
		run = p->row[i].row_class == HIL_ROW_MATCHED ? run + 1 : 0;
		if (run == count)
			return &p->row[i + 1 - count];
	}
	return NULL;
}

static int tell_gap(struct planted *p, struct hil_feed *feed)
{
	struct hil_gap gap = { .first = p->from,
			       .end = p->to,
			       .reason = HIL_GAP_INSTRUMENT };
	int ret = hil_feed_record(feed, HIL_RECORD_GAP, &gap, sizeof(gap));

	p->gap_told = true;
	p->levels.sample = p->to;
	return ret ? ret
		   : hil_feed_record(feed, HIL_RECORD_LEVELS, &p->levels,
				     sizeof(p->levels));
}

static bool left_out(const struct planted *p, uint64_t edge,
		     unsigned int probe_channel)
{
	uint64_t sample = hil_edge_sample(edge);

	for (size_t i = 0; i < p->losses; i++) {
		if (sample == p->lost[i] &&
		    hil_edge_channel(edge) == probe_channel)
			return true;
	}
	return p->to && sample >= p->from && sample < p->to;
}

static void follow_level(struct planted *p, uint64_t edge)
{
	unsigned int channel = hil_edge_channel(edge);
	uint64_t bit = UINT64_C(1) << channel % 64;

	if (hil_edge_level(edge))
		p->levels.level[channel / 64] |= bit;
	else
		p->levels.level[channel / 64] &= ~bit;
}

static int send(struct planted *p, struct hil_feed *feed, size_t *count)
{
	int ret = *count ? hil_feed_record(feed, HIL_RECORD_EDGES, p->edge,
					   *count * sizeof(p->edge[0]))
			 : 0;

	*count = 0;
	return ret;
}

static int pass_edges(struct planted *p, struct hil_feed *feed,
		      const uint64_t *edge, size_t edges)
{
	size_t count = 0;
	int ret = edges > EDGES_MOST ? -EBADMSG : 0;

	for (size_t i = 0; i < edges && !ret; i++) {
		if (p->to && !p->gap_told &&
		    hil_edge_sample(edge[i]) >= p->to) {
			ret = send(p, feed, &count);
			if (!ret)
				ret = tell_gap(p, feed);
		}
		follow_level(p, edge[i]);
		if (!left_out(p, edge[i], feed->probe_channel))
			p->edge[count++] = edge[i];
	}
	return ret ? ret : send(p, feed, &count);
}

static int pass_cover(struct planted *p, struct hil_feed *feed,
		      struct hil_cover cover)
{
	int ret = 0;

	/* what lies in the gap was never seen */
	if (p->to && cover.samples > p->from && cover.samples < p->to)
		cover.samples = p->from;
	if (p->to && !p->gap_told && cover.samples >= p->to)
		ret = tell_gap(p, feed);
	return ret ? ret
		   : hil_feed_record(feed, HIL_RECORD_COVER, &cover,
				     sizeof(cover));
}

static int pass(void *context, struct hil_feed *feed, uint8_t type,
		const void *payload, size_t length)
{
	struct planted *p = context;
	struct hil_cover cover;

	if (type == HIL_RECORD_LEVELS && length == sizeof(p->levels))
		memcpy(&p->levels, payload, length);
	if (type == HIL_RECORD_EDGES)
		return pass_edges(p, feed, payload, length / sizeof(uint64_t));
	if (type == HIL_RECORD_COVER && length == sizeof(cover)) {
		memcpy(&cover, payload, length);
		return pass_cover(p, feed, cover);
	}
	return hil_feed_record(feed, type, payload, length);
}

/* Return: the result, NULL: the records cannot be read, said in @f. */
static struct hil_result *read_again(struct hil_qualify *q, struct planted *p,
				     bool plant, struct hil_finding *f)
{
	const struct hil_replay_watch watch = { .context = p,
						.row = plant ? NULL : keep_row,
						.record = plant ? pass : NULL };
	struct hil_result *r = NULL;
	struct hil_replay replay;

	if (!hil_replay_watched(&replay, q->run.path, &watch))
		r = hil_feed_finish(&replay.feed);
	hil_replay_clear(&replay);
	if (!r)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run's records cannot be read again");
	return r;
}

static void judge_gap(const struct hil_result *was, const struct hil_result *is,
		      const struct planted *p, struct hil_finding *f)
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

	hil_finding_count(f, "answers left out", LOST);
	hil_finding_count(f, "edges missed beyond the run's own", missed);
	if (missed != LOST || matched != LOST)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%" PRId64 " more are missed and %" PRId64
				" fewer matched, planted were %d",
				(int64_t)missed, (int64_t)matched, LOST);
	if (b->pairing_imbalance || b->probe_imbalance)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the accounts do not balance any more");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"exactly the %d edges without an answer are missed, "
			"and the accounts balance",
			LOST);
}

/* Where it is planted: behind two edges in line that were answered. */
static bool aim(struct planted *p, bool gap, struct hil_finding *f)
{
	const struct hil_row *row = answered(p, LOST);

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
	for (size_t i = 0; i < LOST; i++)
		p->lost[p->losses++] = row[i].probe;
	return true;
}

static void plant(struct hil_qualify *q, bool gap, struct hil_finding *f)
{
	struct planted *p = calloc(1, sizeof(*p));
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
