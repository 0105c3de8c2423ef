/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every wiring mistake is named, and no other beside it. */
#include "tests/unit/wire_scene.h"

/* Where the signals are; -1: nowhere. */
struct wires {
	int generator, probe, clock, noise, spikes;
	bool generator_inverted, probe_inverted;
	int generator_line, generator_line_2, probe_line;
};

static const struct wires right = { .generator = 0,
				    .probe = 1,
				    .clock = 2,
				    .noise = -1,
				    .spikes = -1,
				    .generator_line = 0,
				    .generator_line_2 = -1,
				    .probe_line = -1 };

static struct scene *judge(const struct wires *w)
{
	struct scene *s = scene_new();

	if (w->generator >= 0)
		scene_generator(s, (unsigned int)w->generator,
				w->generator_inverted);
	if (w->probe >= 0)
		scene_probe(s, (unsigned int)w->probe, w->probe_inverted);
	if (w->clock >= 0)
		scene_clock(s, (unsigned int)w->clock);
	if (w->noise >= 0)
		scene_noise(s, (unsigned int)w->noise);
	if (w->spikes >= 0)
		scene_spikes(s, (unsigned int)w->spikes);
	if (w->generator_line >= 0)
		scene_line_generator(s, (unsigned int)w->generator_line);
	if (w->generator_line_2 >= 0)
		scene_line_generator(s, (unsigned int)w->generator_line_2);
	if (w->probe_line >= 0)
		scene_line_probe(s, (unsigned int)w->probe_line);
	scene_judge(s);
	return s;
}

/* Exactly this one finding; @config: the config can say it. */
static void named(const struct wires *w, const char *kind, const char *subject,
		  bool config)
{
	struct scene *s = judge(w);
	const struct hil_wire_verdict *v = &s->verdict;

	for (size_t i = 0; i < v->findings; i++)
		if (v->findings > 1)
			print_message("%s: %s: %s\n",
				      hil_wire_kind_name(v->finding[i].kind),
				      v->finding[i].subject,
				      v->finding[i].text);
	assert_int_equal(v->findings, 1);
	assert_string_equal(hil_wire_kind_name(v->finding[0].kind), kind);
	assert_string_equal(v->finding[0].subject, subject);
	assert_int_equal(v->finding[0].config, config);
	assert_true(v->finding[0].text[0] && v->finding[0].todo[0]);
	scene_free(s);
}

static void right_wires_have_no_finding(void **state)
{
	struct scene *s = judge(&right);

	(void)state;
	assert_int_equal(s->verdict.findings, 0);
	assert_int_equal(s->verdict.notes, 0);
	assert_int_equal(s->wire.channel[0].source, HIL_WIRE_FROM_GENERATOR);
	assert_true(s->wire.channel[0].polarity_known);
	assert_false(s->wire.channel[0].inverted);
	assert_float_equal(s->wire.channel[0].hz, 250, 0.001);
	assert_int_equal(s->wire.channel[1].source, HIL_WIRE_FROM_PROBE);
	assert_true(s->wire.channel[1].polarity_known);
	assert_int_equal(s->wire.channel[2].source, HIL_WIRE_FROM_CLOCK);
	assert_float_equal(s->wire.channel[2].hz, 500, 0.001);
	assert_int_equal(s->wire.channel[3].source, HIL_WIRE_NOTHING);
	assert_int_equal(s->wire.line[0].source, HIL_WIRE_FROM_GENERATOR);
	assert_int_equal(s->wire.line[7].source, HIL_WIRE_NOTHING);
	scene_free(s);
}

static struct wires change(int generator, int probe)
{
	struct wires w = right;

	w.generator = generator;
	w.probe = probe;
	return w;
}

static void wrong_channels_are_named(void **state)
{
	struct wires swapped = change(1, 0), moved = change(0, 4);
	struct wires both = change(1, -1), on_the_clock = change(0, 1);
	struct scene *s;

	(void)state;
	named(&swapped, "swapped", "D0 and D1", true);
	named(&moved, "wrong channel", "D4", true);
	/* the generator on the probe's channel: nothing is left for the probe
	 */
	named(&both, "wrong channel", "D1", false);
	on_the_clock.clock = 3;
	named(&on_the_clock, "wrong channel", "D3", true);
	s = judge(&swapped);
	assert_int_equal(s->verdict.change.channel[HIL_WIRE_STIMULUS], 1);
	assert_int_equal(s->verdict.change.channel[HIL_WIRE_PROBE], 0);
	assert_true(s->verdict.change.channels);
	scene_free(s);
}

/* The generator on both channels: as for a calibration, and no rig. */
static void a_loop_back_is_named(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	scene_generator(s, 0, false);
	scene_generator(s, 1, false);
	scene_clock(s, 2);
	scene_line_generator(s, 0);
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 1);
	assert_int_equal(s->verdict.finding[0].kind, HIL_WIRE_WRONG_CHANNEL);
	assert_string_equal(s->verdict.finding[0].subject, "D1");
	assert_contains(s->verdict.finding[0].text,
			"shows the generator, not the probe");
	scene_free(s);
}

static void open_wires_are_named(void **state)
{
	struct wires w = change(-1, 1);

	(void)state;
	named(&w, "unconnected", "D0", false);
	w.generator_line = -1;
	named(&w, "unconnected", "generator", false);
	w = change(0, -1);
	named(&w, "unconnected", "D1", false);
	w = right;
	w.clock = -1;
	named(&w, "unconnected", "D2", false);
	w = right;
	w.generator_line = -1;
	named(&w, "unconnected", "line 0", false);
}

static void floating_wires_are_named(void **state)
{
	struct wires w = change(-1, 1);
	struct scene *s;

	(void)state;
	w.noise = 0;
	named(&w, "floating", "D0", false);
	w = change(0, -1);
	w.noise = 1;
	named(&w, "floating", "D1", false);
	w = right;
	w.clock = -1;
	w.noise = 2;
	named(&w, "floating", "D2", false);
	/* a free channel may float: that is no mistake */
	w = right;
	w.noise = 4;
	s = judge(&w);
	assert_int_equal(s->verdict.findings, 0);
	assert_int_equal(s->wire.channel[4].source, HIL_WIRE_FLOATING);
	scene_free(s);
}

/* 50 Hz is steady, and still nobody's signal. */
static void mains_is_floating(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	scene_generator(s, 0, false);
	scene_pulses(s, 1, 5000, 99, 20000, 10000, false);
	scene_clock(s, 2);
	scene_line_generator(s, 0);
	scene_judge(s);
	assert_int_equal(s->wire.channel[1].source, HIL_WIRE_FLOATING);
	assert_int_equal(s->verdict.findings, 1);
	assert_int_equal(s->verdict.finding[0].kind, HIL_WIRE_IS_FLOATING);
	scene_free(s);
}

static void inverted_wires_are_named(void **state)
{
	struct wires w = right;

	(void)state;
	w.generator_inverted = true;
	named(&w, "inverted", "D0", false);
	w = right;
	w.probe_inverted = true;
	named(&w, "inverted", "D1", false);
}

/* Without a board the other edge is a setting; with it both must agree. */
static void inversion_without_a_board_is_a_setting(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	s->rules.board = s->wire.board = false;
	s->wire.pulses = 0;
	s->wire.lines = 0;
	s->rules.no_toggle = "there is no board";
	scene_generator(s, 0, true);
	scene_clock(s, 2);
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 1);
	assert_int_equal(s->verdict.finding[0].kind, HIL_WIRE_INVERTED);
	assert_true(s->verdict.finding[0].config);
	assert_true(s->verdict.change.edge);
	assert_int_equal(s->verdict.notes, 1);
	scene_free(s);
}

static void inverted_alike_is_no_mistake(void **state)
{
	struct scene *s = scene_new();
	struct hil_wire_line *l = &s->wire.line[0];

	(void)state;
	scene_generator(s, 0, true);
	scene_probe(s, 1, false);
	scene_clock(s, 2);
	scene_line_generator(s, 0);
	l->count[HIL_WIRE_FAST].high_ns *= 3;
	scene_judge(s);
	assert_true(l->inverted);
	assert_int_equal(s->verdict.findings, 0);
	assert_int_equal(s->verdict.notes, 1);
	scene_free(s);
}

static void an_inverter_before_the_board_is_named(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	scene_generator(s, 0, false);
	scene_probe(s, 1, false);
	scene_clock(s, 2);
	scene_line_generator(s, 0);
	s->wire.line[0].count[HIL_WIRE_FAST].high_ns *= 3;
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 1);
	assert_int_equal(s->verdict.finding[0].kind, HIL_WIRE_INVERTED);
	assert_string_equal(s->verdict.finding[0].subject, "line 0");
	scene_free(s);
}

static void crosstalk_names_both_channels(void **state)
{
	struct wires w = right;
	struct scene *s;

	(void)state;
	w.spikes = 1;
	named(&w, "cross-talk", "D1", false);
	s = judge(&w);
	assert_contains(s->verdict.finding[0].text, "the edges of D0");
	assert_int_equal(s->wire.channel[1].crosstalk_from, 0);
	assert_int_equal(s->wire.channel[1].spikes, 200);
	scene_free(s);
	w.spikes = 4; /* nobody looks at that channel */
	s = judge(&w);
	assert_int_equal(s->verdict.findings, 0);
	scene_free(s);
}

static void wrong_lines_are_named(void **state)
{
	struct wires w = right;
	struct scene *s;

	(void)state;
	w.generator_line = 5;
	named(&w, "wrong line", "line 5", true);
	s = judge(&w);
	assert_true(s->verdict.change.line);
	assert_int_equal(s->verdict.change.stimulus_line, 5);
	assert_false(s->verdict.change.spare);
	scene_free(s);
	w.generator_line = 2; /* the spare: the two change places */
	named(&w, "wrong line", "line 2", true);
	s = judge(&w);
	assert_int_equal(s->verdict.change.stimulus_line, 2);
	assert_int_equal(s->verdict.change.spare_line, 0);
	assert_true(s->verdict.change.spare);
	scene_free(s);
	w.generator_line = 1; /* the probe, an output: never by the config */
	named(&w, "wrong line", "line 1", false);
}

static void second_ends_are_named(void **state)
{
	struct wires w = right;
	struct scene *s;

	(void)state;
	w.generator_line_2 = 2;
	named(&w, "wrong line", "line 2", false);
	w = right;
	w.probe_line = 2;
	named(&w, "wrong line", "line 2", false);
	w.probe_line = 6; /* may be meant: a note */
	s = judge(&w);
	assert_int_equal(s->verdict.findings, 0);
	assert_int_equal(s->verdict.notes, 1);
	scene_free(s);
}

/* The probe's wire touches the stimulus: at the analyzer, or at the board. */
static void probe_and_generator_on_one_wire_are_named(void **state)
{
	for (int board = 0; board < 2; board++) {
		struct scene *s = scene_new();

		scene_generator(s, 0, false);
		scene_probe(s, 0, false);
		scene_probe(s, 1, false);
		scene_clock(s, 2);
		scene_line_generator(s, 0);
		if (board)
			scene_line_probe(s, 0);
		scene_judge(s);
		assert_int_equal(s->verdict.findings, 1);
		assert_string_equal(s->verdict.finding[0].subject,
				    board ? "line 0" : "D0");
		assert_contains(s->verdict.finding[0].text, "also");
		scene_free(s);
	}
	(void)state;
}

/* gpio: on a slow board, as it was measured: 235 and 96.6 Hz, edges merged. */
static void a_thread_as_generator_is_known(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	scene_pulses(s, 0, 400000, 84, 4254, 1100, false);
	scene_pulses(s, 0, 1000000, 42, 10355, 2500, false);
	scene_probe(s, 1, false);
	scene_clock(s, 2);
	s->wire.line[0].count[HIL_WIRE_FAST] =
		(struct hil_wire_count){ 84, 102, 406906944, 104652256 };
	s->wire.line[0].count[HIL_WIRE_SLOW] =
		(struct hil_wire_count){ 42, 42, 412566048, 101693952 };
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 0);
	assert_int_equal(s->wire.line[0].source, HIL_WIRE_FROM_GENERATOR);
	scene_free(s);
}

static void tried_lines_find_the_probe(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	scene_generator(s, 0, false);
	scene_clock(s, 2);
	scene_line_generator(s, 0);
	scene_pulses(s, 1, 1700000 + SCENE_END, 20, 12000, 3000, false);
	s->wire.tries = 2;
	s->wire.try[0] = (struct hil_wire_try){
		.line = 5, .window = { SCENE_END, SCENE_END + 500000 }
	};
	s->wire.try[1] =
		(struct hil_wire_try){ .line = 6,
				       .window = { SCENE_END + 1500000,
						   SCENE_END + 2500000 } };
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 1);
	assert_int_equal(s->verdict.finding[0].kind, HIL_WIRE_WRONG_LINE);
	assert_string_equal(s->verdict.finding[0].subject, "line 6");
	assert_true(s->verdict.change.probe);
	assert_int_equal(s->verdict.change.probe_line, 6);
	scene_free(s);
}

/* Lost edges, late pulses and a bit of noise change nothing. */
static void a_busy_rig_is_still_right(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	scene_pulses(s, 0, 400000, 60, 4000, 1000, false);
	scene_pulses(s, 0, 652000, 35, 4000, 1300, false);
	scene_pulses(s, 0, 1000000, 40, 10000, 2600, false);
	for (unsigned int i = 0; i < 19; i++)
		scene_pulses(s, 1, 1600000 + i * 12800 + i % 3 * 1500, 1, 0,
			     3500, false);
	scene_pulses(s, 1, 100000, 1, 0, 5, false); /* a spike by itself */
	scene_clock(s, 2);
	scene_line_generator(s, 0);
	s->wire.line[0].count[HIL_WIRE_FAST].rising = 93;
	s->wire.line[3].count[HIL_WIRE_QUIET].rising = 1;
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 0);
	scene_free(s);
}

/* Without a generator nothing is said about it but that. */
static void what_was_not_tested_is_a_note(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	for (int p = HIL_WIRE_FAST; p < HIL_WIRE_PHASES; p++) {
		s->wire.hz[p] = 0;
		s->wire.watched[p] = false;
		s->wire.window[p] = (struct hil_wire_window){ 0, 0 };
	}
	s->wire.pulses = 0;
	s->rules.no_generator = "it is switched by hand";
	s->rules.no_toggle = "the board cannot be reached";
	scene_clock(s, 2);
	scene_judge(s);
	assert_int_equal(s->verdict.findings, 0);
	assert_int_equal(s->verdict.notes, 2);
	assert_contains(s->verdict.note[0], "switched by hand");
	scene_free(s);
}

/* More than there is room for: the first ones are kept, nothing is broken. */
static void no_count_of_mistakes_is_too_many(void **state)
{
	struct scene *s = scene_new();

	(void)state;
	for (unsigned int i = 0; i < 30; i++)
		s->wire.line[i % 8].spare = true;
	for (unsigned int i = 0; i < 60; i++) {
		s->wire.line[s->wire.lines] = s->wire.line[2];
		s->wire.line[s->wire.lines].offset = 10 + i;
		s->wire.lines++;
	}
	for (unsigned int i = 0; i < s->wire.lines; i++)
		scene_line_probe(s, i);
	scene_judge(s);
	assert_in_range(s->verdict.findings, 2, HIL_WIRE_FINDINGS - 1);
	scene_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_wires_have_no_finding),
		cmocka_unit_test(wrong_channels_are_named),
		cmocka_unit_test(a_loop_back_is_named),
		cmocka_unit_test(open_wires_are_named),
		cmocka_unit_test(floating_wires_are_named),
		cmocka_unit_test(mains_is_floating),
		cmocka_unit_test(inverted_wires_are_named),
		cmocka_unit_test(inversion_without_a_board_is_a_setting),
		cmocka_unit_test(inverted_alike_is_no_mistake),
		cmocka_unit_test(an_inverter_before_the_board_is_named),
		cmocka_unit_test(crosstalk_names_both_channels),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(second_ends_are_named),
		cmocka_unit_test(probe_and_generator_on_one_wire_are_named),
		cmocka_unit_test(a_thread_as_generator_is_known),
		cmocka_unit_test(tried_lines_find_the_probe),
		cmocka_unit_test(a_busy_rig_is_still_right),
		cmocka_unit_test(what_was_not_tested_is_a_note),
		cmocka_unit_test(no_count_of_mistakes_is_too_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
