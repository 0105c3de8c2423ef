/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two rings: samples, and the blocks that they came in. */
#include "rig/audio/tape.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES ((size_t)1 << 20) /* 5 s at 192 kHz */
#define BLOCKS ((size_t)1 << 15)

struct hil_tape {
	struct hil_tape_block block[BLOCKS];
	atomic_size_t put, taken; /* blocks, ever */
	uint64_t frames;          /* ever, the writer's */
	uint64_t dropped;         /* since the last block, the writer's */
	float sample[FRAMES * HIL_AUDIO_CHANNELS];
};

struct hil_tape *hil_tape_new(void)
{
	return calloc(1, sizeof(struct hil_tape));
}

void hil_tape_free(struct hil_tape *t)
{
	free(t);
}

static bool has_room(struct hil_tape *t, size_t put, uint32_t frames)
{
	/* pairs with the release in hil_tape_release() */
	size_t taken = atomic_load_explicit(&t->taken, memory_order_acquire);
	uint64_t oldest =
		taken == put ? t->frames : t->block[taken % BLOCKS].first;

	return put - taken < BLOCKS && t->frames + frames - oldest <= FRAMES;
}

void hil_tape_put(struct hil_tape *t, const float *data, uint32_t frames,
		  unsigned int channels, int64_t arrived_ns, bool overflow)
{
	size_t put = atomic_load_explicit(&t->put, memory_order_relaxed);

	if (!has_room(t, put, frames)) {
		t->dropped += frames;
		return;
	}
	for (uint32_t i = 0; i < frames; i++, data += channels) {
		float *to = t->sample +
			    (t->frames + i) % FRAMES * HIL_AUDIO_CHANNELS;

		to[0] = data[0];
		to[1] = channels > 1 ? data[1] : 0;
	}
	t->block[put % BLOCKS] =
		(struct hil_tape_block){ .first = t->frames,
					 .dropped = t->dropped,
					 .arrived_ns = arrived_ns,
					 .frames = frames,
					 .overflow = overflow };
	t->frames += frames;
	t->dropped = 0;
	/* pairs with the acquire in hil_tape_blocks() */
	atomic_store_explicit(&t->put, put + 1, memory_order_release);
}

size_t hil_tape_blocks(const struct hil_tape *t)
{
	/* pairs with the release in hil_tape_put() */
	return atomic_load_explicit(&t->put, memory_order_acquire) -
	       atomic_load_explicit(&t->taken, memory_order_relaxed);
}

const struct hil_tape_block *hil_tape_block(const struct hil_tape *t, size_t n)
{
	size_t taken = atomic_load_explicit(&t->taken, memory_order_relaxed);

	return &t->block[(taken + n) % BLOCKS];
}

const float *hil_tape_data(const struct hil_tape *t,
			   const struct hil_tape_block *block, uint32_t skip,
			   size_t *frames)
{
	size_t at = (block->first + skip) % FRAMES;
	size_t left = block->frames - skip;

	*frames = left < FRAMES - at ? left : FRAMES - at;
	return t->sample + at * HIL_AUDIO_CHANNELS;
}

void hil_tape_release(struct hil_tape *t)
{
	/* pairs with the acquire in has_room() */
	atomic_fetch_add_explicit(&t->taken, 1, memory_order_release);
}
