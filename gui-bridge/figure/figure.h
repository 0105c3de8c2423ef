/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drawing of the instrument's figures with cairo and pango: one function per
 * kind of figure, on any cairo surface, so that SVG, PNG, PDF and a window
 * show the same picture. Knows shapes and units, nothing of runs or sockets.
 */
#ifndef HIL_FIGURE_FIGURE_H
#define HIL_FIGURE_FIGURE_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct _cairo; /* cairo_t */

/* Linear x in us, log y in counts. Bars are [low, high) with a count. */
struct hil_figure_bar {
	double low_us, high_us;
	uint64_t count;
};

struct hil_figure_mark {
	double x, y;       /* in axis units */
	const char *label; /* NULL: none */
};

struct hil_figure_histogram {
	const char *title, *x_label, *y_label;
	const struct hil_figure_bar *bar;
	size_t bars;
	const struct hil_figure_mark *mark; /* vertical lines: p50, p99, max */
	size_t marks;
};

/* min/avg/max band over time; empty columns have count 0. */
struct hil_figure_column {
	double min_us, avg_us, max_us;
	uint64_t count;
};

struct hil_figure_band {
	const char *title, *x_label, *y_label;
	double start_s, width_s; /* of one column */
	const struct hil_figure_column *column;
	size_t columns;
	double ideal_us;                    /* horizontal line; 0: none */
	const struct hil_figure_mark *mark; /* worst points */
	size_t marks;
	const struct hil_figure_span *gap; /* shaded intervals */
	size_t gaps;
};

struct hil_figure_span {
	double from_s, to_s;
};

/** hil_figure_histogram() - draw into @width x @height at the origin of @cr */
void hil_figure_histogram(struct _cairo *cr, double width, double height,
			  const struct hil_figure_histogram *f);
/** hil_figure_band() - draw into @width x @height at the origin of @cr */
void hil_figure_band(struct _cairo *cr, double width, double height,
		     const struct hil_figure_band *f);

/*
 * The 2003 paper's plot, as it grows: minimum to maximum and average of each
 * column, the overall minimum and maximum as lines, the last window's minimum
 * to maximum as a block at the right end, the ideal value.
 */
struct hil_figure_live {
	const char *title, *x_label, *y_label;
	double width_s; /* of one column; the newest ends at 0 s */
	const struct hil_figure_column *column;
	size_t columns;
	struct hil_figure_column all, last;
	double ideal_us; /* 0: none */
};

/** hil_figure_live() - draw into @width x @height at the origin of @cr */
void hil_figure_live(struct _cairo *cr, double width, double height,
		     const struct hil_figure_live *f);

/** hil_figure_set_dark() - what is drawn on @cr from here on is for a dark
 * ground */
void hil_figure_set_dark(struct _cairo *cr);

/* Several histograms over the same bars, as outlines; at most 12. */
struct hil_figure_series {
	const char *label;
	const uint64_t *count; /* one a bar */
};

struct hil_figure_overlay {
	const char *title, *x_label, *y_label;
	double low_us, width_us; /* first bar, each bar */
	size_t bars;
	const struct hil_figure_series *series;
	size_t count;
};

/* Estimates with their intervals, one a row. */
enum hil_figure_state {
	HIL_FIGURE_OPEN, /* nothing is known yet */
	HIL_FIGURE_EQUAL,
	HIL_FIGURE_DIFFERS
};

struct hil_figure_interval {
	const char *label;
	double low, value, high; /* low and high NaN: unknown */
	double margin;           /* shaded from -margin to margin; 0: none */
	enum hil_figure_state state;
};

struct hil_figure_intervals {
	const char *title, *x_label;
	const struct hil_figure_interval *row;
	size_t rows;
};

/* Quantities over the same time, over a band; NaN where there is none. */
#define HIL_FIGURE_PENS 5

struct hil_figure_trace {
	const char *label;
	const double *y;  /* one a column */
	unsigned int pen; /* colour and dash */
};

struct hil_figure_traces {
	const char *title, *x_label, *y_label;
	double start_s, width_s; /* of one column */
	size_t columns;
	const double *low, *high; /* the band, one a column */
	const char *band_label;
	const struct hil_figure_trace *trace;
	size_t traces;
	const double *cut_s; /* vertical lines */
	size_t cuts;
	const char *cut_label;
};

/** hil_figure_traces() - draw into @width x @height at the origin of @cr */
void hil_figure_traces(struct _cairo *cr, double width, double height,
		       const struct hil_figure_traces *f);
/** hil_figure_overlay() - draw into @width x @height at the origin of @cr */
void hil_figure_overlay(struct _cairo *cr, double width, double height,
			const struct hil_figure_overlay *f);
/** hil_figure_intervals() - draw into @width x @height at the origin of @cr */
void hil_figure_intervals(struct _cairo *cr, double width, double height,
			  const struct hil_figure_intervals *f);
/** hil_figure_intervals_height() - px that so many rows need */
double hil_figure_intervals_height(size_t rows);

typedef void (*hil_figure_draw)(struct _cairo *cr, double width, double height,
				const void *figure);

/**
 * hil_figure_svg() - a figure as SVG text without XML header, for HTML
 * @size: result, bytes
 *
 * Return: heap text, NULL without memory.
 */
char *hil_figure_svg(hil_figure_draw draw, const void *figure, double width,
		     double height, size_t *size);

/**
 * hil_figure_save() - a figure as a file, by the end of its name
 * @path: ends in .svg, .png or .pdf
 *
 * Return: 0; -EINVAL unknown ending; -errno.
 */
int hil_figure_save(hil_figure_draw draw, const void *figure, double width,
		    double height, const char *path) HIL_MUST_CHECK;

#endif
