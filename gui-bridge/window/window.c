/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The front end "window": GTK 4. A timer starts a refresh, the frame clock
 * ends it when the picture has been painted; until then none other starts.
 */
#include <errno.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdlib.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "gui-bridge/front/front.h"
#include "gui-bridge/window/controls.h"
#include "gui-bridge/window/panels.h"
#include "gui-bridge/window/plots.h"
#include "gui-bridge/window/style.h"

#define WIDTH       1360
#define HEIGHT      960
#define MARGIN      10
#define LEAST_WIDTH 640
#define WORDS_NS    HIL_NS_PER_S /* a screen reader is told this often */

extern const struct hil_front_end hil_window;

struct window {
	struct hil_front *front;
	GtkWidget *window, *area;
	struct hil_panels panels;
	struct hil_controls controls;
	GMainLoop *loop;
	guint timer;
	bool refreshing; /* between hil_front_begin() and hil_front_end() */
	bool painted;    /* the picture of this refresh */
	int64_t words_ns;
};

static gboolean on_due(void *context);

static void arm(struct window *w)
{
	int ms = hil_front_wait_ms(w->front);

	w->timer = g_timeout_add((guint)(ms > 0 ? ms : 1), on_due, w);
}

static void tell_words(struct window *w)
{
	const struct hil_view *view = w->front->view;
	char text[1024];

	if (view->mono_ns - w->words_ns < WORDS_NS)
		return;
	w->words_ns = view->mono_ns;
	hil_plots_words(view, text, sizeof(text));
	if (g_utf8_validate(text, -1, NULL))
		gtk_accessible_update_property(
			GTK_ACCESSIBLE(w->area),
			GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void show(struct window *w)
{
	hil_panels_show(&w->panels, w->front->view);
	gtk_widget_set_size_request(
		w->area, LEAST_WIDTH,
		hil_plots_height(w->front->view,
				 gtk_widget_get_width(w->area)));
	gtk_widget_queue_draw(w->area);
	tell_words(w);
}

static gboolean on_due(void *context)
{
	struct window *w = context;

	w->timer = 0;
	if (hil_front_done(w->front)) {
		g_main_loop_quit(w->loop);
		return G_SOURCE_REMOVE;
	}
	if (hil_front_begin(w->front)) {
		w->refreshing = true;
		w->painted = false;
		show(w);
	}
	arm(w);
	return G_SOURCE_REMOVE;
}

static void on_draw(GtkDrawingArea *area, cairo_t *cr, int width, int height,
		    void *context)
{
	struct window *w = context;

	hil_plots_draw(cr, width, height, w->front->view,
		       hil_style_is_dark(GTK_WIDGET(area)));
	w->painted = true;
}

static void on_after_paint(GdkFrameClock *clock, void *context)
{
	struct window *w = context;

	(void)clock;
	if (!w->refreshing || !w->painted)
		return;
	w->refreshing = false;
	hil_front_end(w->front);
}

static void on_realize(GtkWidget *widget, void *context)
{
	g_signal_connect(gtk_widget_get_frame_clock(widget), "after-paint",
			 G_CALLBACK(on_after_paint), context);
}

static gboolean on_close(GtkWindow *window, void *context)
{
	struct window *w = context;

	(void)window;
	w->front->stop = true;
	g_main_loop_quit(w->loop);
	return TRUE; /* destroyed by us */
}

static gboolean on_key(GtkEventControllerKey *controller, guint keyval,
		       guint keycode, GdkModifierType state, void *context)
{
	struct window *w = context;

	(void)controller;
	(void)keycode;
	if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
		return FALSE;
	return hil_controls_key(&w->controls, keyval);
}

static gboolean on_signal(int fd, GIOCondition condition, void *context)
{
	struct window *w = context;

	(void)fd;
	(void)condition;
	if (hil_front_done(w->front))
		g_main_loop_quit(w->loop);
	return G_SOURCE_CONTINUE;
}

static void add_bar(struct window *w, GtkWidget *box)
{
	GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
	GtkWidget *name = gtk_label_new("hilrig");

	gtk_widget_add_css_class(name, "name");
	gtk_box_append(GTK_BOX(bar), name);
	gtk_box_append(GTK_BOX(bar), w->panels.state);
	gtk_box_append(GTK_BOX(bar), w->panels.verdict);
	gtk_box_append(GTK_BOX(bar), w->panels.writer);
	gtk_widget_set_hexpand(w->panels.writer, TRUE);
	gtk_label_set_xalign(GTK_LABEL(w->panels.writer), 0);
	gtk_box_prepend(GTK_BOX(box), bar);
	hil_controls_init(&w->controls, w->front, bar);
}

static GtkWidget *content_new(struct window *w)
{
	GtkWidget *scroll = gtk_scrolled_window_new();
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, MARGIN);
	GtkWidget *below = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 28);

	gtk_widget_set_margin_start(box, MARGIN);
	gtk_widget_set_margin_end(box, MARGIN);
	gtk_widget_set_margin_top(box, MARGIN);
	gtk_widget_set_margin_bottom(box, MARGIN);
	hil_panels_init(&w->panels, box, below);
	w->area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role",
			       GTK_ACCESSIBLE_ROLE_IMG, "hexpand", TRUE,
			       "vexpand", TRUE, NULL);
	gtk_accessible_update_property(GTK_ACCESSIBLE(w->area),
				       GTK_ACCESSIBLE_PROPERTY_LABEL,
				       "Curves and histograms", -1);
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(w->area), on_draw, w,
				       NULL);
	gtk_box_append(GTK_BOX(box), w->area);
	gtk_box_append(GTK_BOX(box), below);
	add_bar(w, box);
	gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroll), box);
	return scroll;
}

static void open_window(struct window *w)
{
	GtkEventController *keys = gtk_event_controller_key_new();

	w->window = gtk_window_new();
	gtk_window_set_title(GTK_WINDOW(w->window), "hilrig");
	gtk_window_set_default_size(GTK_WINDOW(w->window), WIDTH, HEIGHT);
	gtk_window_set_child(GTK_WINDOW(w->window), content_new(w));
	gtk_widget_add_controller(w->window, keys);
	g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), w);
	g_signal_connect(w->window, "realize", G_CALLBACK(on_realize), w);
	g_signal_connect(w->window, "close-request", G_CALLBACK(on_close), w);
	gtk_window_present(GTK_WINDOW(w->window));
}

static int run(struct hil_front *f)
{
	struct window w = { .front = f };
	guint signals;

	gtk_disable_setlocale(); /* numbers look the same everywhere */
	/* All that moves is cairo's: a detour over OpenGL costs half the frames
	 * where there is no graphics processor. */
	setenv("GSK_RENDERER", "cairo", 0);
	if (!gtk_init_check()) {
		hil_error("cannot open a window: there is no display (DISPLAY "
			  "or WAYLAND_DISPLAY must name one); use hilrig gui "
			  "--term or --web");
		return -ENODEV;
	}
	hil_style_load();
	w.loop = g_main_loop_new(NULL, FALSE);
	signals = g_unix_fd_add(f->signal_fd, G_IO_IN, on_signal, &w);
	open_window(&w);
	arm(&w);
	g_main_loop_run(w.loop);
	if (w.timer)
		g_source_remove(w.timer);
	g_source_remove(signals);
	gtk_window_destroy(GTK_WINDOW(w.window));
	g_main_loop_unref(w.loop);
	return 0;
}

const struct hil_front_end hil_window = { "window", "in a window of its own",
					  run };
