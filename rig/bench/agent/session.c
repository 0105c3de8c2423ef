/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command, its three pipes and its process group. The far end's credit says
 * how much may be read from the command, so a client that stopped reading
 * stops its own command and no other.
 */
#include "rig/bench/agent/session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORDS_MAX    256
#define KILL_WAIT_NS 2000000000LL /* between SIGTERM and SIGKILL */
#define OUT_RESERVE  4096u /* of the outgoing queue, for credit and exits */
#define QUIET_NS     200000000LL /* of pipes that somebody else holds open */

enum { POLL_INPUT, POLL_OUTPUT, POLL_ERRORS, POLL_PID };

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static _Noreturn void become(char *const argv[], const int ends[3])
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setsid();
	for (int i = 0; i < 3; i++)
		dup2(ends[i], i);
	execvp(argv[0], argv);
	dprintf(2, "cannot run %s: %s\n", argv[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

/* The words must end with a NUL and there must be at least one. */
static int split_words(char *words, size_t size, char *argv[WORDS_MAX + 1])
{
	int count = 0;

	if (size == 0 || words[size - 1] != '\0')
		return -EINVAL;
	for (size_t at = 0; at < size; at += strlen(words + at) + 1) {
		if (count == WORDS_MAX)
			return -E2BIG;
		argv[count++] = words + at;
	}
	argv[count] = NULL;
	return 0;
}

static int spawn(struct hil_session *s, char *const argv[])
{
	int input[2] = { -1, -1 }, output[2] = { -1, -1 };
	int errors[2] = { -1, -1 };
	int ret = 0;

	if (pipe2(input, O_CLOEXEC) || pipe2(output, O_CLOEXEC) ||
	    pipe2(errors, O_CLOEXEC) || (s->pid = fork()) < 0) {
		ret = -errno;
		s->pid = 0;
		close_fd(&input[1]);
		close_fd(&output[0]);
		close_fd(&errors[0]);
	} else if (s->pid == 0) {
		become(argv, (int[]){ input[0], output[1], errors[1] });
	}
	close_fd(&input[0]);
	close_fd(&output[1]);
	close_fd(&errors[1]);
	s->input_fd = input[1];
	s->output_fd = output[0];
	s->errors_fd = errors[0];
	return ret;
}

int hil_session_open(struct hil_session *s, uint32_t id, const uint8_t *words,
		     size_t size)
{
	char *argv[WORDS_MAX + 1], *copy = malloc(size + 1);
	int ret = -ENOMEM;

	*s = (struct hil_session){ .id = id,
				   .pid_fd = -1,
				   .input_fd = -1,
				   .output_fd = -1,
				   .errors_fd = -1,
				   .output_credit = HIL_MUX_WINDOW,
				   .errors_credit = HIL_MUX_WINDOW };
	if (!copy || hil_queue_open(&s->input, HIL_MUX_WINDOW))
		goto out;
	memcpy(copy, words, size);
	ret = split_words(copy, size, argv);
	if (!ret)
		ret = spawn(s, argv);
	if (ret)
		goto out;
	s->pid_fd = (int)syscall(SYS_pidfd_open, s->pid, 0);
	fcntl(s->input_fd, F_SETFL, O_NONBLOCK);
	fcntl(s->output_fd, F_SETFL, O_NONBLOCK);
	fcntl(s->errors_fd, F_SETFL, O_NONBLOCK);
	s->open = true;
out:
	free(copy);
	if (ret)
		hil_queue_close(&s->input);
	return ret;
}

static void signal_group(const struct hil_session *s, int number)
{
	if (s->pid > 0 && kill(-s->pid, number))
		kill(s->pid, number);
}

static void add_credit(uint32_t *credit, uint32_t bytes)
{
	if (bytes <= HIL_MUX_WINDOW && *credit <= HIL_MUX_WINDOW - bytes)
		*credit += bytes;
}

int hil_session_message(struct hil_session *s, const struct hil_mux_message *m)
{
	uint32_t number = hil_mux_u32(m, 0);

	switch (m->type) {
	case HIL_MUX_INPUT:
		if (s->input_fd < 0)
			return 0;
		return hil_queue_put(&s->input, m->payload, m->length);
	case HIL_MUX_INPUT_END:
		s->input_end = true;
		return 0;
	case HIL_MUX_SIGNAL:
		if (number > 0 && number < (uint32_t)NSIG)
			signal_group(s, (int)number);
		return 0;
	case HIL_MUX_CLOSE:
		close_fd(&s->input_fd);
		close_fd(&s->output_fd);
		close_fd(&s->errors_fd);
		signal_group(s, SIGTERM);
		s->kill_ns = now_ns() + KILL_WAIT_NS;
		return 0;
	case HIL_MUX_CREDIT:
		if (number == HIL_MUX_OUTPUT)
			add_credit(&s->output_credit, hil_mux_u32(m, 1));
		else if (number == HIL_MUX_ERRORS)
			add_credit(&s->errors_credit, hil_mux_u32(m, 1));
		return 0;
	default:
		return -EBADMSG;
	}
}

void hil_session_polls(const struct hil_session *s, bool room,
		       struct pollfd polls[HIL_SESSION_POLLS])
{
	bool write_input = s->input.used > 0 && room;

	polls[POLL_INPUT] =
		(struct pollfd){ .fd = s->open && write_input ? s->input_fd
							      : -1,
				 .events = POLLOUT };
	polls[POLL_OUTPUT] = (struct pollfd){
		.fd = s->open && room && s->output_credit ? s->output_fd : -1,
		.events = POLLIN
	};
	polls[POLL_ERRORS] = (struct pollfd){
		.fd = s->open && room && s->errors_credit ? s->errors_fd : -1,
		.events = POLLIN
	};
	polls[POLL_PID] =
		(struct pollfd){ .fd = s->open && s->pid ? s->pid_fd : -1,
				 .events = POLLIN };
}

static int work_input(struct hil_session *s, struct hil_queue *out)
{
	int64_t n = 0;

	if (s->input_fd >= 0 && s->input.used > 0)
		n = hil_queue_write(&s->input, s->input_fd);
	if (n < 0) { /* the command closed it: take and forget the rest */
		close_fd(&s->input_fd);
		n = (int64_t)s->input.used;
		hil_queue_clear(&s->input);
	}
	if (s->input_end && s->input.used == 0)
		close_fd(&s->input_fd);
	if (n == 0)
		return 0;
	return hil_mux_put_u32(out, s->id, HIL_MUX_CREDIT,
			       (uint32_t[]){ HIL_MUX_INPUT, (uint32_t)n }, 2);
}

static int work_output(struct hil_session *s, int *fd, uint8_t type,
		       struct hil_queue *out)
{
	uint32_t *credit =
		type == HIL_MUX_OUTPUT ? &s->output_credit : &s->errors_credit;
	uint8_t bytes[HIL_MUX_DATA_MAX];
	size_t most = *credit < sizeof(bytes) ? *credit : sizeof(bytes);
	ssize_t n;

	if (hil_queue_space(out) < sizeof(bytes) + OUT_RESERVE)
		return 0;
	n = read(*fd, bytes, most);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (n <= 0) {
		close_fd(fd);
		return 0;
	}
	if (s->quiet_ns)
		s->quiet_ns = now_ns();
	*credit -= (uint32_t)n;
	return hil_mux_put(out,
			   &(struct hil_mux_message){ .session = s->id,
						      .length = (uint16_t)n,
						      .type = type,
						      .payload = bytes });
}

static void reap(struct hil_session *s)
{
	int status = 0;

	if (waitpid(s->pid, &status, WNOHANG) != s->pid)
		return;
	s->status = WIFSIGNALED(status) ? 128u + (uint32_t)WTERMSIG(status)
					: (uint32_t)WEXITSTATUS(status);
	s->pid = 0;
	s->quiet_ns = now_ns();
	close_fd(&s->input_fd);
}

/* A child of the command may hold its pipes: after some silence, enough. */
static bool drained(const struct hil_session *s)
{
	bool blocked = (s->output_fd >= 0 && !s->output_credit) ||
		       (s->errors_fd >= 0 && !s->errors_credit);

	if (s->pid || blocked)
		return false;
	if (s->output_fd < 0 && s->errors_fd < 0)
		return true;
	return now_ns() - s->quiet_ns > QUIET_NS;
}

int hil_session_work(struct hil_session *s,
		     const struct pollfd polls[HIL_SESSION_POLLS],
		     struct hil_queue *out)
{
	int ret = work_input(s, out);

	if (!ret && polls[POLL_OUTPUT].revents && s->output_fd >= 0)
		ret = work_output(s, &s->output_fd, HIL_MUX_OUTPUT, out);
	if (!ret && polls[POLL_ERRORS].revents && s->errors_fd >= 0)
		ret = work_output(s, &s->errors_fd, HIL_MUX_ERRORS, out);
	if (ret)
		return ret;
	if (s->pid && (polls[POLL_PID].revents || s->pid_fd < 0))
		reap(s);
	if (s->pid && s->kill_ns && now_ns() > s->kill_ns)
		signal_group(s, SIGKILL);
	if (!drained(s))
		return 0;
	ret = hil_mux_put_u32(out, s->id, HIL_MUX_EXIT, &s->status, 1);
	hil_session_kill(s);
	return ret;
}

void hil_session_kill(struct hil_session *s)
{
	if (s->pid > 0) {
		signal_group(s, SIGKILL);
		waitpid(s->pid, NULL, 0);
	}
	close_fd(&s->pid_fd);
	close_fd(&s->input_fd);
	close_fd(&s->output_fd);
	close_fd(&s->errors_fd);
	hil_queue_close(&s->input);
	*s = (struct hil_session){ 0 };
}
