/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The web front end: a page, its stream and a small API, served from the
 * shared memory by one ordinary thread.
 */
#ifndef HIL_WEB_WEB_H
#define HIL_WEB_WEB_H

#include "gui-bridge/front/front.h"

/* Where this program was built without libmicrohttpd or uPlot it says so, and
 * what to do. */
extern const struct hil_front_end hil_web;

#endif
