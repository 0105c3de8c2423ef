/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The toolbar's controls and the same by keyboard. */
#include "gui-bridge/window/controls.h"

#include <gtk/gtk.h>

#include "daemon/base/time.h"
#include "gui-bridge/window/style.h"

struct choice {
	const char *name;
	int64_t ns;
};

static const struct choice refreshes[] = {
	{ "20 ms", INT64_C(20000000) },   { "50 ms", INT64_C(50000000) },
	{ "100 ms", INT64_C(100000000) }, { "200 ms", INT64_C(200000000) },
	{ "500 ms", INT64_C(500000000) }, { "1 s", INT64_C(1000000000) },
	{ "2 s", INT64_C(2000000000) },   { "5 s", INT64_C(5000000000) },
};
static const struct choice spans[] = {
	{ "5 s", 5 * HIL_NS_PER_S },      { "10 s", 10 * HIL_NS_PER_S },
	{ "40 s", 40 * HIL_NS_PER_S },    { "2 min", 120 * HIL_NS_PER_S },
	{ "10 min", 600 * HIL_NS_PER_S }, { "1 h", 3600 * HIL_NS_PER_S },
	{ "12 h", 43200 * HIL_NS_PER_S }, { "68 h", 244800 * HIL_NS_PER_S },
};

#define CHOICES (sizeof(spans) / sizeof(spans[0]))

_Static_assert(CHOICES == sizeof(refreshes) / sizeof(refreshes[0]),
	       "both lists are as long");

static void on_refresh(GObject *list, GParamSpec *spec, void *context)
{
	struct hil_controls *c = context;
	guint i = gtk_drop_down_get_selected(GTK_DROP_DOWN(list));

	(void)spec;
	if (i < CHOICES)
		hil_refresh_set(&c->front->refresh, refreshes[i].ns,
				hil_time_mono_ns());
}

static void on_span(GObject *list, GParamSpec *spec, void *context)
{
	struct hil_controls *c = context;
	guint i = gtk_drop_down_get_selected(GTK_DROP_DOWN(list));

	(void)spec;
	if (i < CHOICES)
		c->front->choice.span_ns = spans[i].ns;
}

static void on_pause(GtkToggleButton *button, void *context)
{
	struct hil_controls *c = context;

	c->front->paused = gtk_toggle_button_get_active(button);
}

static void on_dark(GtkToggleButton *button, void *context)
{
	(void)context;
	hil_style_set_dark(gtk_toggle_button_get_active(button));
}

/* The one that is nearest from above; the value itself stays as it was given.
 */
static guint position(const struct choice choice[CHOICES], int64_t ns)
{
	guint i = 0;

	while (i < CHOICES - 1 && choice[i].ns < ns)
		i++;
	return i;
}

static GtkWidget *list_new(GtkWidget *bar, const char *name,
			   const struct choice choice[CHOICES], int64_t ns)
{
	const char *names[CHOICES + 1] = { NULL };
	GtkWidget *label = gtk_label_new_with_mnemonic(name), *list;
	size_t i;

	for (i = 0; i < CHOICES; i++)
		names[i] = choice[i].name;
	list = gtk_drop_down_new_from_strings(names);
	gtk_drop_down_set_selected(GTK_DROP_DOWN(list), position(choice, ns));
	gtk_label_set_mnemonic_widget(GTK_LABEL(label), list);
	gtk_accessible_update_relation(GTK_ACCESSIBLE(list),
				       GTK_ACCESSIBLE_RELATION_LABELLED_BY,
				       label, NULL, -1);
	gtk_box_append(GTK_BOX(bar), label);
	gtk_box_append(GTK_BOX(bar), list);
	return list;
}

static GtkWidget *toggle_new(GtkWidget *bar, const char *name)
{
	GtkWidget *button = gtk_toggle_button_new_with_mnemonic(name);

	gtk_box_append(GTK_BOX(bar), button);
	return button;
}

void hil_controls_init(struct hil_controls *c, struct hil_front *f,
		       GtkWidget *bar)
{
	c->front = f;
	c->refresh = list_new(bar, "_Refresh", refreshes, f->refresh.period_ns);
	c->span = list_new(bar, "_Span", spans, f->choice.span_ns);
	c->pause = toggle_new(bar, "_Pause");
	c->dark = toggle_new(bar, "_Dark");
	gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(c->dark),
				     hil_style_wants_dark());
	g_signal_connect(c->refresh, "notify::selected", G_CALLBACK(on_refresh),
			 c);
	g_signal_connect(c->span, "notify::selected", G_CALLBACK(on_span), c);
	g_signal_connect(c->pause, "toggled", G_CALLBACK(on_pause), c);
	g_signal_connect(c->dark, "toggled", G_CALLBACK(on_dark), c);
}

static void move(GtkWidget *list, int by)
{
	int at = (int)gtk_drop_down_get_selected(GTK_DROP_DOWN(list)) + by;

	if (at >= 0 && at < (int)CHOICES)
		gtk_drop_down_set_selected(GTK_DROP_DOWN(list), (guint)at);
}

bool hil_controls_key(struct hil_controls *c, unsigned int keyval)
{
	GtkToggleButton *pause = GTK_TOGGLE_BUTTON(c->pause);

	switch (keyval) {
	case GDK_KEY_plus:
	case GDK_KEY_equal:
	case GDK_KEY_KP_Add:
		move(c->refresh, 1);
		return true;
	case GDK_KEY_minus:
	case GDK_KEY_KP_Subtract:
		move(c->refresh, -1);
		return true;
	case GDK_KEY_s:
		move(c->span, 1);
		return true;
	case GDK_KEY_S:
		move(c->span, -1);
		return true;
	case GDK_KEY_p:
		gtk_toggle_button_set_active(
			pause, !gtk_toggle_button_get_active(pause));
		return true;
	case GDK_KEY_q:
		c->front->stop = true;
		return true;
	default:
		return false;
	}
}
