/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all front ends have in common: options, the source of numbers, the
 * refresh loop, statistics. A front end is a struct of functions; a new one is
 * a row in gui-bridge/front_ends.c.
 *
 * A front end that has a loop of its own (GTK, a web server) calls
 * hil_front_begin(), draws f->view, calls hil_front_end(). One that has none
 * calls hil_front_loop().
 */
#ifndef HIL_FRONT_FRONT_H
#define HIL_FRONT_FRONT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "gui-bridge/front/options.h"
#include "gui-bridge/front/refresh.h"
#include "gui-bridge/view/source.h"
#include "gui-bridge/view/view.h"

struct hil_front;

/* One front end. */
struct hil_front_end {
	const char *name; /* "term" */
	const char *help;
	/* Until it is told to end. Return: 0; -errno, the message is printed.
	 */
	int (*run)(struct hil_front *f);
};

/* Each is in a library of its own, hil_NAME; front_ends.c knows which exist. */
extern const struct hil_front_end hil_term, hil_web, hil_window, hil_managed;

struct hil_front {
	const struct hil_front_options *options;
	const char *name;
	struct hil_source *source;
	struct hil_refresh refresh;
	struct hil_view_options choice; /* span, columns: change at will */
	struct hil_view *view;          /* as of the last hil_front_begin() */
	int64_t begin_ns, end_ns; /* CLOCK_MONOTONIC; end 0: no duration */
	double staleness_sum_ns;
	int64_t staleness_max_ns;
	uint64_t staleness_count;
	int signal_fd;   /* readable: SIGINT, SIGTERM or SIGHUP came */
	json_t *runtime; /* owned; set by a managed front end, else NULL */
	bool paused;     /* draw nothing new */
	bool stop;       /* the user has seen enough */
};

/**
 * hil_front_open() - scheduling applied, source made, not connected yet
 *
 * SIGINT, SIGTERM and SIGHUP are blocked from here on and come on signal_fd.
 * Context: start-up only, before threads.
 * Return: 0; -errno, the message is printed.
 */
int hil_front_open(struct hil_front *f, const char *name,
		   const struct hil_front_options *options) HIL_MUST_CHECK;

/**
 * hil_front_close() - write the statistics, free all
 *
 * Return: 0; -errno of the statistics' file, the message is printed.
 */
int hil_front_close(struct hil_front *f);

/**
 * hil_front_begin() - start a refresh: read what is new and fill f->view
 *
 * Return: true: draw it, then hil_front_end(); false: none is due, one is in
 * progress, or the picture is paused.
 */
bool hil_front_begin(struct hil_front *f);

/** hil_front_end() - the picture is drawn */
void hil_front_end(struct hil_front *f);

/** hil_front_done() - by duration, signal or f->stop */
bool hil_front_done(struct hil_front *f);

/**
 * hil_front_press() - a key that every front end knows: + - s S p q, space, =
 *
 * Return: it was one, and is done.
 */
bool hil_front_press(struct hil_front *f, int key);

/** hil_front_wait_ms() - for poll(): until the next refresh or the end */
int hil_front_wait_ms(const struct hil_front *f);

/* For front ends without a loop of their own. */
struct hil_front_loop {
	void *context;
	int input_fd; /* -1: none */
	void (*input)(void *context);
	int (*draw)(void *context, const struct hil_view *view);
};

/** hil_front_loop() - until done. Return: 0; -errno of draw() or poll(). */
int hil_front_loop(struct hil_front *f, const struct hil_front_loop *loop);

/**
 * hil_front_stats() - schema "hilrig-gui-stats-1"
 *
 * Return: new reference; NULL without memory.
 */
json_t *hil_front_stats(const struct hil_front *f);

#endif
