/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints a report of a made-up run, for people who look at its pages:
 * report_demo KIND text|json|html, or report_demo KIND FOLDER svg|png|pdf.
 */
#include "tests/unit/sample_result.h"
#include "tests/unit/test.h"

static int print(const struct sample *s, const char *what, const char *format)
{
	json_t *json;

	if (format)
		return hil_report_figures(what, format, s->result, &s->info);
	if (strcmp(what, "text") == 0)
		return hil_report_text(stdout, s->result, &s->info);
	if (strcmp(what, "html") == 0)
		return hil_report_html(stdout, s->result, &s->info);
	json = hil_report_json(s->result, &s->info);
	json_dumpf(json, stdout, HIL_REPORT_JSON_FLAGS);
	json_decref(json);
	return 0;
}

int main(int argc, char **argv)
{
	for (int kind = 0; argc > 2 && kind < SAMPLE_KINDS; kind++) {
		struct sample *s;
		int ret;

		if (strcmp(argv[1], sample_name[kind]) != 0)
			continue;
		s = sample_new((enum sample_kind)kind);
		ret = print(s, argv[2], argv[3]);
		sample_free(s);
		return ret ? 1 : 0;
	}
	fprintf(stderr, "usage: report_demo KIND text|json|html\n"
			"       report_demo KIND FOLDER svg|png|pdf\n");
	return 1;
}
