/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page holds the curves; a frame brings the columns of the last second
 * only, so that 50 pages at 20 Hz cost little. A page that missed more than
 * that sees it from the number of the frame and asks for everything once.
 */
#include "gui-bridge/web/publish.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 10 /* of an average in ns */

int hil_web_publisher_open(struct hil_web_publisher *p)
{
	p->bars_ns = 0;
	p->tail = malloc(sizeof(*p->tail));
	return p->tail != NULL ? 0 : -ENOMEM;
}

void hil_web_publisher_close(struct hil_web_publisher *p)
{
	free(p->tail);
	p->tail = NULL;
}

/* The last column is still filling and two more may be late. */
static uint32_t tail_of(const struct hil_view_quantity *q)
{
	int64_t wanted = 3;

	if (q->column_ns > 0)
		wanted += HIL_WEB_TAIL_NS / q->column_ns;
	return wanted < q->columns ? (uint32_t)wanted : q->columns;
}

static void keep_tail(struct hil_view_quantity *q)
{
	uint32_t keep = tail_of(q), drop = q->columns - keep;

	memmove(q->column, q->column + drop, keep * sizeof(q->column[0]));
	q->start_ns += drop * q->column_ns;
	q->columns = keep;
}

int hil_web_publish(struct hil_web_publisher *p, struct hil_web_hub *hub,
		    const struct hil_view *view)
{
	unsigned int parts = HIL_VIEW_PLOTS;
	int ret = -ENOMEM;
	json_t *json;
	char *text;

	if (hub->streams == 0)
		return 0;
	memcpy(p->tail, view, sizeof(*view));
	for (uint32_t i = 0; i < view->quantities; i++)
		keep_tail(&p->tail->quantity[i]);
	if (view->mono_ns - p->bars_ns >= HIL_WEB_BARS_NS)
		parts |= HIL_VIEW_HISTOGRAMS;
	json = hil_view_to_json(p->tail, parts);
	text = json != NULL
		       ? json_dumps(json,
				    JSON_COMPACT | JSON_REAL_PRECISION(DIGITS))
		       : NULL;
	json_decref(json);
	if (text != NULL)
		ret = hil_web_hub_publish(hub, text);
	if (ret == 0 && (parts & HIL_VIEW_HISTOGRAMS) != 0)
		p->bars_ns = view->mono_ns;
	free(text);
	return ret;
}
