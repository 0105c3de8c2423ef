/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edge search: whole blocks of 64 samples go to the variant chosen for this
 * processor and unit size (edge_search_private.h); beginnings, ends and odd
 * unit sizes are searched sample by sample here. Sparse signals cost one pass
 * over memory; dense ones cost the edges themselves.
 */
#include "rig/capture/edge_search.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "daemon/link/record.h"
#include "rig/capture/edge_search_private.h"

struct hil_sample hil_edge_sample_load(const uint8_t *data, unsigned int unit)
{
	struct hil_sample s = { { 0, 0 } };

	memcpy(&s, data, unit);
	return s;
}

/* Eight bytes at a time; the compiler's vectors are not relied upon. */
static inline uint64_t mark_1(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	const uint64_t spread = (wanted & 0xff) * 0x0101010101010101u;
	const uint64_t low7 = 0x7f7f7f7f7f7f7f7fu;
	uint64_t found = 0;

	for (unsigned int b = 0; b < blocks; b++, data += 64) {
		uint64_t m = 0;

		for (unsigned int k = 0; k < 64; k += 8) {
			uint64_t x = (hil_edge_load(data + k, 8) ^
				      hil_edge_load(data + k - 1, 8)) &
				     spread;

			if (!x)
				continue;
			/* the top bit of each byte: byte is not 0 */
			x = (((x & low7) + low7) | x) & ~low7;
			/* gathered: top bits of 8 bytes become 8 bits */
			m |= ((x >> 7) * 0x0102040810204080u >> 56) << k;
		}
		mask[b] = m;
		found |= (uint64_t)(m != 0) << b;
	}
	return found;
}

static inline uint64_t mark_each(const uint8_t *data, unsigned int blocks,
				 uint64_t wanted, uint64_t mask[],
				 unsigned int unit)
{
	uint64_t found = 0;

	for (unsigned int b = 0; b < blocks; b++) {
		uint64_t m = 0;

		for (unsigned int k = 0; k < 64; k++, data += unit) {
			uint64_t x = (hil_edge_load(data, unit) ^
				      hil_edge_load(data - unit, unit)) &
				     wanted;

			m |= (uint64_t)(x != 0) << k;
		}
		mask[b] = m;
		found |= (uint64_t)(m != 0) << b;
	}
	return found;
}

static inline uint64_t mark_2(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	return mark_each(data, blocks, wanted, mask, 2);
}

static inline uint64_t mark_4(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	return mark_each(data, blocks, wanted, mask, 4);
}

static inline uint64_t mark_8(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	return mark_each(data, blocks, wanted, mask, 8);
}

HIL_EDGE_BLOCKS_OF_UNIT(, 1)
HIL_EDGE_BLOCKS_OF_UNIT(, 2)
HIL_EDGE_BLOCKS_OF_UNIT(, 4)
HIL_EDGE_BLOCKS_OF_UNIT(, 8)

static hil_edge_blocks *portable_blocks(unsigned int unit)
{
	return HIL_EDGE_BLOCKS_CHOOSE(unit);
}

static hil_edge_blocks *choose_blocks(unsigned int unit,
				      enum hil_edge_variant variant)
{
	hil_edge_blocks *blocks;

	switch (variant) {
	case HIL_EDGE_AVX2:
		return hil_edge_blocks_avx2(unit);
	case HIL_EDGE_NEON:
		return hil_edge_blocks_neon(unit);
	case HIL_EDGE_PORTABLE:
		return portable_blocks(unit);
	case HIL_EDGE_FASTEST:
		break;
	}
	blocks = hil_edge_blocks_avx2(unit);
	if (!blocks)
		blocks = hil_edge_blocks_neon(unit);
	return blocks ? blocks : portable_blocks(unit);
}

int hil_edge_search_init(struct hil_edge_search *search, unsigned int unit,
			 const struct hil_sample *wanted,
			 enum hil_edge_variant variant)
{
	if (unit < 1 || unit > HIL_EDGE_UNIT_MAX)
		return -EINVAL;
	*search = (struct hil_edge_search){ .unit = unit, .wanted = *wanted };
	/* What the samples do not hold cannot change. */
	if (unit <= 8)
		search->wanted.word[1] = 0;
	if (unit < 8)
		search->wanted.word[0] &= (UINT64_C(1) << 8 * unit) - 1;
	search->channels =
		(unsigned int)__builtin_popcountll(search->wanted.word[0]) +
		(unsigned int)__builtin_popcountll(search->wanted.word[1]);
	search->blocks = choose_blocks(unit, variant);
	if (!search->blocks && variant != HIL_EDGE_FASTEST &&
	    variant != HIL_EDGE_PORTABLE)
		return -ENOTSUP;
	return 0;
}

/* Sample by sample: ends of chunks, odd unit sizes. */
static size_t search_each(struct hil_edge_search *s, const uint8_t *data,
			  size_t samples, struct hil_edge_output *out)
{
	size_t i;

	for (i = 0; i < samples; i++, data += s->unit) {
		struct hil_sample now = hil_edge_sample_load(data, s->unit);
		uint64_t x0 =
			(now.word[0] ^ s->last.word[0]) & s->wanted.word[0];
		uint64_t x1 =
			(now.word[1] ^ s->last.word[1]) & s->wanted.word[1];
		uint64_t base = (s->sample + i) << 8;

		if (x0 | x1 && out->max - out->count < s->channels)
			break;
		if (x0)
			out->count += hil_edge_put(out->edge + out->count, base,
						   x0, now.word[0]);
		if (x1)
			out->count +=
				hil_edge_put(out->edge + out->count,
					     base | 64u << 1, x1, now.word[1]);
		s->last = now;
	}
	s->sample += i;
	return i;
}

size_t hil_edge_search_run(struct hil_edge_search *search, const uint8_t *data,
			   size_t samples, uint64_t edge[], size_t max,
			   size_t *count)
{
	struct hil_edge_output out = { .edge = edge, .max = max };
	size_t done = 0;

	assert(max >= search->channels);
	if (search->blocks && samples > 64) {
		size_t blocks = (samples - 1) / 64;
		size_t n;

		/* The first sample's neighbour is not in this memory. */
		done = search_each(search, data, 1, &out);
		n = search->blocks(search, data + search->unit, blocks, &out);
		search->sample += n;
		done += n;
		search->last = hil_edge_sample_load(
			data + (done - 1) * search->unit, search->unit);
		if (n < blocks * 64)
			goto out;
	}
	done += search_each(search, data + done * search->unit, samples - done,
			    &out);
out:
	*count = out.count;
	return done;
}
