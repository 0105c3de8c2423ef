/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the web bridge listens: the loopback, unless told otherwise. */
#ifndef HIL_WEB_LISTEN_H
#define HIL_WEB_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_WEB_PORT    8003
#define HIL_WEB_SOCKETS 2

/* What --listen says. */
struct hil_web_address {
	char name[64]; /* as in a URL: "127.0.0.1", "[::1]"; "": both
			* loopbacks */
	bool ipv6;
	bool loopback; /* nobody beyond this machine can connect */
	bool any;      /* all addresses of the machine */
	uint16_t port; /* 0: a free one */
};

/**
 * hil_web_address_parse() - ADDR, ADDR:PORT or :PORT
 * @text: literal address or "localhost", IPv6 in brackets if a port follows;
 *	NULL or "": both loopbacks at HIL_WEB_PORT
 *
 * Names are not looked up: what a name means is not this program's to trust.
 *
 * Return: 0; -EINVAL not such a text; -ERANGE the port.
 */
int hil_web_address_parse(const char *text,
			  struct hil_web_address *address) HIL_MUST_CHECK;

/* Sockets that listen. */
struct hil_web_listen {
	int fd[HIL_WEB_SOCKETS];
	size_t count;
	uint16_t port; /* the real one */
};

/**
 * hil_web_listen_open() - bind and listen, not blocking
 *
 * Without an IPv6 loopback on this machine IPv4's is enough.
 *
 * Context: start-up only. Return: 0; -errno, the message is printed.
 */
int hil_web_listen_open(struct hil_web_listen *l,
			const struct hil_web_address *address) HIL_MUST_CHECK;

/** hil_web_listen_close() - also after a failed open */
void hil_web_listen_close(struct hil_web_listen *l);

#endif
