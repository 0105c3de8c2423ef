/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One command that the agent runs: its pipes, its credit, its end. */
#ifndef HIL_AGENT_SESSION_H
#define HIL_AGENT_SESSION_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "rig/bench/agent/mux.h"

#define HIL_SESSION_POLLS 4 /* pollfd that one session needs */

struct hil_session {
	bool open;
	uint32_t id;
	pid_t pid; /* leader of a process group of its own; 0 when reaped */
	int pid_fd;
	int input_fd, output_fd, errors_fd; /* -1 when closed */
	bool input_end; /* close input_fd once the queue is empty */
	struct hil_queue input;
	uint32_t output_credit, errors_credit;
	uint32_t status;  /* of the reaped command, as a shell says it */
	int64_t kill_ns;  /* SIGKILL at that monotonic time; 0: never */
	int64_t quiet_ns; /* reaped, and silent since; 0: not reaped */
};

/**
 * hil_session_open() - start a command
 * @words: argv, each word ended by a NUL, @size bytes
 *
 * What cannot be started ends as a session with a message on its standard
 * error and status 127 or 126, as in a shell.
 *
 * Context: any but RT. Return: 0; -EINVAL no words; other -errno of the system.
 */
int hil_session_open(struct hil_session *s, uint32_t id, const uint8_t *words,
		     size_t size);

/** hil_session_message() - a message for this session. Return: 0 or -errno */
int hil_session_message(struct hil_session *s, const struct hil_mux_message *m);

/** hil_session_polls() - what to wait for; fills HIL_SESSION_POLLS entries */
void hil_session_polls(const struct hil_session *s, bool room,
		       struct pollfd polls[HIL_SESSION_POLLS]);

/**
 * hil_session_work() - move data, reap, and end
 * @polls: as hil_session_polls() filled them, after poll()
 * @out: messages to the host; hil_session_polls() had @room in it for this
 *
 * Context: any but RT. Return: 0; -errno of @out.
 */
int hil_session_work(struct hil_session *s,
		     const struct pollfd polls[HIL_SESSION_POLLS],
		     struct hil_queue *out);

/** hil_session_kill() - end the command at once and free everything */
void hil_session_kill(struct hil_session *s);

#endif
