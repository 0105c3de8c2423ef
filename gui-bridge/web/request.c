/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request is judged when its header is complete, before any of its body. */
#include "gui-bridge/web/request.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/base/time.h"
#include "gui-bridge/web/answer.h"
#include "gui-bridge/web/peer.h"
#include "gui-bridge/web/server.h"

struct state {
	struct hil_web_request request;
	const struct hil_web_route *route;
};

static enum MHD_Result note_line(void *head, enum MHD_ValueKind kind,
				 const char *name, const char *value)
{
	(void)kind;
	hil_web_head_add(head, name, value);
	return MHD_YES;
}

static struct hil_web_peer *peer_of(struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info != NULL ? info->socket_context : NULL;
}

static enum MHD_Result refuse(struct hil_web_server *s,
			      struct MHD_Connection *c, unsigned int status,
			      const char *text)
{
	s->refused++;
	return (enum MHD_Result)hil_web_answer_refusal(c, status, text);
}

/* The header is here: pass the gate, or answer at once. */
static enum MHD_Result begin(struct hil_web_server *s, struct MHD_Connection *c,
			     struct hil_web_head *head, const char *url,
			     void **request)
{
	const struct hil_web_route *route = hil_web_route_find(url);
	struct hil_web_refusal why;
	struct state *state;

	MHD_get_connection_values(c, MHD_HEADER_KIND, note_line, head);
	why = hil_web_gate(&s->rules, head,
			   route != NULL ? &route->demand : NULL);
	if (why.status != 0)
		return refuse(s, c, why.status, why.text);
	state = calloc(1, sizeof(*state));
	if (state == NULL)
		return MHD_NO;
	state->route = route;
	*request = state;
	return MHD_YES;
}

static enum MHD_Result take_body(struct hil_web_server *s,
				 struct MHD_Connection *c, struct state *state,
				 const char *upload, size_t *bytes)
{
	struct hil_web_request *r = &state->request;
	char *body;

	if (*bytes > HIL_WEB_BODY_MAX - r->bytes) {
		s->refused++;
		return MHD_NO; /* chunked: nobody said how long it would be */
	}
	body = realloc(r->body, r->bytes + *bytes + 1);
	if (body == NULL)
		return MHD_NO;
	(void)c;
	memcpy(body + r->bytes, upload, *bytes);
	r->body = body;
	r->bytes += *bytes;
	r->body[r->bytes] = '\0';
	*bytes = 0;
	return MHD_YES;
}

enum MHD_Result hil_web_request_handle(void *server, struct MHD_Connection *c,
				       const char *url, const char *method,
				       const char *version, const char *upload,
				       size_t *upload_bytes, void **request)
{
	struct hil_web_server *s = server;
	struct hil_web_peer *peer;
	struct state *state = *request;

	if (state == NULL) {
		struct hil_web_head head = { .version = version,
					     .method = method };

		return begin(s, c, &head, url, request);
	}
	if (*upload_bytes > 0)
		return take_body(s, c, state, upload, upload_bytes);
	peer = peer_of(c);
	if (peer != NULL)
		peer->until_ns =
			state->route->endless
				? INT64_MAX
				: hil_time_mono_ns() + HIL_WEB_ANSWER_NS;
	state->request.path = url;
	return (enum MHD_Result)state->route->answer(s, c, &state->request);
}

void hil_web_request_end(void *server, struct MHD_Connection *c, void **request,
			 enum MHD_RequestTerminationCode why)
{
	struct hil_web_peer *peer = peer_of(c);
	struct state *state = *request;

	(void)server;
	(void)why;
	if (peer != NULL)
		peer->until_ns = hil_time_mono_ns() + HIL_WEB_ASK_NS;
	if (state != NULL)
		free(state->request.body);
	free(state);
	*request = NULL;
}
