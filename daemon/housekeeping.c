/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every 100 ms: heartbeat, state, the line's health and the status block; every
 * second the settings. An ordinary thread: it may be late, and says nothing
 * that depends on being in time.
 */
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/notify.h"
#include "daemon/session.h"

#define TICK_MS     100
#define TICKS_PER_S 10
#define SILENCE_NS  (2 * HIL_NS_PER_S)

static enum hil_session_reason ist_ended(const struct hil_session *s)
{
	if (hil_rt_runaway())
		return HIL_SESSION_RUNAWAY;
	if (s->ist_ret == -ENODEV)
		return HIL_SESSION_CHIP_REMOVED;
	if (!s->ist_ret)
		return HIL_SESSION_EVENTS;
	hil_error("cannot read events of line %u: %s", s->lines.stimulus,
		  strerror(-s->ist_ret));
	return HIL_SESSION_READ_FAILED;
}

static enum hil_session_reason reason_to_end(const struct hil_session *s,
					     int64_t now_ns)
{
	unsigned int news = s->sender ? atomic_load(&s->sender->news) : 0;

	/* A removed chip also ends the IST: the better reason first. */
	if (hil_lines_gone(&s->lines))
		return HIL_SESSION_CHIP_REMOVED;
	if (atomic_load_explicit(&s->thread.done, memory_order_acquire))
		return ist_ended(s);
	if (news & HIL_SENDER_BROKEN)
		return HIL_SESSION_LINK_BROKEN;
	if (news & HIL_SENDER_STOP)
		return HIL_SESSION_STOPPED;
	if (s->options->duration_ns &&
	    now_ns - s->begin_ns >= s->options->duration_ns)
		return HIL_SESSION_DURATION;
	return HIL_SESSION_RUNNING;
}

static void follow_progress(struct hil_session *s, int64_t now_ns)
{
	uint64_t progress = hil_shm_progress(s->shm);

	if (progress != s->progress) {
		s->progress = progress;
		s->heard_ns = now_ns;
		if (s->state != HIL_SHM_RUN)
			hil_session_set_state(s, HIL_SHM_RUN);
	} else if (s->state == HIL_SHM_RUN &&
		   now_ns - s->heard_ns > SILENCE_NS) {
		hil_session_set_state(s, HIL_SHM_WAITING);
	}
}

static void say_change(const char *key, const json_t *from, const json_t *to)
{
	char *was = from ? json_dumps(from, JSON_ENCODE_ANY) : NULL;
	char *is = to ? json_dumps(to, JSON_ENCODE_ANY) : NULL;

	hil_warning("%s changed during the run from %s to %s", key,
		    was ? was : "nothing", is ? is : "nothing");
	free(was);
	free(is);
}

static void recheck_settings(struct hil_session *s)
{
	json_t *now = hil_session_changing(s);
	const char *key;
	json_t *value;

	if (!now || json_equal(now, s->changing)) {
		json_decref(now);
		return;
	}
	json_object_foreach(
		now, key,
		value) if (!json_equal(value,
				       json_object_get(s->changing, key)))
		say_change(key, json_object_get(s->changing, key), value);
	hil_session_send_settings(s);
	json_decref(now);
}

static void publish_status(struct hil_session *s, int64_t now_ns)
{
	hil_board_status_read(&s->status);
	hil_shm_set_status(s->shm, &s->status.status, now_ns);
}

static void tick(struct hil_session *s)
{
	int64_t now_ns = hil_time_mono_ns();
	uint64_t before = s->progress;

	hil_shm_beat(s->shm, now_ns);
	follow_progress(s, now_ns);
	s->reason = reason_to_end(s, now_ns);
	if (s->reason)
		return;
	/* A watchdog bites when an event waits and nobody takes it. */
	if (before != s->progress || !hil_lines_pending(&s->lines))
		hil_notify("WATCHDOG=1");
	publish_status(s, now_ns);
	if (++s->ticks % TICKS_PER_S == 0)
		recheck_settings(s);
}

void hil_session_watch(struct hil_session *s)
{
	struct pollfd fd[2] = { { .fd = s->signal_fd, .events = POLLIN },
				{ .fd = s->sender ? s->sender->news_fd : -1,
				  .events = POLLIN } };
	int64_t next_ns = hil_time_mono_ns();
	int64_t wait_ns;

	hil_notify("READY=1");
	while (!s->reason) {
		wait_ns = next_ns - hil_time_mono_ns();
		if (wait_ns > 0 &&
		    poll(fd, 2, (int)(wait_ns / HIL_NS_PER_MS) + 1) > 0) {
			if (fd[0].revents)
				s->reason = HIL_SESSION_SIGNAL;
			else
				s->reason = reason_to_end(s, next_ns);
			fd[1].fd = -1;
			continue;
		}
		tick(s);
		next_ns += TICK_MS * HIL_NS_PER_MS;
		if (next_ns < hil_time_mono_ns())
			next_ns = hil_time_mono_ns();
	}
	publish_status(s, hil_time_mono_ns());
	hil_notify("STOPPING=1");
}
