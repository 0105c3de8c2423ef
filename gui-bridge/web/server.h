/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connections: accepted, limited, timed out, passed through the gate. */
#ifndef HIL_WEB_SERVER_H
#define HIL_WEB_SERVER_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "gui-bridge/front/front.h"
#include "gui-bridge/web/gate.h"
#include "gui-bridge/web/listen.h"
#include "gui-bridge/web/report.h"
#include "gui-bridge/web/stream.h"

#define HIL_WEB_ASK_NS    INT64_C(10000000000) /* for a request, as a whole */
#define HIL_WEB_ANSWER_NS INT64_C(30000000000) /* for taking the answer */

struct MHD_Connection;
struct MHD_Daemon;
struct hil_web_peer;

struct hil_web_server {
	struct hil_front *front;
	struct hil_web_rules rules;
	struct hil_web_listen listen;
	struct hil_web_hub hub;
	struct hil_web_reports reports; /* kept for --stats */
	struct MHD_Daemon *daemon;
	struct hil_web_peer *peers;
	size_t connections, connections_max;
	uint64_t refused; /* requests, and connections beyond the limit */
	int epoll_fd;
};

/* One request while its body comes in. */
struct hil_web_request {
	const char *path;
	size_t bytes;
	char *body; /* ends with NUL once it is complete; NULL for none */
};

/* A path and who answers it. */
struct hil_web_route {
	const char *path;
	struct hil_web_demand demand;
	bool endless; /* a stream: no limit to its answer */
	/* Return: as hil_web_answer() */
	int (*answer)(struct hil_web_server *s, struct MHD_Connection *c,
		      const struct hil_web_request *request);
};

/** hil_web_route_find() - also for the page's files; NULL: no such path */
const struct hil_web_route *hil_web_route_find(const char *path);

/**
 * hil_web_server_open() - @s->front, rules, listen and connections_max are set
 *
 * Return: 0; -errno, the message is printed.
 */
int hil_web_server_open(struct hil_web_server *s) HIL_MUST_CHECK;

/** hil_web_server_accept() - take the connections that wait */
void hil_web_server_accept(struct hil_web_server *s);

/** hil_web_server_step() - go on with whatever can be gone on with */
void hil_web_server_step(struct hil_web_server *s);

/** hil_web_server_sweep() - end requests that take too long; once a second */
void hil_web_server_sweep(struct hil_web_server *s, int64_t now_ns);

/** hil_web_server_wait_ms() - for poll(); at most @most */
int hil_web_server_wait_ms(const struct hil_web_server *s, int most);

/** hil_web_server_close() - also after a failed open */
void hil_web_server_close(struct hil_web_server *s);

#endif
