/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line's pictures: what hil_figure draws, made from a result. */
#ifndef HIL_REPORT_PICTURES_H
#define HIL_REPORT_PICTURES_H

#include "gui-bridge/figure/figure.h"
#include "rig/report/picture_clock.h"
#include "rig/report/report.h"

#define HIL_PICTURE_BARS 512

enum hil_picture_kind {
	HIL_PICTURE_HISTOGRAM, /* of all latencies */
	HIL_PICTURE_BODY,      /* up to p99, when a few late ones hide it */
	HIL_PICTURE_LATENCY,   /* over time */
	HIL_PICTURE_PERIOD,    /* over time */
	HIL_PICTURE_CLOCK,     /* residuals of the clock fit over time */
	HIL_PICTURE_FOLD,      /* on the tick, or the first that was tried */
	HIL_PICTURE_FOLD_LAST = HIL_PICTURE_FOLD + HIL_RESULT_FOLDS - 1,
	HIL_PICTURES
};

struct hil_picture {
	enum hil_picture_kind kind;
	const char *name;  /* of a file: "latency-histogram" */
	const char *about; /* for those who cannot see it */
	hil_figure_draw draw;
	union {
		struct hil_figure_histogram histogram;
		struct hil_figure_band band;
		struct hil_figure_traces traces;
	} figure;
	char y_label[64];
	char label[HIL_RESULT_WORST][64];
	struct hil_figure_mark mark[HIL_RESULT_WORST];
	struct hil_figure_span gap[HIL_RESULT_GAPS];
	struct hil_figure_bar bar[HIL_PICTURE_BARS];
	struct hil_figure_column column[HIL_SERIES_COLUMNS];
	struct hil_picture_clock clock;
};

/**
 * hil_picture_make() - one picture of one line
 * @picture: result, filled in
 *
 * Context: any but RT. Return: false when this run has no such picture.
 */
bool hil_picture_make(struct hil_picture *picture, enum hil_picture_kind kind,
		      const struct hil_result *r, size_t line,
		      const struct hil_report_info *info);

/** hil_picture_title() - for a heading */
const char *hil_picture_title(enum hil_picture_kind kind);

#endif
