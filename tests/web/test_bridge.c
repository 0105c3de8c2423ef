/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bridge as a whole: who may reach it, how many, and that the real-time
 * side does not notice what becomes of it. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/shm/reader.h"
#include "daemon/shm/socket.h"
#include "tests/web/rig.h"

#define GET(path) "GET " path " HTTP/1.1\r\nHost: $H\r\nConnection: close\r\n"
#define OWN       "Origin: http://$H\r\n"
#define END       "\r\n"
#define TOKEN     "0123456789abcdefXYZ"

/* What the IST has counted so far, without any bridge. */
struct counts {
	uint64_t events, fifo_drops;
	int64_t coalesced;
};

static struct hil_shm_reader *attach(const struct rig *r)
{
	struct hil_shm_reader *reader;
	const char *reason;
	int memory = -1, fd = hil_socket_connect(r->socket);
	json_t *answer = NULL;

	assert_true(fd >= 0);
	assert_int_equal(hil_socket_request(fd, "descriptor", &answer, &memory),
			 0);
	json_decref(answer);
	close(fd);
	assert_int_equal(hil_shm_attach(memory, &reader, &reason), 0);
	close(memory);
	return reader;
}

static struct counts count(const struct hil_shm_reader *reader)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_WINDOWS,
					     .witness = HIL_SHM_IST,
					     .quantity = HIL_SHM_WAKEUP,
					     .window_ns = 20000000 };
	int ring = hil_shm_find(reader, &query);
	struct hil_shm_window window[64];
	struct hil_shm_cursor cursor = { 0 };
	size_t got;

	assert_true(ring >= 0);
	cursor.next = hil_shm_latest(reader, (size_t)ring);
	assert_int_equal(hil_shm_windows(reader, (size_t)ring, &cursor, window,
					 64, &got),
			 0);
	return (struct counts){ cursor.since.count, cursor.since.fifo_drops,
				cursor.since.coalesced };
}

/* The IST goes on at its pace: 250 edges a second, none of them lost. */
static void assert_goes_on(const struct hil_shm_reader *reader)
{
	struct counts before = count(reader), now = before;

	for (int i = 0; i < 500 && now.events < before.events + 100; i++) {
		usleep(20000);
		now = count(reader);
	}
	assert_true(now.events >= before.events + 100);
	assert_int_equal(now.fifo_drops, 0);
	assert_int_equal(now.coalesced, 0);
}

static void writer_does_not_notice_a_bridge_that_hangs(void **state)
{
	struct rig *r = *state;
	struct hil_shm_reader *reader = attach(r);

	kill(r->bridge, SIGSTOP);
	assert_goes_on(reader);
	kill(r->bridge, SIGCONT);
	hil_shm_detach(reader);
}

static void writer_does_not_notice_a_bridge_that_is_killed(void **state)
{
	struct rig *r = *state;
	int status = 0;
	struct hil_shm_reader *reader = attach(r);
	char reply[2048];

	rig_end(&r->bridge, SIGKILL);
	assert_goes_on(reader);
	rig_bridge_start(r, NULL);
	/* a new bridge is healthy once it has seen the writer */
	for (int i = 0; i < 100 && status != 200; i++) {
		status = rig_ask(r, GET("/healthz") END, 0, reply,
				 sizeof(reply));
		usleep(100000);
	}
	assert_int_equal(status, 200);
	hil_shm_detach(reader);
}

/* No address space is left: requests fail or the bridge ends, no more. */
static void writer_does_not_notice_a_bridge_without_memory(void **state)
{
	const struct rlimit none = { 1 << 20, 1 << 20 };
	struct rig *r = *state;
	struct hil_shm_reader *reader = attach(r);
	char text[96];

	snprintf(text, sizeof(text),
		 "GET /api/v1/snapshot HTTP/1.1\r\nHost: %s\r\n\r\n", r->host);
	assert_int_equal(prlimit(r->bridge, RLIMIT_AS, &none, NULL), 0);
	for (int i = 0; i < 20; i++) {
		int fd = rig_try_connect(r);

		if (fd < 0)
			break; /* it has ended */
		rig_send(fd, text, strlen(text));
		close(fd);
	}
	assert_goes_on(reader);
	rig_end(&r->bridge, SIGKILL);
	rig_bridge_start(r, NULL);
	hil_shm_detach(reader);
}

static void one_connection_too_many_is_turned_away(void **state)
{
	static const char *const option[] = { "--clients", "3", NULL };
	struct rig *r = *state;
	char reply[2048];
	int fd[3];

	rig_end(&r->bridge, SIGTERM);
	rig_bridge_start(r, option);
	for (size_t i = 0; i < 3; i++) {
		char text[128];

		fd[i] = rig_connect(r);
		snprintf(text, sizeof(text),
			 "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", r->host);
		rig_send(fd[i], text, strlen(text));
		rig_receive(fd[i], reply, sizeof(reply), "\"reason\"");
	}
	assert_int_equal(rig_ask(r, "", 0, reply, sizeof(reply)), 503);
	for (size_t i = 0; i < 3; i++)
		close(fd[i]);
	rig_end(&r->bridge, SIGTERM);
	rig_bridge_start(r, NULL);
}

/* Looks for a step of more than one between the numbers of frames. */
static bool has_gap(const char *text)
{
	unsigned long before = 0, id;

	for (const char *at = text; (at = strstr(at, "\nid: ")) != NULL; at++) {
		id = strtoul(at + 5, NULL, 10);
		if (before > 0 && id > before + 1)
			return true;
		before = id;
	}
	return false;
}

/* A stream that is not read for a while goes on with the newest frame. */
static void slow_stream_skips_to_the_newest_frame(void **state)
{
	struct rig *r = *state;
	size_t room = 16 << 20, used = 0;
	char *reply = malloc(room), text[160], *at;
	int fd = rig_connect(r), small = 4096;

	assert_non_null(reply);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	snprintf(text, sizeof(text),
		 "GET /api/v1/stream HTTP/1.1\r\nHost: %s\r\n"
		 "Origin: http://%s\r\n\r\n",
		 r->host, r->host);
	rig_send(fd, text, strlen(text));
	used = rig_receive(fd, reply, room, "event: full");
	sleep(6);
	/* First comes what the kernel had kept, then the gap. */
	while (!has_gap(reply)) {
		size_t got = rig_receive(fd, reply + used, 65536, "event: ");

		assert_true(got > 0);
		used += got;
		assert_true(used + 65536 < room);
	}
	close(fd);
	assert_int_equal(rig_ask(r, GET("/metrics") END, 0, reply, room), 200);
	at = strstr(reply, "\nhilrig_stream_frames_skipped_total ");
	assert_non_null(at);
	assert_true(strtod(strchr(at, ' '), NULL) >= 1);
	free(reply);
}

static void write_token(const struct rig *r, char path[128], mode_t mode,
			const char *text)
{
	int fd;

	snprintf(path, 128, "%s/token", r->folder);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
}

static void token_is_needed_for_every_number(void **state)
{
	static const char *const secret[] = { "/api/v1/snapshot",
					      "/api/v1/stream",
					      "/api/v1/series?quantity=period",
					      "/metrics" };
	struct rig *r = *state;
	char path[128], request[512], reply[65536];
	const char *option[] = { "--token-file", path, NULL };

	write_token(r, path, 0600, TOKEN "\n");
	rig_end(&r->bridge, SIGTERM);
	rig_bridge_start(r, option);
	for (size_t i = 0; i < sizeof(secret) / sizeof(secret[0]); i++) {
		snprintf(request, sizeof(request),
			 "GET %s HTTP/1.1\r\nHost: $H\r\n" OWN END, secret[i]);
		assert_int_equal(rig_ask(r, request, 0, reply, sizeof(reply)),
				 401);
	}
	/* in the address it is no token */
	assert_int_equal(rig_ask(r, GET("/metrics?token=" TOKEN) END, 0, reply,
				 sizeof(reply)),
			 401);
	assert_int_equal(rig_ask(r,
				 GET("/metrics") "Authorization: Bearer x" TOKEN
						 "\r\n" END,
				 0, reply, sizeof(reply)),
			 401);
	assert_int_equal(rig_ask(r,
				 GET("/metrics") "Authorization: Bearer " TOKEN
						 "\r\n" END,
				 0, reply, sizeof(reply)),
			 200);
	assert_int_equal(rig_ask(r, GET("/") END, 0, reply, sizeof(reply)),
			 200);
	rig_end(&r->bridge, SIGTERM);
	unlink(path);
	rig_bridge_start(r, NULL);
}

static void listening_for_others_needs_a_private_token(void **state)
{
	struct rig *r = *state;
	char path[128];
	const char *open[] = { "--listen", "0.0.0.0:0", NULL };
	const char *with[] = { "--listen", "0.0.0.0:0", "--token-file",
			       path,       "--host",    "rig.example",
			       NULL };

	assert_true(rig_refused(r, open, "--token-file"));
	write_token(r, path, 0644, TOKEN "\n");
	assert_true(rig_refused(r, with, "others may read it"));
	write_token(r, path, 0600, "short\n");
	assert_true(rig_refused(r, with, "must be 16 to 256"));
	write_token(r, path, 0600, TOKEN "\n");
	with[4] = NULL;
	assert_true(rig_refused(r, with, "--host NAME"));
	with[4] = "--host";
	unlink(path);
	assert_true(rig_refused(r, with, "cannot open token file"));
}

static void wrong_addresses_are_refused_in_words(void **state)
{
	static const char *const address[] = {
		"rig.example", "127.0.0.1:", "127.0.0.1:70000", "1.2.3",
		"[::1",        "::1:x",      "127.0.0.1:8003x", "[127.0.0.1]",
	};
	struct rig *r = *state;
	char busy[48];

	for (size_t i = 0; i < sizeof(address) / sizeof(address[0]); i++) {
		const char *option[] = { "--listen", address[i], NULL };

		assert_true(rig_refused(r, option, "not an address"));
	}
	snprintf(busy, sizeof(busy), "127.0.0.1:%u", r->port);
	assert_true(rig_refused(r, (const char *[]){ "--listen", busy, NULL },
				"another program listens there"));
	assert_true(rig_refused(
		r, (const char *[]){ "--listen", ":0", "--host", "a b", NULL },
		"not a host name"));
}

static int open_rig(void **state)
{
	static struct rig rig;

	rig_open(&rig, NULL);
	*state = &rig;
	return 0;
}

static int close_rig(void **state)
{
	rig_close(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writer_does_not_notice_a_bridge_that_hangs),
		cmocka_unit_test(
			writer_does_not_notice_a_bridge_that_is_killed),
		cmocka_unit_test(
			writer_does_not_notice_a_bridge_without_memory),
		cmocka_unit_test(one_connection_too_many_is_turned_away),
		cmocka_unit_test(slow_stream_skips_to_the_newest_frame),
		cmocka_unit_test(token_is_needed_for_every_number),
		cmocka_unit_test(listening_for_others_needs_a_private_token),
		cmocka_unit_test(wrong_addresses_are_refused_in_words),
	};

	return cmocka_run_group_tests(tests, open_rig, close_rig);
}
