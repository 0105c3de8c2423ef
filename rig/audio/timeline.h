/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many samples a sound card has lost. It says that it lost some, never how
 * many; but samples that are lost for good make all later ones come late for
 * good, while a busy machine makes some of them come late. Pure.
 */
#ifndef HIL_AUDIO_TIMELINE_H
#define HIL_AUDIO_TIMELINE_H

#include "rig/audio/tape.h"

struct hil_timeline {
	double rate_hz;
	bool begun;
	int64_t start_ns;
	uint64_t frames; /* of the card's time, lost ones too */
	double behind;   /* least that a block came late, in samples */
};

/** hil_timeline_init() - Context: any. */
void hil_timeline_init(struct hil_timeline *t, double rate_hz);

/**
 * hil_timeline_lost() - samples that are missing before the first block that
 *	waits
 *
 * The last blocks that wait should have come 0.3 s later; with less than 0.1 s
 * of them nothing can be told, and nothing is said to be lost.
 *
 * Context: any.
 * Return: 0 or more; for blocks of one size a multiple of it, as sound servers
 * lose whole ones. Uncertainty: half a block.
 */
uint64_t hil_timeline_lost(const struct hil_timeline *t,
			   const struct hil_tape *tape);

/**
 * hil_timeline_suspect() - are the samples of the first block that waits not to
 *	be trusted?
 *
 * A card says that it lost some when it is over: in the block after, or not
 * before the one after that.
 *
 * Context: any.
 */
bool hil_timeline_suspect(const struct hil_tape *tape);

/** hil_timeline_take() - the next block, with @lost samples before it */
void hil_timeline_take(struct hil_timeline *t,
		       const struct hil_tape_block *block, uint64_t lost);

#endif
