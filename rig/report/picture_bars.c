/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bars of equal width from log-linear buckets. A bar holds a whole number of
 * the analyzer's samples: other widths would draw a comb that is not there.
 */
#include "rig/report/picture_bars.h"

#include <math.h>

static double nice_factor(double least)
{
	double power = 1;

	while (power * 10 <= least)
		power *= 10;
	if (least <= power)
		return power;
	if (least <= 2 * power)
		return 2 * power;
	return least <= 5 * power ? 5 * power : 10 * power;
}

static double bucket_us(const struct hil_histogram *h, size_t index)
{
	double low = (double)hil_histogram_low(index);
	double middle = (low + (double)hil_histogram_high(index)) / 2;

	middle = fmax(middle, (double)h->min_ns);
	return fmin(middle, (double)h->max_ns) / 1000;
}

size_t hil_picture_bars(const struct hil_histogram *h, double sample_us,
			double to_us, struct hil_figure_bar *bar, size_t bars)
{
	double from_us, width, first;
	size_t used = 0;

	if (!h->count)
		return 0;
	from_us = (double)h->min_ns / 1000;
	if (!(sample_us > 0))
		sample_us = 0.001;
	width = sample_us *
		nice_factor((to_us - from_us) / (double)(bars - 2) / sample_us);
	/* Samples are in the middle of the finest bars, not on an edge. */
	first = floor((from_us + sample_us / 2) / width) * width -
		sample_us / 2;
	for (size_t i = 0; i < bars; i++) {
		bar[i].low_us = first + width * (double)i;
		bar[i].high_us = bar[i].low_us + width;
		bar[i].count = 0;
	}
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		double us, at;

		if (!h->bucket[i])
			continue;
		us = bucket_us(h, i);
		at = floor((us - first) / width);
		if (us > to_us || at < 0 || at >= (double)bars)
			continue;
		bar[(size_t)at].count += h->bucket[i];
		used = (size_t)at + 1 > used ? (size_t)at + 1 : used;
	}
	bar[0].count += h->negative;
	return used ? used : 1;
}
