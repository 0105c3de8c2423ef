/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CRC-32C by the CPU's own instruction where it has one, else eight bytes at a
 * time from tables. Which one is found out at run time, each gives the same.
 */
#include "daemon/base/crc32c.h"

#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__) && defined(__GNUC__) && !defined(__clang__)
#include <arm_acle.h>
#include <sys/auxv.h>
#define HAVE_ARM_CRC 1
#ifndef HWCAP_CRC32
#define HWCAP_CRC32 (1 << 7)
#endif
#endif

/*
 * A CRC is linear: the entry of a byte is the exclusive or of the entries of
 * its bits. Eight constants give a table of 256 at compile time.
 */
#define BIT(byte, n, entry) (((byte) >> (n)&1u) ? (entry) : 0u)
#define ENTRY(byte, e0, e1, e2, e3, e4, e5, e6, e7)                            \
	(BIT(byte, 0, e0) ^ BIT(byte, 1, e1) ^ BIT(byte, 2, e2) ^              \
	 BIT(byte, 3, e3) ^ BIT(byte, 4, e4) ^ BIT(byte, 5, e5) ^              \
	 BIT(byte, 6, e6) ^ BIT(byte, 7, e7))
#define FOUR(byte, ...)                                                        \
	ENTRY(byte, __VA_ARGS__), ENTRY((byte) + 1u, __VA_ARGS__),             \
		ENTRY((byte) + 2u, __VA_ARGS__),                               \
		ENTRY((byte) + 3u, __VA_ARGS__)
#define SIXTEEN(byte, ...)                                                     \
	FOUR(byte, __VA_ARGS__), FOUR((byte) + 4u, __VA_ARGS__),               \
		FOUR((byte) + 8u, __VA_ARGS__),                                \
		FOUR((byte) + 12u, __VA_ARGS__)
#define SIXTY_FOUR(byte, ...)                                                  \
	SIXTEEN(byte, __VA_ARGS__), SIXTEEN((byte) + 16u, __VA_ARGS__),        \
		SIXTEEN((byte) + 32u, __VA_ARGS__),                            \
		SIXTEEN((byte) + 48u, __VA_ARGS__)
#define TABLE(...)                                                             \
	{                                                                      \
		SIXTY_FOUR(0u, __VA_ARGS__), SIXTY_FOUR(64u, __VA_ARGS__),     \
			SIXTY_FOUR(128u, __VA_ARGS__),                         \
			SIXTY_FOUR(192u, __VA_ARGS__)                          \
	}

/* table[n][byte]: the byte, with n zero bytes behind it */
static const uint32_t table[8][256] = {
	TABLE(0xf26b8303, 0xe13b70f7, 0xc79a971f, 0x8ad958cf, 0x105ec76f,
	      0x20bd8ede, 0x417b1dbc, 0x82f63b78),
	TABLE(0x13a29877, 0x274530ee, 0x4e8a61dc, 0x9d14c3b8, 0x3fc5f181,
	      0x7f8be302, 0xff17c604, 0xfbc3faf9),
	TABLE(0xa541927e, 0x4f6f520d, 0x9edea41a, 0x38513ec5, 0x70a27d8a,
	      0xe144fb14, 0xc76580d9, 0x8b277743),
	TABLE(0xdd45aab8, 0xbf672381, 0x7b2231f3, 0xf64463e6, 0xe964b13d,
	      0xd725148b, 0xaba65fe7, 0x52a0c93f),
	TABLE(0x38116fac, 0x7022df58, 0xe045beb0, 0xc5670b91, 0x8f2261d3,
	      0x1ba8b557, 0x37516aae, 0x6ea2d55c),
	TABLE(0xef306b19, 0xdb8ca0c3, 0xb2f53777, 0x6006181f, 0xc00c303e,
	      0x85f4168d, 0x0e045beb, 0x1c08b7d6),
	TABLE(0x68032cc8, 0xd0065990, 0xa5e0c5d1, 0x4e2dfd53, 0x9c5bfaa6,
	      0x3d5b83bd, 0x7ab7077a, 0xf56e0ef4),
	TABLE(0x493c7d27, 0x9278fa4e, 0x211d826d, 0x423b04da, 0x847609b4,
	      0x0d006599, 0x1a00cb32, 0x34019664),
};

uint32_t hil_crc32c_portable(uint32_t crc, const void *data, size_t size)
{
	const uint8_t *p = data;

	crc = ~crc;
	for (; size >= 8; size -= 8, p += 8) {
		uint32_t low =
			crc ^ ((uint32_t)p[0] | (uint32_t)p[1] << 8 |
			       (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);

		crc = table[7][low & 255] ^ table[6][low >> 8 & 255] ^
		      table[5][low >> 16 & 255] ^ table[4][low >> 24] ^
		      table[3][p[4]] ^ table[2][p[5]] ^ table[1][p[6]] ^
		      table[0][p[7]];
	}
	while (size--)
		crc = crc >> 8 ^ table[0][(crc ^ *p++) & 255];
	return ~crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t
crc_instruction(uint32_t crc, const uint8_t *p, size_t size)
{
	uint64_t wide = ~crc;

	for (; size >= 8; size -= 8, p += 8) {
		uint64_t word;

		memcpy(&word, p, 8);
		wide = _mm_crc32_u64(wide, word);
	}
	crc = (uint32_t)wide;
	while (size--)
		crc = _mm_crc32_u8(crc, *p++);
	return ~crc;
}

uint32_t hil_crc32c(uint32_t crc, const void *data, size_t size)
{
	if (__builtin_cpu_supports("sse4.2"))
		return crc_instruction(crc, data, size);
	return hil_crc32c_portable(crc, data, size);
}
#elif defined(HAVE_ARM_CRC)
__attribute__((target("+crc"))) static uint32_t
crc_instruction(uint32_t crc, const uint8_t *p, size_t size)
{
	crc = ~crc;
	for (; size >= 8; size -= 8, p += 8) {
		uint64_t word;

		memcpy(&word, p, 8);
		crc = __crc32cd(crc, word);
	}
	while (size--)
		crc = __crc32cb(crc, *p++);
	return ~crc;
}

uint32_t hil_crc32c(uint32_t crc, const void *data, size_t size)
{
	if (getauxval(AT_HWCAP) & HWCAP_CRC32)
		return crc_instruction(crc, data, size);
	return hil_crc32c_portable(crc, data, size);
}
#else
uint32_t hil_crc32c(uint32_t crc, const void *data, size_t size)
{
	return hil_crc32c_portable(crc, data, size);
}
#endif
