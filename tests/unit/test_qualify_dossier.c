/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings, the table of requirements, and the forms of a dossier. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig/qualify/dossier.h"
#include "tests/unit/markup.h"

static void a_worse_finding_takes_the_place_of_a_better_one(void **state)
{
	struct hil_finding f;

	(void)state;
	assert_int_equal(hil_finding_init(&f), 0);
	assert_int_equal(f.state, HIL_FINDING_NOT_RUN);
	hil_finding_set(&f, HIL_FINDING_PASSED, "good");
	assert_string_equal(f.text, "good");
	hil_finding_set(&f, HIL_FINDING_NOT_POSSIBLE, "lacks %s", "a board");
	assert_string_equal(f.text, "lacks a board");
	hil_finding_set(&f, HIL_FINDING_FAILED, "first");
	hil_finding_set(&f, HIL_FINDING_FAILED, "second");
	hil_finding_set(&f, HIL_FINDING_PASSED, "good after all");
	assert_int_equal(f.state, HIL_FINDING_FAILED);
	assert_string_equal(f.text, "first");
	hil_finding_free(&f);
}

static void value_reads(const struct hil_finding_value *v, const char *wanted)
{
	struct hil_finding f;
	char text[160];

	assert_int_equal(hil_finding_init(&f), 0);
	hil_finding_value(&f, v);
	hil_dossier_value_text(json_array_get(f.values, 0), text, sizeof(text));
	assert_string_equal(text, wanted);
	hil_finding_free(&f);
}

static void a_value_has_unit_count_and_uncertainty(void **state)
{
	const struct hil_finding_value whole = { "a", 3.5, "ppm", 276, 3.48 };
	const struct hil_finding_value large = { "d", 289919.4, "ns", 7, 817 };
	const struct hil_finding_value fine = { "e", -16.3738, "ppm", 0, .163 };
	const struct hil_finding_value zero = { "f", -0.12, "ppm", 0, 115 };
	const struct hil_finding_value set = { "b", 3.3, "V", 0, 0 };
	const struct hil_finding_value none = { "c", NAN, "ns", 0, NAN };

	(void)state;
	value_reads(&whole, "3.5 ppm, U 3.5 ppm (k = 2), n 276");
	value_reads(&large, "289919 ns, U 817 ns (k = 2), n 7");
	value_reads(&fine, "-16.37 ppm, U 0.16 ppm (k = 2)");
	value_reads(&zero, "0 ppm, U 115 ppm (k = 2)");
	value_reads(&set, "3.3 V");
	value_reads(&none, "unknown ns, U unknown");
}

static void evidence_is_named_once(void **state)
{
	struct hil_finding f;

	(void)state;
	assert_int_equal(hil_finding_init(&f), 0);
	hil_finding_evidence(&f, "evidence/a");
	hil_finding_evidence(&f, "evidence/b");
	hil_finding_evidence(&f, "evidence/a");
	assert_int_equal(json_array_size(f.evidence), 2);
	hil_finding_free(&f);
}

static void every_requirement_says_all_of_itself(void **state)
{
	static const char *const key[] = { "part", "requirement", "why",
					   "method", "criterion" };
	json_t *list = hil_qualify_list(), *row, *seen = json_object();
	const char *id, *text;
	size_t i;

	(void)state;
	assert_true(json_array_size(list) >= 15);
	assert_true(json_array_size(list) <= 64);
	json_array_foreach(list, i, row)
	{
		id = json_string_value(json_object_get(row, "id"));
		assert_int_equal(strlen(id), 5);
		assert_true(strchr("IOP", id[0]) && id[1] == 'Q' &&
			    isdigit(id[3]) && isdigit(id[4]));
		assert_null(json_object_get(seen, id));
		json_object_set_new(seen, id, json_true());
		for (size_t k = 0; k < sizeof(key) / sizeof(key[0]); k++) {
			text = json_string_value(json_object_get(row, key[k]));
			assert_true(text && *text);
		}
	}
	json_decref(seen);
	json_decref(list);
}

static void json_paths_lead_through_arrays(void **state)
{
	json_t *json = json_loads("{\"a\": [{\"b\": 7}, {\"b\": 8}]}", 0, NULL);

	(void)state;
	assert_int_equal(hil_json_integer_at(json, "a.1.b"), 8);
	assert_int_equal(hil_json_integer_at(json, "a.2.b"), -1);
	assert_int_equal(hil_json_integer_at(json, "a.b"), -1);
	assert_int_equal(hil_json_integer_at(NULL, "a"), -1);
	json_decref(json);
}

/* A dossier of three findings, with a text that means harm. */
static json_t *made_up(void)
{
	static char name[] = "<rig>", config[] = "/dev/null", device[] = "";
	struct hil_run_options o = { .config = config,
				     .board = HIL_BOARD_NONE };
	struct hil_qualify_wish wish = { .o = &o };
	struct hil_qualify q = {
		.wish = &wish, .o = &o, .hilrig = device, .config = config
	};
	struct hil_dossier_rows *rows = calloc(1, sizeof(*rows));
	json_t *dossier;

	hil_options_init(hil_run_option_table, &o);
	free(o.name);
	o.name = name;
	o.board = HIL_BOARD_NONE;
	rows->count = 3;
	for (size_t i = 0; i < rows->count; i++) {
		rows->row[i] = &hil_requirements_installation[i];
		rows->part[i] = "Installation";
		assert_int_equal(hil_finding_init(&rows->found[i]), 0);
	}
	hil_finding_set(&rows->found[0], HIL_FINDING_PASSED,
			"<script>alert(1)</script> \x1b[2J \xff");
	hil_finding_set(&rows->found[1], HIL_FINDING_NOT_APPLICABLE,
			"no board");
	hil_finding_set(&rows->found[2], HIL_FINDING_FAILED, "no answer");
	hil_finding_count(&rows->found[2], "answers", 0);
	hil_finding_evidence(&rows->found[2], "evidence/doctor.out");
	dossier = hil_dossier_json(&q, rows, 1796077963000000000);
	for (size_t i = 0; i < rows->count; i++)
		hil_finding_free(&rows->found[i]);
	free(rows);
	o.name = NULL;
	o.config = NULL;
	hil_options_free(hil_run_option_table, &o);
	assert_non_null(dossier);
	return dossier;
}

static void deviations_are_what_somebody_must_judge(void **state)
{
	json_t *d = made_up(), *list = json_object_get(d, "deviations");

	(void)state;
	assert_false(hil_qualify_good(d));
	assert_int_equal(json_array_size(list), 1);
	assert_string_equal(json_string_value(json_array_get(list, 0)),
			    "IQ-03");
	assert_string_equal(json_string_value(json_object_get(d, "result")),
			    "not passed");
	assert_int_equal(hil_json_integer_at(d, "summary.passed"), 1);
	assert_int_equal(hil_json_integer_at(d, "summary.not applicable"), 1);
	json_array_clear(list);
	assert_true(hil_qualify_good(d));
	json_decref(d);
}

static void print(int (*form)(FILE *, const json_t *), const json_t *d,
		  char **text)
{
	size_t size = 0;
	FILE *out = open_memstream(text, &size);

	assert_non_null(out);
	assert_int_equal(form(out, d), 0);
	assert_int_equal(fclose(out), 0);
}

static void the_page_is_well_formed_and_runs_nothing(void **state)
{
	json_t *d = made_up();
	char *page = NULL;

	(void)state;
	print(hil_dossier_html, d, &page);
	assert_null(markup_fault(page));
	assert_null(strstr(page, "<script"));
	assert_non_null(strstr(page, "&#60;script&#62;"));
	assert_non_null(strstr(page, "&#60;rig&#62;"));
	assert_non_null(strstr(page, "Reviewed by"));
	assert_non_null(strstr(page, "IQ-03"));
	free(page);
	json_decref(d);
}

static void the_text_is_harmless_for_a_terminal(void **state)
{
	json_t *d = made_up();
	char *text = NULL;

	(void)state;
	print(hil_dossier_text, d, &text);
	assert_null(strchr(text, '\x1b'));
	assert_non_null(strstr(text, "IQ-03  failed"));
	assert_non_null(strstr(text, "for somebody to judge: IQ-03\n"));
	free(text);
	json_decref(d);
}

static void a_part_is_not_the_whole(void **state)
{
	json_t *d = json_pack("{s:s,s:[],s:[]}", "result", "passed",
			      "deviations", "requirements");
	char *page = NULL, *text = NULL;

	(void)state;
	assert_non_null(d);
	print(hil_dossier_html, d, &page);
	assert_non_null(strstr(page, "Every requirement is met"));
	free(page);
	json_object_set_new(d, "only", json_string("IQ-01"));
	print(hil_dossier_html, d, &page);
	assert_null(strstr(page, "Every requirement is met"));
	assert_non_null(strstr(page, "it is not all"));
	free(page);
	print(hil_dossier_text, d, &text);
	assert_non_null(strstr(text, "passed, only a part was tested\n"));
	free(text);
	json_decref(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_worse_finding_takes_the_place_of_a_better_one),
		cmocka_unit_test(a_value_has_unit_count_and_uncertainty),
		cmocka_unit_test(evidence_is_named_once),
		cmocka_unit_test(every_requirement_says_all_of_itself),
		cmocka_unit_test(json_paths_lead_through_arrays),
		cmocka_unit_test(deviations_are_what_somebody_must_judge),
		cmocka_unit_test(the_page_is_well_formed_and_runs_nothing),
		cmocka_unit_test(the_text_is_harmless_for_a_terminal),
		cmocka_unit_test(a_part_is_not_the_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
