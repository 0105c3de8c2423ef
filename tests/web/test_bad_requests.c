/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests that no page of ours sends. Each is refused, none does harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/web/rig.h"

#define REPLY_BYTES (1 << 20)

#define GET(path)    "GET " path " HTTP/1.1\r\nHost: $H\r\n"
#define POST(path)   "POST " path " HTTP/1.1\r\nHost: $H\r\n"
#define OWN          "Origin: http://$H\r\n"
#define JSON         "Content-Type: application/json\r\n"
#define REFRESH      "/api/v1/refresh"
#define REPORT       "/api/v1/report"
#define SNAPSHOT     "/api/v1/snapshot"
#define STREAM       "/api/v1/stream"
#define SERIES       "/api/v1/series"
#define BODY(n, txt) "Content-Length: " #n "\r\n\r\n" txt
#define END          "\r\n"

struct row {
	const char *name;
	int status; /* that it must have; 0: none, it is closed */
	size_t padding;
	const char *request;
};

static const struct row rows[] = {
	/* Host */
	{ "no Host", 400, 0, "GET / HTTP/1.1\r\n" END },
	{ "no Host in 1.0", 400, 0, "GET / HTTP/1.0\r\n" END },
	{ "empty Host", 421, 0, "GET / HTTP/1.1\r\nHost:\r\n" END },
	{ "another Host", 421, 0,
	  "GET / HTTP/1.1\r\nHost: rig.example\r\n" END },
	{ "no port", 421, 0, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" END },
	{ "another port", 421, 0,
	  "GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n" END },
	{ "longer Host", 421, 0,
	  "GET / HTTP/1.1\r\nHost: $H.rig.example\r\n" END },
	{ "user in Host", 421, 0, "GET / HTTP/1.1\r\nHost: a@$H\r\n" END },
	{ "path in Host", 421, 0, "GET / HTTP/1.1\r\nHost: $H/\r\n" END },
	{ "Host twice", 400, 0,
	  "GET / HTTP/1.1\r\nHost: $H\r\nHost: rig.example\r\n" END },
	{ "Host in the target", 404, 0,
	  "GET http://rig.example/ HTTP/1.1\r\nHost: $H\r\n" END },
	/* Origin */
	{ "change without Origin", 403, 0,
	  POST(REFRESH) JSON BODY(18, "{\"refresh_ms\": 50}") },
	{ "change by another page", 403, 0,
	  POST(REFRESH) JSON
	  "Origin: http://rig.example\r\n" BODY(18, "{\"refresh_ms\": 50}") },
	{ "null Origin", 403, 0,
	  POST(REFRESH) JSON
	  "Origin: null\r\n" BODY(18, "{\"refresh_ms\": 50}") },
	{ "https Origin", 403, 0,
	  POST(REFRESH) JSON
	  "Origin: https://$H\r\n" BODY(18, "{\"refresh_ms\": 50}") },
	{ "longer Origin", 403, 0,
	  GET(STREAM) "Origin: http://$H.example\r\n" END },
	{ "Origin with a path", 403, 0,
	  GET(STREAM) "Origin: http://$H/\r\n" END },
	{ "stream without Origin", 403, 0, GET(STREAM) END },
	{ "stream for another page", 403, 0,
	  GET(STREAM) "Origin: http://localhost\r\n" END },
	{ "snapshot for another page", 403, 0,
	  GET(SNAPSHOT) "Origin: http://rig.example\r\n" END },
	{ "image of another page", 403, 0,
	  GET(SNAPSHOT) "Sec-Fetch-Site: cross-site\r\n" END },
	{ "Origin twice", 400, 0, GET(STREAM) OWN OWN END },
	/* Method */
	{ "PUT", 405, 0, "PUT / HTTP/1.1\r\nHost: $H\r\n" END },
	{ "DELETE", 405, 0, "DELETE " REFRESH " HTTP/1.1\r\nHost: $H\r\n" END },
	{ "OPTIONS", 405, 0,
	  "OPTIONS " REFRESH " HTTP/1.1\r\nHost: $H\r\n" OWN END },
	{ "TRACE", 405, 0, "TRACE / HTTP/1.1\r\nHost: $H\r\n" END },
	{ "CONNECT", 404, 0,
	  "CONNECT rig.example:80 HTTP/1.1\r\nHost: $H\r\n" END },
	{ "small letters", 405, 0, "get / HTTP/1.1\r\nHost: $H\r\n" END },
	{ "no such method", 405, 0, "LOOK / HTTP/1.1\r\nHost: $H\r\n" END },
	{ "GET what changes", 405, 0, GET(REFRESH) OWN END },
	{ "POST the page", 405, 0, POST("/") OWN BODY(0, "") },
	{ "POST the snapshot", 405, 0, POST(SNAPSHOT) OWN BODY(0, "") },
	/* Size */
	{ "header of 9 KB", 431, 9000, GET("/") "X: $P\r\n" END },
	{ "header of 200 KB", 431, 200000, GET("/") "X: $P\r\n" END },
	{ "target of 60 KB", 414, 60000, GET("/$P") END },
	{ "body of 64 KB and a byte", 413, 0,
	  POST(REFRESH) OWN JSON BODY(65537, "{") },
	{ "body without end", 413, 0,
	  POST(REFRESH) OWN JSON BODY(99999999999, "{") },
	{ "chunks of 80 KB", 0, 80000,
	  POST(REFRESH) OWN JSON
	  "Transfer-Encoding: chunked\r\n\r\n13880\r\n$P\r\n0\r\n\r\n" },
	{ "length beyond all numbers", 413, 0,
	  POST(REFRESH) OWN JSON BODY(99999999999999999999999, "{") },
	{ "negative length", 400, 0, POST(REFRESH) OWN JSON BODY(-1, "{") },
	{ "length in words", 400, 0, POST(REFRESH) OWN JSON BODY(two, "{") },
	{ "two lengths", 400, 0,
	  POST(REFRESH) OWN JSON "Content-Length: 2\r\n" BODY(18, "{}") },
	{ "length and chunks", 400, 0,
	  POST(REFRESH) OWN JSON
	  "Transfer-Encoding: chunked\r\n" BODY(5, "0\r\n\r\n") },
	{ "unknown coding", 400, 0,
	  POST(REFRESH) OWN JSON "Transfer-Encoding: gzip\r\n" END },
	{ "GET with a body", 400, 0, GET("/") BODY(2, "{}") },
	{ "unknown expectation", 417, 0, GET("/") "Expect: more\r\n" END },
	/* Body */
	{ "form", 415, 0,
	  POST(REFRESH) OWN
	  "Content-Type: text/plain\r\n" BODY(18, "{\"refresh_ms\": 50}") },
	{ "no type", 415, 0,
	  POST(REFRESH) OWN BODY(18, "{\"refresh_ms\": 50}") },
	{ "no body", 400, 0, POST(REFRESH) OWN JSON BODY(0, "") },
	{ "half an object", 400, 0, POST(REFRESH) OWN JSON BODY(2, "{\"") },
	{ "array", 400, 0, POST(REFRESH) OWN JSON BODY(4, "[50]") },
	{ "too quick", 400, 0,
	  POST(REFRESH) OWN JSON BODY(17, "{\"refresh_ms\": 1}") },
	{ "too slow", 400, 0,
	  POST(REFRESH) OWN JSON BODY(20, "{\"refresh_ms\": 9999}") },
	{ "number as text", 400, 0,
	  POST(REFRESH) OWN JSON BODY(20, "{\"refresh_ms\": \"50\"}") },
	{ "another member", 400, 0,
	  POST(REFRESH) OWN JSON BODY(24, "{\"refresh_ms\": 50,\"a\":1}") },
	{ "member twice", 400, 0,
	  POST(REFRESH) OWN JSON BODY(
		  35, "{\"refresh_ms\": 50,\"refresh_ms\": 60}") },
	{ "beyond all numbers", 400, 0,
	  POST(REFRESH) OWN JSON BODY(22, "{\"refresh_ms\": 1e9999}") },
	{ "report by another page", 403, 0,
	  POST(REPORT) JSON "Origin: http://rig.example\r\n" BODY(2, "{}") },
	{ "report as a form", 415, 0, POST(REPORT) OWN BODY(2, "{}") },
	{ "report by GET", 405, 0, GET(REPORT) OWN END },
	{ "report of nothing", 400, 0, POST(REPORT) OWN JSON BODY(2, "{}") },
	{ "report of a page with blanks", 400, 0,
	  POST(REPORT) OWN JSON BODY(14, "{\"page\":\"a b\"}") },
	/* Target */
	{ "up", 404, 0, GET("/../etc/passwd") END },
	{ "up, escaped", 404, 0, GET("/%2e%2e/%2e%2e/etc/passwd") END },
	{ "up, half escaped", 404, 0, GET("/..%2fetc%2fpasswd") END },
	{ "backslashes", 404, 0, GET("/..\\..\\etc\\passwd") END },
	{ "two slashes", 404, 0, GET("//etc/passwd") END },
	{ "detour", 404, 0, GET("/./main.js") END },
	{ "detour up", 404, 0, GET("/a/../main.js") END },
	{ "end of text", 404, 0, GET("/main.js%00.html") END },
	{ "escaped letter", 404, 0, GET("/%6dain.js") END },
	{ "asterisk", 404, 0, GET("*") END },
	{ "no slash", 404, 0, GET("main.js") END },
	/* Query */
	{ "no quantity", 400, 0, GET(SERIES) END },
	{ "unknown quantity", 404, 0, GET(SERIES "?quantity=mood") END },
	{ "unknown key", 400, 0, GET(SERIES "?quantity=period&a=1") END },
	{ "key twice", 400, 0,
	  GET(SERIES "?quantity=period&quantity=period") END },
	{ "no span", 400, 0, GET(SERIES "?quantity=period&span_s=0") END },
	{ "negative span", 400, 0,
	  GET(SERIES "?quantity=period&span_s=-1") END },
	{ "endless span", 400, 0,
	  GET(SERIES "?quantity=period&span_s=99999999999999999999") END },
	{ "too many columns", 400, 0,
	  GET(SERIES "?quantity=period&columns=401") END },
	{ "unknown format", 400, 0,
	  GET(SERIES "?quantity=period&format=xml") END },
	/* Form */
	{ "two requests, the second for another Host", 421, 0,
	  GET("/healthz") END "GET " SNAPSHOT
			      " HTTP/1.1\r\nHost: rig.example\r\n" END },
	{ "a request inside a refused one's body", 403, 0,
	  POST(REFRESH) JSON BODY(70, GET("/healthz") END) },
	{ "websocket", 400, 0,
	  GET(STREAM) OWN
	  "Upgrade: websocket\r\nConnection: Upgrade\r\n"
	  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" END },
	{ "upgrade without Connection", 400, 0,
	  GET("/") "Upgrade: websocket\r\n" END },
	{ "upgrade to HTTP/2", 400, 0,
	  GET("/") "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
		   "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n" END },
	{ "HTTP/2 from the start", 505, 0, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
	{ "HTTP/3.7", 505, 0, "GET / HTTP/3.7\r\nHost: $H\r\n" END },
	{ "HTTP/0.9", 400, 0, "GET /\r\n" },
	{ "no version", 400, 0, "GET / \r\nHost: $H\r\n" END },
	{ "TLS", 0, 0, "\x16\x03\x01\x02\x01\x01\x01\xfc\x03\x03\r\n\r\n" },
	{ "line without colon", 400, 0, GET("/") "nonsense\r\n" END },
};

static bool refused(const struct rig *r, const struct row *row)
{
	char *reply = malloc(REPLY_BYTES);
	int status;

	assert_non_null(reply);
	status = rig_ask(r, row->request, row->padding, reply, REPLY_BYTES);
	if (status != row->status)
		print_message("%s: %d instead of %d: %.200s\n", row->name,
			      status, row->status, reply);
	free(reply);
	return status == row->status;
}

static void bad_requests_are_refused(void **state)
{
	size_t wrong = 0, count = sizeof(rows) / sizeof(rows[0]);

	for (size_t i = 0; i < count; i++)
		wrong += !refused(*state, &rows[i]);
	print_message("%zu bad requests\n", count);
	assert_true(count >= 40);
	assert_int_equal(wrong, 0);
}

/* Slow ones wait side by side; one letter a second keeps nobody alive. */
static void slow_requests_are_ended(void **state)
{
	static const char *const begin[] = { "", "GET",
					     "GET / HTTP/1.1\r\nHost: $H\r\nX:",
					     "POST " REFRESH
					     " HTTP/1.1\r\nHost: 127.0.0.1:" };
	enum { COUNT = sizeof(begin) / sizeof(begin[0]) };
	char byte;
	int fd[COUNT], open = COUNT;

	for (size_t i = 0; i < COUNT; i++) {
		fd[i] = rig_connect(*state);
		rig_send(fd[i], begin[i], strlen(begin[i]));
	}
	for (int second = 0; open > 0 && second < 60; second++) {
		sleep(1);
		open = 0;
		for (size_t i = 0; i < COUNT; i++) {
			ssize_t got = recv(fd[i], &byte, 1, MSG_DONTWAIT);

			open += got < 0;
			if (i > 0 && got < 0)
				rig_send(fd[i], "a", 1);
		}
	}
	for (size_t i = 0; i < COUNT; i++)
		close(fd[i]);
	assert_int_equal(open, 0);
}

/* Asks four times for a large file and takes nothing for as long as is
 * allowed: what the kernel had taken comes, the rest does not. */
static void slow_readers_are_ended(void **state)
{
	const struct rig *r = *state;
	char *reply = malloc(REPLY_BYTES), *length, text[96];
	int fd = rig_connect(r), small = 4096, large = 1 << 20;

	assert_non_null(reply);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	snprintf(text, sizeof(text),
		 "GET /uplot.js HTTP/1.1\r\nHost: %s\r\n\r\n", r->host);
	for (int i = 0; i < 4; i++)
		rig_send(fd, text, strlen(text));
	sleep(33);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &large, sizeof(large));
	rig_receive(fd, reply, REPLY_BYTES, NULL);
	length = strstr(reply, "Content-Length: ");
	assert_non_null(length);
	assert_true(strlen(reply) < 4 * strtoul(length + 16, NULL, 10));
	close(fd);
	free(reply);
}

static void after_all_this_it_still_answers(void **state)
{
	char reply[4096];

	assert_int_equal(rig_ask(*state,
				 GET("/healthz") "Connection: close\r\n" END, 0,
				 reply, sizeof(reply)),
			 200);
	assert_non_null(strstr(reply, "\"live\":true"));
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
		cmocka_unit_test(bad_requests_are_refused),
		cmocka_unit_test(slow_requests_are_ended),
		cmocka_unit_test(slow_readers_are_ended),
		cmocka_unit_test(after_all_this_it_still_answers),
	};

	return cmocka_run_group_tests(tests, open_rig, close_rig);
}
