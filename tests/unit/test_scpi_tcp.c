/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/instrument/scpi_tcp.h"

#include <errno.h>

#include "daemon/base/time.h"
#include "tests/unit/fake_scpi.h"
#include "tests/unit/test.h"

/* Long enough for loopback on a busy machine, short enough to wait for. */
#define WAIT_NS      (5 * HIL_NS_PER_S)
#define WAIT_MUTE_NS (50 * HIL_NS_PER_MS)

static struct hil_scpi_tcp *open_tcp(const struct fake_scpi *f, int64_t wait_ns)
{
	struct hil_scpi_tcp *t;

	assert_int_equal(
		hil_scpi_tcp_open(fake_scpi_device(f) + 4, wait_ns, &t), 0);
	return t;
}

/* What "X?" comes to when it is answered with @size bytes of @reply. */
static int ask(const char *reply, size_t size, char *answer)
{
	struct fake_scpi *f = fake_scpi_new(FAKE_PLAIN);
	struct hil_scpi_tcp *t;
	int ret, again;

	fake_scpi_rule(f, "X?", reply, size);
	t = open_tcp(f, strcmp(reply, FAKE_MUTE) ? WAIT_NS : WAIT_MUTE_NS);
	assert_true(hil_scpi_tcp_alive(t));
	ret = hil_scpi_tcp_ask(t, "X?", answer);
	/* a failure stays, so that no late answer is taken for another */
	again = hil_scpi_tcp_ask(t, "*IDN?", (char[HIL_SCPI_REPLY_BYTES]){ 0 });
	assert_int_equal(again, ret);
	if (ret)
		assert_false(hil_scpi_tcp_alive(t));
	hil_scpi_tcp_close(t);
	fake_scpi_free(f);
	return ret;
}

static void a_reply_is_one_line_without_its_end(void **state)
{
	char answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	assert_int_equal(ask("1.5\n", 4, answer), 0);
	assert_string_equal(answer, "1.5");
	assert_int_equal(ask("1.5\r\n", 5, answer), 0);
	assert_string_equal(answer, "1.5");
	assert_int_equal(ask("\n", 1, answer), 0);
	assert_string_equal(answer, "");
}

static void a_reply_of_4_kib_is_too_long(void **state)
{
	char reply[5000], answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	memset(reply, 'x', sizeof(reply));
	reply[4095] = '\n';
	assert_int_equal(ask(reply, 4096, answer), 0);
	assert_int_equal(strlen(answer), 4095);
	reply[4095] = 'x';
	reply[4999] = '\n';
	assert_int_equal(ask(reply, 5000, answer), -EMSGSIZE);
}

static void garbage_is_refused(void **state)
{
	char answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	assert_int_equal(ask("a\x1b[1m\n", 6, answer), -EBADMSG);
	assert_int_equal(ask("a\xff\n", 3, answer), -EBADMSG);
	assert_int_equal(ask("a\rb\n", 4, answer), -EBADMSG);
}

/* Behind a NUL there must not be more: a text would end there. */
static void a_nul_in_a_reply_is_refused(void **state)
{
	char answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	assert_int_equal(ask("1\0002\n", 4, answer), -EBADMSG);
}

static void two_lines_are_one_too_many(void **state)
{
	char answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	assert_int_equal(ask("1\n2\n", 4, answer), -EBADMSG);
}

static void a_closed_connection_is_noticed(void **state)
{
	char answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	assert_int_equal(ask(FAKE_CLOSE, 1, answer), -ECONNRESET);
}

static void a_mute_peer_is_not_waited_for_for_ever(void **state)
{
	char answer[HIL_SCPI_REPLY_BYTES];

	(void)state;
	assert_int_equal(ask(FAKE_MUTE, 1, answer), -ETIMEDOUT);
	/* and one that goes mute in the middle of a line */
	assert_int_equal(ask(FAKE_MUTE, 1, answer), -ETIMEDOUT);
}

static void what_nobody_asked_for_is_refused(void **state)
{
	struct fake_scpi *f = fake_scpi_new(FAKE_PLAIN);
	char answer[HIL_SCPI_REPLY_BYTES];
	struct hil_scpi_tcp *t;

	(void)state;
	/* sent at once: they are there before the question, or both are its
	 * answer */
	fake_scpi_rule(f, "HELLO", "un\nasked\n", 9);
	t = open_tcp(f, WAIT_NS);
	assert_int_equal(hil_scpi_tcp_send(t, "HELLO"), 0);
	assert_int_equal(hil_scpi_tcp_ask(t, "*IDN?", answer), -EBADMSG);
	hil_scpi_tcp_close(t);
	fake_scpi_free(f);
}

static void a_wrong_address_is_told_from_a_closed_port(void **state)
{
	static const char *const wrong[] = { "",         ":",     ":1",
					     "h:",       "h:x",   "h:1x",
					     "h:123456", "[::1",  "[::1]x",
					     "[]",       "h:1:2", "[::1]:" };
	struct hil_scpi_tcp *t;
	struct fake_scpi *f = fake_scpi_new(FAKE_PLAIN);
	char address[64];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(hil_scpi_tcp_open(wrong[i], WAIT_NS, &t),
				 -EINVAL);
		assert_null(t);
	}
	snprintf(address, sizeof(address), "%s", fake_scpi_device(f) + 4);
	fake_scpi_free(f);
	assert_int_equal(hil_scpi_tcp_open(address, WAIT_NS, &t),
			 -ECONNREFUSED);
}

/* A loopback name works anywhere, with or without IPv6. */
static void a_host_may_have_a_name(void **state)
{
	struct fake_scpi *f = fake_scpi_new(FAKE_PLAIN);
	const char *port = strrchr(fake_scpi_device(f), ':');
	char address[64], answer[HIL_SCPI_REPLY_BYTES];
	struct hil_scpi_tcp *t;

	(void)state;
	snprintf(address, sizeof(address), "localhost%s", port);
	assert_int_equal(hil_scpi_tcp_open(address, WAIT_NS, &t), 0);
	assert_int_equal(hil_scpi_tcp_ask(t, "*IDN?", answer), 0);
	hil_scpi_tcp_close(t);
	fake_scpi_free(f);
}

/* Without a network there may be no answer at all before the deadline. */
static void a_host_that_is_not_there_is_told_from_a_closed_port(void **state)
{
	struct hil_scpi_tcp *t;
	int ret = hil_scpi_tcp_open("generator.invalid", WAIT_NS, &t);

	(void)state;
	assert_true(ret == -ENXIO || ret == -ETIMEDOUT);
	assert_null(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reply_is_one_line_without_its_end),
		cmocka_unit_test(a_reply_of_4_kib_is_too_long),
		cmocka_unit_test(garbage_is_refused),
		cmocka_unit_test(a_nul_in_a_reply_is_refused),
		cmocka_unit_test(two_lines_are_one_too_many),
		cmocka_unit_test(a_closed_connection_is_noticed),
		cmocka_unit_test(a_mute_peer_is_not_waited_for_for_ever),
		cmocka_unit_test(what_nobody_asked_for_is_refused),
		cmocka_unit_test(a_wrong_address_is_told_from_a_closed_port),
		cmocka_unit_test(a_host_may_have_a_name),
		cmocka_unit_test(
			a_host_that_is_not_there_is_told_from_a_closed_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
