/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thread, one connection after the other. */
#include "tests/unit/fake_scpi.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct fake_scpi {
	int listener, connection;
	int quit[2];
	char device[64];
	pthread_t thread;
	pthread_mutex_t lock;
	struct {
		const char *line, *reply, *error;
		size_t size;
	} rule[FAKE_RULES];
	size_t rules;
	struct fake_generator generator;
	char error[128];
	char log[16384];
	bool mute;
};

static void add_log(struct fake_scpi *f, const char *line)
{
	size_t used = strlen(f->log);

	if (strcmp(line, "SYST:ERR?"))
		snprintf(f->log + used, sizeof(f->log) - used, "%s\n", line);
}

static void send_text(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = send(fd, text, size, MSG_NOSIGNAL);

		if (n <= 0)
			return;
		text += n;
		size -= (size_t)n;
	}
}

static void reply_line(int fd, const char *text)
{
	char line[256];
	int len = snprintf(line, sizeof(line), "%s\n", text);

	send_text(fd, line, (size_t)len);
}

/* What an instrument that works does with a line. */
static void obey(struct fake_scpi *f, int fd, const char *line)
{
	char reply[256];

	if (*f->error && !strcmp(line, "SYST:ERR?")) {
		reply_line(fd, f->error);
		f->error[0] = '\0';
		return;
	}
	fake_generator_do(&f->generator, line, reply, sizeof(reply));
	if (*reply)
		reply_line(fd, reply);
}

/* false: the connection ends */
static bool handle(struct fake_scpi *f, int fd, const char *line)
{
	add_log(f, line);
	if (f->mute)
		return true;
	for (size_t i = 0; i < f->rules; i++) {
		const char *reply = f->rule[i].reply;

		if (strcmp(f->rule[i].line, line))
			continue;
		if (f->rule[i].error) {
			snprintf(f->error, sizeof(f->error), "%s",
				 f->rule[i].error);
			return true;
		}
		if (!strcmp(reply, FAKE_CLOSE))
			return false;
		f->mute = !strcmp(reply, FAKE_MUTE);
		if (!f->mute)
			send_text(fd, reply, f->rule[i].size);
		return true;
	}
	obey(f, fd, line);
	return true;
}

/* true: wanted is ready, false: the end */
static bool wait_for(const struct fake_scpi *f, int fd)
{
	struct pollfd p[2] = { { fd, POLLIN, 0 }, { f->quit[0], POLLIN, 0 } };

	poll(p, 2, -1);
	return !p[1].revents;
}

static void serve(struct fake_scpi *f, int fd)
{
	char text[4096];
	size_t used = 0;
	bool open = true;

	while (open && wait_for(f, fd)) {
		ssize_t n = recv(fd, text + used, sizeof(text) - used, 0);
		char *end;

		if (n <= 0)
			return;
		used += (size_t)n;
		pthread_mutex_lock(&f->lock);
		while (open && (end = memchr(text, '\n', used))) {
			*end = '\0';
			open = handle(f, fd, text);
			used -= (size_t)(end + 1 - text);
			memmove(text, end + 1, used);
		}
		pthread_mutex_unlock(&f->lock);
	}
}

static void *run(void *context)
{
	struct fake_scpi *f = context;

	while (wait_for(f, f->listener)) {
		int fd = accept(f->listener, NULL, NULL);

		pthread_mutex_lock(&f->lock);
		f->connection = fd;
		pthread_mutex_unlock(&f->lock);
		serve(f, fd);
		pthread_mutex_lock(&f->lock);
		f->connection = -1;
		pthread_mutex_unlock(&f->lock);
		close(fd);
	}
	return NULL;
}

struct fake_scpi *fake_scpi_new(enum fake_maker maker)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t size = sizeof(a);
	struct fake_scpi *f = calloc(1, sizeof(*f));

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	f->listener = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(f->listener, (struct sockaddr *)&a, sizeof(a)) ||
	    listen(f->listener, 4) || pipe(f->quit) ||
	    getsockname(f->listener, (struct sockaddr *)&a, &size))
		abort();
	snprintf(f->device, sizeof(f->device), "lxi:127.0.0.1:%d",
		 ntohs(a.sin_port));
	f->connection = -1;
	fake_generator_init(&f->generator, maker);
	pthread_mutex_init(&f->lock, NULL);
	if (pthread_create(&f->thread, NULL, run, f))
		abort();
	return f;
}

const char *fake_scpi_device(const struct fake_scpi *f)
{
	return f->device;
}

static void add_rule(struct fake_scpi *f, const char *line, const char *reply,
		     size_t size, const char *error)
{
	pthread_mutex_lock(&f->lock);
	if (f->rules == FAKE_RULES)
		abort();
	f->rule[f->rules].line = line;
	f->rule[f->rules].reply = reply;
	f->rule[f->rules].size = size;
	f->rule[f->rules].error = error;
	f->rules++;
	pthread_mutex_unlock(&f->lock);
}

void fake_scpi_rule(struct fake_scpi *f, const char *line, const char *reply,
		    size_t size)
{
	add_rule(f, line, reply, size, NULL);
}

void fake_scpi_error(struct fake_scpi *f, const char *line, const char *error)
{
	add_rule(f, line, "", 0, error);
}

const char *fake_scpi_log(struct fake_scpi *f)
{
	pthread_mutex_lock(&f->lock);
	pthread_mutex_unlock(&f->lock);
	return f->log;
}

struct fake_generator *fake_scpi_generator(struct fake_scpi *f)
{
	pthread_mutex_lock(&f->lock);
	pthread_mutex_unlock(&f->lock);
	return &f->generator;
}

void fake_scpi_drop(struct fake_scpi *f)
{
	pthread_mutex_lock(&f->lock);
	if (f->connection >= 0)
		shutdown(f->connection, SHUT_RDWR);
	pthread_mutex_unlock(&f->lock);
}

void fake_scpi_free(struct fake_scpi *f)
{
	(void)!write(f->quit[1], "", 1);
	pthread_join(f->thread, NULL);
	close(f->listener);
	close(f->quit[0]);
	close(f->quit[1]);
	pthread_mutex_destroy(&f->lock);
	free(f);
}
