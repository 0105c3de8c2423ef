/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig show: a stored run, computed again from its records. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/cmd/finish_compare.h"
#include "rig/compare/replay.h"
#include "rig/run/stimulus.h"

static const char usage[] =
	"usage: hilrig show RUN [OPTIONS]\n"
	"\n"
	"Computes a stored run or comparison again from its records and prints "
	"it. RUN is a\n"
	"directory, the end of a run's name, or \"last\".\n";

struct show {
	char *json, *histogram, *html, *figures;
	int format; /* index into formats */
	bool strict, nanoseconds;
};

#define AT(field) .offset = offsetof(struct show, field), .set_offset = -1

static const char *const formats[] = { "svg", "png", "pdf", NULL };

static const struct hil_option table[] = {
	{ .name = "json",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  AT(json),
	  .argument = "FILE",
	  .help = "result as JSON on standard output, or in FILE" },
	{ .name = "histogram",
	  .letter = 'H',
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "",
	  AT(histogram),
	  .argument = "US",
	  .help = "print the histogram, up to US" },
	{ .name = "html",
	  .type = HIL_OPTION_STRING,
	  AT(html),
	  .argument = "DIR",
	  .help = "write report.html into DIR; of a comparison compare.html "
		  "too" },
	{ .name = "figures",
	  .type = HIL_OPTION_STRING,
	  AT(figures),
	  .argument = "DIR",
	  .help = "write the pictures into DIR" },
	{ .name = "format",
	  .type = HIL_OPTION_CHOICE,
	  .choices = formats,
	  .initial = "svg",
	  AT(format),
	  .argument = "svg|png|pdf",
	  .help = "format of the pictures" },
	{ .name = "nsecs",
	  .letter = 'N',
	  .type = HIL_OPTION_FLAG,
	  AT(nanoseconds),
	  .help = "print nanoseconds" },
	{ .name = "strict",
	  .type = HIL_OPTION_FLAG,
	  AT(strict),
	  .help = "DEGRADED is exit status 3" },
	{ .name = NULL },
};

static json_t *make_settings(const struct hil_replay *p, json_t *manifest)
{
	json_t *stored = json_object_get(manifest, "settings"), *settings;

	if (stored)
		return json_incref(stored);
	settings = json_object();
	json_object_set(settings, "options",
			json_object_get(p->run, "options"));
	json_object_set(settings, "board", p->feed.board_settings);
	json_object_set(settings, "analyzer", p->feed.capture);
	return settings;
}

/* What goes to standard output or into the JSON. */
static int print_run(struct hil_comparison_replay *p, struct hil_result *r,
		     struct hil_report_info *info, const struct show *s)
{
	struct hil_finish how = { s->json, false, s->strict };

	if (!p->compares)
		return hil_finish_print(r, info, &how);
	if (s->histogram)
		hil_notice("of a comparison no histogram is printed; --html "
			   "draws them");
	return hil_finish_compare_again(&p->c, r, info, &how, s->html);
}

static int report(struct hil_comparison_replay *replay, const struct show *s)
{
	struct hil_replay *p = &replay->run;
	json_t *manifest = p->manifest;
	const char *path = p->path, *slash = strrchr(path, '/');
	struct hil_report_info info = {
		.title = slash ? slash + 1 : path,
		.run_path = path,
		.start_utc = hil_feed_string(manifest, "start_utc"),
		.period_ns = json_integer_value(
			json_object_get(manifest, "period_ns")),
		.nanoseconds = s->nanoseconds,
	};
	const json_t *config = json_object_get(p->run, "config");
	char stimulus[512];
	struct hil_result *r = hil_feed_finish(&p->feed);
	int status, ret;

	if (!r || hil_comparison_replay_finish(replay)) {
		hil_result_free(r);
		return HIL_STATUS_ERROR;
	}
	if (!manifest)
		hil_result_reason(r, HIL_INVALID, "cut-off",
				  "the run was cut off: it has no manifest");
	info.settings = make_settings(p, manifest);
	info.stimulus = hil_stimulus_sentence(info.settings, stimulus,
					      sizeof(stimulus));
	if (!hil_stimulus_steady(info.settings))
		info.period_ns = 0;
	info.sysinfo = hil_finish_sysinfo(p->feed.board_settings);
	info.assumption = hil_finish_assumption(
		json_is_true(json_object_get(config, "board")),
		json_integer_value(json_object_get(config, "max_latency_ns")));
	hil_finish_histogram(s->histogram, &info);
	status = print_run(replay, r, &info, s);
	if (s->html && hil_finish_page(s->html, r, &info))
		status = HIL_STATUS_ERROR;
	ret = s->figures ? hil_report_figures(s->figures, formats[s->format], r,
					      &info)
			 : 0;
	if (ret) {
		hil_error("cannot write pictures into the folder \"%s\": %s",
			  s->figures, strerror(-ret));
		status = HIL_STATUS_ERROR;
	}
	json_decref(info.settings);
	json_decref(info.sysinfo);
	hil_result_free(r);
	return status;
}

/* All rows of a comparison are here, but in runs of older versions not what ran
 * beside which of them. */
static void say_comparison(const char *path)
{
	char *page = NULL;

	if (asprintf(&page, "%s/compare.html", path) < 0)
		return;
	if (!access(page, R_OK))
		hil_notice("this was a comparison: these are the numbers of "
			   "all its blocks together; its table and verdicts "
			   "are in %s",
			   page);
	free(page);
}

static int show_run(const char *run, const struct show *s)
{
	struct hil_comparison_replay p;
	int status = HIL_STATUS_ERROR;
	int ret = hil_comparison_replay_read(&p, run);

	if (!ret)
		status = report(&p, s);
	if (!ret && !p.compares)
		say_comparison(p.run.path);
	hil_comparison_replay_clear(&p);
	return status;
}

int hil_cmd_show(int argc, char **argv)
{
	struct show s = { 0 };
	struct hil_report_info wishes = { 0 };
	int status = HIL_STATUS_ERROR, first, ret;

	hil_options_init(table, &s);
	ret = hil_options_args(table, &s, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	else if (!ret && argc - first != 1)
		hil_error("show takes one run: a directory, the end of a name, "
			  "or \"last\"");
	else if (!ret && !hil_finish_histogram(s.histogram, &wishes))
		status = show_run(argv[first], &s);
	hil_options_free(table, &s);
	return status;
}
