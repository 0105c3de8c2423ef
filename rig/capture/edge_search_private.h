/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the variants of the edge search share. A variant brings mark_1() …
 * mark_8(), which turn blocks of 64 samples into masks of the samples that
 * differ from the one before in a wanted channel; the rest is compiled into
 * each variant again, so that it uses that processor's bit instructions.
 */
#ifndef HIL_CAPTURE_EDGE_SEARCH_PRIVATE_H
#define HIL_CAPTURE_EDGE_SEARCH_PRIVATE_H

#include <string.h>

#include "rig/capture/edge_search.h"

/* Blocks of 64 samples in one call of a marking function: a bit each. */
#define HIL_EDGE_BLOCKS 64u

#define HIL_EDGE_INLINE static inline __attribute__((always_inline))

struct hil_edge_output {
	uint64_t *edge;
	size_t count;
	size_t max;
};

/*
 * Sets bit k of mask[n] when sample 64 n + k changed; returns a bit per block
 * with a change.
 */
typedef uint64_t hil_edge_mark(const uint8_t *data, unsigned int blocks,
			       uint64_t wanted, uint64_t mask[]);

/** hil_edge_blocks_avx2() - NULL: not in this build or processor, or unit */
hil_edge_blocks *hil_edge_blocks_avx2(unsigned int unit);
/** hil_edge_blocks_neon() - as hil_edge_blocks_avx2(), for arm64 */
hil_edge_blocks *hil_edge_blocks_neon(unsigned int unit);

HIL_EDGE_INLINE uint64_t hil_edge_load(const uint8_t *data, unsigned int unit)
{
	uint8_t byte;
	uint16_t half;
	uint32_t word;
	uint64_t value;

	switch (unit) {
	case 1:
		memcpy(&byte, data, 1);
		return byte;
	case 2:
		memcpy(&half, data, 2);
		return half;
	case 4:
		memcpy(&word, data, 4);
		return word;
	default:
		memcpy(&value, data, 8);
		return value;
	}
}

/* The edges of one changed sample; @changed is not 0. */
HIL_EDGE_INLINE size_t hil_edge_put(uint64_t *edge, uint64_t base,
				    uint64_t changed, uint64_t now)
{
	size_t n = 0;

	do {
		unsigned int bit = (unsigned int)__builtin_ctzll(changed);

		edge[n++] = base | (uint64_t)bit << 1 | (now >> bit & 1);
		changed &= changed - 1;
	} while (changed);
	return n;
}

/* The lowest mark of block @b; the top one for no mark at all. */
HIL_EDGE_INLINE uint16_t hil_edge_mark_position(unsigned int b, uint64_t m)
{
	m |= UINT64_C(1) << 63;
	return (uint16_t)(b * 64 + (unsigned int)__builtin_ctzll(m));
}

/*
 * The positions of all marks, in order. Two are written at a time and a
 * surplus one is overwritten: fewer branches to foresee than one per mark.
 */
HIL_EDGE_INLINE size_t hil_edge_list(uint64_t found, const uint64_t mask[],
				     uint16_t at[])
{
	size_t n = 0;

	for (; found; found &= found - 1) {
		unsigned int b = (unsigned int)__builtin_ctzll(found);
		uint64_t m = mask[b];
		size_t end = n + (size_t)__builtin_popcountll(m);

		do {
			at[n] = hil_edge_mark_position(b, m);
			m &= m - 1;
			at[n + 1] = hil_edge_mark_position(b, m);
			m &= m - 1;
			n += 2;
		} while (m);
		n = end;
	}
	return n;
}

/* The edges of marked samples; returns how many marks were put. */
HIL_EDGE_INLINE size_t hil_edge_put_marks(const struct hil_edge_search *s,
					  const uint8_t *data, uint64_t sample,
					  const uint16_t at[], size_t n,
					  struct hil_edge_output *out,
					  unsigned int unit)
{
	const size_t limit = out->max - s->channels;
	size_t count = out->count;
	size_t i;

	for (i = 0; i < n && count <= limit; i++) {
		const uint8_t *p = data + (size_t)at[i] * unit;
		uint64_t now = hil_edge_load(p, unit);
		uint64_t x = (now ^ hil_edge_load(p - unit, unit)) &
			     s->wanted.word[0];

		count += hil_edge_put(out->edge + count, (sample + at[i]) << 8,
				      x, now);
	}
	out->count = count;
	return i;
}

/* Whole blocks; returns the samples consumed. */
HIL_EDGE_INLINE size_t hil_edge_search_blocks(
	const struct hil_edge_search *s, const uint8_t *data, size_t blocks,
	struct hil_edge_output *out, unsigned int unit, hil_edge_mark *mark)
{
	uint64_t mask[HIL_EDGE_BLOCKS];
	uint16_t at[HIL_EDGE_BLOCKS * 64 + 2];
	size_t done = 0;

	while (done < blocks) {
		unsigned int now = blocks - done < HIL_EDGE_BLOCKS
					   ? (unsigned int)(blocks - done)
					   : HIL_EDGE_BLOCKS;
		const uint8_t *p = data + done * 64 * unit;
		uint64_t found = mark(p, now, s->wanted.word[0], mask);
		size_t n = hil_edge_list(found, mask, at);
		size_t put = hil_edge_put_marks(s, p, s->sample + done * 64, at,
						n, out, unit);

		if (put < n)
			return done * 64 + at[put];
		done += now;
	}
	return done * 64;
}

/* One variant's function for one unit size; @attr is its target. */
#define HIL_EDGE_BLOCKS_OF_UNIT(attr, unit)                                    \
	attr static size_t blocks_##unit(const struct hil_edge_search *search, \
					 const uint8_t *data, size_t blocks,   \
					 struct hil_edge_output *out)          \
	{                                                                      \
		return hil_edge_search_blocks(search, data, blocks, out, unit, \
					      mark_##unit);                    \
	}

#define HIL_EDGE_BLOCKS_CHOOSE(unit)                                           \
	((unit) == 1   ? blocks_1                                              \
	 : (unit) == 2 ? blocks_2                                              \
	 : (unit) == 4 ? blocks_4                                              \
	 : (unit) == 8 ? blocks_8                                              \
		       : NULL)

#endif
