/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The edge search against a plain one written here: bit by bit, sample by
 * sample. Every variant, unit size, density, alignment and chunk border.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/link/record.h"
#include "rig/capture/edge_search.h"

#define SAMPLES 20000

struct random {
	uint64_t state;
};

static uint64_t draw(struct random *r)
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return r->state;
}

static bool bit_of(const uint8_t *data, size_t sample, unsigned int unit,
		   unsigned int channel)
{
	return data[sample * unit + channel / 8] >> channel % 8 & 1;
}

static size_t plain_search(const uint8_t *data, size_t samples,
			   unsigned int unit, const struct hil_sample *wanted,
			   uint64_t *edge)
{
	size_t n = 0;

	for (size_t i = 0; i < samples; i++)
		for (unsigned int c = 0; c < 8 * unit; c++) {
			bool before = i && bit_of(data, i - 1, unit, c);
			bool now = bit_of(data, i, unit, c);

			if (before != now && wanted->word[c / 64] >> c % 64 & 1)
				edge[n++] = hil_edge_pack(i, c, now);
		}
	return n;
}

/* One in @rarity bytes changes a bit; 1 is noise in every bit. */
static void fill(uint8_t *data, size_t samples, unsigned int unit,
		 unsigned int rarity, struct random *r)
{
	for (size_t i = 0; i < samples * unit; i++) {
		data[i] = i < unit ? 0 : data[i - unit];
		if (rarity == 1)
			data[i] = (uint8_t)draw(r);
		else if (draw(r) % rarity == 0)
			data[i] ^= (uint8_t)(1u << draw(r) % 8);
	}
}

/* Chunks and outputs of random size; @edge is filled completely. */
static size_t search_in_pieces(struct hil_edge_search *s, const uint8_t *data,
			       size_t samples, uint64_t *edge, struct random *r)
{
	size_t done = 0;
	size_t n = 0;

	while (done < samples) {
		size_t chunk = 1 + draw(r) % 5000;
		size_t at = 0;

		if (chunk > samples - done)
			chunk = samples - done;
		while (at < chunk) {
			size_t max = s->channels + draw(r) % 300;
			size_t count = 0;
			size_t used = hil_edge_search_run(
				s, data + (done + at) * s->unit, chunk - at,
				edge + n, max, &count);

			assert_true(used <= chunk - at);
			assert_true(count <= max);
			/* either all was consumed or the output was full */
			if (used < chunk - at)
				assert_true(max - count < s->channels);
			at += used;
			n += count;
		}
		done += chunk;
	}
	return n;
}

static void compare_all(enum hil_edge_variant variant)
{
	static const unsigned int rarities[] = { 1, 3, 40, 3000, 1000000 };
	const size_t most = (size_t)SAMPLES * 128;
	uint8_t *memory = malloc(SAMPLES * HIL_EDGE_UNIT_MAX + 64);
	uint64_t *expected = malloc(most * sizeof(*expected));
	/* the search may ask for more room than edges are left */
	uint64_t *found = malloc((most + 1000) * sizeof(*found));
	struct random r = { 0x9e3779b97f4a7c15u };

	assert_true(memory && expected && found);
	for (unsigned int unit = 1; unit <= HIL_EDGE_UNIT_MAX; unit++)
		for (size_t k = 0; k < 5; k++) {
			uint8_t *data = memory + draw(&r) % 64;
			struct hil_sample wanted = { { draw(&r), draw(&r) } };
			struct hil_edge_search s;
			size_t n, m;
			int ret;

			if (k == 0)
				wanted =
					(struct hil_sample){ { ~0ull, ~0ull } };
			fill(data, SAMPLES, unit, rarities[k], &r);
			n = plain_search(data, SAMPLES, unit, &wanted,
					 expected);
			ret = hil_edge_search_init(&s, unit, &wanted, variant);
			if (ret == -ENOTSUP)
				continue;
			assert_int_equal(ret, 0);
			m = search_in_pieces(&s, data, SAMPLES, found, &r);
			assert_int_equal(n, m);
			assert_memory_equal(expected, found,
					    n * sizeof(*found));
			assert_int_equal(s.sample, SAMPLES);
		}
	free(found);
	free(expected);
	free(memory);
}

static void portable_search_agrees_with_plain_one(void **state)
{
	(void)state;
	compare_all(HIL_EDGE_PORTABLE);
}

static void fastest_search_agrees_with_plain_one(void **state)
{
	(void)state;
	compare_all(HIL_EDGE_FASTEST);
}

static void avx2_search_agrees_with_plain_one(void **state)
{
	struct hil_edge_search s;

	(void)state;
	if (hil_edge_search_init(&s, 1, &(struct hil_sample){ { 1, 0 } },
				 HIL_EDGE_AVX2))
		skip();
	compare_all(HIL_EDGE_AVX2);
}

static void neon_search_agrees_with_plain_one(void **state)
{
	struct hil_edge_search s;

	(void)state;
	if (hil_edge_search_init(&s, 1, &(struct hil_sample){ { 1, 0 } },
				 HIL_EDGE_NEON))
		skip();
	compare_all(HIL_EDGE_NEON);
}

static void search_starts_from_given_level_and_sample(void **state)
{
	/* channel 0 was high: low at 100, high again at 102 */
	static const uint8_t data[] = { 0, 0, 1 };
	struct hil_edge_search s;
	uint64_t edge[8];
	size_t count;

	(void)state;
	assert_int_equal(hil_edge_search_init(&s, 1,
					      &(struct hil_sample){ { 1, 0 } },
					      HIL_EDGE_FASTEST),
			 0);
	s.last.word[0] = 1;
	s.sample = 100;
	assert_int_equal(hil_edge_search_run(&s, data, 3, edge, 8, &count), 3);
	assert_int_equal(count, 2);
	assert_int_equal(edge[0], hil_edge_pack(100, 0, false));
	assert_int_equal(edge[1], hil_edge_pack(102, 0, true));
}

static void search_refuses_absurd_unit_size(void **state)
{
	struct hil_edge_search s;
	struct hil_sample wanted = { { 1, 0 } };

	(void)state;
	assert_int_equal(hil_edge_search_init(&s, 0, &wanted, HIL_EDGE_FASTEST),
			 -EINVAL);
	assert_int_equal(
		hil_edge_search_init(&s, 17, &wanted, HIL_EDGE_FASTEST),
		-EINVAL);
	assert_int_equal(
		hil_edge_search_init(&s, 2000000000, &wanted, HIL_EDGE_FASTEST),
		-EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(portable_search_agrees_with_plain_one),
		cmocka_unit_test(fastest_search_agrees_with_plain_one),
		cmocka_unit_test(avx2_search_agrees_with_plain_one),
		cmocka_unit_test(neon_search_agrees_with_plain_one),
		cmocka_unit_test(search_starts_from_given_level_and_sample),
		cmocka_unit_test(search_refuses_absurd_unit_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
