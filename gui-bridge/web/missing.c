/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of the web front end where it could not be built. */
#include "gui-bridge/web/web.h"

#include <errno.h>

#include "daemon/base/log.h"

static int run(struct hil_front *f)
{
	(void)f;
	hil_error("cannot serve the page: this program was built without it, "
		  "because " HIL_WEB_MISSING "; build again, or use --term");
	return -ENOSYS;
}

const struct hil_front_end hil_web = { "web", "not built in", run };
