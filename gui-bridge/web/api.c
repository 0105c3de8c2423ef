/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small answers: everything, the stream, the refresh, the health. */
#include "gui-bridge/web/api.h"

#include <microhttpd.h>
#include <stdlib.h>

#include "daemon/base/time.h"
#include "gui-bridge/web/answer.h"

int hil_web_answer_snapshot(struct hil_web_server *s, struct MHD_Connection *c,
			    const struct hil_web_request *request)
{
	(void)request;
	return hil_web_answer_json(
		c, MHD_HTTP_OK,
		hil_view_to_json(s->front->view,
				 HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS));
}

int hil_web_answer_stream(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request)
{
	json_t *json = hil_view_to_json(s->front->view,
					HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS);
	char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
	int ret = hil_web_hub_answer(&s->hub, c, text);

	(void)request;
	free(text);
	json_decref(json);
	return ret;
}

/* Return: the period in ns; 0: not such a body. */
static int64_t read_refresh(const struct hil_web_request *request)
{
	json_t *json = NULL, *value;
	double ms = 0;

	if (request->body != NULL)
		json = json_loadb(request->body, request->bytes,
				  JSON_REJECT_DUPLICATES, NULL);
	value = json_object_get(json, "refresh_ms");
	if (json_object_size(json) == 1 && json_is_number(value))
		ms = json_number_value(value);
	json_decref(json);
	if (ms * HIL_NS_PER_MS < HIL_REFRESH_MIN_NS ||
	    ms * HIL_NS_PER_MS > HIL_REFRESH_MAX_NS)
		return 0;
	return (int64_t)(ms * HIL_NS_PER_MS);
}

int hil_web_answer_refresh(struct hil_web_server *s, struct MHD_Connection *c,
			   const struct hil_web_request *request)
{
	int64_t period_ns = read_refresh(request);

	if (period_ns == 0)
		return hil_web_answer_refusal(
			c, MHD_HTTP_BAD_REQUEST,
			"send {\"refresh_ms\": N} with N from 20 to 5000");
	hil_refresh_set(&s->front->refresh, period_ns, hil_time_mono_ns());
	return hil_web_answer_json(
		c, MHD_HTTP_OK,
		json_pack("{s:f}", "refresh_ms",
			  (double)period_ns / (double)HIL_NS_PER_MS));
}

/* Without --stats nobody would read it: the page need not say it again. */
int hil_web_answer_report(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request)
{
	bool wanted = s->front->options->stats != NULL;
	struct hil_web_report report;

	if (hil_web_report_read(&report, request->body, request->bytes))
		return hil_web_answer_refusal(
			c, MHD_HTTP_BAD_REQUEST,
			"send page, and a whole number or null for each of "
			"the eight counters");
	if (wanted && hil_web_reports_put(&s->reports, &report))
		return hil_web_answer_refusal(c, MHD_HTTP_TOO_MANY_REQUESTS,
					      "too many pages have reported");
	return hil_web_answer_json(
		c, MHD_HTTP_OK,
		json_pack("{s:i}", "every_ms", wanted ? HIL_WEB_REPORT_MS : 0));
}

int hil_web_answer_health(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request)
{
	const struct hil_view *v = s->front->view;

	(void)request;
	return hil_web_answer_json(
		c, v->live ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE,
		json_pack("{s:s,s:b,s:s,s:s}", "bridge", "ok", "live",
			  (int)v->live, "state", v->state, "reason",
			  v->reason));
}
