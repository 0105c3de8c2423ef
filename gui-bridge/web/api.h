/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the paths of the API answer. Each returns as hil_web_answer(). */
#ifndef HIL_WEB_API_H
#define HIL_WEB_API_H

#include "gui-bridge/web/server.h"

/** hil_web_answer_snapshot() - everything as of the last refresh */
int hil_web_answer_snapshot(struct hil_web_server *s, struct MHD_Connection *c,
			    const struct hil_web_request *request);
/** hil_web_answer_stream() - the same, and then what changes */
int hil_web_answer_stream(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request);
/** hil_web_answer_refresh() - {"refresh_ms":50}: another refresh for all */
int hil_web_answer_refresh(struct hil_web_server *s, struct MHD_Connection *c,
			   const struct hil_web_request *request);
/** hil_web_answer_report() - a page says what it did; it is kept for --stats */
int hil_web_answer_report(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request);
/**
 * hil_web_answer_series() - one quantity over a chosen span
 *
 * ?quantity=latency&witness=analyzer&span_s=600&columns=400&format=json|csv
 */
int hil_web_answer_series(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request);
/** hil_web_answer_metrics() - for Prometheus */
int hil_web_answer_metrics(struct hil_web_server *s, struct MHD_Connection *c,
			   const struct hil_web_request *request);
/** hil_web_answer_health() - 200 with a live writer, else 503 and why */
int hil_web_answer_health(struct hil_web_server *s, struct MHD_Connection *c,
			  const struct hil_web_request *request);

#endif
