/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path is looked up in a table, whole; there is nothing to walk out of. */
#include "gui-bridge/web/asset.h"

#include <string.h>

const struct hil_web_asset *hil_web_asset_find(const char *path)
{
	for (const struct hil_web_asset *a = hil_web_assets; a->path != NULL;
	     a++)
		if (strcmp(a->path, path) == 0)
			return a;
	return NULL;
}
