/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cairo names the glyphs of every file "glyph0-0" and so on: several files in
 * one page would draw each other's letters. Ids and what refers to them get
 * the figure's prefix.
 */
#include "gui-bridge/figure/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const before_id[] = { " id=\"", "href=\"#", "url(#" };

/* Length of what comes before an id, when the text at @at is such a thing. */
static size_t id_follows(const char *at, size_t left)
{
	for (size_t i = 0; i < sizeof(before_id) / sizeof(before_id[0]); i++) {
		size_t length = strlen(before_id[i]);

		if (left > length && memcmp(at, before_id[i], length) == 0)
			return length;
	}
	return 0;
}

static const char *skip_header(const char *svg, size_t size)
{
	const char *begin = memmem(svg, size, "<svg", 4);

	return begin ? begin : svg;
}

char *hil_svg_embed(const char *svg, size_t size, const char *prefix,
		    size_t *result)
{
	const char *at = skip_header(svg, size), *end = svg + size;
	char *text = NULL;
	FILE *out = open_memstream(&text, result);

	if (!out)
		return NULL;
	while (at < end) {
		size_t length = id_follows(at, (size_t)(end - at));

		if (length) {
			fwrite(at, 1, length, out);
			fputs(prefix, out);
			at += length;
		} else {
			fputc(*at++, out);
		}
	}
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}
