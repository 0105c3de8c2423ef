/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A histogram as bars of one width, for a linear axis: widths are 1, 2 or 5
 * times a power of ten, and no narrower than the histogram's own resolution,
 * which would show as a comb.
 */
#include <math.h>

#include "gui-bridge/view/private.h"

static int64_t nice_width(int64_t at_least_ns)
{
	static const int64_t factor[] = { 1, 2, 5 };
	int64_t power = 1;
	size_t i;

	for (;; power *= 10) {
		for (i = 0; i < 3; i++) {
			if (power * factor[i] >= at_least_ns)
				return power * factor[i];
		}
	}
}

static int64_t resolution(int64_t value_ns)
{
	size_t index = hil_histogram_index(value_ns);

	return hil_histogram_high(index) - hil_histogram_low(index) + 1;
}

uint32_t hil_view_bars(const struct hil_histogram *h, uint32_t most,
		       struct hil_view_bar bar[])
{
	int64_t low_ns, high_ns, width_ns, middle;
	uint32_t n, bars;
	size_t i, last;

	if (!h || h->count <= h->negative || h->max_ns < 0)
		return 0;
	low_ns = h->min_ns < 0 ? 0 : h->min_ns;
	high_ns = h->max_ns > HIL_HISTOGRAM_VALUE_MAX ? HIL_HISTOGRAM_VALUE_MAX
						      : h->max_ns;
	if (low_ns > high_ns)
		return 0;
	width_ns = nice_width((high_ns - low_ns) / most + 1);
	if (width_ns < resolution(high_ns))
		width_ns = nice_width(resolution(high_ns));
	low_ns -= low_ns % width_ns;
	bars = (uint32_t)((high_ns - low_ns) / width_ns + 1);
	if (bars > most) { /* the first one begins before the minimum */
		width_ns = nice_width(width_ns + 1);
		low_ns -= low_ns % width_ns;
		bars = (uint32_t)((high_ns - low_ns) / width_ns + 1);
	}
	for (n = 0; n < bars; n++)
		bar[n] =
			(struct hil_view_bar){ low_ns + n * width_ns,
					       low_ns + (n + 1) * width_ns, 0 };
	last = hil_histogram_index(high_ns);
	for (i = hil_histogram_index(low_ns); i <= last; i++) {
		if (!h->bucket[i])
			continue;
		middle = (hil_histogram_low(i) + hil_histogram_high(i)) / 2;
		n = middle < low_ns ? 0
				    : (uint32_t)((middle - low_ns) / width_ns);
		bar[n < bars ? n : bars - 1].count += h->bucket[i];
	}
	return bars;
}
