/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of paths. A new one is a row. */
#include <microhttpd.h>
#include <string.h>

#include "gui-bridge/web/answer.h"
#include "gui-bridge/web/api.h"
#include "gui-bridge/web/asset.h"
#include "gui-bridge/web/server.h"

#define COUNTOF(a) (sizeof(a) / sizeof((a)[0]))

static int answer_asset(struct hil_web_server *s, struct MHD_Connection *c,
			const struct hil_web_request *request)
{
	const struct hil_web_asset *a = hil_web_asset_find(request->path);
	const char *known = MHD_lookup_connection_value(
		c, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
	bool same = known != NULL && strcmp(known, a->etag) == 0;
	struct MHD_IoVec part = { a->data, a->bytes };
	struct MHD_Response *r;

	(void)s;
	r = MHD_create_response_from_iovec(&part, same ? 0 : 1, NULL, NULL);
	if (r != NULL) {
		MHD_add_response_header(r, "Content-Type", a->type);
		MHD_add_response_header(r, "ETag", a->etag);
		MHD_add_response_header(r, "Cache-Control", "no-cache");
	}
	return hil_web_answer(c, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, r);
}

#define GET  HIL_WEB_GET
#define POST HIL_WEB_POST

static const struct hil_web_route routes[] = {
	{ "/api/v1/snapshot",
	  { .methods = GET, .secret = true },
	  .answer = hil_web_answer_snapshot },
	/* A browser sends no Origin with a GET to its own server, so the page
	 * asks with POST; curl may use either. */
	{ "/api/v1/stream",
	  { .methods = GET | POST, .secret = true, .own_page = true },
	  .endless = true,
	  .answer = hil_web_answer_stream },
	{ "/api/v1/refresh",
	  { .methods = POST, .secret = true, .json = true },
	  .answer = hil_web_answer_refresh },
	{ "/api/v1/report",
	  { .methods = POST, .secret = true, .json = true },
	  .answer = hil_web_answer_report },
	{ "/api/v1/series",
	  { .methods = GET, .secret = true },
	  .answer = hil_web_answer_series },
	{ "/metrics",
	  { .methods = GET, .secret = true },
	  .answer = hil_web_answer_metrics },
	{ "/healthz", { .methods = GET }, .answer = hil_web_answer_health },
};

const struct hil_web_route *hil_web_route_find(const char *path)
{
	static const struct hil_web_route page = {
		.demand = { .methods = GET },
		.answer = answer_asset,
	};

	if (hil_web_asset_find(path) != NULL)
		return &page;
	for (size_t i = 0; i < COUNTOF(routes); i++)
		if (strcmp(routes[i].path, path) == 0)
			return &routes[i];
	return NULL;
}
