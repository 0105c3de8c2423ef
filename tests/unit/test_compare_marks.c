/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison from its marks and rows has the numbers it had at the time;
 * marks that are wrong are refused by name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rig/compare/blocks.h"
#include "rig/compare/marks.h"
#include "tests/unit/compare_sample.h"
#include "tests/unit/test.h"

static const char *const two[] = { "a", "b", NULL };

/* Rows as a session gets them, kept for later. */
struct tape {
	struct hil_run_watch to;
	struct hil_row *row;
	double *edge_s;
	size_t count, room;
};

static void keep_row(void *context, const struct hil_row *row, double edge_s)
{
	struct tape *t = context;

	if (t->count == t->room) {
		t->room = t->room ? t->room * 2 : 1024;
		t->row = realloc(t->row, t->room * sizeof(*t->row));
		t->edge_s = realloc(t->edge_s, t->room * sizeof(*t->edge_s));
		assert_non_null(t->row);
		assert_non_null(t->edge_s);
	}
	t->row[t->count] = *row;
	t->edge_s[t->count++] = edge_s;
	t->to.row(t->to.context, row, edge_s);
}

static int keep_turn(void *context, const struct hil_run_turn *turn)
{
	struct tape *t = context;

	return t->to.turn(t->to.context, turn);
}

static void tape_free(struct tape *t)
{
	free(t->row);
	free(t->edge_s);
}

static void front_ends(struct hil_arm *arm)
{
	struct hil_front_outcome end = { .known = true,
					 .cpu_known = true,
					 .user_s = 0.1,
					 .system_s = 1.0 / 3 };
	json_t *times = json_array();

	for (json_int_t i = 0; i < 10; i++)
		json_array_append_new(times, json_integer(i * 500000000 + 7));
	end.stats =
		json_pack("{s:i,s:i,s:{s:f,s:f},s:{s:o,s:i,s:n}}",
			  "frames_drawn", 7, "torn", 2, "staleness_ms", "mean",
			  1.0 / 7, "max", 9.5, "runtime", "collections_mono_ns",
			  times, "collections", 10, "moved_bytes");
	hil_arm_front_add(arm, &end, 1.7);
	end.status = 3;
	hil_arm_front_add(arm, &end, 1.7);
}

/* A measured comparison of which @until_s were seen, not yet judged. */
static struct compare_sample *measured(struct tape *t, double until_s)
{
	struct compare_sample *s = compare_sample_new(two, 7);
	struct hil_row late = { .row_class = HIL_ROW_MISSED };
	struct hil_run_turn over = { .measuring = false };

	*t = (struct tape){ .to = s->watch };
	s->watch = (struct hil_run_watch){ t, keep_row, keep_turn };
	s->slower_ns[1] = 800;
	s->c.seed = 42;
	s->c.margin.share = 0.05;
	compare_sample_measure(s, until_s);
	over.now_s = s->now_s;
	s->watch.turn(s->watch.context, &over);
	s->watch.row(s->watch.context, &late, s->now_s - 1e-6);
	hil_session_finish(s->session);
	front_ends(&s->c.arm[1]);
	return s;
}

static char *marks_text(const struct hil_comparison *c)
{
	json_t *marks = hil_marks_to_json(c);
	char *text = json_dumps(marks, JSON_INDENT(1));

	assert_non_null(text);
	json_decref(marks);
	return text;
}

/* What is stored is text, so is what comes back. */
static int read_marks(const char *text, struct hil_comparison *c,
		      struct hil_variants *v, char *problem)
{
	json_t *marks = json_loads(text, 0, NULL);
	int ret;

	assert_non_null(marks);
	problem[0] = '\0';
	ret = hil_marks_from_json(marks, c, v, problem);
	json_decref(marks);
	return ret;
}

static void play(const struct tape *t, struct hil_comparison *c)
{
	struct hil_blocks blocks = { .c = c };

	for (size_t i = 0; i < t->count; i++)
		hil_blocks_row(&blocks, &t->row[i], t->edge_s[i]);
	hil_blocks_finish(&blocks);
	assert_int_equal(blocks.error, 0);
	hil_blocks_free(&blocks);
}

static char *judged_text(struct hil_comparison *c)
{
	static const struct hil_compare_info info = { .title = "t" };
	json_t *json;
	char *text;

	assert_int_equal(hil_comparison_judge(c, 400), 0);
	json = hil_comparison_json(c, &info);
	text = json_dumps(json, JSON_INDENT(1));
	assert_non_null(text);
	json_decref(json);
	return text;
}

static void expect_the_same(double until_s)
{
	char problem[HIL_MARKS_PROBLEM], *marks, *then, *now;
	struct hil_variants variants = { .count = 0 };
	struct hil_comparison c;
	struct tape tape;
	struct compare_sample *s = measured(&tape, until_s);

	marks = marks_text(&s->c);
	assert_int_equal(read_marks(marks, &c, &variants, problem), 0);
	play(&tape, &c);
	then = judged_text(&s->c);
	now = judged_text(&c);
	assert_string_equal(then, now);
	assert_memory_equal(s->c.pair[0].of, c.pair[0].of,
			    sizeof(c.pair[0].of));
	assert_true(c.arm[0].edges > 0);
	assert_true(c.arm[1].front.torn == 2);
	assert_int_equal(c.arm[1].front.failed_status, 3);
	free(then);
	free(now);
	free(marks);
	hil_comparison_free(&c);
	hil_variants_free(&variants);
	tape_free(&tape);
	compare_sample_free(s);
}

static void replayed_comparison_is_the_live_one_to_the_last_digit(void **state)
{
	(void)state;
	expect_the_same(1000);
}

static void replayed_comparison_that_was_cut_off_is_the_live_one(void **state)
{
	(void)state;
	expect_the_same(8); /* in the fifth block of fourteen */
}

static void replayed_collections_have_the_effect_they_had(void **state)
{
	char problem[HIL_MARKS_PROBLEM], *marks, *then, *now;
	struct hil_variants variants[2] = { { .count = 0 }, { .count = 0 } };
	struct hil_comparison c[2];
	struct tape tape;
	struct compare_sample *s = measured(&tape, 1000);

	(void)state;
	s->variants.of[1].front = HIL_FRONT_MANAGED;
	marks = marks_text(&s->c);
	assert_int_equal(read_marks(marks, &c[0], &variants[0], problem), 0);
	free(marks);
	marks = marks_text(&c[0]);
	assert_int_equal(read_marks(marks, &c[1], &variants[1], problem), 0);
	for (int i = 0; i < 2; i++)
		play(&tape, &c[i]);
	then = judged_text(&c[0]);
	now = judged_text(&c[1]);
	assert_true(c[1].arm[1].effect_known);
	assert_true(c[1].arm[1].effect.near > 0);
	assert_string_equal(then, now);
	for (int i = 0; i < 2; i++) {
		hil_comparison_free(&c[i]);
		hil_variants_free(&variants[i]);
	}
	free(then);
	free(now);
	free(marks);
	tape_free(&tape);
	compare_sample_free(s);
}

/* A value of the marks, and what is said when it is another. */
static const struct {
	const char *path, *value, *problem;
} bad[] = {
	{ "schema", "\"hilrig-comparison-2\"", "\"schema\"" },
	{ "seed", "-1", "\"seed\"" },
	{ "seed", "1.5", "\"seed\"" },
	{ "block_s", "\"1\"", "\"block_s\"" },
	{ "warm_up_s", "2.0", "\"warm_up_s\"" }, /* of 1.5 */
	{ "margin", "null", "\"ns\"" },
	{ "margin/share", "-0.1", "\"share\"" },
	{ "rounds", "0", "\"rounds\" are none" },
	{ "rounds", "1000000000000000000", "\"rounds\"" },
	{ "rounds", "6", "\"order\" is not as long" },
	{ "order", "{}", "\"order\" is no list" },
	{ "order/3", "2", "no round of all variants" },
	{ "order/3", "-1", "no round of all variants" },
	{ "order/3", "9000000000000000000", "no round of all variants" },
	{ "order/1", "\"0\"", "no round of all variants" },
	{ "order/1", "0", "no round of all variants" }, /* as order/0 */
	{ "whole_blocks", "15", "\"whole_blocks\"" },
	{ "whole_blocks", "12", "\"spans_s\" does not fit" },
	{ "spans_s", "[[1,2]]", "\"spans_s\" does not fit" },
	{ "spans_s/2", "[0.1,0.2]", "one after the other" },
	{ "spans_s/13", "[30,29]", "one after the other" },
	{ "spans_s/13", "[30,1e300]", "one after the other" },
	{ "spans_s/0", "[-1,1]", "one after the other" },
	{ "spans_s/0", "[1]", "one after the other" },
	{ "spans_s/0", "7", "one after the other" },
	{ "variants", "null", "\"variants\"" },
	{ "variants", "[1]", "\"variants\"" },
	{ "variants", "[1,2,3,4,5,6,7,8,9,10,11,12,13]", "\"variants\"" },
	{ "variants/1", "7", "\"front_end\"" },
	{ "variants/0/name", "null", "\"name\"" },
	{ "variants/0/events_known", "1", "\"events_known\"" },
	{ "variants/0/variant/front_end", "\"vim\"", "\"front_end\"" },
	{ "variants/0/variant/sched", "[]", "\"sched\"" },
	{ "variants/0/variant/clients", "-5", "\"clients\"" },
	{ "variants/1/front/blocks", "8", "\"blocks\"" },
	{ "variants/1/front/told", "3", "\"told\"" },
	{ "variants/1/front/failed_status", "300", "\"failed_status\"" },
	{ "variants/1/front/user_s", "-1", "\"user_s\"" },
	{ "variants/1/front/runtime", "[]", "\"runtime\"" },
	{ "variants/1/collections_mono_ns", "[5,4]", "one after the other" },
	{ "variants/1/collections_mono_ns", "[\"5\"]", "one after the other" },
};

/* Put @value in the place of what is at @path. */
static void put(json_t *marks, const char *path, json_t *value)
{
	char copy[64], *word, *rest = copy, *next;
	json_t *at = marks;

	snprintf(copy, sizeof(copy), "%s", path);
	word = strsep(&rest, "/");
	while ((next = strsep(&rest, "/"))) {
		at = json_is_array(at) ? json_array_get(at, (size_t)atoi(word))
				       : json_object_get(at, word);
		word = next;
	}
	assert_int_equal(
		json_is_array(at)
			? json_array_set_new(at, (size_t)atoi(word), value)
			: json_object_set_new(at, word, value),
		0);
}

static void wrong_marks_are_refused_by_name(void **state)
{
	struct hil_variants variants = { .count = 0 };
	char problem[HIL_MARKS_PROBLEM];
	struct hil_comparison c;
	struct tape tape;
	struct compare_sample *s = measured(&tape, 1000);
	json_t *good = hil_marks_to_json(&s->c);

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		json_t *marks = json_deep_copy(good);

		put(marks, bad[i].path,
		    json_loads(bad[i].value, JSON_DECODE_ANY, NULL));
		problem[0] = '\0';
		assert_int_equal(
			hil_marks_from_json(marks, &c, &variants, problem),
			-EBADMSG);
		if (!strstr(problem, bad[i].problem))
			fail_msg("%s = %s: %s", bad[i].path, bad[i].value,
				 problem);
		assert_int_equal(c.arms, 0);
		assert_int_equal(variants.count, 0);
		json_decref(marks);
	}
	assert_int_equal(hil_marks_from_json(NULL, &c, &variants, problem),
			 -EBADMSG);
	json_decref(good);
	tape_free(&tape);
	compare_sample_free(s);
}

static void too_many_collections_are_left_out(void **state)
{
	struct tape tape;
	struct compare_sample *s = measured(&tape, 8);
	struct hil_arm_edges *e = &s->c.arm[0].near;
	json_t *marks, *arms;

	(void)state;
	e->event_ns = calloc(HIL_MARKS_COLLECTIONS, sizeof(*e->event_ns));
	assert_non_null(e->event_ns);
	e->events = HIL_MARKS_COLLECTIONS; /* and 20 of the other arm */
	marks = hil_marks_to_json(&s->c);
	arms = json_object_get(marks, "variants");
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(
			json_array_size(json_object_get(json_array_get(arms, i),
							"collections_mono_ns")),
			0);
	json_decref(marks);
	tape_free(&tape);
	compare_sample_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			replayed_comparison_is_the_live_one_to_the_last_digit),
		cmocka_unit_test(
			replayed_comparison_that_was_cut_off_is_the_live_one),
		cmocka_unit_test(replayed_collections_have_the_effect_they_had),
		cmocka_unit_test(wrong_marks_are_refused_by_name),
		cmocka_unit_test(too_many_collections_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
