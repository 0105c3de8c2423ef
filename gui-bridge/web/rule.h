/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who may talk to the web bridge: pure decisions on texts, no sockets. A page
 * of somebody else can make a browser send requests here; what it cannot do is
 * choose the Host (DNS rebinding shows the wrong one) or the Origin.
 */
#ifndef HIL_WEB_RULE_H
#define HIL_WEB_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_WEB_HOSTS     8
#define HIL_WEB_TOKEN_MIN 16
#define HIL_WEB_TOKEN_MAX 256

struct hil_web_rules {
	char host[HIL_WEB_HOSTS][80]; /* "127.0.0.1:8003", lower case */
	size_t hosts;
	char token[HIL_WEB_TOKEN_MAX + 1]; /* "" for none */
};

/**
 * hil_web_rules_add() - allow a name or an address as Host
 * @name: as it stands in a URL, without port: "localhost", "[::1]"
 * @port: 80 is also allowed unsaid, as browsers leave it out
 *
 * Return: 0; -ENOSPC too many or too long; -EINVAL not a name.
 */
int hil_web_rules_add(struct hil_web_rules *rules, const char *name,
		      uint16_t port) HIL_MUST_CHECK;

/** hil_web_host_allowed() - is this Host one of ours? NULL: no. */
bool hil_web_host_allowed(const struct hil_web_rules *rules, const char *host);

/**
 * hil_web_origin_exact() - does the request come from the page of @host?
 * @origin: Origin header, NULL: none, and then no
 * @host: Host header of the same request, allowed before
 */
bool hil_web_origin_exact(const char *origin, const char *host);

/**
 * hil_web_token_right() - does the Authorization header carry the token?
 * @authorization: "Bearer TOKEN", or NULL
 *
 * Always true without a token. The time it takes says nothing about how many
 * characters were right.
 */
bool hil_web_token_right(const struct hil_web_rules *rules,
			 const char *authorization);

/**
 * hil_web_token_read() - the token from its file
 *
 * The file must be ours and nobody else's to read, so that the token is not
 * already known to others.
 *
 * Context: start-up only. Return: 0; -errno, the message is printed.
 */
int hil_web_token_read(struct hil_web_rules *rules,
		       const char *path) HIL_MUST_CHECK;

#endif
