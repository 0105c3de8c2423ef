/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operation: a stored run gives its result again, and damage is told. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rig/qualify/checks.h"
#include "rig/qualify/copy.h"
#include "rig/qualify/evidence.h"

#define SHOW_NS (120 * HIL_NS_PER_S)

static bool same_file(const char *a, const char *b)
{
	char hex[2][HIL_SHA256_TEXT];

	return !hil_sha256_file(a, hex[0], NULL) &&
	       !hil_sha256_file(b, hex[1], NULL) && !strcmp(hex[0], hex[1]);
}

/* `hilrig show` into evidence/NAME.json. Return: 0; -errno, said in @f. */
static int show(struct hil_qualify *q, const char *name, const char *run,
		int *status, struct hil_finding *f)
{
	char *path = hil_qualify_path(q, name, ".json"), *json = NULL;
	const char *args[] = { "show", run, NULL, NULL };
	int ret = -ENOMEM;

	if (path && asprintf(&json, "--json=%s", path) < 0)
		json = NULL;
	args[2] = json;
	if (json)
		ret = hil_command_run(q, name, args, SHOW_NS, status);
	hil_command_evidence(f, name);
	if (ret && ret != -EINTR)
		hil_finding_set(f, HIL_FINDING_FAILED, "hilrig show: %s",
				strerror(-ret));
	free(json);
	free(path);
	return ret;
}

void hil_check_recompute(struct hil_qualify *q, struct hil_finding *f)
{
	static const char *const name[] = { "show-1", "show-2" };
	char *first, *again;
	int status;

	if (!hil_qualify_main(q, f))
		return;
	first = hil_qualify_path(q, q->run.name, ".json");
	for (size_t i = 0; i < 2; i++) {
		if (show(q, name[i], q->run.path, &status, f))
			goto out;
		again = hil_qualify_path(q, name[i], ".json");
		if (status != q->run.status)
			hil_finding_set(f, HIL_FINDING_FAILED,
					"exit status %d, the run's was %d",
					status, q->run.status);
		if (!first || !again || !same_file(first, again))
			hil_finding_set(f, HIL_FINDING_FAILED,
					"%s.json is not what the run said",
					name[i]);
		free(again);
	}
	hil_finding_set(f, HIL_FINDING_PASSED,
			"computed twice from its records, bit for bit the "
			"run's own result");
out:
	free(first);
}

/* The run's first segment and its manifest, one bit of a record changed. */
static int copy_damaged(const char *run, const char *to, uint64_t *at)
{
	static const char *const file[] = { "manifest.json",
					    "segment-000001.hil" };
	char *a = NULL, *b = NULL;
	int ret = mkdir(to, 0777) ? -errno : 0;
	struct stat s;

	for (size_t i = 0; i < 2 && !ret; i++) {
		if (asprintf(&a, "%s/%s", run, file[i]) < 0)
			a = NULL;
		if (asprintf(&b, "%s/%s", to, file[i]) < 0)
			b = NULL;
		ret = !a || !b ? -ENOMEM : stat(a, &s) ? -errno : 0;
		if (!ret) {
			*at = (uint64_t)s.st_size / 2;
			ret = hil_copy_file(a, b, i ? (int64_t)*at : -1);
		}
		free(a);
		free(b);
		a = b = NULL;
	}
	return ret;
}

static void judge_damage(int status, const char *json, struct hil_finding *f)
{
	json_t *result = json_load_file(json, 0, NULL);
	const char *verdict =
		json_string_value(json_object_get(result, "verdict"));

	if (status != 3 || !verdict || strcmp(verdict, "INVALID"))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the damage was not told: %s, exit status %d",
				verdict ? verdict : "no verdict", status);
	hil_finding_set(f, HIL_FINDING_PASSED,
			"the damaged copy is INVALID, exit status 3");
	json_decref(result);
}

void hil_check_damage(struct hil_qualify *q, struct hil_finding *f)
{
	char *copy, *json;
	uint64_t at = 0;
	int status, ret;

	if (!hil_qualify_main(q, f))
		return;
	copy = hil_qualify_path(q, "damaged-run", "");
	json = hil_qualify_path(q, "damaged", ".json");
	ret = copy && json ? copy_damaged(q->run.path, copy, &at) : -ENOMEM;
	if (ret)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run cannot be copied: %s", strerror(-ret));
	hil_finding_count(f, "byte that was changed", at);
	if (!ret && !show(q, "damaged", copy, &status, f))
		judge_damage(status, json, f);
	free(copy);
	free(json);
}
