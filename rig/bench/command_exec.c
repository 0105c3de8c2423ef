/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exec: this process stands for one in the guest. Bytes, signals and the exit
 * status pass through. Standard output is never made non-blocking, since
 * others share it: a write of PIPE_BUF bytes after POLLOUT does not block.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/signals.h"
#include "rig/bench/agent/mux.h"
#include "rig/bench/command.h"
#include "rig/bench/place.h"

enum { POLL_BENCH, POLL_SIGNAL, POLL_INPUT, POLL_OUTPUT, POLL_ERRORS, POLLS };

struct stream {
	int fd; /* -1: closed by its reader, what comes is dropped */
	uint8_t type;
	struct hil_queue queue;
};

struct exec {
	int fd, signal_fd;
	bool input_open, ended;
	int status;
	uint32_t input_credit;
	struct hil_queue out;
	struct stream streams[2];
	struct hil_mux_input in;
};

static int take_message(void *context, const struct hil_mux_message *m)
{
	struct exec *e = context;

	switch (m->type) {
	case HIL_MUX_OUTPUT:
		return hil_queue_put(&e->streams[0].queue, m->payload,
				     m->length);
	case HIL_MUX_ERRORS:
		return hil_queue_put(&e->streams[1].queue, m->payload,
				     m->length);
	case HIL_MUX_CREDIT:
		e->input_credit += hil_mux_u32(m, 1);
		return 0;
	case HIL_MUX_EXIT:
		e->status = (int)hil_mux_u32(m, 0);
		e->ended = true;
		return 0;
	default:
		return -EBADMSG;
	}
}

static int send_words(struct exec *e, int count, char **words)
{
	uint8_t bytes[HIL_MUX_PAYLOAD_MAX];
	size_t used = 0;

	for (int i = 0; i < count; i++) {
		size_t size = strlen(words[i]) + 1;

		if (size > sizeof(bytes) - used) {
			hil_error("the command is longer than %u bytes",
				  HIL_MUX_PAYLOAD_MAX);
			return -E2BIG;
		}
		memcpy(bytes + used, words[i], size);
		used += size;
	}
	return hil_mux_put(&e->out,
			   &(struct hil_mux_message){ .length = (uint16_t)used,
						      .type = HIL_MUX_OPEN,
						      .payload = bytes });
}

static int read_input(struct exec *e)
{
	uint8_t bytes[HIL_MUX_DATA_MAX];
	size_t most = e->input_credit < sizeof(bytes) ? e->input_credit
						      : sizeof(bytes);
	ssize_t n = read(STDIN_FILENO, bytes, most);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0) {
		e->input_open = false;
		return hil_mux_put(
			&e->out,
			&(struct hil_mux_message){ .type = HIL_MUX_INPUT_END });
	}
	e->input_credit -= (uint32_t)n;
	return hil_mux_put(&e->out,
			   &(struct hil_mux_message){ .length = (uint16_t)n,
						      .type = HIL_MUX_INPUT,
						      .payload = bytes });
}

static int send_signal(struct exec *e)
{
	struct signalfd_siginfo info;

	if (read(e->signal_fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	return hil_mux_put_u32(&e->out, 0, HIL_MUX_SIGNAL, &info.ssi_signo, 1);
}

/* A reader that went away is told to the command as a pipe would. */
static int write_stream(struct exec *e, struct stream *s)
{
	const uint32_t number = SIGPIPE;
	size_t size;
	const uint8_t *from = hil_queue_peek(&s->queue, &size);
	ssize_t n = (ssize_t)size;
	int ret = 0;

	if (size > PIPE_BUF)
		size = PIPE_BUF;
	if (s->fd >= 0)
		n = write(s->fd, from, size);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n < 0) {
		s->fd = -1;
		n = (ssize_t)size;
		ret = hil_mux_put_u32(&e->out, 0, HIL_MUX_SIGNAL, &number, 1);
	}
	hil_queue_drop(&s->queue, (size_t)n);
	if (ret || n == 0)
		return ret;
	return hil_mux_put_u32(&e->out, 0, HIL_MUX_CREDIT,
			       (uint32_t[]){ s->type, (uint32_t)n }, 2);
}

static void wait_work(struct exec *e, struct pollfd polls[POLLS])
{
	bool room = hil_queue_space(&e->out) > (size_t)2 * HIL_MUX_PAYLOAD_MAX;
	bool drop = false; /* bytes whose reader went away wait for nothing */

	memset(polls, 0, POLLS * sizeof(polls[0]));
	polls[POLL_BENCH].fd = e->ended ? -1 : e->fd;
	polls[POLL_BENCH].events =
		(short)(POLLIN | (e->out.used ? POLLOUT : 0));
	polls[POLL_SIGNAL].fd = room ? e->signal_fd : -1;
	polls[POLL_SIGNAL].events = POLLIN;
	polls[POLL_INPUT].fd =
		e->input_open && e->input_credit && room && !e->ended
			? STDIN_FILENO
			: -1;
	polls[POLL_INPUT].events = POLLIN;
	for (int i = 0; i < 2; i++) {
		polls[POLL_OUTPUT + i].fd = e->streams[i].queue.used && room
						    ? e->streams[i].fd
						    : -1;
		polls[POLL_OUTPUT + i].events = POLLOUT;
		drop |= e->streams[i].fd < 0 && e->streams[i].queue.used;
	}
	poll(polls, POLLS, drop ? 0 : -1);
}

static int work(struct exec *e)
{
	struct pollfd polls[POLLS];
	int ret = 0;

	wait_work(e, polls);
	if (polls[POLL_SIGNAL].revents)
		ret = send_signal(e);
	if (!ret && polls[POLL_INPUT].revents)
		ret = read_input(e);
	for (int i = 0; i < 2 && !ret; i++)
		if (polls[POLL_OUTPUT + i].revents ||
		    (e->streams[i].fd < 0 && e->streams[i].queue.used))
			ret = write_stream(e, &e->streams[i]);
	if (!ret && polls[POLL_BENCH].revents & (POLLIN | POLLHUP | POLLERR))
		ret = hil_mux_read(&e->in, e->fd, take_message, e);
	/* Gone with our message unread: its last words may still be here. */
	if (!ret && !e->ended && hil_queue_write(&e->out, e->fd) < 0) {
		hil_queue_clear(&e->out);
		ret = hil_mux_read(&e->in, e->fd, take_message, e);
	}
	if (e->ended) {
		hil_queue_clear(&e->out);
		ret = 0;
	}
	return ret;
}

static int open_exec(struct exec *e, const char *name)
{
	e->signal_fd = hil_signals_open(SIGQUIT);
	e->input_open = true;
	e->input_credit = HIL_MUX_WINDOW;
	e->streams[0].fd = STDOUT_FILENO;
	e->streams[0].type = HIL_MUX_OUTPUT;
	e->streams[1].fd = STDERR_FILENO;
	e->streams[1].type = HIL_MUX_ERRORS;
	if (e->signal_fd < 0 ||
	    hil_queue_open(&e->out, (size_t)4 * HIL_MUX_WINDOW) ||
	    hil_queue_open(&e->streams[0].queue, (size_t)2 * HIL_MUX_WINDOW) ||
	    hil_queue_open(&e->streams[1].queue, (size_t)2 * HIL_MUX_WINDOW)) {
		hil_error("cannot set up the command: %s", strerror(errno));
		return -ENOMEM;
	}
	e->fd = hil_bench_connect(name, "exec.sock");
	if (e->fd < 0)
		return e->fd;
	fcntl(e->fd, F_SETFL, O_NONBLOCK);
	return 0;
}

static void free_exec(struct exec *e)
{
	if (!e)
		return;
	if (e->fd > 0)
		close(e->fd);
	if (e->signal_fd > 0)
		close(e->signal_fd);
	hil_queue_close(&e->out);
	hil_queue_close(&e->streams[0].queue);
	hil_queue_close(&e->streams[1].queue);
	free(e);
}

static int run(const char *name, int count, char **words)
{
	struct exec *e = calloc(1, sizeof(*e));
	int ret = e ? open_exec(e, name) : -ENOMEM;

	if (ret)
		goto out;
	ret = send_words(e, count, words);
	while (!ret && !(e->ended && !e->streams[0].queue.used &&
			 !e->streams[1].queue.used))
		ret = work(e);
	if (ret)
		hil_error("the bench '%s' has ended the command: %s", name,
			  ret == -EPIPE ? "it is gone" : strerror(-ret));
out:
	ret = ret || !e ? HIL_BENCH_EXIT_LOST : e->status;
	free_exec(e);
	return ret;
}

/* Options end before the command's first word: what follows is the command's,
 * as after "--". */
static int own_words(int argc, char **argv)
{
	int i = 1;

	while (i < argc && argv[i][0] == '-' && argv[i][1]) {
		if (!strcmp(argv[i], "--"))
			return i + 1;
		i += !strcmp(argv[i], "-n") || !strcmp(argv[i], "--name") ? 2
									  : 1;
	}
	return i < argc ? i : argc;
}

int hil_command_exec(int argc, char **argv)
{
	struct hil_command_options o;
	int first = own_words(argc, argv), none, ret;

	if (hil_command_parse(&o, first, argv,
			      "usage: hilrig bench exec [--name NAME] [--] "
			      "COMMAND [ARGUMENT...]\n"
			      "Runs a command on the board; its exit status "
			      "becomes this one's, 255: the\nbench is gone.\n",
			      &none, &ret))
		return ret ? HIL_BENCH_EXIT_LOST : 0;
	if (first == argc) {
		hil_error("no command given, as in 'exec ls /'");
		ret = HIL_BENCH_EXIT_LOST;
	} else {
		ret = run(o.name, argc - first, argv + first);
	}
	hil_command_options_free(&o);
	return ret;
}
