/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pango for figures. */
#include "gui-bridge/figure/text.h"

#include <pango/pangocairo.h>

#define FONT "DejaVu Sans, Noto Sans, sans-serif"

#ifdef __SANITIZE_ADDRESS__
/* Fontconfig keeps its caches until the program ends: no leak of ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\nleak:libpango\n";
}
#endif

static PangoLayout *layout_new(cairo_t *cr, const struct hil_text *t,
			       const char *markup)
{
	PangoLayout *layout = pango_cairo_create_layout(cr);
	PangoFontDescription *font = pango_font_description_from_string(FONT);

	pango_font_description_set_absolute_size(font, t->size * PANGO_SCALE);
	if (t->bold)
		pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
	pango_layout_set_font_description(layout, font);
	pango_font_description_free(font);
	pango_layout_set_markup(layout, markup, -1);
	return layout;
}

double hil_text_width(cairo_t *cr, const struct hil_text *t, const char *markup)
{
	PangoLayout *layout = layout_new(cr, t, markup);
	int width, height;

	pango_layout_get_pixel_size(layout, &width, &height);
	g_object_unref(layout);
	return width;
}

void hil_text_draw(cairo_t *cr, const struct hil_text *t, double x, double y,
		   const char *markup)
{
	PangoLayout *layout = layout_new(cr, t, markup);
	int width, height;

	pango_layout_get_pixel_size(layout, &width, &height);
	cairo_save(cr);
	cairo_translate(cr, x, y);
	if (t->upright)
		cairo_rotate(cr, -1.5707963267948966);
	cairo_move_to(cr, -t->across * width, -t->down * height);
	pango_cairo_show_layout(cr, layout);
	cairo_restore(cr);
	cairo_new_path(cr);
	g_object_unref(layout);
}

/* Any text as markup that shows it; freed by g_free(). */
static char *escape(const char *text)
{
	return g_markup_escape_text(
		g_utf8_validate(text, -1, NULL) ? text : "?", -1);
}

double hil_text_plain_width(cairo_t *cr, const struct hil_text *t,
			    const char *text)
{
	char *markup = escape(text);
	double width = hil_text_width(cr, t, markup);

	g_free(markup);
	return width;
}

void hil_text_plain(cairo_t *cr, const struct hil_text *t, double x, double y,
		    const char *text)
{
	char *markup = escape(text);

	hil_text_draw(cr, t, x, y, markup);
	g_free(markup);
}
