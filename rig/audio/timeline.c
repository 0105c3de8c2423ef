/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least lateness of a while of blocks, before and after. */
#include "rig/audio/timeline.h"

#include <math.h>

#include "daemon/base/time.h"

/* What a card's quartz may be off, and this host's clock be slewed by. */
#define DRIFT 0.001
/* Less than this is a busy machine, unless the card says otherwise. */
#define LEAST_S        0.005
#define SUSPECT_BLOCKS 3
/* Fewer may all come late. */
#define WINDOW_NS (100 * HIL_NS_PER_MS)

void hil_timeline_init(struct hil_timeline *t, double rate_hz)
{
	*t = (struct hil_timeline){ .rate_hz = rate_hz };
}

/* Samples that its last one came late, were @frames before the block. */
static double lateness(const struct hil_timeline *t,
		       const struct hil_tape_block *block, uint64_t frames)
{
	return (double)(block->arrived_ns - t->start_ns) * 1e-9 * t->rate_hz -
	       (double)(frames + block->frames);
}

uint64_t hil_timeline_lost(const struct hil_timeline *t,
			   const struct hil_tape *tape)
{
	size_t count = hil_tape_blocks(tape);
	uint64_t frames = t->frames;
	double least = INFINITY, lost, size;
	bool even = true;

	if (!t->begun || !count ||
	    hil_tape_block(tape, count - 1)->arrived_ns -
			    hil_tape_block(tape, 0)->arrived_ns <
		    WINDOW_NS)
		return 0;
	size = hil_tape_block(tape, 0)->frames;
	for (size_t i = 0; i < count; i++) {
		const struct hil_tape_block *b = hil_tape_block(tape, i);

		least = fmin(least, lateness(t, b, frames));
		frames += b->frames;
		even &= (double)b->frames == size;
	}
	/* later ones that lost more only come later: the least is not theirs */
	lost = least - t->behind;
	if (even)
		lost = round(lost / size) * size;
	if (!hil_tape_block(tape, 0)->overflow && lost < LEAST_S * t->rate_hz)
		return 0;
	return lost > 0 ? (uint64_t)llround(lost) : 0;
}

bool hil_timeline_suspect(const struct hil_tape *tape)
{
	size_t n = hil_tape_blocks(tape);

	for (size_t i = 0; i < n && i < SUSPECT_BLOCKS; i++)
		if (hil_tape_block(tape, i)->overflow)
			return true;
	return false;
}

void hil_timeline_take(struct hil_timeline *t,
		       const struct hil_tape_block *block, uint64_t lost)
{
	double late;

	if (!t->begun) {
		t->begun = true;
		t->start_ns = block->arrived_ns;
		t->behind = -(double)block->frames;
	}
	t->frames += lost;
	late = lateness(t, block, t->frames);
	t->behind = fmin(t->behind + DRIFT * (double)block->frames, late);
	t->frames += block->frames;
}
