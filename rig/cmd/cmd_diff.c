/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig diff: what differs between two stored runs, settings and latencies. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish_compare.h"
#include "rig/compare/settings_diff.h"
#include "rig/compare/stored.h"
#include "rig/report/clean.h"

static const char usage[] =
	"usage: hilrig diff RUN RUN [OPTIONS]\n"
	"\n"
	"Lists the settings that differ between two stored runs and compares "
	"their\n"
	"latencies, the second against the first. RUN is a directory, the end "
	"of a run's\n"
	"name, or \"last\". Two runs were made one after the other: a "
	"difference may come\n"
	"from anything that changed meanwhile, listed here or not; `hilrig "
	"compare`\n"
	"interleaves. Exit status 2 when a difference beyond the margin is "
	"shown.\n";

static const char caution[] =
	"Two runs, one after the other: the intervals hold what varies within "
	"runs. What\n"
	"changed between them, listed above or not, cannot be told apart; "
	"`hilrig compare`\n"
	"interleaves.\n";

#define PIECE_EDGES 50 /* fewer say nothing about a p99 */

struct diff {
	char *json, *html, *margin_text;
	uint64_t seed;
	bool nanoseconds, verbose;
	struct hil_comparison c;
	struct hil_stored_run run[2];
	json_t *differences;
};

#define AT(field) .offset = offsetof(struct diff, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "margin",
	  .type = HIL_OPTION_STRING,
	  .initial = "5%",
	  AT(margin_text),
	  .argument = "TIME|%",
	  .help = "a difference that does not matter; a bare number is "
		  "microseconds" },
	{ .name = "seed",
	  .type = HIL_OPTION_U64,
	  .initial = "1",
	  .max = 9.2e18,
	  AT(seed),
	  .argument = "N",
	  .help = "of random subsets" },
	{ .name = "json",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  AT(json),
	  .argument = "FILE",
	  .help = "result as JSON on standard output, or in FILE" },
	{ .name = "html",
	  .type = HIL_OPTION_STRING,
	  AT(html),
	  .argument = "FILE",
	  .help = "write the page into FILE" },
	{ .name = "nsecs",
	  .letter = 'N',
	  .type = HIL_OPTION_FLAG,
	  AT(nanoseconds),
	  .help = "print nanoseconds" },
	{ .name = "verbose",
	  .letter = 'v',
	  .type = HIL_OPTION_FLAG,
	  AT(verbose),
	  .help = "say how verdicts are made" },
	{ .name = NULL },
};

static const char *name_of(const struct hil_stored_run *run)
{
	const char *slash = strrchr(run->path, '/');

	return slash ? slash + 1 : run->path;
}

/* The time that both have, in as many pieces as hold enough edges. */
static void cut(struct diff *d)
{
	double a_s = hil_stored_run_s(&d->run[0]);
	double b_s = hil_stored_run_s(&d->run[1]);
	double shared_s = a_s < b_s ? a_s : b_s;
	size_t fewer = d->run[0].count < d->run[1].count ? d->run[0].count
							 : d->run[1].count;
	size_t pieces = fewer / PIECE_EDGES, i;

	if (pieces > HIL_STORED_PIECES)
		pieces = HIL_STORED_PIECES;
	d->c.rounds = pieces;
	d->c.block_s = pieces ? shared_s / (double)pieces : 0;
	for (i = 0; i < 2; i++)
		hil_stored_run_cut(&d->run[i], d->c.block_s, pieces,
				   d->c.arm[i].block);
}

static int read_runs(struct diff *d, char **names)
{
	int ret = hil_comparison_init(&d->c, 2, HIL_STORED_PIECES);
	size_t i;

	d->c.seed = d->seed;
	if (!ret)
		ret = hil_margin_parse(d->margin_text, &d->c.margin);
	for (i = 0; i < 2 && !ret; i++) {
		ret = hil_stored_run_read(&d->run[i], names[i], &d->c.arm[i]);
		if (!ret)
			d->c.arm[i].name = name_of(&d->run[i]);
	}
	if (ret)
		return ret;
	/* Numbers stand beside the worse of the two verdicts. */
	d->c.result = d->run[1].result->verdict > d->run[0].result->verdict
			      ? d->run[1].result
			      : d->run[0].result;
	cut(d);
	d->differences =
		hil_settings_diff(d->run[0].settings, d->run[1].settings);
	ret = d->differences ? 0 : -ENOMEM;
	if (!ret && d->run[0].result->lines)
		ret = hil_comparison_judge(
			&d->c, d->run[0].result->line[0].of[HIL_LATENCY].u_ns);
	return ret;
}

static void print_value(const json_t *value)
{
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;

	if (json_is_string(value))
		hil_clean_text(stdout, json_string_value(value));
	else
		hil_clean_text(stdout, text ? text : "not there");
	free(text);
}

static void print_settings(const struct diff *d)
{
	json_t *entry;
	size_t i;

	printf("settings that differ: %zu\n", json_array_size(d->differences));
	json_array_foreach(d->differences, i, entry)
	{
		fputs("  ", stdout);
		hil_clean_text(stdout, json_string_value(
					       json_object_get(entry, "key")));
		fputs("\n    first   ", stdout);
		print_value(json_object_get(entry, "a"));
		fputs("\n    second  ", stdout);
		print_value(json_object_get(entry, "b"));
		putchar('\n');
	}
	putchar('\n');
}

static void print_runs(const struct diff *d)
{
	size_t i, k;

	for (i = 0; i < 2; i++) {
		const struct hil_result *r = d->run[i].result;

		printf("%-7s ", i ? "second" : "first");
		hil_clean_text(stdout, d->c.arm[i].name);
		printf(": %s\n", hil_verdict_name(r->verdict));
		for (k = 0; k < r->reason_count; k++) {
			fputs("  - ", stdout);
			hil_clean_text(stdout, r->reasons[k]);
			putchar('\n');
		}
	}
	putchar('\n');
}

static int print_all(const struct diff *d)
{
	char title[256];
	struct hil_compare_info info = {
		.title = title,
		.differences = d->differences,
		.nanoseconds = d->nanoseconds,
		.verbose = d->verbose,
	};
	bool text = !d->json || strcmp(d->json, "-");
	int ret;

	snprintf(title, sizeof(title), "%.100s against %.100s",
		 d->c.arm[1].name, d->c.arm[0].name);
	if (text) {
		print_runs(d);
		print_settings(d);
	}
	ret = hil_finish_compare_print(&d->c, &info, d->json);
	if (text)
		printf("\n%s", caution);
	if (!ret && d->html)
		ret = hil_finish_compare_page(d->html, &d->c, &info);
	return ret;
}

static int status_of(const struct diff *d)
{
	if (d->c.result->verdict == HIL_INVALID)
		return HIL_STATUS_INVALID;
	return hil_comparison_beyond(&d->c) ? HIL_STATUS_LIMIT : HIL_STATUS_OK;
}

int hil_cmd_diff(int argc, char **argv)
{
	struct diff d = { .json = NULL };
	int status = HIL_STATUS_ERROR, first, ret;

	hil_options_init(table, &d);
	ret = hil_options_args(table, &d, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	else if (!ret && argc - first != 2)
		hil_error("diff takes two runs, each a directory, the end of a "
			  "name, or \"last\"");
	else if (!ret && !read_runs(&d, argv + first) && !print_all(&d))
		status = status_of(&d);
	hil_stored_run_free(&d.run[0]);
	hil_stored_run_free(&d.run[1]);
	json_decref(d.differences);
	hil_comparison_free(&d.c);
	hil_options_free(table, &d);
	return status;
}
