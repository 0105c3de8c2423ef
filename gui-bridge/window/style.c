/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A style sheet, and whether the ground is dark. */
#include "gui-bridge/window/style.h"

#include <gtk/gtk.h>

static const char sheet[] =
	".table label { font-feature-settings: \"tnum\"; font-size: 90%; }\n"
	".pill { border-radius: 99px; padding: 2px 10px;"
	" border: 1px solid alpha(currentColor, 0.4); font-weight: bold; }\n"
	".heading { font-weight: bold; }\n"
	".name { font-weight: bold; font-size: 120%; }\n";

void hil_style_load(void)
{
	GtkCssProvider *css = gtk_css_provider_new();

#if GTK_CHECK_VERSION(4, 12, 0)
	gtk_css_provider_load_from_string(css, sheet);
#else
	gtk_css_provider_load_from_data(css, sheet, -1);
#endif
	gtk_style_context_add_provider_for_display(
		gdk_display_get_default(), GTK_STYLE_PROVIDER(css),
		GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
	g_object_unref(css);
}

/* Light text stands on a dark ground, whatever the theme is called. */
bool hil_style_is_dark(GtkWidget *widget)
{
	GdkRGBA text;

#if GTK_CHECK_VERSION(4, 10, 0)
	gtk_widget_get_color(widget, &text);
#else
	gtk_style_context_get_color(gtk_widget_get_style_context(widget),
				    &text);
#endif
	return text.red + text.green + text.blue > 1.5F;
}

bool hil_style_wants_dark(void)
{
	gboolean dark = FALSE;

	g_object_get(gtk_settings_get_default(),
		     "gtk-application-prefer-dark-theme", &dark, NULL);
	return dark;
}

void hil_style_set_dark(bool dark)
{
	g_object_set(gtk_settings_get_default(),
		     "gtk-application-prefer-dark-theme", (gboolean)dark, NULL);
}
