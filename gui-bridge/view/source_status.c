/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a writer says of itself: program, threads, witnesses it mirrors. */
#include <stdio.h>
#include <string.h>

#include "gui-bridge/view/source_private.h"

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int32_t number_of(const json_t *object, const char *key, int32_t unknown)
{
	const json_t *n = json_object_get(object, key);
	json_int_t value = json_integer_value(n);

	return json_is_integer(n) && value >= INT32_MIN && value <= INT32_MAX
		       ? (int32_t)value
		       : unknown;
}

/* A thread of another machine comes with its settings and stays as it is. */
static void take_threads(struct hil_snapshot *snapshot, const json_t *list)
{
	size_t i;
	json_t *one;

	if (!json_is_array(list))
		return;
	snapshot->threads = 0;
	json_array_foreach(list, i, one)
	{
		struct hil_thread *t = &snapshot->thread[snapshot->threads];

		if (snapshot->threads == HIL_SNAPSHOT_THREADS - 1)
			break;
		snapshot->threads++;
		memset(t, 0, sizeof(*t));
		snprintf(t->role, sizeof(t->role), "%s", text_of(one, "role"));
		snprintf(t->comm, sizeof(t->comm), "%s", text_of(one, "comm"));
		t->pid = number_of(one, "pid", 0);
		t->tid = number_of(one, "tid", 0);
		t->policy = number_of(one, "policy", -1);
		t->priority = number_of(one, "priority", 0);
		t->cpu = number_of(one, "cpu", -1);
		t->voluntary = t->involuntary = HIL_THREAD_UNKNOWN;
		t->minor = t->major = HIL_THREAD_UNKNOWN;
	}
}

static void take_witnesses(struct hil_snapshot *snapshot, const json_t *list)
{
	size_t i;
	json_t *one;

	snapshot->remotes = 0;
	json_array_foreach(list, i, one)
	{
		struct hil_snapshot_remote *r =
			&snapshot->remote[snapshot->remotes];

		if (snapshot->remotes == HIL_SNAPSHOT_REMOTE)
			break;
		snapshot->remotes++;
		r->witness = strcmp(text_of(one, "witness"), "analyzer")
				     ? HIL_SHM_IST
				     : HIL_SHM_ANALYZER;
		snprintf(r->state, sizeof(r->state), "%s",
			 text_of(one, "state"));
		snprintf(r->text, sizeof(r->text), "%s", text_of(one, "text"));
	}
}

void hil_source_take_status(struct hil_snapshot *snapshot, const json_t *answer)
{
	const json_t *status = json_object_get(answer, "status");

	if (!status)
		status = answer;
	snprintf(snapshot->program, sizeof(snapshot->program), "%s",
		 text_of(status, "program"));
	snapshot->pid = number_of(status, "pid", 0);
	take_threads(snapshot, json_object_get(status, "threads"));
	take_witnesses(snapshot, json_object_get(status, "witnesses"));
}
