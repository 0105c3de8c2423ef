/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verifies a dossier that may be anybody's: hashes, and results of its runs,
 * computed again from their records. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/base/log.h"
#include "rig/qualify/commit.h"
#include "rig/qualify/context.h"
#include "rig/qualify/evidence.h"
#include "rig/report/json_part.h"
#include "rig/report/report.h"
#include "rig/run/feed.h"
#include "rig/run/replay.h"

#define JSON_MOST (64L << 20)

static json_t *load(const char *folder, const char *name)
{
	char *path = NULL;
	json_t *json = NULL;
	struct stat s;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		return NULL;
	if (!stat(path, &s) && S_ISREG(s.st_mode) && s.st_size <= JSON_MOST)
		json = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
	free(path);
	return json;
}

/* What a result says of the records alone: nothing of folders and options. */
static const char *const computed[] = { "verdict", "reasons", "samples",
					"lines", "duration_s" };

static json_t *compute(const char *run)
{
	struct hil_report_info info = { .run_path = run };
	struct hil_result *r = NULL;
	struct hil_replay p;
	json_t *json = NULL;

	if (!hil_replay_read(&p, run))
		r = hil_feed_finish(&p.feed);
	if (r)
		json = hil_report_json(r, &info);
	hil_result_free(r);
	hil_replay_clear(&p);
	return json;
}

/* Numbers as they were written: with 15 digits. */
static bool same_leaf(const json_t *a, const json_t *b)
{
	const size_t flags = JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY;
	char *x = json_dumps(a, flags), *y = json_dumps(b, flags);
	bool equal = x && y && !strcmp(x, y);

	free(x);
	free(y);
	return equal;
}

/* All that was said is said again; a later hilrig may say more. jansson reads
 * no more than 2048 levels. */
static bool same(const json_t *was, const json_t *is)
{
	const char *key;
	bool equal = true;
	json_t *value;
	size_t i;

	if (json_is_array(was)) {
		equal = json_is_array(is) &&
			json_array_size(was) == json_array_size(is);
		json_array_foreach(was, i, value) equal =
			equal && same(value, json_array_get(is, i));
		return equal;
	}
	if (!json_is_object(was))
		return was && is && same_leaf(was, is);
	/* jansson's iterator takes no const, and changes nothing */
	json_object_foreach((json_t *)(uintptr_t)was, key, value) equal =
		equal && same(value, json_object_get(is, key));
	return equal && json_is_object(is);
}

/* "evidence/runs/NAME/UTC-rig/manifest.json" and "evidence/NAME.json" */
static void verify_run(const char *folder, const char *manifest, json_t *runs)
{
	char run[1024], name[HIL_QUALIFY_NAME + 1], stored[80], *path = NULL;
	json_t *was, *is = NULL;
	bool equal = true;

	snprintf(run, sizeof(run), "%.*s",
		 (int)(strlen(manifest) - strlen("/manifest.json")), manifest);
	snprintf(name, sizeof(name), "%.*s",
		 (int)strcspn(run + strlen(HIL_EVIDENCE_RUNS) + 1, "/"),
		 run + strlen(HIL_EVIDENCE_RUNS) + 1);
	snprintf(stored, sizeof(stored), HIL_EVIDENCE "/%s.json", name);
	was = load(folder, stored);
	if (asprintf(&path, "%s/%s", folder, run) < 0)
		path = NULL;
	if (was && path)
		is = compute(path);
	for (size_t i = 0; i < sizeof(computed) / sizeof(computed[0]); i++)
		equal &= same(json_object_get(was, computed[i]),
			      json_object_get(is, computed[i]));
	json_array_append_new(runs,
			      json_pack("{s:s,s:s}", "path", run, "what",
					!was    ? "its result is missing"
					: !is   ? "cannot be computed again"
					: equal ? "same"
						: "gives another result"));
	json_decref(was);
	json_decref(is);
	free(path);
}

static bool is_run(const char *path)
{
	const char *begin = HIL_EVIDENCE_RUNS "/", *end = "/manifest.json";
	size_t length = strlen(path);

	return length > strlen(begin) + strlen(end) && length < 1000 &&
	       !strncmp(path, begin, strlen(begin)) &&
	       !strcmp(path + length - strlen(end), end);
}

static bool all_same(const json_t *runs)
{
	json_t *run;
	size_t i;

	json_array_foreach(runs, i, run)
	{
		if (strcmp(hil_feed_string(run, "what"), "same"))
			return false;
	}
	return true;
}

static json_t *verify_runs(const char *folder, const json_t *list)
{
	json_t *runs = json_array(), *file;
	size_t i;

	json_array_foreach(list, i, file)
	{
		if (is_run(hil_feed_string(file, "path")))
			verify_run(folder, hil_feed_string(file, "path"), runs);
	}
	return runs;
}

static int refuse(const char *folder, const char *why)
{
	hil_error("cannot verify \"%s\": %s", folder, why);
	return -EBADMSG;
}

static const char *why_not(int ret)
{
	switch (ret) {
	case -ENOENT:
		return "there is no " HIL_SUMS_NAME " in it";
	case -EBADMSG:
		return HIL_SUMS_NAME " is no list of hashes";
	case -EINVAL: /* and that was named */
		return "something in it belongs to no dossier";
	default:
		return strerror(-ret);
	}
}

int hil_qualify_verify(const char *folder, json_t **report)
{
	json_t *dossier, *list = NULL, *changed = NULL, *runs;
	char seal[HIL_SHA256_TEXT], *sums = NULL;
	size_t files = 0;
	struct stat s;
	int ret;

	*report = NULL;
	if (stat(folder, &s) || !S_ISDIR(s.st_mode))
		return refuse(folder, "it is no folder");
	ret = hil_evidence_verify(folder, &list, &changed, &files);
	if (ret) {
		json_decref(list);
		return refuse(folder, why_not(ret));
	}
	if (asprintf(&sums, "%s/" HIL_SUMS_NAME, folder) < 0 ||
	    hil_sha256_file(sums, seal, NULL))
		seal[0] = '\0';
	free(sums);
	dossier = load(folder, "dossier.json");
	if (strcmp(hil_feed_string(dossier, "schema"), HIL_DOSSIER_SCHEMA)) {
		json_decref(dossier);
		json_decref(list);
		json_decref(changed);
		return refuse(folder, "dossier.json is no dossier of ours");
	}
	runs = verify_runs(folder, list);
	json_decref(list);
	ret = json_array_size(changed) || !all_same(runs) ? -EBADMSG : 0;
	*report = json_pack(
		"{s:s,s:o,s:s,s:s,s:s,s:I,s:s,s:o,s:o}", "schema",
		"hilrig-dossier-verify-1", "folder", hil_json_text(folder),
		"made_by",
		hil_feed_string(json_object_get(dossier, "software"), "commit"),
		"verified_by", hil_commit, "result",
		hil_feed_string(dossier, "result"), "files", (json_int_t)files,
		"seal", seal, "changed", changed, "runs", runs);
	json_decref(dossier);
	return *report ? ret : -ENOMEM;
}
