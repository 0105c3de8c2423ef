/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/crc32c.h"

#include "tests/unit/test.h"

/* RFC 3720 B.4: 32 bytes each, CRC as the little-endian bytes there. */
static void crc_gives_the_vectors_of_rfc_3720(void **state)
{
	uint8_t bytes[32];

	(void)state;
	assert_int_equal(hil_crc32c(0, "123456789", 9), 0xe3069283);
	memset(bytes, 0, sizeof(bytes));
	assert_int_equal(hil_crc32c(0, bytes, 32), 0x8a9136aa);
	memset(bytes, 0xff, sizeof(bytes));
	assert_int_equal(hil_crc32c(0, bytes, 32), 0x62a8ab43);
	for (uint8_t i = 0; i < 32; i++)
		bytes[i] = i;
	assert_int_equal(hil_crc32c(0, bytes, 32), 0x46dd794e);
	for (uint8_t i = 0; i < 32; i++)
		bytes[i] = (uint8_t)(31 - i);
	assert_int_equal(hil_crc32c(0, bytes, 32), 0x113fdb5c);
}

/* The definition itself, a bit at a time. */
static uint32_t crc_by_bits(uint32_t crc, const uint8_t *p, size_t size)
{
	crc = ~crc;
	while (size--) {
		crc ^= *p++;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
	}
	return ~crc;
}

static void crc_agrees_with_its_definition_at_any_length_and_place(void **state)
{
	uint8_t bytes[300];
	uint64_t seed = 1;

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)test_random(&seed);
	for (size_t at = 0; at < 9; at++) {
		for (size_t size = 0; size + at <= sizeof(bytes); size++) {
			uint32_t start = (uint32_t)test_random(&seed);
			uint32_t want = crc_by_bits(start, bytes + at, size);

			assert_int_equal(hil_crc32c(start, bytes + at, size),
					 want);
			assert_int_equal(
				hil_crc32c_portable(start, bytes + at, size),
				want);
		}
	}
}

static void crc_of_pieces_is_the_crc_of_the_whole(void **state)
{
	static const char text[] =
		"stimulus edge, probe edge, and who was late";
	uint32_t whole = hil_crc32c(0, text, sizeof(text));

	(void)state;
	for (size_t cut = 0; cut <= sizeof(text); cut++) {
		uint32_t crc = hil_crc32c(0, text, cut);

		crc = hil_crc32c(crc, text + cut, sizeof(text) - cut);
		assert_int_equal(crc, whole);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crc_gives_the_vectors_of_rfc_3720),
		cmocka_unit_test(
			crc_agrees_with_its_definition_at_any_length_and_place),
		cmocka_unit_test(crc_of_pieces_is_the_crc_of_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
