/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a run that was measured here: settings, manifest, store. */
#include "rig/cmd/finish_run.h"

#include <string.h>

#include "daemon/base/log.h"

json_t *hil_finish_settings(const struct hil_run_options *o,
			    const struct hil_run_outcome *out)
{
	json_t *settings = json_object();

	if (!settings)
		return NULL;
	json_object_set_new(settings, "options",
			    hil_options_to_json(hil_run_option_table, o));
	json_object_set(settings, "board", out->feed.board_settings);
	json_object_set(settings, "analyzer", out->feed.capture);
	json_object_set(settings, "generator", out->generator);
	json_object_set(settings, "calibration",
			json_object_get(out->calibration, "entries"));
	return settings;
}

const char *hil_finish_run_name(const struct hil_run_outcome *out)
{
	const char *slash = out->path ? strrchr(out->path, '/') : NULL;

	return slash ? slash + 1 : "run";
}

static json_t *make_manifest(const struct hil_run_outcome *out,
			     const struct hil_report_info *info)
{
	json_t *reasons = json_array();
	size_t i;

	for (i = 0; i < out->result->reason_count; i++)
		json_array_append_new(reasons,
				      json_string(out->result->reasons[i]));
	return json_pack("{s:s,s:s,s:s,s:s,s:o,s:O?,s:I}", "schema",
			 "hilrig-manifest-1", "title", info->title, "start_utc",
			 info->start_utc, "verdict",
			 hil_verdict_name(out->result->verdict), "reasons",
			 reasons, "settings", info->settings, "period_ns",
			 (json_int_t)info->period_ns);
}

int hil_finish_store(struct hil_run_outcome *out,
		     const struct hil_report_info *info, json_t *comparison)
{
	json_t *manifest;
	int ret;

	if (out->store_error)
		hil_result_reason(out->result, HIL_DEGRADED, "store",
				  "the run is not stored whole: %s",
				  strerror(-out->store_error));
	manifest = make_manifest(out, info);
	if (comparison)
		json_object_set(manifest, "comparison", comparison);
	ret = hil_store_close(out->feed.store, manifest);
	json_decref(manifest);
	out->feed.store = NULL;
	if (ret)
		hil_error("the run is not stored whole in \"%s\": %s",
			  out->path, strerror(-ret));
	return ret;
}
