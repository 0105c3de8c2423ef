/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig budget: the uncertainty of a stored run, line by line, computed again
 * from its records. */
#include <errno.h>
#include <stdio.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/report/report.h"
#include "rig/run/replay.h"

static const char usage[] =
	"usage: hilrig budget RUN [--json]\n"
	"\n"
	"Where the uncertainty of a run's latencies comes from, effect by "
	"effect, and the\n"
	"intervals of mean, percentiles and maximum. RUN is a directory, the "
	"end of a\n"
	"run's name, or \"last\".\n";

struct budget {
	bool json;
};

static const struct hil_option table[] = {
	{ .name = "json",
	  .type = HIL_OPTION_FLAG,
	  .offset = offsetof(struct budget, json),
	  .set_offset = -1,
	  .help = "as JSON" },
	{ .name = NULL },
};

/* A number stands only beside its verdict. */
static int print_json(const struct hil_result *r)
{
	json_t *lines = json_array(), *reasons = json_array(), *json;

	for (size_t i = 0; i < r->reason_count; i++)
		json_array_append_new(reasons, json_string(r->reasons[i]));
	for (size_t i = 0; i < r->lines; i++)
		json_array_append_new(lines,
				      hil_report_budget_json(&r->line[i]));
	json = json_pack("{s:s,s:o,s:o}", "verdict",
			 hil_verdict_name(r->verdict), "reasons", reasons,
			 "lines", lines);
	return hil_finish_json(json, "-");
}

static int print_text(const struct hil_result *r)
{
	bool any = false;

	printf("%s\n", hil_verdict_name(r->verdict));
	for (size_t i = 0; i < r->reason_count; i++)
		printf("  - %s\n", r->reasons[i]);
	for (size_t i = 0; i < r->lines; i++) {
		const struct hil_distribution *d = &r->line[i].of[HIL_LATENCY];

		any |= d->known && d->histogram->count;
		hil_report_budget_text(stdout, &r->line[i]);
	}
	if (!any)
		printf("\nno edge was answered: there is no latency to be "
		       "uncertain about\n");
	return fflush(stdout) ? -EIO : 0;
}

static int budget_run(const char *run, bool json)
{
	struct hil_result *r = NULL;
	struct hil_replay p;
	int status = HIL_STATUS_ERROR;

	if (!hil_replay_read(&p, run))
		r = hil_feed_finish(&p.feed);
	if (r && !(json ? print_json(r) : print_text(r)))
		status = r->verdict == HIL_INVALID ? HIL_STATUS_INVALID
						   : HIL_STATUS_OK;
	hil_result_free(r);
	hil_replay_clear(&p);
	return status;
}

int hil_cmd_budget(int argc, char **argv)
{
	struct budget b = { 0 };
	int first, ret;

	hil_options_init(table, &b);
	ret = hil_options_args(table, &b, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		return HIL_STATUS_OK;
	if (!ret && argc - first != 1) {
		hil_error("budget takes one run: a directory, the end of a "
			  "name, or \"last\"");
		ret = -EINVAL;
	}
	return ret ? HIL_STATUS_ERROR : budget_run(argv[first], b.json);
}
