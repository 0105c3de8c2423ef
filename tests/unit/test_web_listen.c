/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gui-bridge/web/listen.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct expected {
	const char *text, *name;
	int ret;
	uint16_t port;
	bool loopback, any;
};

static void address_is_read_as_in_a_url(void **state)
{
	static const struct expected table[] = {
		{ NULL, "", 0, 8003, true, false },
		{ "", "", 0, 8003, true, false },
		{ "localhost", "", 0, 8003, true, false },
		{ ":0", "", 0, 0, true, false },
		{ ":9000", "", 0, 9000, true, false },
		{ "127.0.0.1", "127.0.0.1", 0, 8003, true, false },
		{ "127.9.9.9:80", "127.9.9.9", 0, 80, true, false },
		{ "192.0.2.1:65535", "192.0.2.1", 0, 65535, false, false },
		{ "0.0.0.0", "0.0.0.0", 0, 8003, false, true },
		{ "::1", "[::1]", 0, 8003, true, false },
		{ "[::1]", "[::1]", 0, 8003, true, false },
		{ "[0::0:1]:7", "[::1]", 0, 7, true, false },
		{ "[::]:7", "[::]", 0, 7, false, true },
		{ "2001:db8::1", "[2001:db8::1]", 0, 8003, false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct hil_web_address a;

		assert_int_equal(hil_web_address_parse(table[i].text, &a), 0);
		assert_string_equal(a.name, table[i].name);
		assert_int_equal(a.port, table[i].port);
		assert_int_equal(a.loopback, table[i].loopback);
		assert_int_equal(a.any, table[i].any);
	}
}

static void address_of_another_form_is_refused(void **state)
{
	static const char *const table[] = {
		"rig.example", "rig.example:80",  "127.0.0.1:", "127.1",
		"[::1",        "[::1]80",         "[1.2.3.4]",  "::1:x",
		":",           "127.0.0.1:80000", ":-1",        ":8003 ",
		":000008003",  "[fe80::1%eth0]",  "1.2.3.4.5",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct hil_web_address a;

		assert_int_not_equal(hil_web_address_parse(table[i], &a), 0);
	}
}

static void listening_twice_at_a_port_is_refused(void **state)
{
	struct hil_web_address a = { .loopback = true, .port = 0 };
	struct hil_web_listen first, second;

	(void)state;
	assert_int_equal(hil_web_listen_open(&first, &a), 0);
	assert_true(first.port > 0);
	a.port = first.port;
	assert_int_equal(hil_web_listen_open(&second, &a), -EADDRINUSE);
	assert_int_equal(second.count, 0);
	hil_web_listen_close(&first);
	assert_int_equal(hil_web_listen_open(&second, &a), 0);
	hil_web_listen_close(&second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(address_is_read_as_in_a_url),
		cmocka_unit_test(address_of_another_form_is_refused),
		cmocka_unit_test(listening_twice_at_a_port_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
