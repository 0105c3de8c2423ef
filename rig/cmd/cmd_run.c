/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig run: one measurement, its summary, its page, its exit status. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish_run.h"
#include "rig/run/options.h"
#include "rig/run/run.h"
#include "rig/run/stimulus.h"

static const char usage[] =
	"usage: hilrig run [--config FILE] [OPTIONS]\n"
	"\n"
	"Measures the latency of a board's answer once: generator off, "
	"analyzer "
	"and board\n"
	"armed, both silent, generator on, and back. Ctrl-C ends it with the "
	"summary, a\n"
	"second one aborts.\n";

static int conclude(const struct hil_run_options *o,
		    struct hil_run_outcome *out)
{
	char utc[32];
	struct hil_report_info info = {
		.run_path = out->path,
		.period_ns = o->period_ns,
		.nanoseconds = o->nanoseconds,
	};
	char stimulus[512];
	struct hil_finish how = { o->json, o->quiet, o->strict };
	int status, ret;

	info.title = hil_finish_run_name(out);
	info.start_utc =
		hil_time_utc_format(out->start_wall_ns, utc, sizeof(utc));
	info.settings = hil_finish_settings(o, out);
	info.stimulus = hil_stimulus_sentence(info.settings, stimulus,
					      sizeof(stimulus));
	if (!hil_stimulus_steady(info.settings))
		info.period_ns = 0;
	info.sysinfo = hil_finish_sysinfo(out->feed.board_settings);
	info.assumption = hil_finish_assumption(o->board == HIL_BOARD_EXEC,
						o->max_latency_ns);
	hil_finish_histogram(o->histogram, &info);
	info.return_code = hil_result_status(out->result, o->strict);
	ret = hil_finish_store(out, &info, NULL);
	status = hil_finish_print(out->result, &info, &how);
	if (hil_finish_page(out->path, out->result, &info) || ret)
		status = status == HIL_STATUS_OK ? HIL_STATUS_ERROR : status;
	else if (!o->quiet)
		hil_notice("stored in %s, see %s/report.html", out->path,
			   out->path);
	json_decref(info.settings);
	json_decref(info.sysinfo);
	return status;
}

int hil_cmd_run(int argc, char **argv)
{
	struct hil_run_options o = { 0 };
	struct hil_report_info wishes = { 0 };
	struct hil_run_outcome out = { 0 };
	int status = HIL_STATUS_ERROR;
	int ret = hil_run_options_read(&o, argc, argv, usage);

	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	if (ret)
		goto out;
	if (o.verbose)
		hil_log_open("hilrig", HIL_LOG_INFO);
	else if (o.quiet)
		hil_log_open("hilrig", HIL_LOG_WARNING);
	if (hil_finish_histogram(o.histogram, &wishes) ||
	    hil_run_options_check(&o))
		goto out;
	ret = hil_run_measure(&o, &out);
	if (out.result)
		status = conclude(&o, &out);
	else if (ret == -ENODEV || ret == -EBUSY)
		status = HIL_STATUS_NOTHING;
	if (out.feed.store)
		hil_store_close(out.feed.store, NULL);
out:
	hil_run_outcome_clear(&out);
	hil_run_options_free(&o);
	return status;
}
