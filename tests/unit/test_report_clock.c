/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What text, JSON and page say of the clock, the heartbeat and the phases. */
#include <math.h>

#include "tests/unit/sample_result.h"
#include "tests/unit/test.h"

static char *print(const struct sample *s, bool html)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	if (html)
		assert_int_equal(hil_report_html(out, s->result, &s->info), 0);
	else
		assert_int_equal(hil_report_text(out, s->result, &s->info), 0);
	fclose(out);
	return text;
}

static void assert_holds(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no \"%s\"", part);
}

static void text_names_pieces_rows_heartbeat_and_phases(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	char *text = print(s, false);

	(void)state;
	assert_holds(text, "heartbeat  5000 intervals of 2 ms, no splice; "
			   "less than 2.6 us would not show\n");
	assert_holds(text, "3 straight pieces; least squares: 0.4000 ppm, rms "
			   "0.512 us\n");
	assert_holds(text, "edge 17 at 0.068000 s: its interrupt is before its "
			   "edge, by 8.123 us\n");
	assert_holds(text, "event 99 at 0.396000 s: its command is behind its "
			   "probe edge, by 20.456 us\n");
	assert_holds(text, "the board's tick of 1 ms: 32 of 32 parts met, "
			   "means from ");
	assert_holds(text, "the stimulus's period of 4 ms: 1 of 32 parts met, "
			   "as a steady stimulus does");
	free(text);
	sample_free(s);
}

static void text_names_the_place_of_a_splice(void **state)
{
	struct sample *s = sample_new(SAMPLE_GAP);
	char *text = print(s, false);

	(void)state;
	assert_holds(text, "samples spliced out at 1 place");
	assert_holds(text, "between 2.998000 and 3.000766 s: 1234 samples, or "
			   "that and whole periods\n");
	free(text);
	sample_free(s);
}

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static void json_has_pieces_least_squares_and_contradicting_rows(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	json_t *json = hil_report_json(s->result, &s->info);
	json_t *fit = json_object_get(json, "clock_fit");
	json_t *pieces = json_object_get(fit, "pieces");
	json_t *rows = json_object_get(fit, "contradicting");
	json_t *beat =
		json_object_get(json_object_get(json, "samples"), "heartbeat");

	(void)state;
	assert_int_equal(json_array_size(pieces), 3);
	assert_true(fabs(number(json_array_get(pieces, 1), "drift_ppm") - 0.4) <
		    1e-9);
	assert_true(number(json_array_get(pieces, 0), "offset_ns") ==
		    18284590452353.0);
	assert_true(
		fabs(number(json_object_get(fit, "least_squares"), "rms_ns") -
		     512.5) < 1e-9);
	assert_true(number(fit, "contradictions") == 2);
	assert_int_equal(json_array_size(rows), 2);
	/* an event without an edge of its own has none */
	assert_true(
		json_is_null(json_object_get(json_array_get(rows, 1), "edge")));
	assert_string_equal(json_string_value(json_object_get(beat, "by")),
			    "heartbeat");
	assert_true(number(beat, "intervals") == 5000);
	assert_int_equal(json_array_size(json_object_get(json, "folds")), 2);
	json_decref(json);
	sample_free(s);
}

static void page_shows_residuals_and_phases(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	char *page = print(s, true);

	(void)state;
	assert_holds(page, "<h2>The board's clock</h2>");
	assert_holds(page, "aria-label=\"Stamps of interrupts");
	assert_holds(page, "2 edges contradict all others");
	assert_holds(page, "<h2>Phases that edges met</h2>");
	assert_holds(page, "over the phase of the board");
	/* a steady stimulus meets one phase of itself: no picture */
	assert_null(strstr(page, "over the phase of the stimulus"));
	free(page);
	sample_free(s);
}

static void without_a_board_nothing_is_said_of_its_clock(void **state)
{
	struct sample *s = sample_new(SAMPLE_NO_BOARD);
	char *page = print(s, true);

	(void)state;
	assert_null(strstr(page, "The board's clock"));
	free(page);
	sample_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_names_pieces_rows_heartbeat_and_phases),
		cmocka_unit_test(text_names_the_place_of_a_splice),
		cmocka_unit_test(
			json_has_pieces_least_squares_and_contradicting_rows),
		cmocka_unit_test(page_shows_residuals_and_phases),
		cmocka_unit_test(without_a_board_nothing_is_said_of_its_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
