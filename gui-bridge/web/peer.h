/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One connection, and until when it must be done with what it does. */
#ifndef HIL_WEB_PEER_H
#define HIL_WEB_PEER_H

#include <stdint.h>

struct hil_web_peer {
	int fd;
	int64_t until_ns; /* CLOCK_MONOTONIC; INT64_MAX: no limit */
	struct hil_web_peer *next, **link;
};

#endif
