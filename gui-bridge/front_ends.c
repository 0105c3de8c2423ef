/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of front ends. CMake says which of them are built in. */
#include "gui-bridge/front_ends.h"

#ifdef HIL_HAVE_TERM
#define TERM &hil_term
#else
#define TERM NULL
#endif
#ifdef HIL_HAVE_WEB
#define WEB &hil_web
#else
#define WEB NULL
#endif
#ifdef HIL_HAVE_WINDOW
#define WINDOW &hil_window
#else
#define WINDOW NULL
#endif
#ifdef HIL_HAVE_MANAGED
#define MANAGED &hil_managed
#else
#define MANAGED NULL
#endif

const struct hil_front_row hil_front_rows[] = {
	{ "term", "libncurses-dev", TERM, NULL },
	{ "web", "libmicrohttpd-dev", WEB, "hilrig-gui-web" },
	{ "window", "libgtk-4-dev", WINDOW, "hilrig-gui-window" },
	{ "managed", "libluajit-5.1-dev", MANAGED, NULL },
};
const size_t hil_front_row_count =
	sizeof(hil_front_rows) / sizeof(hil_front_rows[0]);
