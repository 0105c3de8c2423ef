/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a result where the user asked for it: stdout, JSON file, HTML page. */
#include "rig/cmd/finish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/draft.h"
#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "rig/cmd/cmd.h"

const char *hil_finish_assumption(bool board, int64_t max_latency_ns)
{
	if (board)
		return NULL;
	if (max_latency_ns > 0)
		return "no board records: an answer is taken to come within "
		       "max-latency and before the next stimulus edge";
	return "no board records: an answer is taken to come before the next "
	       "stimulus edge";
}

static int put_json(const json_t *json, FILE *out)
{
	return json_dumpf(json, out, HIL_REPORT_JSON_FLAGS) ||
			       fputc('\n', out) == EOF || fflush(out)
		       ? -EIO
		       : 0;
}

int hil_finish_json(json_t *json, const char *path)
{
	bool standard = !strcmp(path, "-");
	struct hil_draft draft;
	int ret = json ? 0 : -ENOMEM;

	if (!ret && standard)
		ret = put_json(json, stdout);
	else if (!ret)
		ret = hil_draft_open(&draft, path);
	if (!ret && !standard)
		ret = hil_draft_close(&draft, put_json(json, draft.out));
	json_decref(json);
	if (ret)
		hil_error("cannot write the result to \"%s\": %s",
			  standard ? "standard output" : path, strerror(-ret));
	return ret;
}

int hil_finish_print(const struct hil_result *r, struct hil_report_info *info,
		     const struct hil_finish *how)
{
	int status = hil_result_status(r, how->strict), ret = 0;
	bool json_out = how->json && !strcmp(how->json, "-");

	info->return_code = status;
	if (how->json && hil_finish_json(hil_report_json(r, info), how->json))
		status = HIL_STATUS_ERROR;
	if (!json_out)
		ret = hil_report_text(stdout, r, info);
	if (!ret && fflush(stdout))
		ret = -EIO;
	if (ret) {
		hil_error("cannot write the summary: %s", strerror(-ret));
		status = HIL_STATUS_ERROR;
	}
	return status;
}

int hil_finish_page(const char *folder, const struct hil_result *r,
		    const struct hil_report_info *info)
{
	struct hil_draft draft;
	char *path = NULL;
	int ret = -ENOMEM;

	if (asprintf(&path, "%s/report.html", folder) < 0)
		path = NULL;
	else
		ret = hil_draft_open(&draft, path);
	if (!ret)
		ret = hil_draft_close(&draft,
				      hil_report_html(draft.out, r, info));
	if (ret)
		hil_error("cannot write \"%s\": %s",
			  path ? path : "report.html", strerror(-ret));
	free(path);
	return ret;
}

int hil_finish_histogram(const char *value, struct hil_report_info *info)
{
	info->histogram = value != NULL;
	if (!value || !*value)
		return 0;
	if (!hil_number_i64(value, &info->histogram_max_us) &&
	    info->histogram_max_us > 0)
		return 0;
	hil_error("--histogram: \"%s\" is not a number of microseconds above 0",
		  value);
	return -EINVAL;
}

json_t *hil_finish_sysinfo(const json_t *settings)
{
	static const char *const keys[] = { "sysname", "nodename", "release",
					    "version", "machine" };
	json_t *info, *value;
	size_t i;

	if (!settings)
		return NULL;
	info = json_object();
	for (i = 0; info && i < sizeof(keys) / sizeof(keys[0]); i++) {
		value = json_object_get(settings, keys[i]);
		if (value)
			json_object_set(info, keys[i], value);
	}
	value = json_object_get(settings, "preempt_rt");
	if (info && json_is_boolean(value))
		json_object_set_new(info, "realtime",
				    json_integer(json_is_true(value)));
	return info;
}
