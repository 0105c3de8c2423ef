/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a comparison goes: standard output, JSON, HTML, the run's folder. */
#include "rig/cmd/finish_compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/draft.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/cmd/finish_run.h"
#include "rig/compare/marks.h"

int hil_finish_compare_print(const struct hil_comparison *c,
			     const struct hil_compare_info *info,
			     const char *json)
{
	int ret = json ? hil_finish_json(hil_comparison_json(c, info), json)
		       : 0,
	    text = 0;

	if (!json || strcmp(json, "-"))
		text = hil_comparison_text(stdout, c, info);
	if (text)
		hil_error("cannot write the comparison: %s", strerror(-text));
	return ret ? ret : text;
}

int hil_finish_compare_page(const char *path, const struct hil_comparison *c,
			    const struct hil_compare_info *info)
{
	struct hil_draft draft;
	int ret = hil_draft_open(&draft, path);

	if (!ret)
		ret = hil_draft_close(&draft,
				      hil_comparison_html(draft.out, c, info));
	if (ret)
		hil_error("cannot write \"%s\": %s", path, strerror(-ret));
	return ret;
}

int hil_finish_compare_status(const struct hil_comparison *c, bool strict)
{
	int status = c->result ? hil_result_status(c->result, strict)
			       : HIL_STATUS_OK;

	if (status == HIL_STATUS_OK && hil_comparison_beyond(c))
		status = HIL_STATUS_LIMIT;
	return status;
}

/* A front end that did not run as it should makes its numbers others' ones. */
static void judge_fronts(const struct hil_comparison *c, struct hil_result *r)
{
	size_t i;

	for (i = 0; i < c->arms; i++) {
		const struct hil_arm_front *f = &c->arm[i].front;

		if (f->failed)
			hil_result_reason(
				r,
				f->failed == f->blocks ? HIL_INVALID
						       : HIL_DEGRADED,
				"front-end",
				"\"%s\" ended with exit status %d in %zu of "
				"%zu blocks",
				c->arm[i].name, f->failed_status, f->failed,
				f->blocks);
		if (f->torn)
			hil_result_reason(r, HIL_DEGRADED, "torn",
					  "\"%s\" took %llu torn windows for "
					  "whole ones",
					  c->arm[i].name,
					  (unsigned long long)f->torn);
	}
}

static int judge(struct hil_comparison *c)
{
	int ret = hil_comparison_judge(c,
				       c->result->line[0].of[HIL_LATENCY].u_ns);

	if (ret)
		hil_error("the comparison needs more memory than there is");
	return ret;
}

static int write_page(const char *folder, const struct hil_comparison *c,
		      const struct hil_compare_info *info)
{
	char *page = NULL;
	int ret;

	if (asprintf(&page, "%s/compare.html", folder) < 0)
		return -ENOMEM;
	ret = hil_finish_compare_page(page, c, info);
	free(page);
	return ret;
}

static int write_folder(const struct hil_comparison *c,
			const struct hil_compare_info *info)
{
	char *json = NULL;
	int ret;

	if (asprintf(&json, "%s/compare.json", info->run_path) < 0)
		return -ENOMEM;
	ret = hil_finish_json(hil_comparison_json(c, info), json);
	free(json);
	return ret ? ret : write_page(info->run_path, c, info);
}

static struct hil_compare_info info_of(const struct hil_report_info *run)
{
	return (struct hil_compare_info){
		.title = run->title,
		.run_path = run->run_path,
		.start_utc = run->start_utc,
		.settings = run->settings,
		.nanoseconds = run->nanoseconds,
	};
}

static int print_all(const struct hil_run_options *o,
		     const struct hil_comparison *c,
		     const struct hil_report_info *run)
{
	struct hil_compare_info info = info_of(run);
	int ret;

	info.verbose = o->verbose;
	ret = hil_finish_compare_print(c, &info, o->json);

	if (info.run_path && !ret)
		ret = write_folder(c, &info);
	if (info.run_path && !ret && !o->quiet)
		hil_notice("stored in %s, see %s/compare.html", info.run_path,
			   info.run_path);
	return ret;
}

/* Judging takes the marks apart. */
static int store(const struct hil_comparison *c,
		 const struct hil_report_info *info,
		 struct hil_run_outcome *out)
{
	json_t *marks = hil_marks_to_json(c);
	int ret;

	if (!marks)
		hil_warning("no memory for the marks of the comparison: it can "
			    "not be shown again");
	ret = hil_finish_store(out, info, marks);
	json_decref(marks);
	return ret;
}

int hil_finish_compare_again(struct hil_comparison *c, struct hil_result *r,
			     const struct hil_report_info *run,
			     const struct hil_finish *how, const char *html)
{
	struct hil_compare_info info = info_of(run);
	int ret;

	c->result = r;
	judge_fronts(c, r);
	ret = judge(c);
	if (!ret)
		ret = hil_finish_compare_print(c, &info, how->json);
	if (!ret && html)
		ret = write_page(html, c, &info);
	return ret ? HIL_STATUS_ERROR
		   : hil_finish_compare_status(c, how->strict);
}

int hil_finish_compare(const struct hil_run_options *o,
		       struct hil_comparison *c, struct hil_run_outcome *out)
{
	char utc[32];
	struct hil_report_info info = {
		.run_path = out->path,
		.title = hil_finish_run_name(out),
		.start_utc = hil_time_utc_format(out->start_wall_ns, utc,
						 sizeof(utc)),
		.period_ns = o->period_ns,
		.nanoseconds = o->nanoseconds,
	};
	int status, ret;

	c->result = out->result;
	judge_fronts(c, out->result);
	info.settings = hil_finish_settings(o, out);
	info.sysinfo = hil_finish_sysinfo(out->feed.board_settings);
	ret = store(c, &info, out);
	if (judge(c) || print_all(o, c, &info))
		ret = -EIO;
	status = hil_finish_compare_status(c, o->strict);
	info.return_code = status;
	if (out->path && hil_finish_page(out->path, out->result, &info))
		ret = -EIO;
	if (ret && status == HIL_STATUS_OK)
		status = HIL_STATUS_ERROR;
	json_decref(info.settings);
	json_decref(info.sysinfo);
	return status;
}
