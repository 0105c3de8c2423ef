/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every answer forbids what a page does not need: scripts of others, frames,
 * guesses about the type, and keeping numbers that are old in a second. */
#include "gui-bridge/web/answer.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTOF(a) (sizeof(a) / sizeof((a)[0]))

static const char *const common[][2] = {
	{ "Content-Security-Policy",
	  "default-src 'self'; base-uri 'none'; form-action 'none'; "
	  "frame-ancestors 'none'; object-src 'none'" },
	{ "X-Content-Type-Options", "nosniff" },
	{ "X-Frame-Options", "DENY" },
	{ "Referrer-Policy", "no-referrer" },
	{ "Cross-Origin-Resource-Policy", "same-origin" },
	{ "Cross-Origin-Opener-Policy", "same-origin" },
	{ "Permissions-Policy", "camera=(), geolocation=(), microphone=()" },
};

int hil_web_answer(struct MHD_Connection *c, unsigned int status,
		   struct MHD_Response *response)
{
	enum MHD_Result ret;

	if (response == NULL)
		return MHD_NO;
	for (size_t i = 0; i < COUNTOF(common); i++)
		MHD_add_response_header(response, common[i][0], common[i][1]);
	if (MHD_get_response_header(response, "Cache-Control") == NULL)
		MHD_add_response_header(response, "Cache-Control", "no-store");
	ret = MHD_queue_response(c, status, response);
	MHD_destroy_response(response);
	return (int)ret;
}

int hil_web_answer_text(struct MHD_Connection *c, unsigned int status,
			const char *type, char *text)
{
	struct MHD_Response *r;

	if (text == NULL)
		return MHD_NO;
	r = MHD_create_response_from_buffer(strlen(text), text,
					    MHD_RESPMEM_MUST_FREE);
	if (r == NULL)
		free(text);
	else
		MHD_add_response_header(r, "Content-Type", type);
	return hil_web_answer(c, status, r);
}

int hil_web_answer_json(struct MHD_Connection *c, unsigned int status,
			json_t *json)
{
	char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return hil_web_answer_text(c, status, "application/json", text);
}

int hil_web_answer_refusal(struct MHD_Connection *c, unsigned int status,
			   const char *text)
{
	char line[256];
	int len = snprintf(line, sizeof(line), "%u: %s\n", status, text);
	struct MHD_Response *r = MHD_create_response_from_buffer(
		(size_t)len, line, MHD_RESPMEM_MUST_COPY);

	if (r == NULL)
		return MHD_NO;
	MHD_add_response_header(r, "Content-Type", "text/plain; charset=utf-8");
	MHD_add_response_header(r, "Connection", "close");
	if (status == MHD_HTTP_UNAUTHORIZED)
		MHD_add_response_header(r, "WWW-Authenticate", "Bearer");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(r, "Allow", "GET, HEAD, POST");
	return hil_web_answer(c, status, r);
}
