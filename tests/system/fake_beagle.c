/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * BeagleLogic's TCP protocol as libsigrok 0.5.2 speaks it: text lines, one
 * reply a send; "get" starts the stream of samples, "close" ends it.
 * Source: libsigrok, src/hardware/beaglelogic/beaglelogic_tcp.c.
 */
#include "tests/system/fake_beagle.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define PIECE_BYTES (1u << 20)
#define PERIODS     8192u /* of samples in memory, for large sends */

struct fake_beagle {
	struct fake_beagle_options options;
	int listener;
	int port;
	pthread_t thread;
	atomic_bool quit;
	atomic_uint_least64_t sent;
	/* of the client */
	int fd;
	char input[1024];
	size_t used;
	unsigned int unit; /* bytes a sample */
	unsigned int rate, sampleunit, triggerflags, memalloc, bufunitsize;
	bool streaming;
	int64_t start_ns;
	uint64_t bytes;      /* of samples sent to this client */
	uint8_t *pattern[2]; /* one and two bytes a sample */
};

static bool fill_pattern(struct fake_beagle *b)
{
	b->pattern[0] = malloc((size_t)PERIODS * FAKE_BEAGLE_PERIOD);
	b->pattern[1] = malloc((size_t)PERIODS * FAKE_BEAGLE_PERIOD * 2);
	if (!b->pattern[0] || !b->pattern[1])
		return false;
	for (size_t i = 0; i < (size_t)PERIODS * FAKE_BEAGLE_PERIOD; i++) {
		size_t at = i % FAKE_BEAGLE_PERIOD;
		uint8_t value = at < FAKE_BEAGLE_PERIOD / 2;

		if (at >= FAKE_BEAGLE_RISE && at < FAKE_BEAGLE_FALL)
			value |= 2;
		b->pattern[0][i] = value;
		b->pattern[1][2 * i] = value;
		b->pattern[1][2 * i + 1] = value;
	}
	return true;
}

static void reply(struct fake_beagle *b, const char *text)
{
	if (b->options.fault == FAKE_BEAGLE_SLOW)
		usleep(1200000);
	if (send(b->fd, text, strlen(text), MSG_NOSIGNAL) < 0)
		b->streaming = false;
}

/* "samplerate 1000000" sets, "samplerate" asks. */
static bool take_setting(struct fake_beagle *b, const char *word,
			 const char *value)
{
	struct {
		const char *name;
		unsigned int *setting;
	} table[] = { { "samplerate", &b->rate },
		      { "sampleunit", &b->sampleunit },
		      { "triggerflags", &b->triggerflags },
		      { "memalloc", &b->memalloc },
		      { "bufunitsize", &b->bufunitsize } };
	char text[32];

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (strcmp(word, table[i].name))
			continue;
		if (value) {
			*table[i].setting =
				(unsigned int)strtoul(value, NULL, 10);
			reply(b, "ok\n");
		} else {
			snprintf(text, sizeof(text), "%u\n", *table[i].setting);
			reply(b, text);
		}
		return true;
	}
	return false;
}

static void take_line(struct fake_beagle *b, char *line)
{
	char *value = strchr(line, ' ');

	if (value)
		*value++ = '\0';
	if (!strcmp(line, "version")) {
		reply(b, "BeagleLogic 1.0\n");
	} else if (!strcmp(line, "get")) {
		b->streaming = true;
		b->unit = b->sampleunit == 1 ? 1 : 2;
		b->bytes = 0;
		b->start_ns = hil_time_mono_ns();
	} else if (!strcmp(line, "close")) {
		b->streaming = false;
	} else {
		take_setting(b, line, value);
	}
}

/* false: the client is gone */
static bool take_input(struct fake_beagle *b)
{
	ssize_t n = recv(b->fd, b->input + b->used,
			 sizeof(b->input) - 1 - b->used, 0);
	char *newline;

	if (n <= 0)
		return n < 0 && errno == EAGAIN;
	b->used += (size_t)n;
	b->input[b->used] = '\0';
	if (b->options.fault == FAKE_BEAGLE_MUTE) {
		b->used = 0;
		return true;
	}
	while ((newline = strchr(b->input, '\n'))) {
		size_t length = (size_t)(newline - b->input) + 1;

		*newline = '\0';
		take_line(b, b->input);
		memmove(b->input, newline + 1, b->used - length + 1);
		b->used -= length;
	}
	return b->used < sizeof(b->input) - 1;
}

/* Bytes that may be sent now. */
static uint64_t budget(const struct fake_beagle *b)
{
	uint64_t most = b->options.piece ? b->options.piece : PIECE_BYTES;
	uint64_t due = most;

	if (b->options.samples_a_second) {
		double s = (double)(hil_time_mono_ns() - b->start_ns) / 1e9;

		due = (uint64_t)(s * (double)b->options.samples_a_second) *
		      b->unit;
		due = due > b->bytes ? due - b->bytes : 0;
	}
	if (b->options.fault != FAKE_BEAGLE_GOOD) {
		uint64_t last = b->options.fault_at * b->unit;

		if (due > last - b->bytes)
			due = last - b->bytes;
	}
	return due < most ? due : most;
}

/* false: the connection is over, as the fault wants it */
static bool break_now(struct fake_beagle *b)
{
	struct linger reset = { 1, 0 };

	switch (b->options.fault) {
	case FAKE_BEAGLE_RESETS:
		setsockopt(b->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
		return false;
	case FAKE_BEAGLE_CLOSES:
		return false;
	default:
		b->streaming = false;
		return true;
	}
}

static bool send_samples(struct fake_beagle *b)
{
	size_t length = (size_t)PERIODS * FAKE_BEAGLE_PERIOD * b->unit;
	size_t at = b->bytes % length;
	uint64_t most = budget(b);
	ssize_t n;

	if (b->options.fault != FAKE_BEAGLE_GOOD &&
	    b->bytes == b->options.fault_at * b->unit)
		return break_now(b);
	if (!most) {
		usleep(500);
		return true;
	}
	if (most > length - at)
		most = length - at;
	n = send(b->fd, b->pattern[b->unit - 1] + at, most, MSG_NOSIGNAL);
	if (n < 0)
		return errno == EAGAIN;
	b->bytes += (uint64_t)n;
	atomic_fetch_add(&b->sent, (uint64_t)n / b->unit);
	return true;
}

static void serve_client(struct fake_beagle *b)
{
	bool alive = true;

	b->used = 0;
	b->streaming = false;
	while (alive && !atomic_load(&b->quit)) {
		struct pollfd p = { .fd = b->fd, .events = POLLIN };

		if (b->streaming)
			p.events |= POLLOUT;
		if (poll(&p, 1, 50) < 0)
			break;
		if (p.revents & (POLLIN | POLLHUP | POLLERR))
			alive = take_input(b);
		if (alive && b->streaming && p.revents & POLLOUT)
			alive = send_samples(b);
	}
	close(b->fd);
}

static void *serve(void *context)
{
	struct fake_beagle *b = context;

	while (!atomic_load(&b->quit)) {
		struct pollfd p = { .fd = b->listener, .events = POLLIN };
		int one = 1;

		if (poll(&p, 1, 50) <= 0)
			continue;
		b->fd = accept4(b->listener, NULL, NULL,
				SOCK_CLOEXEC | SOCK_NONBLOCK);
		if (b->fd < 0)
			continue;
		setsockopt(b->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		serve_client(b);
	}
	return NULL;
}

static int listen_anywhere(struct fake_beagle *b)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr =
					       htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof(address);

	b->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (b->listener < 0 ||
	    bind(b->listener, (struct sockaddr *)&address, length) ||
	    listen(b->listener, 4) ||
	    getsockname(b->listener, (struct sockaddr *)&address, &length))
		return -1;
	b->port = ntohs(address.sin_port);
	return 0;
}

struct fake_beagle *fake_beagle_start(const struct fake_beagle_options *o)
{
	struct fake_beagle *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->options = *o;
	b->rate = 1000000;
	b->memalloc = 0x7fffffff;
	b->bufunitsize = 4u << 20;
	if (fill_pattern(b) && !listen_anywhere(b) &&
	    !pthread_create(&b->thread, NULL, serve, b))
		return b;
	free(b->pattern[0]);
	free(b->pattern[1]);
	free(b);
	return NULL;
}

int fake_beagle_port(const struct fake_beagle *b)
{
	return b->port;
}

uint64_t fake_beagle_sent(struct fake_beagle *b)
{
	return atomic_load(&b->sent);
}

void fake_beagle_stop(struct fake_beagle *b)
{
	if (!b)
		return;
	atomic_store(&b->quit, true);
	pthread_join(b->thread, NULL);
	close(b->listener);
	free(b->pattern[0]);
	free(b->pattern[1]);
	free(b);
}
