/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source of the rates: the drivers of libsigrok 0.5.2. What a computer's USB
 * port carries without loss shows only in a run. */
#include "rig/wire/analyzer_table.h"

#include <math.h>
#include <stddef.h>

#define K UINT64_C(1000)
#define M UINT64_C(1000000)

const struct hil_analyzer_facts hil_analyzer_table[] = {
	{
		.driver = "fx2lafw",
		.title = "USB analyzers with a Cypress FX2, 8 channels",
		.rate_hz = { 20 * K, 25 * K, 50 * K, 100 * K, 200 * K, 250 * K,
			     500 * K, 1 * M, 2 * M, 3 * M, 4 * M, 6 * M, 8 * M,
			     12 * M, 16 * M, 24 * M },
		.most_hz = 24 * M,
		.note = "a USB 2 port of its own; buffers 0.3 s",
	},
	{
		.driver = "beaglelogic",
		.title = "BeagleLogic on a BeagleBone, over the network",
		.most_hz = 100 * M,
		.note = "what the network carries: 8 channels are a byte a "
			"sample",
	},
	{
		.driver = "saleae-logic16",
		.title = "Saleae Logic16",
		.rate_hz = { 500 * K, 1 * M, 2 * M, 4 * M, 5 * M, 8 * M, 10 * M,
			     12500 * K, 16 * M, 20 * M, 25 * M, 32 * M, 40 * M,
			     50 * M, 80 * M, 100 * M },
		.most_hz = 100 * M,
		.note = "the fastest with few channels only",
	},
	{
		.driver = "dreamsourcelab-dslogic",
		.title = "DreamSourceLab DSLogic",
		.rate_hz = { 10 * K, 20 * K, 50 * K, 100 * K, 200 * K, 500 * K,
			     1 * M, 2 * M, 5 * M, 10 * M, 20 * M, 25 * M,
			     50 * M, 100 * M, 200 * M, 400 * M },
		.most_hz = 400 * M,
		.note = "the fastest fill its memory: short captures for "
			"`hilrig measure`, not runs",
	},
	{ .driver = NULL },
};

uint64_t hil_analyzer_rate(const struct hil_analyzer_facts *a, double least_hz)
{
	if (!(least_hz <= (double)a->most_hz))
		return 0;
	if (!a->rate_hz[0])
		return least_hz > 1 ? (uint64_t)ceil(least_hz) : 1;
	for (int i = 0; i < HIL_ANALYZER_RATES && a->rate_hz[i]; i++)
		if ((double)a->rate_hz[i] >= least_hz)
			return a->rate_hz[i];
	return 0;
}
