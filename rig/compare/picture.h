/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison's pictures: what hil_figure draws. */
#ifndef HIL_COMPARE_PICTURE_H
#define HIL_COMPARE_PICTURE_H

#include <stdbool.h>

#include "gui-bridge/figure/figure.h"
#include "rig/compare/comparison.h"

#define HIL_OVERLAY_BARS 160
#define HIL_LABEL_BYTES  96

struct hil_overlay_picture {
	struct hil_figure_overlay figure;
	struct hil_figure_series series[HIL_ARMS_MAX];
	uint64_t count[HIL_ARMS_MAX][HIL_OVERLAY_BARS];
	char y_label[64];
};

/**
 * hil_overlay_make() - the histograms of all arms over common bars
 * @body: up to the largest p99 only
 * @sample_us: bars are whole multiples of this; 0: of a nanosecond
 *
 * Return: false without values, and for @body where all is body.
 */
bool hil_overlay_make(struct hil_overlay_picture *p,
		      const struct hil_comparison *c, bool body,
		      double sample_us);

struct hil_intervals_picture {
	struct hil_figure_intervals figure;
	struct hil_figure_interval row[HIL_PAIRS_MAX];
	char label[HIL_PAIRS_MAX][HIL_LABEL_BYTES];
};

/** hil_intervals_make() - differences of one quantity, us, a row a pair
 * @all: not only those against the first arm */
void hil_intervals_make(struct hil_intervals_picture *p,
			const struct hil_comparison *c,
			enum hil_compare_quantity q, bool all);

#endif
