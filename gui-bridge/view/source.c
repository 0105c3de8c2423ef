/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When to connect, when to ask, when to read; the doing is in its halves. */
#include "gui-bridge/view/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "gui-bridge/view/source_private.h"

#define CONNECT_NS (500 * HIL_NS_PER_MS)
#define STATUS_NS  HIL_NS_PER_S
#define THREADS_NS (500 * HIL_NS_PER_MS)

struct hil_source *hil_source_new(const char *path)
{
	struct hil_source *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->socket = -1;
	if (path)
		snprintf(s->asked, sizeof(s->asked), "%s", path);
	snprintf(s->path, sizeof(s->path), "%s",
		 path ? path : "/run/hilrig/hilrigd.sock");
	return s;
}

void hil_source_free(struct hil_source *s)
{
	size_t i;

	if (!s)
		return;
	hil_shm_detach(s->reader);
	if (s->socket >= 0)
		close(s->socket);
	for (i = 0; i < HIL_SNAPSHOT_SERIES; i++) {
		hil_history_free(s->snapshot.series[i].history);
		hil_histogram_free(s->snapshot.series[i].histogram);
	}
	free(s);
}

static void add_ourselves(struct hil_snapshot *snapshot)
{
	struct hil_thread *t;

	if (snapshot->threads &&
	    snapshot->thread[snapshot->threads - 1].pid == getpid())
		return;
	if (snapshot->threads == HIL_SNAPSHOT_THREADS)
		return;
	t = &snapshot->thread[snapshot->threads++];
	memset(t, 0, sizeof(*t));
	snprintf(t->role, sizeof(t->role), "front end");
	t->pid = getpid();
	t->tid = getpid();
}

/* hilrigd is beside us, but says nothing of its threads: look for them. */
static void find_ist(struct hil_snapshot *snapshot)
{
	int32_t tid;
	struct hil_thread *t;

	if (snapshot->threads || strcmp(snapshot->program, "hilrigd") != 0)
		return;
	tid = hil_thread_find("/proc", snapshot->pid, "hilrigd-ist");
	if (tid < 0)
		return;
	t = &snapshot->thread[snapshot->threads++];
	memset(t, 0, sizeof(*t));
	snprintf(t->role, sizeof(t->role), "IST");
	t->pid = snapshot->pid;
	t->tid = tid;
}

/* An answer makes the table new; what was seen of each thread is kept. */
static void take_answer(struct hil_source *s, int64_t mono_ns)
{
	struct hil_thread before[HIL_SNAPSHOT_THREADS];
	struct hil_snapshot *now = &s->snapshot;
	size_t count = now->threads, i, j;

	memcpy(before, now->thread, sizeof(before));
	if (hil_source_answer(s, mono_ns) < 0)
		return;
	find_ist(now);
	add_ourselves(now);
	s->threads_ns = 0; /* the new table is empty */
	for (i = 0; i < now->threads; i++) {
		for (j = 0; j < count; j++) {
			if (!now->thread[i].tid ||
			    now->thread[i].tid != before[j].tid)
				continue;
			now->thread[i].ran_ns = before[j].ran_ns;
			now->thread[i].run_ns = before[j].run_ns;
		}
	}
}

static void read_threads(struct hil_source *s, int64_t mono_ns)
{
	struct hil_thread *t = s->snapshot.thread;
	size_t i;

	for (i = 0; i < s->snapshot.threads; i++) {
		if (t[i].tid > 0)
			hil_thread_read("/proc", &t[i], mono_ns);
	}
}

static void let_go(struct hil_source *s, const char *why)
{
	hil_shm_detach(s->reader);
	s->reader = NULL;
	s->snapshot.live = false;
	snprintf(s->snapshot.reason, sizeof(s->snapshot.reason), "%s", why);
}

static int check_writer(struct hil_source *s, int64_t mono_ns)
{
	struct hil_snapshot *snapshot = &s->snapshot;
	const char *words = "";
	int ret;

	ret = hil_shm_check(s->reader, mono_ns, &snapshot->life, &words);
	snapshot->live = ret == 0;
	snprintf(snapshot->reason, sizeof(snapshot->reason), "%s",
		 ret == 0 ? "" : words);
	return ret;
}

static bool is_over(const struct hil_source *s)
{
	return !s->reader || !s->snapshot.live ||
	       s->snapshot.life.state == HIL_SHM_CLOSED ||
	       s->snapshot.life.state == HIL_SHM_FAILED;
}

/* A writer that is gone or has ended: is there another one? A live one: what
 * does it say of itself? */
static void ask_what_is_due(struct hil_source *s, int64_t mono_ns)
{
	if (s->question != SOURCE_NOTHING)
		return;
	if (is_over(s) && mono_ns >= s->connect_ns) {
		s->connect_ns = mono_ns + CONNECT_NS;
		hil_source_ask(s, SOURCE_MEMORY, mono_ns);
	} else if (!is_over(s) && mono_ns >= s->status_ns) {
		s->status_ns = mono_ns + STATUS_NS;
		hil_source_ask(s, SOURCE_STATUS, mono_ns);
	}
}

static void look_at_threads(struct hil_source *s, int64_t mono_ns)
{
	if (mono_ns < s->threads_ns)
		return;
	s->threads_ns = mono_ns + THREADS_NS;
	add_ourselves(&s->snapshot);
	read_threads(s, mono_ns);
}

int hil_source_read(struct hil_source *s, int64_t mono_ns)
{
	struct hil_snapshot *snapshot = &s->snapshot;

	snapshot->mono_ns = mono_ns;
	snapshot->wall_ns = hil_time_wall_ns();
	ask_what_is_due(s, mono_ns);
	take_answer(s, mono_ns);
	if (s->reader) {
		check_writer(s, mono_ns);
		if (hil_source_take(s, mono_ns) < 0) {
			snapshot->torn++;
			let_go(s, "its numbers contradict themselves");
		}
	}
	look_at_threads(s, mono_ns);
	if (!snapshot->attached)
		return -ENOENT;
	return snapshot->live ? 0 : -ESTALE;
}

const struct hil_snapshot *hil_source_snapshot(const struct hil_source *s)
{
	return &s->snapshot;
}

const struct hil_shm_reader *hil_source_reader(const struct hil_source *s)
{
	return s->reader;
}

const char *hil_source_path(const struct hil_source *s)
{
	return s->path;
}
