/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How hilrig-capture ends: by its last word, by dying, or because the watchdog
 * finds it silent. libsigrok's drivers can hang in a search, spin on a closed
 * connection, or wait for ever; each is named and ended here.
 */
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "daemon/base/piped.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/capture/child_private.h"

#define SEARCH_NS  (10 * HIL_NS_PER_S)  /* an analyzer must answer */
#define FILE_NS    (120 * HIL_NS_PER_S) /* a slow disk is no hang */
#define STOP_NS    (3 * HIL_NS_PER_S)
#define LOOK_NS    (250 * HIL_NS_PER_MS) /* what one look counts at most */
#define CLEANUP_NS (500 * HIL_NS_PER_MS)
#define KILLED_NS  (2 * HIL_NS_PER_S)

static int64_t cpu_ns(const struct hil_capture *c)
{
	struct timespec ts;
	clockid_t clock;

	if (!c->pid || clock_getcpuclockid(c->pid, &clock) ||
	    clock_gettime(clock, &ts))
		return 0;
	return (int64_t)ts.tv_sec * HIL_NS_PER_S + ts.tv_nsec;
}

/* True when it is gone. */
static bool wait_gone(struct hil_capture *c, int64_t wait_ns, int *status)
{
	if (hil_piped_wait(c->pid, wait_ns, status) == -ETIME)
		return false;
	c->pid = 0;
	return true;
}

int hil_capture_reap(struct hil_capture *c)
{
	int status = 0;

	if (!c->pid)
		return 0;
	/* after its last word it only lets the analyzer go */
	if (c->have_last && wait_gone(c, CLEANUP_NS, &status))
		return status;
	kill(c->pid, SIGKILL);
	/* a driver deep in the kernel may not die at once: do not wait on */
	wait_gone(c, KILLED_NS, &status);
	return status;
}

void hil_capture_heard(struct hil_capture *c)
{
	c->silent_ns = 0;
}

static int64_t allowed_ns(const struct hil_capture *c)
{
	if (c->stopping)
		return c->silence_ns > STOP_NS ? c->silence_ns : STOP_NS;
	if (!c->live)
		return FILE_NS;
	if (!c->have_head)
		return SEARCH_NS;
	return c->silence_ns;
}

static void say_hung(struct hil_capture *c)
{
	double s = (double)c->silent_ns / 1e9;
	bool spins = cpu_ns(c) - c->cpu_ns > c->silent_ns / 10;
	const char *spinning =
		spins ? " and uses a whole processor; its connection was "
			"probably closed"
		      : "";

	if (c->stopping)
		snprintf(c->text, sizeof(c->text),
			 "the capture did not end within %.0f s of being told "
			 "to and was killed",
			 s);
	else if (!c->have_head && c->live)
		snprintf(c->text, sizeof(c->text),
			 "the analyzer did not answer within %.0f s%s; the "
			 "search was killed",
			 s, spinning);
	else
		snprintf(c->text, sizeof(c->text),
			 "no samples came for %.1f s%s; the capture was killed",
			 s, spinning);
}

int hil_capture_watch(struct hil_capture *c)
{
	int64_t now_ns = hil_time_mono_ns();
	int64_t passed_ns = now_ns - c->watched_ns;

	/* time in which this process slept as well is nobody's silence */
	if (passed_ns > LOOK_NS)
		passed_ns = LOOK_NS;
	if (!c->silent_ns)
		c->cpu_ns = cpu_ns(c);
	c->watched_ns = now_ns;
	c->silent_ns += passed_ns;
	if (c->silent_ns <= allowed_ns(c))
		return 0;
	say_hung(c);
	c->end = HIL_CAPTURE_HUNG;
	hil_capture_reap(c);
	return -ESHUTDOWN;
}

static enum hil_capture_end end_of_reason(const struct hil_capture *c,
					  const char *reason)
{
	if (!strcmp(reason, "stopped") || !strcmp(reason, "file-end"))
		return HIL_CAPTURE_DONE;
	if (!strcmp(reason, "error") && !c->have_head)
		return HIL_CAPTURE_FAILED;
	return HIL_CAPTURE_EARLY;
}

void hil_capture_last_word(struct hil_capture *c, const struct hil_frame *frame)
{
	json_t *root = json_loadb((const char *)frame->payload, frame->length,
				  0, NULL);
	const char *reason = json_string_value(json_object_get(root, "reason"));
	const char *text = json_string_value(json_object_get(root, "text"));

	c->have_last = true;
	c->end = end_of_reason(c, reason ? reason : "early");
	snprintf(c->text, sizeof(c->text), "%s",
		 text ? text : "the capture ended without a reason");
	json_decref(root);
}

void hil_capture_lost(struct hil_capture *c, bool garbage)
{
	int status = 0;
	bool gone = !garbage && wait_gone(c, CLEANUP_NS, &status);

	c->end = HIL_CAPTURE_DIED;
	if (garbage)
		snprintf(c->text, sizeof(c->text),
			 "%s sent what is no frame and was killed", c->program);
	else if (gone && WIFSIGNALED(status))
		snprintf(c->text, sizeof(c->text),
			 "%s died of signal %d (%s)%s", c->program,
			 WTERMSIG(status), strsignal(WTERMSIG(status)),
			 WTERMSIG(status) == SIGXCPU ||
					 WTERMSIG(status) == SIGKILL
				 ? "; it was killed, or beyond its limits"
				 : "");
	else if (gone)
		snprintf(c->text, sizeof(c->text),
			 "%s exited with status %d before it said how the "
			 "capture ended",
			 c->program, WEXITSTATUS(status));
	else
		snprintf(c->text, sizeof(c->text), "%s closed its output",
			 c->program);
	hil_capture_reap(c);
}
