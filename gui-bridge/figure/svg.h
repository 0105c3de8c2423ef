/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SVG text from cairo, made fit to stand in a page with others. */
#ifndef HIL_FIGURE_SVG_H
#define HIL_FIGURE_SVG_H

#include <stddef.h>

/**
 * hil_svg_embed() - leave out the XML header, make all ids the figure's own
 * @svg: text as cairo writes it, @size bytes
 * @prefix: of the ids, [a-z0-9]
 * @result: bytes of the result
 *
 * Context: any but RT. Return: heap text, NULL without memory.
 */
char *hil_svg_embed(const char *svg, size_t size, const char *prefix,
		    size_t *result);

#endif
