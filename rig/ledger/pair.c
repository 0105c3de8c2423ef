/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval rule of pair.h. Classes and numbers are the ledger's affair.
 *
 * Edges of one sample come in any order of channels, so they are held until
 * the next sample and then taken together. A probe edge at the very sample of
 * a stimulus edge may be that edge's answer, less than a sample away, or the
 * answer to the one before, a whole period away. Where max_latency excludes
 * the latter it is the former, with a latency of 0 known to +- one sample, so
 * that a plain wire can be measured. Else both rows are contested.
 */
#include "rig/ledger/pair.h"

#include <errno.h>
#include <string.h>

void hil_pair_init(struct hil_pair *p, uint64_t max_samples, uint64_t expected,
		   void (*decided)(void *context,
				   const struct hil_pair_row *row),
		   void *context)
{
	memset(p, 0, sizeof(*p));
	p->max_samples = max_samples;
	p->expected = expected;
	p->decided = decided;
	p->context = context;
}

static uint64_t window_end(const struct hil_pair *p, uint64_t edge)
{
	uint64_t end;

	return __builtin_add_overflow(edge, p->max_samples, &end) ? UINT64_MAX
								  : end;
}

/* Decide the open row; its window ended at @next at the latest. */
static void close_row(struct hil_pair *p, uint64_t next)
{
	struct hil_pair_row *r = &p->row;
	uint64_t limit = window_end(p, r->edge);
	uint64_t own = r->owned < p->expected ? r->owned : p->expected;
	bool quarantined = p->owed && r->edge <= p->owed_until;

	r->end = limit < next ? limit : next;
	if (r->in_gap) {
		p->unplaced += r->owned;
	} else {
		p->answered += own;
		p->extra += r->owned - own;
	}
	/* an answer that may be the next row's, too, does not pay a debt */
	p->owed = r->candidates == 0 || (r->candidates == 1 && r->contested);
	/* without a limit the debt lasts for one edge: see pair.h */
	p->owed_until = p->max_samples == UINT64_MAX ? next : limit;
	r->contested |= quarantined && r->candidates;
	p->open = false;
	p->decided(p->context, r);
}

static void open_row(struct hil_pair *p, uint64_t edge)
{
	if (p->any && !p->after_gap && edge - p->row.edge > p->longest)
		p->longest = edge - p->row.edge;
	p->any = true;
	p->late = 0;
	memset(&p->row, 0, sizeof(p->row));
	p->row.edge = edge;
	p->open = true;
	p->after_gap = false;
}

static void take_probe(struct hil_pair *p, uint64_t sample)
{
	struct hil_pair_row *r = &p->row;

	if (p->open && sample <= window_end(p, r->edge)) {
		if (!r->candidates++)
			r->probe = sample;
		r->owned++;
		p->late += p->longest && sample - r->edge > p->longest;
	} else if (p->after_gap) {
		p->unplaced++;
	} else {
		p->extra++;
	}
}

static void take_both(struct hil_pair *p, uint64_t sample)
{
	bool contested = p->open && sample <= window_end(p, p->row.edge);

	if (contested) {
		if (!p->row.candidates++)
			p->row.probe = sample;
		p->row.contested = true;
	}
	if (p->open)
		close_row(p, sample);
	open_row(p, sample);
	p->row.candidates = 1;
	p->row.owned = 1;
	p->row.probe = sample;
	p->row.contested = contested;
}

static void flush(struct hil_pair *p)
{
	unsigned int roles = p->roles;

	p->roles = 0;
	if (roles == HIL_PAIR_PROBE) {
		take_probe(p, p->sample);
	} else if (roles == HIL_PAIR_STIMULUS) {
		if (p->open)
			close_row(p, p->sample);
		open_row(p, p->sample);
	} else if (roles) {
		take_both(p, p->sample);
	}
}

int hil_pair_edge(struct hil_pair *p, uint64_t sample, unsigned int roles)
{
	if (p->roles && sample == p->sample) {
		if (p->roles & roles)
			return -EBADMSG;
		p->roles |= roles;
		return 0;
	}
	flush(p);
	p->sample = sample;
	p->roles = roles;
	return 0;
}

void hil_pair_cover(struct hil_pair *p, uint64_t samples)
{
	if (p->roles && p->sample < samples)
		flush(p);
}

void hil_pair_gap(struct hil_pair *p, uint64_t first)
{
	flush(p);
	if (p->open && window_end(p, p->row.edge) >= first)
		p->row.in_gap = true;
	p->after_gap = true;
}

void hil_pair_finish(struct hil_pair *p, uint64_t end)
{
	struct hil_pair_row *r = &p->row;
	uint64_t limit;

	flush(p);
	if (!p->open)
		return;
	limit = window_end(p, r->edge);
	if (p->longest && p->longest < limit - r->edge)
		limit = r->edge + p->longest;
	p->extra += p->late;
	r->candidates -= p->late;
	r->owned -= p->late;
	/* an answer that was seen needs no closed window: nothing after the
	 * end of a capture is part of it; a missing one may have come there */
	if (!r->candidates && limit >= end)
		r->in_gap = true;
	close_row(p, end && limit >= end ? end - 1 : limit);
}
