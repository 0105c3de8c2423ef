/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `hilrig run` with the rig's config, and what such a run leaves. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/link/record.h"
#include "rig/qualify/context.h"
#include "rig/run/feed.h"
#include "rig/store/run_store.h"

#define EXTRA_MOST 12
#define OWN_ARGS   10
/* arming and ending of a run have deadlines of their own, 45 s in all */
#define AROUND_NS (60 * HIL_NS_PER_S)
#define LOOK_NS   (200 * HIL_NS_PER_MS)

json_t *hil_json_at(const json_t *json, const char *path)
{
	char key[64];
	json_t *at = NULL;

	for (const char *part = path; json && *part;) {
		size_t length = strcspn(part, ".");

		snprintf(key, sizeof(key), "%.*s", (int)length, part);
		at = json_is_array(json)
			     ? json_array_get(json, strtoul(key, NULL, 10))
			     : json_object_get(json, key);
		json = at;
		part += length;
		part += *part == '.';
	}
	return json ? at : NULL;
}

json_int_t hil_json_integer_at(const json_t *json, const char *path)
{
	json_t *value = hil_json_at(json, path);

	return json_is_integer(value) ? json_integer_value(value) : -1;
}

int hil_qualify_run_start(struct hil_qualify *q, const char *name,
			  int64_t duration_ns, const char *const *extra,
			  struct hil_command *c)
{
	char time[64] = "--duration=", *json = NULL, *runs = NULL;
	const char *args[OWN_ARGS + EXTRA_MOST + 1] = {
		"run",      "--config", q->config,     "--quiet",
		"--socket", "none",     "--strict=no", time
	};
	char *path = hil_qualify_path(q, name, ".json");
	size_t n = 8;
	int ret = -ENOMEM;

	hil_duration_format(duration_ns, time + strlen(time),
			    sizeof(time) - strlen(time));
	if (path && asprintf(&json, "--json=%s", path) < 0)
		json = NULL;
	/* a folder of its own: whatever is in it, is of this run */
	if (asprintf(&runs, "--runs=%s/" HIL_EVIDENCE_RUNS "/%s", q->folder,
		     name) < 0)
		runs = NULL;
	args[n++] = json;
	args[n++] = runs;
	for (size_t i = 0; extra && extra[i] && i < EXTRA_MOST; i++)
		args[n++] = extra[i];
	if (json && runs)
		ret = hil_command_start(q, name, args, c);
	free(path);
	free(json);
	free(runs);
	return ret;
}

void hil_qualify_run_take(struct hil_qualify *q, const struct hil_command *c,
			  struct hil_qualify_run *r)
{
	char *path = hil_qualify_path(q, c->name, ".json");
	const char *folder;

	memcpy(r->name, c->name, sizeof(r->name));
	r->made = true;
	r->status = c->status;
	r->json = path ? json_load_file(path, JSON_REJECT_DUPLICATES, NULL)
		       : NULL;
	folder = json_string_value(json_object_get(r->json, "run"));
	r->path = folder ? strdup(folder) : NULL;
	free(path);
}

void hil_qualify_measure(struct hil_qualify *q, const char *name,
			 int64_t duration_ns, const char *const *extra,
			 struct hil_qualify_run *r)
{
	struct hil_command c;

	if (r->made)
		return;
	r->error = hil_qualify_run_start(q, name, duration_ns, extra, &c);
	if (!r->error)
		r->error = hil_command_wait(&c, duration_ns + AROUND_NS);
	hil_qualify_run_take(q, &c, r);
}

bool hil_qualify_run_ok(struct hil_qualify *q, const struct hil_qualify_run *r,
			struct hil_finding *f)
{
	char path[HIL_QUALIFY_NAME + 24], tail[300], *manifest = NULL;

	if (r->error == -EINTR)
		return false;
	if (r->error) {
		hil_finding_set(f, HIL_FINDING_FAILED,
				"hilrig run did not end in time: %s",
				strerror(-r->error));
		return false;
	}
	hil_command_evidence(f, r->name);
	if (!r->json || !r->path) {
		hil_command_tail(q, r->name, tail, sizeof(tail));
		hil_finding_set(f, HIL_FINDING_FAILED,
				"hilrig run measured nothing, exit status %d: "
				"%s",
				r->status, tail);
		return false;
	}
	snprintf(path, sizeof(path), HIL_EVIDENCE "/%s.json", r->name);
	hil_finding_evidence(f, path);
	if (asprintf(&manifest, "%s/manifest.json", r->path) < 0)
		return false;
	if (!strncmp(manifest, q->folder, strlen(q->folder)))
		hil_finding_evidence(f, manifest + strlen(q->folder) + 1);
	free(manifest);
	return true;
}

void hil_qualify_run_clear(struct hil_qualify_run *r)
{
	json_decref(r->json);
	free(r->path);
	memset(r, 0, sizeof(*r));
}

struct looking {
	const char *mark;
	bool found;
};

static int look(void *context, uint8_t type, const void *payload, size_t length)
{
	struct looking *l = context;
	json_t *mark = NULL;

	if (type == HIL_RECORD_MARK)
		mark = json_loadb(payload, length, 0, NULL);
	l->found |= mark && !strcmp(hil_feed_string(mark, "mark"), l->mark);
	json_decref(mark);
	return 0;
}

/* A run that still goes on has no end: that is no news. */
static void keep_quiet(void *context, enum hil_log_level level,
		       const char *text)
{
	(void)context;
	(void)level;
	(void)text;
}

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* The run's folder; NULL before there is one. */
static char *run_folder(const struct hil_command *c)
{
	struct dirent **list = NULL;
	char *runs = hil_qualify_path(c->q, "runs/", c->name), *path = NULL;
	int count = runs ? scandir(runs, &list, visible, alphasort) : 0;

	if (count > 0 && asprintf(&path, "%s/%s", runs, list[0]->d_name) < 0)
		path = NULL;
	for (int i = 0; i < count; i++)
		free(list[i]);
	free(list);
	free(runs);
	return path;
}

static bool has_mark(const char *path, const char *mark)
{
	struct looking l = { .mark = mark };
	json_t *manifest = NULL;
	int ret;

	hil_log_to(keep_quiet, NULL);
	ret = hil_store_read(path, look, &l, &manifest);
	hil_log_to(NULL, NULL);
	(void)ret; /* what is sound was looked at */
	json_decref(manifest);
	return l.found;
}

int hil_qualify_run_mark(struct hil_command *c, const char *mark,
			 int64_t limit_ns, char **path)
{
	int64_t until = hil_time_mono_ns() + limit_ns;
	int ret = 0;

	*path = NULL;
	while (!ret && hil_time_mono_ns() < until) {
		if (!*path)
			*path = run_folder(c);
		if (*path && has_mark(*path, mark))
			return 0;
		if (!hil_command_running(c))
			ret = -ECHILD;
		else
			ret = hil_pause(LOOK_NS);
	}
	free(*path);
	*path = NULL;
	return ret ? ret : -ETIME;
}
