/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures as SVG in memory, and as SVG, PNG and PDF files. */
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/crc32c.h"
#include "daemon/base/draft.h"
#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/svg.h"

#define PNG_SCALE   2.0 /* pixels of the file in a pixel of the figure */
#define SIZE_MAX_PX 16384.0

static cairo_status_t to_stream(void *context, const unsigned char *bytes,
				unsigned int size)
{
	return fwrite(bytes, 1, size, context) == size
		       ? CAIRO_STATUS_SUCCESS
		       : CAIRO_STATUS_WRITE_ERROR;
}

/* Draw, and end the surface. */
static int finish(cairo_surface_t *surface, hil_figure_draw draw,
		  const void *figure, const double size[2], double background)
{
	cairo_t *cr = cairo_create(surface);
	cairo_status_t status;

	if (background > 0) {
		cairo_scale(cr, background, background);
		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_paint(cr);
	}
	draw(cr, size[0], size[1], figure);
	status = cairo_status(cr);
	cairo_destroy(cr);
	if (status == CAIRO_STATUS_NO_MEMORY)
		return -ENOMEM;
	return status ? -EINVAL : 0;
}

static int write_svg(FILE *out, hil_figure_draw draw, const void *figure,
		     const double size[2], double background)
{
	cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
		to_stream, out, size[0], size[1]);
	int ret;

	cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
	ret = finish(surface, draw, figure, size, background);
	cairo_surface_finish(surface);
	if (!ret && cairo_surface_status(surface))
		ret = -EIO;
	cairo_surface_destroy(surface);
	return ret;
}

static int write_pdf(FILE *out, hil_figure_draw draw, const void *figure,
		     const double size[2])
{
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
		to_stream, out, size[0], size[1]);
	int ret = finish(surface, draw, figure, size, 1);

	cairo_surface_finish(surface);
	if (!ret && cairo_surface_status(surface))
		ret = -EIO;
	cairo_surface_destroy(surface);
	return ret;
}

static int write_png(FILE *out, hil_figure_draw draw, const void *figure,
		     const double size[2])
{
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, (int)ceil(size[0] * PNG_SCALE),
		(int)ceil(size[1] * PNG_SCALE));
	int ret = finish(surface, draw, figure, size, PNG_SCALE);

	if (!ret && cairo_surface_write_to_png_stream(surface, to_stream, out))
		ret = -EIO;
	cairo_surface_destroy(surface);
	return ret;
}

static bool size_is_sane(double width, double height)
{
	return width >= 1 && height >= 1 && width <= SIZE_MAX_PX &&
	       height <= SIZE_MAX_PX;
}

char *hil_figure_svg(hil_figure_draw draw, const void *figure, double width,
		     double height, size_t *size)
{
	const double both[2] = { width, height };
	char *raw = NULL, *text = NULL, prefix[16];
	size_t raw_size = 0;
	FILE *out;
	int ret;

	if (!size_is_sane(width, height))
		return NULL;
	out = open_memstream(&raw, &raw_size);
	if (!out)
		return NULL;
	ret = write_svg(out, draw, figure, both, 0);
	if (fclose(out) == 0 && !ret) {
		snprintf(prefix, sizeof(prefix), "f%08x-",
			 hil_crc32c(0, raw, raw_size));
		text = hil_svg_embed(raw, raw_size, prefix, size);
	}
	free(raw);
	return text;
}

int hil_figure_save(hil_figure_draw draw, const void *figure, double width,
		    double height, const char *path)
{
	const char *ending = strrchr(path, '.');
	const double size[2] = { width, height };
	struct hil_draft draft;
	int ret;

	if (!ending || !size_is_sane(width, height) ||
	    (strcmp(ending, ".svg") && strcmp(ending, ".png") &&
	     strcmp(ending, ".pdf")))
		return -EINVAL;
	ret = hil_draft_open(&draft, path);
	if (ret)
		return ret;
	if (strcmp(ending, ".svg") == 0)
		ret = write_svg(draft.out, draw, figure, size, 1);
	else if (strcmp(ending, ".png") == 0)
		ret = write_png(draft.out, draw, figure, size);
	else
		ret = write_pdf(draft.out, draw, figure, size);
	return hil_draft_close(&draft, ret);
}
