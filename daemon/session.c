/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of a session's end: the IST stops, the probe goes low, windows are
 * published, the state is said, the totals leave last. Whatever ended it takes
 * this one path.
 */
#include "daemon/session.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "daemon/sysfs.h"

#define STOP_IST_MS  200
#define LAST_WORD_MS 150 /* with the above: gone within 500 ms of SIGTERM */

const char *hil_session_reason_name(enum hil_session_reason reason)
{
	static const char *const names[] = {
		[HIL_SESSION_RUNNING] = "",
		[HIL_SESSION_STOPPED] = "stopped",
		[HIL_SESSION_SIGNAL] = "signal",
		[HIL_SESSION_DURATION] = "duration",
		[HIL_SESSION_EVENTS] = "events",
		[HIL_SESSION_LINK_BROKEN] = "link-broken",
		[HIL_SESSION_CHIP_REMOVED] = "chip-removed",
		[HIL_SESSION_READ_FAILED] = "read-failed",
		[HIL_SESSION_RUNAWAY] = "runaway",
		[HIL_SESSION_IST_STUCK] = "ist-stuck",
		[HIL_SESSION_NOT_STARTED] = "not-started"
	};

	return names[reason];
}

static const char *reason_text(enum hil_session_reason reason)
{
	switch (reason) {
	case HIL_SESSION_LINK_BROKEN:
		return "the measuring host is gone";
	case HIL_SESSION_CHIP_REMOVED:
		return "the gpiochip was removed";
	case HIL_SESSION_READ_FAILED:
		return "reading events failed";
	case HIL_SESSION_RUNAWAY:
		return "the thread ran for 200 ms without a pause: edges come "
		       "faster than this board can answer";
	case HIL_SESSION_IST_STUCK:
		return "the interrupt service thread does not answer";
	case HIL_SESSION_NOT_STARTED:
		return "the session could not start";
	default:
		return "";
	}
}

void hil_session_set_state(struct hil_session *s, enum hil_shm_state state)
{
	static const char *const names[] = { "STARTING", "WAITING", "RUN",
					     "PAUSED",   "CLOSED",  "FAILED" };
	bool failed = state == HIL_SHM_FAILED;

	s->state = state;
	if (s->shm)
		hil_shm_set_state(s->shm, state,
				  failed ? (uint32_t)s->reason : 0);
	if (!s->sender)
		return;
	hil_outbox_put(
		&s->box, HIL_RECORD_STATE,
		json_pack("{s:s, s:s, s:s, s:I}", "state", names[state], "code",
			  hil_session_reason_name(failed ? s->reason
							 : HIL_SESSION_RUNNING),
			  "text", failed ? reason_text(s->reason) : "",
			  "mono_ns", (json_int_t)hil_time_mono_ns()));
}

static void send_message(void *context, enum hil_log_level level,
			 const char *text)
{
	static const char *const levels[] = { "error", "warning", "notice",
					      "info", "debug" };

	hil_outbox_put(
		context, HIL_RECORD_MESSAGE,
		json_pack("{s:s, s:s}", "level", levels[level], "text", text));
}

static int link_open(struct hil_session *s)
{
	const char *nonce = s->options->nonce ? s->options->nonce : "";
	char boot[64];
	int ret;

	s->sender = calloc(1, sizeof(*s->sender));
	if (!s->sender)
		return -ENOMEM;
	(void)hil_sysfs_text("", boot, sizeof(boot),
			     "/proc/sys/kernel/random/boot_id");
	hil_outbox_put(&s->box, HIL_RECORD_HELLO,
		       json_pack("{s:i, s:s, s:s, s:i, s:s}", "abi", 1, "nonce",
				 nonce, "version", HIL_VERSION, "pid",
				 (int)getpid(), "boot_id", boot));
	hil_log_to(send_message, &s->box); /* before there is a second thread */
	ret = hil_sender_open(s->sender, STDIN_FILENO, STDOUT_FILENO, &s->box);
	if (ret) {
		hil_log_to(NULL, NULL);
		hil_error("cannot start the link: %s", strerror(-ret));
		free(s->sender);
		s->sender = NULL;
		return ret;
	}
	return 0;
}

static int signals_open(void)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0) {
		fd = -errno;
		hil_error("cannot make a signalfd: %s", strerror(-fd));
	}
	return fd;
}

static void disarm(struct hil_session *s)
{
	if (s->thread.started) {
		atomic_store(&s->ist.stop, true);
		if (hil_rt_stop(&s->thread, STOP_IST_MS))
			s->reason = HIL_SESSION_IST_STUCK;
	}
	/* With a stuck IST its counts are not ours to read, nor its probe. */
	if (s->shm && s->reason != HIL_SESSION_IST_STUCK) {
		(void)hil_ist_probe_low(&s->ist);
		hil_shm_flush(s->shm, hil_time_mono_ns());
	}
	hil_session_set_state(s, s->reason >= HIL_SESSION_LINK_BROKEN
					 ? HIL_SHM_FAILED
					 : HIL_SHM_CLOSED);
}

static void last_word(struct hil_session *s)
{
	json_t *totals;

	if (s->sender) {
		totals = hil_session_totals(s);
		/* After a time-out the thread still uses both. */
		if (hil_sender_finish(s->sender, totals, LAST_WORD_MS) ==
		    -ETIMEDOUT)
			_exit(3);
		hil_log_to(NULL, NULL); /* nobody sends messages any more */
		free(s->sender);
		s->sender = NULL;
		return;
	}
	hil_live_close(s->live);
	hil_board_status_close(&s->status);
	s->live = NULL;
	if (s->reason == HIL_SESSION_NOT_STARTED)
		return;
	if (s->state == HIL_SHM_FAILED)
		hil_error("FAILED(%s): %s", hil_session_reason_name(s->reason),
			  reason_text(s->reason));
	hil_session_summary(s);
}

static void release(struct hil_session *s)
{
	hil_socket_stop(s->server);
	if (s->reason == HIL_SESSION_IST_STUCK)
		_exit(3); /* its memory and lines must stay until the end */
	hil_shm_close(s->shm);
	hil_irq_path_restore(&s->path);
	hil_lines_close(&s->lines);
	if (s->latency_fd >= 0)
		close(s->latency_fd);
	if (s->signal_fd >= 0)
		close(s->signal_fd);
	json_decref(s->constant);
	json_decref(s->changing);
	hil_outbox_clear(&s->box);
}

int hil_session_run(struct hil_session *s,
		    const struct hil_daemon_options *options)
{
	int ret;

	memset(s, 0, sizeof(*s));
	s->options = options;
	s->latency_fd = -1;
	hil_outbox_init(&s->box);
	ret = hil_rt_prepare();
	s->signal_fd = signals_open();
	if (!ret && s->signal_fd < 0)
		ret = s->signal_fd;
	if (!ret && options->stdio)
		ret = link_open(s);
	if (!ret)
		ret = hil_session_arm(s);
	if (ret)
		s->reason = HIL_SESSION_NOT_STARTED;
	else
		hil_session_watch(s);
	disarm(s);
	last_word(s);
	release(s);
	if (s->reason == HIL_SESSION_NOT_STARTED)
		return 1;
	return s->state == HIL_SHM_FAILED ? 3 : 0;
}
