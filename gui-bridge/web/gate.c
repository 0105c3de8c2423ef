/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads headers as strictly as no browser minds and every trick does. */
#include "gui-bridge/web/gate.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COUNTOF(a) (sizeof(a) / sizeof((a)[0]))

static const struct hil_web_refusal pass;

static struct hil_web_refusal refuse(unsigned int status, const char *text)
{
	return (struct hil_web_refusal){ status, text };
}

void hil_web_head_add(struct hil_web_head *head, const char *name,
		      const char *value)
{
	struct {
		const char *name;
		const char **field;
	} known[] = {
		{ "Host", &head->host },
		{ "Origin", &head->origin },
		{ "Authorization", &head->authorization },
		{ "Content-Length", &head->length },
		{ "Content-Type", &head->type },
		{ "Expect", &head->expect },
		{ "Transfer-Encoding", &head->transfer },
		{ "Sec-Fetch-Site", &head->site },
	};

	value = value != NULL ? value : "";
	head->bytes += strlen(name) + strlen(value) + strlen(": \r\n");
	if (strcasecmp(name, "Upgrade") == 0 ||
	    strcasecmp(name, "HTTP2-Settings") == 0)
		head->upgrade = true;
	for (size_t i = 0; i < COUNTOF(known); i++) {
		if (strcasecmp(name, known[i].name) != 0)
			continue;
		head->repeated = head->repeated || *known[i].field != NULL;
		*known[i].field = value;
	}
}

/* Is it HTTP as we speak it, in a form that everybody reads alike? */
static struct hil_web_refusal check_form(const struct hil_web_head *head)
{
	if (strcmp(head->version, "HTTP/1.1") != 0 &&
	    strcmp(head->version, "HTTP/1.0") != 0)
		return refuse(505, "only HTTP/1.1 is spoken here");
	if (head->bytes > HIL_WEB_HEADER_MAX)
		return refuse(431, "the header is longer than 8 KB");
	if (head->repeated)
		return refuse(400, "a header line came twice");
	if (head->upgrade)
		return refuse(400, "there is nothing to upgrade to");
	if (head->expect != NULL &&
	    strcasecmp(head->expect, "100-continue") != 0)
		return refuse(417, "this expectation is not known");
	if (head->transfer != NULL &&
	    (head->length != NULL ||
	     strcasecmp(head->transfer, "chunked") != 0))
		return refuse(400, "the length of the body is ambiguous");
	return pass;
}

static struct hil_web_refusal check_peer(const struct hil_web_rules *rules,
					 const struct hil_web_head *head)
{
	if (head->host == NULL)
		return refuse(400, "the Host header is missing");
	if (!hil_web_host_allowed(rules, head->host))
		return refuse(421,
			      "this is not my name; use the address that "
			      "hilrig gui printed, or start it with --host");
	if (head->origin != NULL &&
	    !hil_web_origin_exact(head->origin, head->host))
		return refuse(403, "the request comes from another page");
	return pass;
}

static unsigned int method_of(const char *name)
{
	if (strcmp(name, "GET") == 0 || strcmp(name, "HEAD") == 0)
		return HIL_WEB_GET;
	return strcmp(name, "POST") == 0 ? HIL_WEB_POST : 0;
}

static struct hil_web_refusal check_body(const struct hil_web_head *head,
					 const struct hil_web_demand *demand)
{
	const char *text = head->length;
	unsigned long length;
	char *end;

	if (text != NULL) {
		if (*text < '0' || *text > '9')
			return refuse(400, "Content-Length is not a number");
		length = strtoul(text, &end, 10);
		if (*end != '\0')
			return refuse(400, "Content-Length is not a number");
		if (length > HIL_WEB_BODY_MAX)
			return refuse(413, "the body is longer than 64 KB");
		if (length > 0 && method_of(head->method) != HIL_WEB_POST)
			return refuse(400, "a GET has no body");
	}
	if (head->transfer != NULL && method_of(head->method) != HIL_WEB_POST)
		return refuse(400, "a GET has no body");
	if (demand->json && method_of(head->method) == HIL_WEB_POST &&
	    (head->type == NULL ||
	     strncasecmp(head->type, "application/json", 16) != 0 ||
	     strchr("; ", head->type[16]) == NULL))
		return refuse(415, "send application/json");
	return pass;
}

static struct hil_web_refusal check_right(const struct hil_web_rules *rules,
					  const struct hil_web_head *head,
					  const struct hil_web_demand *demand)
{
	bool changes = method_of(head->method) == HIL_WEB_POST;

	if ((demand->own_page || changes) &&
	    !hil_web_origin_exact(head->origin, head->host))
		return refuse(403, "the Origin header must name this server: "
				   "http:// and the Host");
	if (demand->secret && head->site != NULL &&
	    strcmp(head->site, "same-origin") != 0 &&
	    strcmp(head->site, "none") != 0)
		return refuse(403, "the request comes from another page");
	if (demand->secret && !hil_web_token_right(rules, head->authorization))
		return refuse(401, "send the token of --token-file as "
				   "Authorization: Bearer TOKEN");
	return pass;
}

struct hil_web_refusal hil_web_gate(const struct hil_web_rules *rules,
				    const struct hil_web_head *head,
				    const struct hil_web_demand *demand)
{
	struct hil_web_refusal r = check_form(head);

	if (r.status == 0)
		r = check_peer(rules, head);
	if (r.status != 0)
		return r;
	if (demand == NULL)
		return refuse(404, "there is no such path; / is the page");
	if ((demand->methods & method_of(head->method)) == 0)
		return refuse(405, "this path does not take this method");
	r = check_body(head, demand);
	return r.status != 0 ? r : check_right(rules, head, demand);
}
