/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of a stream, above all the exact ends of its gaps. */
#include "tests/unit/test.h"

#include <errno.h>

#include "daemon/link/record.h"
#include "rig/capture/stream.h"

#define EDGES_MAX 200000

/* An emit function with room for @room records, -1: any number. */
struct sink {
	int room;
	uint64_t edge[EDGES_MAX];
	size_t edges;
	struct hil_levels levels[100];
	size_t level_count;
	struct hil_gap gap[100];
	size_t gap_count;
	uint64_t covered;
	size_t largest;
};

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct sink *s = context;
	struct hil_cover cover;

	if (s->room == 0)
		return -ENOBUFS;
	if (s->room > 0)
		s->room--;
	assert_true(length <= 65536);
	switch (type) {
	case HIL_RECORD_EDGES:
		memcpy(s->edge + s->edges, payload, length);
		s->edges += length / 8;
		if (length > s->largest)
			s->largest = length;
		break;
	case HIL_RECORD_LEVELS:
		memcpy(&s->levels[s->level_count++], payload, length);
		break;
	case HIL_RECORD_GAP:
		memcpy(&s->gap[s->gap_count++], payload, length);
		break;
	case HIL_RECORD_COVER:
		memcpy(&cover, payload, length);
		assert_true(cover.samples >= s->covered);
		s->covered = cover.samples;
		break;
	default:
		fail();
	}
	return 0;
}

struct fixture {
	struct sink sink;
	struct hil_stream stream;
};

static struct fixture *begin(unsigned int unit, uint64_t wanted, int room)
{
	struct fixture *f = calloc(1, sizeof(*f));
	struct hil_sample want = { { wanted, 0 } };
	struct hil_emit emit = { take, NULL };

	assert_non_null(f);
	emit.context = &f->sink;
	f->sink.room = room;
	assert_int_equal(hil_stream_init(&f->stream, &emit, unit, &want), 0);
	return f;
}

static void first_sample_gives_levels_and_no_edge(void **state)
{
	static const uint8_t data[] = { 0x05, 0x05, 0x04 };
	struct fixture *f = begin(1, 0x03, -1);

	(void)state;
	assert_int_equal(hil_stream_samples(&f->stream, data, 3), 0);
	assert_int_equal(hil_stream_cover(&f->stream, 1), 0);
	assert_int_equal(f->sink.level_count, 1);
	/* channel 2 is high too, but nobody asked */
	assert_int_equal(f->sink.levels[0].level[0], 1);
	assert_int_equal(f->sink.edges, 1);
	assert_int_equal(f->sink.edge[0], hil_edge_pack(2, 0, false));
	assert_int_equal(f->sink.covered, 3);
	free(f);
}

static void samples_may_be_cut_anywhere(void **state)
{
	/* samples of 3 bytes, channel 16 toggles each sample */
	uint8_t data[300] = { 0 };

	(void)state;
	for (size_t i = 0; i < 100; i++)
		data[3 * i + 2] = i & 1;
	for (size_t piece = 1; piece < 20; piece++) {
		struct fixture *f = begin(3, 1 << 16, -1);

		for (size_t at = 0; at < sizeof(data); at += piece)
			assert_int_equal(
				hil_stream_samples(&f->stream, data + at,
						   at + piece > sizeof(data)
							   ? sizeof(data) - at
							   : piece),
				0);
		assert_int_equal(hil_stream_cover(&f->stream, 1), 0);
		assert_int_equal(f->sink.edges, 99);
		for (size_t i = 0; i < 99; i++)
			assert_int_equal(f->sink.edge[i],
					 hil_edge_pack(i + 1, 16, i % 2 == 0));
		assert_int_equal(f->sink.covered, 100);
		free(f);
	}
}

static void edges_fill_frames(void **state)
{
	uint8_t *data = malloc(20000);
	struct fixture *f = begin(1, 1, -1);

	(void)state;
	assert_non_null(data);
	for (size_t i = 0; i < 20000; i++)
		data[i] = i & 1;
	assert_int_equal(hil_stream_samples(&f->stream, data, 20000), 0);
	/* 19,999 edges: two frames of 8,190 are out, the rest waits */
	assert_int_equal(f->sink.edges, 2 * 8190);
	assert_int_equal(f->sink.largest, 65520);
	assert_int_equal(hil_stream_cover(&f->stream, 1), 0);
	assert_int_equal(f->sink.edges, 19999);
	free(data);
	free(f);
}

static void overflow_is_a_gap_from_first_lost_edge(void **state)
{
	uint8_t data[1000] = { 0 };
	struct fixture *f = begin(1, 1, -1);

	(void)state;
	/* an edge at 500, then no room: it is lost, and nothing before it */
	memset(data + 500, 1, 500);
	assert_int_equal(hil_stream_samples(&f->stream, data, 400), 0);
	assert_int_equal(hil_stream_cover(&f->stream, 1), 0);
	assert_int_equal(f->sink.covered, 400);
	f->sink.room = 0;
	assert_int_equal(hil_stream_samples(&f->stream, data + 400, 600), 0);
	assert_int_equal(hil_stream_cover(&f->stream, 2), 0);
	assert_int_equal(f->sink.covered, 400);
	/* still no room: only counted */
	assert_int_equal(hil_stream_samples(&f->stream, data, 300), 0);
	f->sink.room = -1;
	data[5] = 1;
	assert_int_equal(hil_stream_samples(&f->stream, data, 10), 0);
	assert_int_equal(hil_stream_cover(&f->stream, 3), 0);
	assert_int_equal(f->sink.gap_count, 1);
	assert_int_equal(f->sink.gap[0].first, 500);
	assert_int_equal(f->sink.gap[0].end, 1300);
	assert_int_equal(f->sink.gap[0].reason, HIL_GAP_OVERFLOW);
	assert_int_equal(f->sink.level_count, 2);
	assert_int_equal(f->sink.levels[1].sample, 1300);
	assert_int_equal(f->sink.levels[1].level[0], 0);
	assert_int_equal(f->sink.edges, 2);
	assert_int_equal(f->sink.edge[0], hil_edge_pack(1305, 0, true));
	assert_int_equal(f->sink.edge[1], hil_edge_pack(1306, 0, false));
	assert_int_equal(f->sink.covered, 1310);
	free(f);
}

static void cover_ends_a_gap_without_samples(void **state)
{
	uint8_t data[100] = { 0, 1 };
	struct fixture *f = begin(1, 1, 1);

	(void)state;
	/* room for LEVELS only */
	assert_int_equal(hil_stream_samples(&f->stream, data, 100), 0);
	assert_int_equal(hil_stream_cover(&f->stream, 1), 0);
	assert_int_equal(f->sink.covered, 0);
	f->sink.room = -1;
	assert_int_equal(hil_stream_cover(&f->stream, 2), 0);
	assert_int_equal(f->sink.gap_count, 1);
	assert_int_equal(f->sink.gap[0].first, 1);
	assert_int_equal(f->sink.gap[0].end, 100);
	assert_int_equal(f->sink.covered, 100);
	free(f);
}

/*
 * Random room: whatever happens, edges outside the gaps are complete and
 * right, and gaps lie in order.
 */
static void random_overflows_lose_nothing_outside_gaps(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int run = 0; run < 200; run++) {
		struct fixture *f = begin(1, 1, -1);
		uint8_t *data = calloc(1, 60000);
		size_t at = 0, n = 0;

		assert_non_null(data);
		for (size_t i = 1; i < 60000; i++)
			data[i] = data[i - 1] ^ (test_random(&seed) % 3 == 0);
		while (at < 60000) {
			size_t piece = 1 + test_random(&seed) % 20000;

			if (piece > 60000 - at)
				piece = 60000 - at;
			f->sink.room = (int)(test_random(&seed) % 4);
			assert_int_equal(hil_stream_samples(&f->stream,
							    data + at, piece),
					 0);
			if (test_random(&seed) % 2)
				assert_int_equal(
					hil_stream_cover(&f->stream, 1), 0);
			at += piece;
		}
		f->sink.room = -1;
		assert_int_equal(hil_stream_cover(&f->stream, 1), 0);
		assert_int_equal(f->sink.covered, 60000);
		assert_true(f->sink.gap_count < 100);
		for (size_t i = 1, g = 0; i < 60000; i++) {
			const struct hil_gap *gap = &f->sink.gap[g];

			if (g < f->sink.gap_count && i >= gap->first) {
				assert_true(gap->end > i ||
					    gap->end == gap->first);
				i = gap->end > i ? gap->end : i - 1;
				g++;
				continue;
			}
			if (data[i] == data[i - 1])
				continue;
			assert_true(n < f->sink.edges);
			assert_int_equal(f->sink.edge[n],
					 hil_edge_pack(i, 0, data[i]));
			n++;
		}
		assert_int_equal(n, f->sink.edges);
		free(data);
		free(f);
	}
}

static void absurd_unit_is_refused(void **state)
{
	struct fixture *f = begin(1, 1, -1);
	static const uint8_t data[2] = { 0, 1 };

	(void)state;
	assert_int_equal(hil_stream_samples(&f->stream, data, 2), 0);
	assert_int_equal(hil_stream_init(&f->stream,
					 &(struct hil_emit){ take, NULL }, 17,
					 &(struct hil_sample){ { 1, 0 } }),
			 -EINVAL);
	free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_sample_gives_levels_and_no_edge),
		cmocka_unit_test(samples_may_be_cut_anywhere),
		cmocka_unit_test(edges_fill_frames),
		cmocka_unit_test(overflow_is_a_gap_from_first_lost_edge),
		cmocka_unit_test(cover_ends_a_gap_without_samples),
		cmocka_unit_test(random_overflows_lose_nothing_outside_gaps),
		cmocka_unit_test(absurd_unit_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
