/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page, compiled in: no path is ever opened. */
#ifndef HIL_WEB_ASSET_H
#define HIL_WEB_ASSET_H

#include <stddef.h>

struct hil_web_asset {
	const char *path; /* "/main.js"; NULL ends the table */
	const char *type;
	const char *etag; /* with its quotes */
	const unsigned char *data;
	size_t bytes;
};

/* Written by embed.cmake. */
extern const struct hil_web_asset hil_web_assets[];

/** hil_web_asset_find() - Return: the asset at exactly @path; NULL. */
const struct hil_web_asset *hil_web_asset_find(const char *path);

#endif
