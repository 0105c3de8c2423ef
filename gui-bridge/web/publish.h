/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a refresh sends to the pages: the numbers, and what is new in curves. */
#ifndef HIL_WEB_PUBLISH_H
#define HIL_WEB_PUBLISH_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "gui-bridge/view/view.h"
#include "gui-bridge/web/stream.h"

#define HIL_WEB_TAIL_NS INT64_C(1000000000) /* columns sent again and again */
#define HIL_WEB_BARS_NS INT64_C(250000000)  /* histograms change no faster */

struct hil_web_publisher {
	struct hil_view *tail;
	int64_t bars_ns; /* when histograms were last sent */
};

/** hil_web_publisher_open() - Return: 0; -ENOMEM. */
int hil_web_publisher_open(struct hil_web_publisher *p) HIL_MUST_CHECK;
/** hil_web_publisher_close() */
void hil_web_publisher_close(struct hil_web_publisher *p);

/**
 * hil_web_publish() - one frame to all streams; nothing when there are none
 *
 * Return: 0; -ENOMEM, and the next frame tells what this one would have.
 */
int hil_web_publish(struct hil_web_publisher *p, struct hil_web_hub *hub,
		    const struct hil_view *view);

#endif
