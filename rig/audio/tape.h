/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples on their way from the sound card's thread to the one that looks for
 * edges, in blocks as they came, with the time when they came. One writer, one
 * reader; nobody waits.
 */
#ifndef HIL_AUDIO_TAPE_H
#define HIL_AUDIO_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/audio/scope.h"

struct hil_tape;

struct hil_tape_block {
	uint64_t first;     /* on the tape */
	uint64_t dropped;   /* samples before it for which there was no room */
	int64_t arrived_ns; /* CLOCK_MONOTONIC */
	uint32_t frames;
	bool overflow; /* the card says that it lost some */
};

/**
 * hil_tape_new(), hil_tape_free() - a tape of some seconds; NULL without memory
 *
 * Context: start-up only, and at the end.
 */
struct hil_tape *hil_tape_new(void);
void hil_tape_free(struct hil_tape *t);

/**
 * hil_tape_put() - append a block
 * @data: @frames times @channels, 1 or 2; a second one that is not there is
 *	silent
 *
 * Context: RT, the writer.
 */
void hil_tape_put(struct hil_tape *t, const float *data, uint32_t frames,
		  unsigned int channels, int64_t arrived_ns, bool overflow);

/** hil_tape_blocks() - how many wait. Context: the reader. */
size_t hil_tape_blocks(const struct hil_tape *t);

/** hil_tape_block() - the @n-th of those that wait. Context: the reader. */
const struct hil_tape_block *hil_tape_block(const struct hil_tape *t, size_t n);

/**
 * hil_tape_data() - samples of a block that waits
 * @skip: so many of its frames were taken before
 * @frames: result, so many are there in one piece
 *
 * Context: the reader.
 */
const float *hil_tape_data(const struct hil_tape *t,
			   const struct hil_tape_block *block, uint32_t skip,
			   size_t *frames);

/** hil_tape_release() - done with the first that waits. Context: the reader. */
void hil_tape_release(struct hil_tape *t);

#endif
