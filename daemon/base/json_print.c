/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader that is gone and a disk that is full are seen here, not at exit. */
#include "daemon/base/json_print.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"

int hil_json_print(json_t *json, size_t flags)
{
	int ret = json ? 0 : -ENOMEM;

	if (json && (json_dumpf(json, stdout, flags) || putchar('\n') == EOF ||
		     fflush(stdout)))
		ret = -EIO;
	json_decref(json);
	if (ret)
		hil_error("cannot write JSON to standard output: %s",
			  strerror(-ret));
	return ret;
}
