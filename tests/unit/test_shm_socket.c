/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control socket: verbs, limits, and who is let in. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/shm/socket.h"
#include "daemon/shm/socket_peer.h"
#include "tests/unit/shm_fixture.h"

#define NOBODY 65534

struct place {
	char folder[64];
	char path[96];
	struct hil_shm_writer *writer;
	struct hil_socket_server *server;
};

static json_t *status_of(void *context)
{
	(void)context;
	return json_pack("{s:s}", "state", "RUN");
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));
	struct hil_socket_config config = { .status = status_of };

	assert_non_null(p);
	strcpy(p->folder, "/tmp/hil-socket-XXXXXX");
	assert_non_null(mkdtemp(p->folder));
	snprintf(p->path, sizeof(p->path), "%s/test.sock", p->folder);
	assert_int_equal(hil_shm_create(shm_board, 3, &p->writer), 0);
	config.path = p->path;
	config.fd = hil_shm_fd(p->writer);
	assert_int_equal(hil_socket_serve(&config, &p->server), 0);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	hil_socket_stop(p->server);
	assert_int_equal(access(p->path, F_OK), -1);
	hil_shm_close(p->writer);
	assert_int_equal(rmdir(p->folder), 0);
	free(p);
	return 0;
}

static int connect_to(const struct place *p)
{
	int fd = hil_socket_connect(p->path);

	assert_true(fd >= 0);
	return fd;
}

static void descriptor_that_comes_can_be_attached(void **state)
{
	const struct place *p = *state;
	struct hil_shm_reader *reader = NULL;
	const char *reason = NULL;
	json_t *answer;
	int fd, s = connect_to(p);

	assert_int_equal(hil_socket_request(s, "descriptor", &answer, &fd), 0);
	assert_true(fd >= 0);
	assert_int_equal(hil_shm_attach(fd, &reader, &reason), 0);
	hil_shm_detach(reader);
	json_decref(answer);
	close(fd);
	close(s);
}

static void status_comes_again_on_the_same_connection(void **state)
{
	const struct place *p = *state;
	json_t *answer;
	int i, fd, s = connect_to(p);

	for (i = 0; i < 3; i++) {
		assert_int_equal(hil_socket_request(s, "status", &answer, &fd),
				 0);
		assert_int_equal(fd, -1);
		assert_string_equal(
			json_string_value(json_object_get(
				json_object_get(answer, "status"), "state")),
			"RUN");
		json_decref(answer);
	}
	close(s);
}

static void unknown_verb_is_told_the_known_ones(void **state)
{
	const struct place *p = *state;
	json_t *answer;
	int fd, s = connect_to(p);

	assert_int_equal(hil_socket_request(s, "reboot", &answer, &fd),
			 -EACCES);
	assert_non_null(
		strstr(json_string_value(json_object_get(answer, "error")),
		       "descriptor and status"));
	json_decref(answer);
	close(s);
}

/* Send raw bytes, and perhaps that these were all. Return: bytes that came back
 * before the end. */
static size_t talk(const struct place *p, const void *bytes, size_t size,
		   bool all)
{
	struct pollfd wait = { .events = POLLIN };
	char answer[8192];
	size_t got = 0;
	ssize_t n;

	wait.fd = connect_to(p);
	assert_int_equal(send(wait.fd, bytes, size, MSG_NOSIGNAL),
			 (ssize_t)size);
	if (all)
		shutdown(wait.fd, SHUT_WR);
	do {
		assert_int_equal(poll(&wait, 1, 10000), 1);
		n = recv(wait.fd, answer + got, sizeof(answer) - got, 0);
		if (n > 0)
			got += (size_t)n;
	} while (n > 0);
	close(wait.fd);
	return got;
}

static void broken_frames_end_the_connection(void **state)
{
	static const unsigned char empty[4] = { 0 };
	static const unsigned char large[4] = { 1, 16, 0, 0 }; /* 4,097 */
	static const unsigned char huge[4] = { 255, 255, 255, 255 };
	static const unsigned char half[6] = { 200, 0, 0, 0, '{', '"' };
	const struct place *p = *state;

	/* An answer that says why, then the end */
	assert_true(talk(p, empty, sizeof(empty), false) > 4);
	assert_true(talk(p, large, sizeof(large), false) > 4);
	assert_true(talk(p, huge, sizeof(huge), false) > 4);
	/* Never completed: the end after the time-out, without an answer */
	assert_int_equal(talk(p, half, sizeof(half), false), 0);
	assert_int_equal(talk(p, half, 1, false), 0);
}

static void bad_json_gets_an_error(void **state)
{
	static const char *const bad[] = {
		"{",        "[]",
		"{}",       "{\"verb\":7}",
		"nonsense", "{\"verb\":\"\\u0000\"}"
	};
	const struct place *p = *state;
	unsigned char frame[64];
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const size_t length = strlen(bad[i]);

		memset(frame, 0, 4);
		frame[0] = (unsigned char)length;
		memcpy(frame + 4, bad[i], length);
		assert_true(talk(p, frame, 4 + length, true) > 4);
	}
}

static void seventeenth_client_is_served_when_one_has_gone(void **state)
{
	const struct place *p = *state;
	int idle[HIL_SOCKET_CLIENTS_MAX];
	json_t *answer;
	int i, fd, s, ret;

	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++)
		idle[i] = connect_to(p);
	s = connect_to(p); /* waits in the backlog */
	/* The idle ones are ended after their second, and so s gets its turn,
	 * at the latest with its second request. */
	ret = hil_socket_request(s, "status", &answer, &fd);
	json_decref(answer);
	if (ret < 0) {
		close(s);
		s = connect_to(p);
		ret = hil_socket_request(s, "status", &answer, &fd);
		json_decref(answer);
	}
	assert_int_equal(ret, 0);
	close(s);
	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++)
		close(idle[i]);
}

static void second_server_at_the_same_place_is_refused(void **state)
{
	const struct place *p = *state;
	const struct hil_socket_config config = { .path = p->path, .fd = 0 };
	struct hil_socket_server *second = NULL;

	assert_int_equal(hil_socket_serve(&config, &second), -EADDRINUSE);
	assert_null(second);
	assert_int_equal(access(p->path, F_OK), 0);
}

static void socket_left_behind_is_replaced(void **state)
{
	struct place *p = *state;
	const struct hil_socket_config config = {
		.path = p->path,
		.fd = hil_shm_fd(p->writer),
	};
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int left;

	hil_socket_stop(p->server);
	strcpy(address.sun_path, p->path);
	left = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_int_equal(
		bind(left, (const struct sockaddr *)&address, sizeof(address)),
		0);
	close(left);
	assert_int_equal(hil_socket_serve(&config, &p->server), 0);
	close(connect_to(p));
}

static void file_in_its_place_is_kept(void **state)
{
	struct place *p = *state;
	const struct hil_socket_config config = { .path = p->path, .fd = 0 };
	int file;

	hil_socket_stop(p->server);
	p->server = NULL;
	file = creat(p->path, 0600);
	assert_true(file >= 0);
	close(file);
	assert_int_equal(hil_socket_serve(&config, &p->server), -EEXIST);
	assert_int_equal(unlink(p->path), 0);
}

static void path_that_is_too_long_is_refused(void **state)
{
	struct hil_socket_server *server = NULL;
	struct hil_socket_config config = { .fd = 0 };
	char path[300];

	(void)state;
	memset(path, 'a', sizeof(path) - 1);
	path[0] = '/';
	path[sizeof(path) - 1] = '\0';
	config.path = path;
	assert_int_equal(hil_socket_serve(&config, &server), -ENAMETOOLONG);
	assert_int_equal(hil_socket_connect(path), -ENAMETOOLONG);
}

/* Ask from a process with other ids. Return: 0 served, 1 not, 2 no answer. */
static int ask_as(const struct place *p, uid_t user, gid_t group)
{
	json_t *answer = NULL;
	int status = -1, s, fd;
	pid_t pid;

	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		if (setgroups(0, NULL) < 0 || setgid(group) < 0 ||
		    setuid(user) < 0)
			_exit(3);
		s = hil_socket_connect(p->path);
		if (s < 0)
			_exit(1);
		_exit(hil_socket_request(s, "status", &answer, &fd) ? 2 : 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void strangers_are_refused_even_where_the_mode_lets_them(void **state)
{
	struct place *p = *state;
	const struct hil_socket_config config = {
		.path = p->path,
		.fd = hil_shm_fd(p->writer),
	};

	if (geteuid() != 0)
		skip();
	/* A folder for nobody's group, and a socket open to all. */
	hil_socket_stop(p->server);
	assert_int_equal(chown(p->folder, 0, NOBODY), 0);
	assert_int_equal(chmod(p->folder, 0755), 0);
	assert_int_equal(hil_socket_serve(&config, &p->server), 0);
	assert_int_equal(ask_as(p, NOBODY, NOBODY), 1); /* by its mode */
	assert_int_equal(chmod(p->path, 0666), 0);
	assert_int_equal(ask_as(p, NOBODY, NOBODY), 0);
	assert_int_equal(ask_as(p, NOBODY, NOBODY - 1), 2);
	assert_int_equal(ask_as(p, 0, NOBODY - 1), 0);
}

#define ON_A_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_A_SERVER(descriptor_that_comes_can_be_attached),
		ON_A_SERVER(status_comes_again_on_the_same_connection),
		ON_A_SERVER(unknown_verb_is_told_the_known_ones),
		ON_A_SERVER(broken_frames_end_the_connection),
		ON_A_SERVER(bad_json_gets_an_error),
		ON_A_SERVER(seventeenth_client_is_served_when_one_has_gone),
		ON_A_SERVER(second_server_at_the_same_place_is_refused),
		ON_A_SERVER(socket_left_behind_is_replaced),
		ON_A_SERVER(file_in_its_place_is_kept),
		cmocka_unit_test(path_that_is_too_long_is_refused),
		ON_A_SERVER(
			strangers_are_refused_even_where_the_mode_lets_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
