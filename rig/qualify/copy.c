/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies piece by piece. */
#include "rig/qualify/copy.h"

#include <errno.h>
#include <stdio.h>

int hil_copy_file(const char *from, const char *to, int64_t flip)
{
	FILE *in = fopen(from, "re"), *out = in ? fopen(to, "wxe") : NULL;
	int ret = in && out ? 0 : -errno;
	char piece[16384];
	int64_t at = 0;
	size_t n;

	while (!ret && (n = fread(piece, 1, sizeof(piece), in)) > 0) {
		if (flip >= at && flip < at + (int64_t)n)
			piece[flip - at] = (char)(piece[flip - at] ^ 1);
		if (fwrite(piece, 1, n, out) != n)
			ret = -EIO;
		at += (int64_t)n;
	}
	if (!ret && ferror(in))
		ret = -EIO;
	if (in)
		fclose(in);
	if (out && fclose(out) && !ret)
		ret = -EIO;
	return ret;
}
