/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One measurement of the board's side, from the pins to the last frame. */
#ifndef HIL_DAEMON_SESSION_H
#define HIL_DAEMON_SESSION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/board_status.h"
#include "daemon/irq_path.h"
#include "daemon/ist.h"
#include "daemon/lines.h"
#include "daemon/live.h"
#include "daemon/options.h"
#include "daemon/outbox.h"
#include "daemon/rt_thread.h"
#include "daemon/sender.h"
#include "daemon/shm/socket.h"

/* Why a session ended or failed; the code of FAILED in the shared memory. */
enum hil_session_reason {
	HIL_SESSION_RUNNING,
	HIL_SESSION_STOPPED, /* STOP, or the end of standard input */
	HIL_SESSION_SIGNAL,
	HIL_SESSION_DURATION,
	HIL_SESSION_EVENTS,
	HIL_SESSION_LINK_BROKEN, /* from here on: not CLOSED but FAILED */
	HIL_SESSION_CHIP_REMOVED,
	HIL_SESSION_READ_FAILED,
	HIL_SESSION_RUNAWAY,
	HIL_SESSION_IST_STUCK,
	HIL_SESSION_NOT_STARTED
};

struct hil_session {
	const struct hil_daemon_options *options;
	struct hil_lines lines;
	struct hil_irq_path path;
	struct hil_shm_writer *shm;
	struct hil_socket_server *server;
	struct hil_rt_thread thread;
	struct hil_outbox box;
	struct hil_sender *sender; /* with --stdio */
	struct hil_live *live;     /* without */
	int cpu;
	int latency_fd; /* -1: not held */
	int signal_fd;
	int ist_ret; /* of hil_ist_run() */
	enum hil_shm_state state;
	enum hil_session_reason reason;
	json_t *constant; /* settings that stay … */
	json_t *changing; /* … and that are looked at again */
	int64_t begin_ns;
	int64_t heard_ns; /* when progress last moved */
	uint64_t progress;
	unsigned int ticks;
	struct hil_board_status status;
	struct hil_ist ist;
};

/**
 * hil_session_run() - arm, answer edges until the end, tell the totals
 *
 * Context: start-up only, once. Return: exit status: 0 CLOSED, 1 it could not
 * start, 3 FAILED.
 */
int hil_session_run(struct hil_session *s,
		    const struct hil_daemon_options *options) HIL_MUST_CHECK;

/* The parts, in files of their own. */

/** hil_session_arm() - lines, threads, memory, IST. Return: 0 or -errno. */
int hil_session_arm(struct hil_session *s);

/** hil_session_watch() - housekeeping until the session has a reason to end */
void hil_session_watch(struct hil_session *s);

/** hil_session_set_state() - in the memory and on the link */
void hil_session_set_state(struct hil_session *s, enum hil_shm_state state);

/** hil_session_reason_name() - "chip-removed" */
const char *hil_session_reason_name(enum hil_session_reason reason);

/** hil_session_changing() - the settings that may change. New reference. */
json_t *hil_session_changing(const struct hil_session *s);

/** hil_session_send_settings() - all settings as they are now */
void hil_session_send_settings(struct hil_session *s);

/** hil_session_totals() - the record CLOSED, without what the link lost */
json_t *hil_session_totals(const struct hil_session *s);

/** hil_session_summary() - print it, as text or JSON */
void hil_session_summary(const struct hil_session *s);

#endif
