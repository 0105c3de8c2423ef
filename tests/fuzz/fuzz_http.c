/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A request's header through the gate. The first line is method and version,
 * then come header lines; what passes must keep the rules, whatever it is.
 */
#include "gui-bridge/web/gate.h"
#include "gui-bridge/web/listen.h"

#include <stdbool.h>
#include <strings.h>

#include "tests/fuzz/fuzz.h"

static const struct hil_web_demand demand = {
	.methods = HIL_WEB_GET | HIL_WEB_POST,
	.secret = true,
	.own_page = true,
	.json = true,
};

static void must(bool holds)
{
	if (!holds)
		abort();
}

/* The rules again, said in another way than the gate does. */
static void check_passed(const struct hil_web_head *head)
{
	must(head->host && !strcasecmp(head->host, "127.0.0.1:8003"));
	must(head->origin &&
	     !strcasecmp(head->origin, "http://127.0.0.1:8003"));
	must(head->authorization &&
	     !strcmp(head->authorization + strlen("Bearer "),
		     "0123456789abcdef"));
	must(head->bytes <= HIL_WEB_HEADER_MAX);
	must(!head->length || atol(head->length) <= (long)HIL_WEB_BODY_MAX);
	must(!head->length || !head->transfer);
	must(!head->upgrade && !head->repeated);
	must(!strcmp(head->method, "GET") || !strcmp(head->method, "HEAD") ||
	     !strcmp(head->method, "POST"));
}

static void read_header(struct hil_web_head *head, char *text)
{
	char *line = strsep(&text, "\n"), *name;

	head->method = strsep(&line, " ");
	head->version = line != NULL ? line : "";
	while ((line = strsep(&text, "\n")) != NULL) {
		name = strsep(&line, ":");
		if (line != NULL && *line == ' ')
			line++;
		hil_web_head_add(head, name, line);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hil_web_rules rules = { .token = "0123456789abcdef" };
	char *text = fuzz_text(data, size);
	struct hil_web_head head = { 0 };
	struct hil_web_address address;

	if (hil_web_address_parse(text, &address) == 0)
		must(strlen(address.name) < sizeof(address.name));
	must(hil_web_rules_add(&rules, "127.0.0.1", 8003) == 0);
	read_header(&head, text);
	if (hil_web_gate(&rules, &head, &demand).status == 0)
		check_passed(&head);
	must(hil_web_gate(&rules, &head, NULL).status >= 400);
	free(text);
	return 0;
}
