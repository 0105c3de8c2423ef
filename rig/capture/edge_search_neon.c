/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marking of changed samples with NEON, which every arm64 processor has: each
 * vector is compared with the one that starts a sample earlier.
 */
#include "rig/capture/edge_search_private.h"

#if defined(__aarch64__)
#include <arm_neon.h>

/* 16 bytes of flags, 0xff where changed, to 16 bits in order. */
static inline uint64_t gather(uint8x16_t flags)
{
	static const uint8_t weight[16] = { 1, 2, 4, 8, 16, 32, 64, 128,
					    1, 2, 4, 8, 16, 32, 64, 128 };
	uint8x16_t w = vandq_u8(flags, vld1q_u8(weight));

	return (uint64_t)vaddv_u8(vget_low_u8(w)) |
	       (uint64_t)vaddv_u8(vget_high_u8(w)) << 8;
}

static inline uint8x16_t changed(const uint8_t *data, unsigned int unit,
				 uint8x16_t wanted)
{
	return vandq_u8(veorq_u8(vld1q_u8(data), vld1q_u8(data - unit)),
			wanted);
}

static inline bool is_zero(uint8x16_t x)
{
	return vmaxvq_u8(x) == 0;
}

static inline uint64_t mark_1(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	const uint8x16_t want = vdupq_n_u8((uint8_t)wanted);
	uint64_t found = 0;

	for (unsigned int b = 0; b < blocks; b++, data += 64) {
		uint8x16_t x0 = changed(data, 1, want);
		uint8x16_t x1 = changed(data + 16, 1, want);
		uint8x16_t x2 = changed(data + 32, 1, want);
		uint8x16_t x3 = changed(data + 48, 1, want);

		if (is_zero(vorrq_u8(vorrq_u8(x0, x1), vorrq_u8(x2, x3))))
			continue;
		mask[b] = gather(vtstq_u8(x0, x0)) |
			  gather(vtstq_u8(x1, x1)) << 16 |
			  gather(vtstq_u8(x2, x2)) << 32 |
			  gather(vtstq_u8(x3, x3)) << 48;
		found |= UINT64_C(1) << b;
	}
	return found;
}

/* 16 samples of 2 bytes as 16 bytes of flags. */
static inline uint8x16_t flags_2(const uint8_t *data, uint8x16_t want)
{
	uint16x8_t a = vreinterpretq_u16_u8(changed(data, 2, want));
	uint16x8_t b = vreinterpretq_u16_u8(changed(data + 16, 2, want));

	return vcombine_u8(vmovn_u16(vtstq_u16(a, a)),
			   vmovn_u16(vtstq_u16(b, b)));
}

static inline uint64_t mark_2(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	const uint8x16_t want =
		vreinterpretq_u8_u16(vdupq_n_u16((uint16_t)wanted));
	uint64_t found = 0;

	for (unsigned int b = 0; b < blocks; b++, data += 128) {
		uint64_t m = 0;

		for (unsigned int k = 0; k < 4; k++)
			m |= gather(flags_2(data + 32 * k, want)) << 16 * k;
		mask[b] = m;
		found |= (uint64_t)(m != 0) << b;
	}
	return found;
}

/* 8 samples of 4 bytes as 8 half-words of flags. */
static inline uint16x8_t half_flags_4(const uint8_t *data, uint8x16_t want)
{
	uint32x4_t a = vreinterpretq_u32_u8(changed(data, 4, want));
	uint32x4_t b = vreinterpretq_u32_u8(changed(data + 16, 4, want));

	return vcombine_u16(vmovn_u32(vtstq_u32(a, a)),
			    vmovn_u32(vtstq_u32(b, b)));
}

static inline uint64_t mark_4(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	const uint8x16_t want =
		vreinterpretq_u8_u32(vdupq_n_u32((uint32_t)wanted));
	uint64_t found = 0;

	for (unsigned int b = 0; b < blocks; b++, data += 256) {
		uint64_t m = 0;

		for (unsigned int k = 0; k < 4; k++) {
			const uint8_t *p = data + 64 * k;
			uint8x8_t low = vmovn_u16(half_flags_4(p, want));
			uint8x8_t high = vmovn_u16(half_flags_4(p + 32, want));

			m |= gather(vcombine_u8(low, high)) << 16 * k;
		}
		mask[b] = m;
		found |= (uint64_t)(m != 0) << b;
	}
	return found;
}

static inline uint64_t mark_8(const uint8_t *data, unsigned int blocks,
			      uint64_t wanted, uint64_t mask[])
{
	const uint8x16_t want = vreinterpretq_u8_u64(vdupq_n_u64(wanted));
	uint64_t found = 0;

	for (unsigned int b = 0; b < blocks; b++, data += 512) {
		uint64_t m = 0;

		for (unsigned int k = 0; k < 32; k++) {
			uint8x16_t x = changed(data + 16 * k, 8, want);
			uint64x2_t q = vreinterpretq_u64_u8(x);

			m |= (uint64_t)(vgetq_lane_u64(q, 0) != 0) << 2 * k;
			m |= (uint64_t)(vgetq_lane_u64(q, 1) != 0)
			     << (2 * k + 1);
		}
		mask[b] = m;
		found |= (uint64_t)(m != 0) << b;
	}
	return found;
}

HIL_EDGE_BLOCKS_OF_UNIT(, 1)
HIL_EDGE_BLOCKS_OF_UNIT(, 2)
HIL_EDGE_BLOCKS_OF_UNIT(, 4)
HIL_EDGE_BLOCKS_OF_UNIT(, 8)

hil_edge_blocks *hil_edge_blocks_neon(unsigned int unit)
{
	return HIL_EDGE_BLOCKS_CHOOSE(unit);
}

#else

hil_edge_blocks *hil_edge_blocks_neon(unsigned int unit)
{
	(void)unit;
	return NULL;
}

#endif
