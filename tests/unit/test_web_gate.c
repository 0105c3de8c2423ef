/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gui-bridge/web/gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct hil_web_demand page = { .methods = HIL_WEB_GET };
static const struct hil_web_demand change = { .methods = HIL_WEB_POST,
					      .secret = true,
					      .json = true };

static struct hil_web_rules rules_of(const char *token)
{
	struct hil_web_rules rules = { .hosts = 0 };

	assert_int_equal(hil_web_rules_add(&rules, "127.0.0.1", 8003), 0);
	assert_int_equal(hil_web_rules_add(&rules, "Rig.example", 80), 0);
	strcpy(rules.token, token);
	return rules;
}

static unsigned int judge(const char *token, const struct hil_web_head *head,
			  const struct hil_web_demand *demand)
{
	const struct hil_web_rules rules = rules_of(token);

	return hil_web_gate(&rules, head, demand).status;
}

static struct hil_web_head get(void)
{
	return (struct hil_web_head){ .version = "HTTP/1.1",
				      .method = "GET",
				      .host = "127.0.0.1:8003" };
}

static struct hil_web_head post(void)
{
	struct hil_web_head head = get();

	head.method = "POST";
	head.origin = "http://127.0.0.1:8003";
	head.type = "application/json";
	head.length = "18";
	return head;
}

static void gate_lets_the_page_and_its_changes_pass(void **state)
{
	struct hil_web_head head = get();

	(void)state;
	assert_int_equal(judge("", &head, &page), 0);
	head = post();
	assert_int_equal(judge("", &head, &change), 0);
}

static void gate_lets_no_other_host_learn_of_a_path(void **state)
{
	struct hil_web_head head = get();

	(void)state;
	head.host = "evil.example";
	assert_int_equal(judge("", &head, &page), 421);
	assert_int_equal(judge("", &head, NULL), 421);
}

static void gate_takes_port_80_unsaid_and_names_in_any_case(void **state)
{
	struct hil_web_head head = get();

	(void)state;
	head.host = "rig.example";
	assert_int_equal(judge("", &head, &page), 0);
	head.host = "RIG.EXAMPLE:80";
	assert_int_equal(judge("", &head, &page), 0);
	head.host = "127.0.0.1";
	assert_int_equal(judge("", &head, &page), 421);
}

static void gate_asks_for_the_token_after_the_origin(void **state)
{
	struct hil_web_head head = post();

	(void)state;
	assert_int_equal(judge("0123456789abcdef", &head, &change), 401);
	head.authorization = "Bearer 0123456789abcdef";
	assert_int_equal(judge("0123456789abcdef", &head, &change), 0);
	head.origin = NULL;
	assert_int_equal(judge("0123456789abcdef", &head, &change), 403);
}

static void gate_takes_a_header_of_8192_bytes_and_not_one_more(void **state)
{
	struct hil_web_head head = get();

	(void)state;
	head.bytes = 8192;
	assert_int_equal(judge("", &head, &page), 0);
	head.bytes = 8193;
	assert_int_equal(judge("", &head, &page), 431);
}

static void gate_takes_a_body_of_64_kb_and_not_one_more(void **state)
{
	struct hil_web_head head = post();

	(void)state;
	head.length = "65536";
	assert_int_equal(judge("", &head, &change), 0);
	head.length = "65537";
	assert_int_equal(judge("", &head, &change), 413);
	head.length = "+1";
	assert_int_equal(judge("", &head, &change), 400);
	head.length = "";
	assert_int_equal(judge("", &head, &change), 400);
}

static void head_counts_names_values_and_their_separators(void **state)
{
	struct hil_web_head head = { 0 };

	(void)state;
	hil_web_head_add(&head, "Host", "a:1"); /* 4 + 3 + ": \r\n" */
	hil_web_head_add(&head, "X", NULL);     /* 1 + 0 + 4 */
	assert_int_equal(head.bytes, 16);
	assert_string_equal(head.host, "a:1");
	assert_false(head.repeated);
}

static void head_notices_what_comes_twice_in_another_case(void **state)
{
	struct hil_web_head head = { 0 };

	(void)state;
	hil_web_head_add(&head, "Origin", "http://a.example");
	hil_web_head_add(&head, "ORIGIN", "http://b.example");
	assert_true(head.repeated);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gate_lets_the_page_and_its_changes_pass),
		cmocka_unit_test(gate_lets_no_other_host_learn_of_a_path),
		cmocka_unit_test(
			gate_takes_port_80_unsaid_and_names_in_any_case),
		cmocka_unit_test(gate_asks_for_the_token_after_the_origin),
		cmocka_unit_test(
			gate_takes_a_header_of_8192_bytes_and_not_one_more),
		cmocka_unit_test(gate_takes_a_body_of_64_kb_and_not_one_more),
		cmocka_unit_test(head_counts_names_values_and_their_separators),
		cmocka_unit_test(head_notices_what_comes_twice_in_another_case),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
