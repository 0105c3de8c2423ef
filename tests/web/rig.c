/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs are started from the folder above this test's own. */
#include "tests/web/rig.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define ARGUMENTS 24
#define TRIES     3000 /* of 10 ms */

static void program(char *path, size_t size, const char *name)
{
	char self[512];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	assert_true(len > 0);
	self[len] = '\0';
	*strrchr(self, '/') = '\0';
	assert_true(snprintf(path, size, "%s/%s", self, name) < (int)size);
}

/* Starts a program; its messages go to @log. */
static pid_t start(char *const argv[], int log)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid > 0)
		return pid;
	if (dup2(log, STDERR_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0)
		_exit(126);
	execv(argv[0], argv);
	_exit(127);
}

static void start_writer(struct rig *r)
{
	char path[600], host[] = "--host", option[] = "--socket";
	char *argv[] = { path, option, r->socket, host, NULL };
	struct stat st;

	program(path, sizeof(path), "fake_writer");
	r->writer = start(argv, STDERR_FILENO);
	for (int i = 0; i < TRIES && stat(r->socket, &st) != 0; i++)
		usleep(10000);
	assert_int_equal(stat(r->socket, &st), 0);
}

static pid_t start_bridge(const struct rig *r, const char *const option[],
			  int log)
{
	char path[600], listen[48], socket[96];
	const char *argv[ARGUMENTS] = { path,   "web",      "--socket",
					socket, "--listen", listen };
	size_t count = 6;

	program(path, sizeof(path), "../hilrig-gui");
	snprintf(socket, sizeof(socket), "%s", r->socket);
	snprintf(listen, sizeof(listen), ":%u", r->port);
	for (; option != NULL && *option != NULL; option++) {
		assert_true(count < ARGUMENTS - 1);
		argv[count++] = *option;
	}
	return start((char *const *)(uintptr_t)argv, log);
}

void rig_bridge_start(struct rig *r, const char *const option[])
{
	static const char before[] = "http://127.0.0.1:";
	char text[1024] = "", *at = NULL;
	size_t used = 0;
	int ends[2];

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	r->bridge = start_bridge(r, option, ends[1]);
	close(ends[1]);
	while (at == NULL && used < sizeof(text) - 1) {
		ssize_t got = read(ends[0], text + used, 1);

		if (got <= 0)
			fail_msg("the bridge did not start: %s", text);
		used += (size_t)got;
		text[used] = '\0';
		if (text[used - 1] == '\n')
			at = strstr(text, before);
	}
	assert_non_null(at);
	r->port = (unsigned int)strtoul(at + strlen(before), NULL, 10);
	snprintf(r->host, sizeof(r->host), "127.0.0.1:%u", r->port);
	close(ends[0]);
}

void rig_open(struct rig *r, const char *const option[])
{
	*r = (struct rig){ 0 };
	signal(SIGPIPE, SIG_IGN);
	strcpy(r->folder, "/tmp/hilrig-web-XXXXXX");
	assert_non_null(mkdtemp(r->folder));
	snprintf(r->socket, sizeof(r->socket), "%s/s", r->folder);
	start_writer(r);
	rig_bridge_start(r, option);
}

int rig_end(pid_t *pid, int number)
{
	int status = 0;

	if (*pid <= 0)
		return 0;
	kill(*pid, number);
	kill(*pid, SIGCONT);
	assert_int_equal(waitpid(*pid, &status, 0), *pid);
	*pid = 0;
	return status;
}

void rig_close(struct rig *r)
{
	rig_end(&r->bridge, SIGTERM);
	rig_end(&r->writer, SIGTERM);
	unlink(r->socket);
	rmdir(r->folder);
}

bool rig_refused(const struct rig *r, const char *const option[],
		 const char *words)
{
	char text[2048] = "";
	int status, ends[2];
	pid_t pid;

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	pid = start_bridge(r, option, ends[1]);
	close(ends[1]);
	rig_receive(ends[0], text, sizeof(text), words);
	close(ends[0]);
	if (strstr(text, words) == NULL)
		kill(pid, SIGTERM); /* it runs: no waiting for its end */
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (strstr(text, words) == NULL)
		print_message("expected \"%s\", got: %s\n", words, text);
	return WIFEXITED(status) && WEXITSTATUS(status) == 1 &&
	       strstr(text, words) != NULL;
}

int rig_try_connect(const struct rig *r)
{
	const struct timeval limit = { .tv_sec = 30 };
	const struct sockaddr_in in = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)r->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	if (connect(fd, (const struct sockaddr *)&in, sizeof(in)) == 0)
		return fd;
	close(fd);
	return -1;
}

int rig_connect(const struct rig *r)
{
	int fd = rig_try_connect(r);

	assert_true(fd >= 0);
	return fd;
}

void rig_send(int fd, const char *bytes, size_t count)
{
	while (count > 0) {
		ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);

		if (sent <= 0)
			return;
		bytes += sent;
		count -= (size_t)sent;
	}
}

size_t rig_receive(int fd, char *reply, size_t size, const char *end)
{
	size_t used = 0;

	reply[0] = '\0';
	while (used < size - 1 && (end == NULL || strstr(reply, end) == NULL)) {
		ssize_t got = read(fd, reply + used, size - 1 - used);

		if (got < 0 && errno == EAGAIN)
			fail_msg("no answer and no end within 30 s");
		if (got <= 0)
			break;
		used += (size_t)got;
		reply[used] = '\0';
	}
	return used;
}

/* Replaces $H and $P. */
static char *expand(const struct rig *r, const char *request, size_t padding)
{
	char *text = calloc(1, 4 * strlen(request) + 2 * padding + 512);
	char *to = text;

	assert_non_null(text);
	for (; *request != '\0'; request++) {
		if (strncmp(request, "$H", 2) == 0) {
			to = stpcpy(to, r->host);
			request++;
		} else if (strncmp(request, "$P", 2) == 0) {
			memset(to, 'a', padding);
			to += padding;
			request++;
		} else {
			*to++ = *request;
		}
	}
	return text;
}

int rig_status(const char *reply)
{
	const char *last = NULL;

	for (const char *at = reply; (at = strstr(at, "HTTP/1.1 ")) != NULL;
	     at++)
		last = at;
	return last != NULL ? atoi(last + strlen("HTTP/1.1 ")) : 0;
}

int rig_ask(const struct rig *r, const char *request, size_t padding,
	    char *reply, size_t size)
{
	char *text = expand(r, request, padding);
	int fd = rig_connect(r);

	rig_send(fd, text, strlen(text));
	shutdown(fd, SHUT_WR);
	rig_receive(fd, reply, size, NULL);
	close(fd);
	free(text);
	return rig_status(reply);
}
