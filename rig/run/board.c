/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts hilrigd on the board through the rig's exec command, checks its hello
 * and reads its frames. The process is a group of its own, so that a Ctrl-C at
 * the terminal reaches only hilrig, which then ends things in order.
 */
#include "rig/run/board.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/piped.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/run/feed.h"

#define BOARD_ABI       1
#define END_GRACE_NS    (500 * HIL_NS_PER_MS)
#define NONCE_HEX_BYTES 17

struct hil_board {
	pid_t pid;
	int in, out; /* its stdin, its stdout */
	struct hil_frame_reader *reader;
	struct hil_frame_writer writer;
	char nonce[NONCE_HEX_BYTES];
	bool hello, closed, over, reaped;
	int status;
	char why[160];
};

static int make_nonce(char nonce[NONCE_HEX_BYTES])
{
	uint64_t random;

	if (getrandom(&random, sizeof(random), 0) != sizeof(random))
		return -errno;
	snprintf(nonce, NONCE_HEX_BYTES, "%016llx", (unsigned long long)random);
	return 0;
}

/* The board's options as hilrigd's words. */
#define ARGS_MAX 32

struct words {
	const char *word[ARGS_MAX];
	size_t count;
	char number[4][32];
	size_t numbers;
};

static void add(struct words *w, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	w->word[w->count++] = name;
	w->word[w->count++] = value;
}

static void add_number(struct words *w, const char *name, uint64_t value)
{
	char *text = w->number[w->numbers++];

	snprintf(text, sizeof(w->number[0]), "%llu", (unsigned long long)value);
	add(w, name, text);
}

static void add_duration(struct words *w, const char *name, int64_t ns)
{
	char *text = w->number[w->numbers++];

	add(w, name, hil_duration_format(ns, text, sizeof(w->number[0])));
}

static char **daemon_command(const struct hil_run_options *o, const char *nonce)
{
	struct words w = { .word = { "--stdio" }, .count = 1 };

	add(&w, "--nonce", nonce);
	add(&w, "--chip", o->chip);
	add(&w, "--line", o->line);
	add(&w, "--spare", o->spare);
	add(&w, "--probe", o->probe);
	add(&w, "--probe-mode",
	    o->probe_mode == HIL_PROBE_PULSE ? "pulse" : "toggle");
	add(&w, "--edge", o->edge == HIL_SELECT_FALLING ? "falling" : "rising");
	add_number(&w, "-p", o->priority);
	add(&w, "-a", o->cpus);
	add(&w, "--cpu-dma-latency", o->cpu_dma_latency);
	if (o->seed_every) {
		add_duration(&w, "--seed-delay", o->seed_delay_ns);
		add_number(&w, "--seed-every", o->seed_every);
	}
	w.word[w.count] = NULL;
	return hil_board_command(o->exec, o->hilrigd, w.word);
}

int hil_board_start(const struct hil_run_options *o, struct hil_board **result)
{
	struct hil_board *b = calloc(1, sizeof(*b));
	char **argv = NULL;
	int ret;

	if (!b)
		return -ENOMEM;
	b->in = b->out = -1;
	b->reader = hil_frame_reader_new();
	ret = make_nonce(b->nonce);
	if (!ret)
		argv = daemon_command(o, b->nonce);
	if (!b->reader || !argv)
		ret = ret ? ret : -ENOMEM;
	if (!ret)
		ret = hil_piped_spawn(argv, &b->pid, &b->in, &b->out);
	if (!ret) {
		hil_frame_reader_search(b->reader);
		hil_frame_writer_init(&b->writer, b->in);
	} else {
		hil_error("cannot start hilrigd%s%s: %s",
			  o->exec ? " through " : "", o->exec ? o->exec : "",
			  strerror(-ret));
		hil_board_free(b);
		b = NULL;
	}
	hil_board_command_free(argv);
	*result = b;
	return ret;
}

int hil_board_fd(const struct hil_board *b)
{
	return b->over ? -1 : b->out;
}

static int check_hello(struct hil_board *b, const struct hil_frame *frame)
{
	json_t *hello;
	int ret = -EPROTO;

	if (frame->type != HIL_RECORD_HELLO) {
		snprintf(b->why, sizeof(b->why),
			 "hilrigd's first record is no hello");
		return ret;
	}
	hello = json_loadb((const char *)frame->payload, frame->length, 0,
			   NULL);
	if (strcmp(hil_feed_string(hello, "nonce"), b->nonce))
		snprintf(b->why, sizeof(b->why),
			 "another hilrigd answered (its nonce is not ours)");
	else if (json_integer_value(json_object_get(hello, "abi")) != BOARD_ABI)
		snprintf(b->why, sizeof(b->why),
			 "hilrigd on the board is of another version "
			 "(ABI %lld, ours is %d)",
			 (long long)json_integer_value(
				 json_object_get(hello, "abi")),
			 BOARD_ABI);
	else
		ret = 0;
	b->hello = ret == 0;
	json_decref(hello);
	return ret;
}

static int over(struct hil_board *b, int ret)
{
	b->over = true;
	return ret;
}

int hil_board_next(struct hil_board *b, struct hil_frame *frame)
{
	int ret;

	for (;;) {
		ret = hil_frame_reader_next(b->reader, frame);
		if (ret < 0) {
			snprintf(b->why, sizeof(b->why),
				 "the board's records are damaged (%s)",
				 strerror(-ret));
			return over(b, -EBADMSG);
		}
		if (ret == 1)
			break;
		if (b->over)
			return -ESHUTDOWN;
		ret = hil_frame_reader_fill(b->reader, b->out);
		if (ret == -EAGAIN)
			return 0;
		if (ret <= 0)
			return over(b, -ESHUTDOWN);
	}
	if (!b->hello) {
		ret = check_hello(b, frame);
		if (ret)
			return over(b, ret);
	}
	if (frame->type == HIL_RECORD_CLOSED)
		b->closed = true;
	return 1;
}

void hil_board_stop(struct hil_board *b)
{
	/* hilrigd also takes the end of its input as STOP. */
	if (b->in < 0)
		return;
	if (hil_frame_write(&b->writer, HIL_RECORD_STOP, NULL, 0))
		hil_debug("the board took no STOP");
	close(b->in);
	b->in = -1;
}

bool hil_board_closed(const struct hil_board *b)
{
	return b->closed;
}

static bool reap(struct hil_board *b, int64_t wait_ns)
{
	if (!b->reaped && hil_piped_wait(b->pid, wait_ns, &b->status) != -ETIME)
		b->reaped = true;
	return b->reaped;
}

const char *hil_board_ended(struct hil_board *b)
{
	if (*b->why)
		return b->why;
	if (b->closed)
		return "hilrigd closed";
	if (!reap(b, END_GRACE_NS))
		return "hilrigd's connection closed without totals";
	if (WIFSIGNALED(b->status))
		snprintf(b->why, sizeof(b->why),
			 "hilrigd's connection was killed by signal %d (%s)",
			 WTERMSIG(b->status), strsignal(WTERMSIG(b->status)));
	else
		snprintf(b->why, sizeof(b->why),
			 "hilrigd's connection ended without totals, exit "
			 "status %d",
			 WEXITSTATUS(b->status));
	return b->why;
}

void hil_board_free(struct hil_board *b)
{
	if (!b)
		return;
	if (b->in >= 0)
		close(b->in);
	if (b->out >= 0)
		close(b->out);
	if (b->pid > 0 && !reap(b, b->over ? END_GRACE_NS : 0)) {
		kill(-b->pid, SIGTERM);
		if (!reap(b, END_GRACE_NS)) {
			kill(-b->pid, SIGKILL);
			reap(b, END_GRACE_NS);
		}
	}
	hil_frame_reader_free(b->reader);
	free(b);
}
