/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two channels of samples as records: order, levels, gaps, accounts. */
#include "tests/unit/test.h"

#include <errno.h>

#include "daemon/link/record.h"
#include "rig/audio/scope.h"

#define BLIND  HIL_AUDIO_SCOPE_BLIND
#define STEPS  HIL_AUDIO_STEPS
#define PERIOD 192
#define EDGES  20000

struct sink {
	int room; /* records, -1: any number */
	uint64_t edge[EDGES];
	size_t edges;
	struct hil_gap gap[50];
	size_t gaps;
	struct hil_levels levels[50];
	size_t level_count;
	uint64_t floor, covered;
};

static void not_before_floor(struct sink *s, uint64_t sample)
{
	if (sample < s->floor)
		fail_msg("%llu after %llu", (unsigned long long)sample,
			 (unsigned long long)s->floor);
	s->floor = sample;
}

/* As strict as the ledger. */
static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct sink *s = context;
	struct hil_cover cover;

	if (s->room == 0)
		return -ENOBUFS;
	s->room -= s->room > 0;
	if (type == HIL_RECORD_EDGES) {
		const uint64_t *edge = payload;

		for (size_t i = 0; i < length / 8; i++) {
			not_before_floor(s, hil_edge_sample(edge[i]));
			s->edge[s->edges++] = edge[i];
		}
	} else if (type == HIL_RECORD_GAP) {
		memcpy(&s->gap[s->gaps], payload, length);
		not_before_floor(s, s->gap[s->gaps].first);
		not_before_floor(s, s->gap[s->gaps].end);
		s->gaps++;
	} else if (type == HIL_RECORD_LEVELS) {
		memcpy(&s->levels[s->level_count], payload, length);
		not_before_floor(s, s->levels[s->level_count++].sample);
	} else {
		memcpy(&cover, payload, sizeof(cover));
		not_before_floor(s, cover.samples);
		s->covered = cover.samples;
	}
	return 0;
}

struct fixture {
	struct sink sink;
	struct hil_stream stream;
	struct hil_audio_scope scope;
	uint64_t frame; /* of the signal; a gap's are skipped */
};

static int set_up(void **state)
{
	static const struct hil_sample wanted = { { 3, 0 } };
	struct fixture *f = calloc(1, sizeof(*f));
	struct hil_emit emit = { take, &f->sink };

	f->sink.room = -1;
	assert_int_equal(hil_stream_init(&f->stream, &emit,
					 sizeof(struct hil_sample), &wanted),
			 0);
	hil_audio_scope_init(&f->scope, &f->stream, 48000, 0.05);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	free(*state);
	return 0;
}

/* A block wave to the left, the same 10 samples later to the right. */
static void play(struct fixture *f, size_t frames)
{
	for (size_t i = 0; i < frames; i++, f->frame++) {
		float pair[2] = { f->frame % PERIOD < PERIOD / 2 ? 0.9F : -0.9F,
				  (f->frame + PERIOD - 10) % PERIOD < PERIOD / 2
					  ? 0.9F
					  : -0.9F };

		assert_int_equal(hil_audio_scope_add(&f->scope, pair, 1), 0);
		if (f->frame % 1000 == 999)
			assert_int_equal(hil_audio_scope_cover(&f->scope, 1),
					 0);
	}
}

static bool in_gap(const struct sink *s, uint64_t index)
{
	for (size_t i = 0; i < s->gaps; i++)
		if (index >= s->gap[i].first && index < s->gap[i].end)
			return true;
	return false;
}

/* Every edge outside gaps and before the end of coverage, and no other. */
static void assert_edges(const struct sink *s)
{
	size_t n = 0;

	for (uint64_t frame = 1; frame <= s->floor / STEPS + BLIND; frame++) {
		for (unsigned int c = 0; c < 2; c++) {
			uint64_t at = frame + (c ? PERIOD - 10 : 0);
			/* halfway to this frame, counted from BLIND on */
			uint64_t index =
				frame * STEPS - STEPS / 2 - BLIND * STEPS;

			if (at % (PERIOD / 2) || frame < BLIND + 1 ||
			    in_gap(s, index) || index >= s->floor)
				continue;
			assert_true(n < s->edges);
			assert_int_equal(hil_edge_sample(s->edge[n]), index);
			assert_int_equal(hil_edge_channel(s->edge[n]), c);
			assert_int_equal(hil_edge_level(s->edge[n]),
					 at % PERIOD == 0);
			n++;
		}
	}
	assert_int_equal(n, s->edges);
}

static void all_edges_come_in_order_and_in_place(void **state)
{
	struct fixture *f = *state;

	play(f, 20000);
	assert_int_equal(hil_audio_scope_end(&f->scope, 1), 0);
	assert_int_equal(f->sink.gaps, 0);
	assert_int_equal(f->sink.level_count, 1);
	assert_int_equal(f->sink.levels[0].sample, 0);
	assert_int_equal(f->sink.covered, hil_stream_position(&f->stream));
	assert_true(f->sink.edges > 400);
	assert_edges(&f->sink);
}

static void lost_samples_are_a_gap_and_no_edge_moves(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < 10; i++) {
		play(f, 3333);
		f->frame += 777;
		assert_int_equal(hil_audio_scope_gap(&f->scope, 700), 0);
		/* what touches it makes it longer */
		assert_int_equal(hil_audio_scope_gap(&f->scope, 77), 0);
	}
	play(f, 3333);
	assert_int_equal(hil_audio_scope_end(&f->scope, 1), 0);
	assert_int_equal(f->sink.gaps, 10);
	for (size_t i = 0; i < 10; i++)
		assert_in_range(f->sink.gap[i].end - f->sink.gap[i].first,
				777 * STEPS, (777 + 60) * STEPS);
	assert_edges(&f->sink);
}

static void gap_may_be_first_and_last(void **state)
{
	struct fixture *f = *state;

	f->frame += 500;
	assert_int_equal(hil_audio_scope_gap(&f->scope, 500), 0);
	play(f, 5000);
	f->frame += 500;
	assert_int_equal(hil_audio_scope_gap(&f->scope, 500), 0);
	assert_int_equal(hil_audio_scope_end(&f->scope, 1), 0);
	assert_int_equal(f->sink.gaps, 2);
	assert_int_equal(f->sink.levels[0].sample, 0);
	assert_int_equal(f->sink.gap[0].first, 0);
	assert_int_equal(f->sink.gap[1].end, hil_stream_position(&f->stream));
	assert_edges(&f->sink);
}

static void reader_that_sleeps_makes_a_gap(void **state)
{
	struct fixture *f = *state;

	play(f, 5000);
	f->sink.room = 0;
	play(f, 5000);
	f->sink.room = -1;
	play(f, 5000);
	assert_int_equal(hil_audio_scope_end(&f->scope, 1), 0);
	assert_int_equal(f->sink.gaps, 1);
	assert_edges(&f->sink);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			all_edges_come_in_order_and_in_place, set_up,
			tear_down),
		cmocka_unit_test_setup_teardown(
			lost_samples_are_a_gap_and_no_edge_moves, set_up,
			tear_down),
		cmocka_unit_test_setup_teardown(gap_may_be_first_and_last,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(reader_that_sleeps_makes_a_gap,
						set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
