/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program on the board as an instrument: hilrig-stimulus behind board.exec,
 * SCPI on its standard input and output. It turns its output off when its
 * input ends, so that closing is enough, and dying is, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/board_command.h"
#include "daemon/base/log.h"
#include "daemon/base/piped.h"
#include "daemon/base/time.h"
#include "rig/instrument/scpi_stream.h"
#include "rig/instrument/scpi_transport.h"
#include "rig/instrument/tcp.h"

#define PROGRAM      "hilrig-stimulus"
#define START_FACTOR 5 /* to log in takes longer than an answer */
#define WORDS        6 /* KIND --chip CHIP --line LINE NULL */
#define ADDRESS      160
#define END_NS       HIL_NS_PER_S

struct exec {
	pid_t pid;
	int in, out;
	int64_t wait_ns;
	int error;  /* of the first failure */
	int status; /* of waitpid(), once it is over */
	bool over;
};

static bool wait_over(struct exec *e, int64_t ns)
{
	if (!e->over && hil_piped_wait(e->pid, ns, &e->status) != -ETIME)
		e->over = true;
	return e->over;
}

static void exec_close(void *connection)
{
	struct exec *e = connection;

	if (!e)
		return;
	close(e->in); /* that is what it ends at */
	if (e->pid > 0 && !e->over)
		hil_piped_end(e->pid, END_NS, &e->status);
	close(e->out);
	free(e);
}

/* "chip=0,line=4" as options; the words stay in @text. */
static int read_address(const struct hil_scpi_place *place, char *text,
			const char *words[WORDS])
{
	bool gpio = !strncmp(place->device, "gpio:", 5);
	const char *pin = gpio ? "line" : "channel", *value[2] = { NULL };
	char *word, *equals;
	int n = snprintf(text, ADDRESS, "%s", place->address);
	bool ok = n < ADDRESS;

	while (ok && (word = strsep(&text, ","))) {
		equals = strchr(word, '=');
		ok = equals && hil_board_word_ok(equals + 1);
		if (!ok)
			break;
		*equals = '\0';
		if (!strcmp(word, "chip") && !value[0])
			value[0] = equals + 1;
		else if (!strcmp(word, pin) && !value[1])
			value[1] = equals + 1;
		else
			ok = false;
	}
	words[0] = gpio ? "gpio" : "pwm";
	words[1] = "--chip";
	words[2] = value[0];
	words[3] = gpio ? "--line" : "--channel";
	words[4] = value[1];
	words[5] = NULL;
	if (ok && value[0] && value[1])
		return 0;
	hil_error("cannot open generator %s: it is not %s:chip=CHIP,%s=%s, "
		  "with letters, digits and ._:/+- in them",
		  place->device, words[0], pin, gpio ? "LINE" : "N");
	return -EINVAL;
}

static int fail(struct exec *e, int error)
{
	if (error && !e->error)
		e->error = error;
	return error;
}

static int send_line(struct exec *e, const char *line, int64_t deadline_ns)
{
	char text[1024];
	int len = snprintf(text, sizeof(text), "%s\n", line);
	ssize_t n;
	int ret;

	if (len < 0 || (size_t)len >= sizeof(text))
		return -EMSGSIZE;
	/* a pipe takes up to PIPE_BUF bytes as a whole or not at all */
	do {
		ret = hil_tcp_wait(e->in, POLLOUT, deadline_ns);
		n = ret ? 0 : write(e->in, text, (size_t)len);
	} while (!ret && n < 0 && (errno == EAGAIN || errno == EINTR));
	return ret ? ret : n < 0 ? -errno : 0;
}

static int exec_send(void *connection, const char *line)
{
	struct exec *e = connection;

	if (e->error)
		return e->error;
	return fail(e, send_line(e, line, hil_time_mono_ns() + e->wait_ns));
}

static int ask_until(struct exec *e, const char *line, char *reply,
		     int64_t deadline_ns)
{
	int ret = e->error;

	if (!ret)
		ret = send_line(e, line, deadline_ns);
	if (!ret)
		ret = hil_scpi_stream_receive(e->out, reply, deadline_ns);
	return fail(e, ret);
}

static int exec_ask(void *connection, const char *line,
		    char reply[HIL_SCPI_REPLY_BYTES])
{
	struct exec *e = connection;

	return ask_until(e, line, reply, hil_time_mono_ns() + e->wait_ns);
}

static bool exec_alive(void *connection)
{
	struct exec *e = connection;

	return !e->error && !wait_over(e, 0);
}

static int start(const struct hil_scpi_place *place, struct exec *e)
{
	const char *words[WORDS];
	char address[ADDRESS], **argv;
	int ret = read_address(place, address, words);

	if (ret)
		return ret;
	argv = hil_board_command(place->board, PROGRAM, words);
	ret = argv ? hil_piped_spawn(argv, &e->pid, &e->in, &e->out) : -ENOMEM;
	hil_board_command_free(argv);
	if (ret)
		hil_error("cannot open generator %s: cannot start " PROGRAM
			  ": %s",
			  place->device, strerror(-ret));
	else
		fcntl(e->in, F_SETFL, O_NONBLOCK);
	return ret;
}

/* It has said itself why a pin is not to be had. */
static void say_why(const struct hil_scpi_place *place, struct exec *e, int ret)
{
	bool over = wait_over(e, END_NS / 10);
	int status = over && WIFEXITED(e->status) ? WEXITSTATUS(e->status) : 0;

	if (status == 127)
		hil_error("cannot open generator %s: there is no " PROGRAM
			  " on the board; copy it there, as hilrigd",
			  place->device);
	else if (over)
		hil_error("cannot open generator %s: " PROGRAM
			  " on the board ended with status %d",
			  place->device, status);
	else if (ret == -EBADMSG)
		hil_error("cannot open generator %s: what the board says is "
			  "not " PROGRAM "; does its shell print something at "
			  "a login?",
			  place->device);
	else
		hil_error("cannot open generator %s: the board does not "
			  "answer: %s",
			  place->device, strerror(-ret));
}

static int exec_open(const struct hil_scpi_place *place, int64_t wait_ns,
		     void **connection)
{
	struct exec *e;
	char reply[HIL_SCPI_REPLY_BYTES];
	int ret;

	*connection = NULL;
	if (!place->board) {
		hil_error("cannot open generator %s: it is a pin of the board, "
			  "and no board is known here",
			  place->device);
		return -EINVAL;
	}
	e = calloc(1, sizeof(*e));
	if (!e)
		return -ENOMEM;
	e->in = e->out = -1;
	e->wait_ns = wait_ns;
	/* a program that ended is no reason to end */
	signal(SIGPIPE, SIG_IGN);
	ret = start(place, e);
	if (!ret) {
		ret = ask_until(e, "*OPC?", reply,
				hil_time_mono_ns() + START_FACTOR * wait_ns);
		if (!ret && strcmp(reply, "1"))
			ret = -EBADMSG;
		if (ret)
			say_why(place, e, ret);
	}
	if (!ret)
		*connection = e;
	else
		exec_close(e);
	return ret;
}

const struct hil_scpi_transport hil_scpi_transport_exec = {
	.open = exec_open,
	.send = exec_send,
	.ask = exec_ask,
	.alive = exec_alive,
	.close = exec_close,
};
