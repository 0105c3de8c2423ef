/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig compare: front ends beside the IST, under the same edges. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish_compare.h"
#include "rig/cmd/finish_run.h"
#include "rig/compare/browser.h"
#include "rig/compare/plan.h"
#include "rig/compare/session.h"
#include "rig/run/options.h"
#include "rig/run/run.h"

static const char usage[] =
	"usage: hilrig compare [--config FILE] [--variant SPEC]... [OPTIONS]\n"
	"\n"
	"Measures once while front ends come and go on the board in blocks, in "
	"a balanced\n"
	"order, and says which of them change the latency. SPEC is a front "
	"end (none,\n"
	"term, web[:clients=N], window, managed, cmd:COMMAND) and, with commas "
	"between,\n"
	"any of other|batch|idle|fifo:PRIO|rr:PRIO, refresh=TIME, cpus=LIST, "
	"name=TEXT;\n"
	"at the end load:COMMAND runs a program beside it. Clients of web "
	"read its stream\n"
	"on the board; with browser[=PROGRAM] a Chromium on this machine shows "
	"the pages.\n"
	"Without variants: none, then term and managed, each other and FIFO "
	"below the IST.\n"
	"Exit status 2 when a difference beyond the margin is shown.\n";

#define DURATION_NS   (120 * HIL_NS_PER_S)
#define BLOCK_EXTRA_S 0.4 /* stopping a front end, settling */
#define WARM_UP_SHARE 0.25
#define WARM_UP_MIN_S 0.5
#define BROWSER_S     4.0 /* until it draws */

struct compare {
	struct hil_run_options run; /* first: its table's offsets hold */
	char *variants, *margin_text;
	int64_t block_ns, warm_up_ns;
	uint64_t seed;
	struct hil_variants list;
	struct hil_margin margin;
};

#define AT(field) .offset = offsetof(struct compare, field), .set_offset = -1

static const struct hil_option own_options[] = {
	{ .name = "variant",
	  .type = HIL_OPTION_STRING,
	  AT(variants),
	  .argument = "SPEC",
	  .help = "a front end and its scheduling; may be given several "
		  "times" },
	{ .name = "variants",
	  .type = HIL_OPTION_STRING,
	  AT(variants),
	  .argument = "FILE",
	  .help = "a variant a line" },
	{ .name = "margin",
	  .type = HIL_OPTION_STRING,
	  .initial = "5%",
	  AT(margin_text),
	  .argument = "TIME|%",
	  .help = "a difference that does not matter; a bare number is "
		  "microseconds" },
	{ .name = "block",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1e9,
	  .max = 3.6e12,
	  .bare_ns = 1000000000,
	  AT(block_ns),
	  .argument = "TIME",
	  .help = "length of a block with its warm-up; else so that 10 fit" },
	{ .name = "warm-up",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1e8,
	  .max = 3.6e12,
	  .bare_ns = 1000000000,
	  AT(warm_up_ns),
	  .argument = "TIME",
	  .help = "start of a block that does not count; else a quarter" },
	{ .name = "seed",
	  .type = HIL_OPTION_U64,
	  .initial = "1",
	  .max = 9.2e18,
	  AT(seed),
	  .argument = "N",
	  .help = "of the order and of random subsets" },
};

#define OWN (sizeof(own_options) / sizeof(own_options[0]))

/* The value of "--name VALUE" or "--name=VALUE" at argv[*i], or NULL. */
static const char *value_of(const char *name, int argc, char **argv, int *i)
{
	size_t len = strlen(name);

	if (strncmp(argv[*i], name, len))
		return NULL;
	if (argv[*i][len] == '=')
		return argv[*i] + len + 1;
	if (argv[*i][len] || *i + 1 >= argc)
		return NULL;
	return argv[++*i];
}

/* Options that come several times are taken out here. */
static int take_variants(struct compare *c, int *argc, char **argv)
{
	int kept = 1, ret = 0, i;

	for (i = 1; i < *argc && !ret; i++) {
		int first = i;
		const char *spec = value_of("--variant", *argc, argv, &i);
		const char *file =
			spec ? NULL : value_of("--variants", *argc, argv, &i);

		if (spec)
			ret = hil_variants_add(&c->list, spec);
		else if (file)
			ret = hil_variants_file(&c->list, file);
		else
			argv[kept++] = argv[first];
	}
	*argc = kept;
	return ret;
}

static int read_options(struct compare *c, struct hil_option *table, int argc,
			char **argv)
{
	int first, ret;

	hil_options_init(table, c);
	ret = take_variants(c, &argc, argv);
	if (!ret)
		ret = hil_options_args(table, c, argc, argv, usage, &first);
	if (!ret && first < argc) {
		hil_error("compare takes no operand, got \"%s\"", argv[first]);
		ret = -EINVAL;
	}
	if (!ret)
		ret = hil_margin_parse(c->margin_text, &c->margin);
	if (!ret)
		ret = hil_run_options_file(&c->run);
	return ret;
}

static int check(struct compare *c)
{
	int ret = 0;
	size_t i;

	if (!c->run.given.duration_ns)
		c->run.duration_ns = DURATION_NS;
	if (!c->list.count)
		ret = hil_variants_default(&c->list, c->run.priority);
	if (!ret && c->list.count < 2) {
		hil_error("one variant is nothing to compare; --variant none "
			  "makes a second");
		ret = -EINVAL;
	}
	for (i = 0; !ret && i < c->list.count; i++)
		if (c->list.of[i].browser &&
		    !hil_browser_there(c->list.of[i].browser))
			ret = -ENOENT;
	if (!ret && c->block_ns && c->warm_up_ns >= c->block_ns) {
		hil_error("the warm-up takes the whole block");
		ret = -EINVAL;
	}
	return ret ? ret : hil_run_options_check(&c->run);
}

static double least_warm_up_s(const struct hil_variants *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->of[i].browser)
			return BROWSER_S;
	return WARM_UP_MIN_S;
}

static int plan(const struct compare *c, struct hil_comparison *result)
{
	double block_s = (double)c->block_ns * 1e-9;
	double warm_up_s = (double)c->warm_up_ns * 1e-9;
	size_t rounds = hil_plan_fit((double)c->run.duration_ns * 1e-9,
				     c->list.count, BLOCK_EXTRA_S, &block_s);
	int ret = hil_comparison_init(result, c->list.count, rounds);
	size_t i;

	if (ret)
		return ret;
	if (!(warm_up_s > 0)) {
		warm_up_s = WARM_UP_SHARE * block_s;
		if (warm_up_s < least_warm_up_s(&c->list))
			warm_up_s = least_warm_up_s(&c->list);
	}
	if (warm_up_s >= block_s) {
		hil_error("blocks of %.1f s leave nothing behind a warm-up of "
			  "%.1f s; give a longer -D, or --block",
			  block_s, warm_up_s);
		return -EINVAL;
	}
	result->interleaved = true;
	result->block_s = block_s;
	result->warm_up_s = warm_up_s;
	result->seed = c->seed;
	result->margin = c->margin;
	for (i = 0; i < c->list.count; i++) {
		result->arm[i].name = c->list.of[i].name;
		result->arm[i].variant = &c->list.of[i];
		result->arm[i].events_known = c->run.board == HIL_BOARD_EXEC;
	}
	hil_plan_make(c->seed, rounds, c->list.count, result->order);
	if (rounds < HIL_COMPARE_LEAST_ROUNDS)
		hil_warning("%zu rounds fit into the time, %d are needed for "
			    "a verdict: -D longer or --block shorter",
			    rounds, HIL_COMPARE_LEAST_ROUNDS);
	return 0;
}

static int measure(const struct compare *c, struct hil_comparison *result,
		   struct hil_run_outcome *out)
{
	struct hil_run_options o = c->run;
	struct hil_run_watch watch;
	struct hil_session *s = hil_session_new(result, c->run.exec, &watch);
	int ret;

	if (!s)
		return -ENOMEM;
	/* The plan ends the run; this only ends a hang. */
	o.duration_ns = 2 * o.duration_ns + 60 * HIL_NS_PER_S;
	ret = hil_run_watched(&o, &watch, out);
	hil_session_finish(s);
	if (!ret && !hil_session_whole(s))
		hil_warning("the comparison was ended before its plan");
	hil_session_free(s);
	return ret;
}

static int run_compare(const struct compare *c)
{
	struct hil_comparison result = { .arms = 0 };
	struct hil_run_outcome out = { .result = NULL };
	int status = HIL_STATUS_ERROR;
	int ret = plan(c, &result);

	if (!ret)
		ret = measure(c, &result, &out);
	if (out.result)
		status = hil_finish_compare(&c->run, &result, &out);
	else if (ret == -ENODEV)
		status = HIL_STATUS_NOTHING;
	if (out.feed.store)
		hil_store_close(out.feed.store, NULL);
	hil_run_outcome_clear(&out);
	hil_comparison_free(&result);
	return status;
}

int hil_cmd_compare(int argc, char **argv)
{
	struct compare c = { .block_ns = 0 };
	struct hil_option *table = hil_run_options_after(own_options, OWN);
	int status = HIL_STATUS_ERROR;
	int ret = table ? read_options(&c, table, argc, argv) : -ENOMEM;

	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	if (!ret && c.run.verbose)
		hil_log_open("hilrig", HIL_LOG_INFO);
	else if (!ret && c.run.quiet)
		hil_log_open("hilrig", HIL_LOG_WARNING);
	if (!ret && !check(&c))
		status = run_compare(&c);
	hil_variants_free(&c.list);
	if (table)
		hil_options_free(table, &c);
	free(table);
	return status;
}
