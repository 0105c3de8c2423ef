/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of a file, in ticks, as sample indices of another rate. */
#ifndef HIL_CAPTURE_TICK_H
#define HIL_CAPTURE_TICK_H

#include <errno.h>
#include <stdint.h>

#include "daemon/link/record.h"

struct hil_tick {
	uint64_t tick_num; /* ticks a second: tick_num / tick_den */
	uint64_t tick_den;
	uint64_t rate_hz; /* samples a second; 0: a tick is a sample */
	uint64_t slack;   /* ticks that a time may be off a sample */
};

/**
 * hil_tick_sample() - the sample nearest to a time
 *
 * Return: 0; -ERANGE beyond 2^56 samples; -EDOM the time is not that of a
 * sample of this rate.
 */
static inline int hil_tick_sample(const struct hil_tick *t, uint64_t tick,
				  uint64_t *sample)
{
	__extension__ typedef unsigned __int128 wide;
	wide product, nearest, back;
	uint64_t off;

	*sample = tick;
	if (t->rate_hz) {
		if (tick > HIL_EDGE_SAMPLE_MAX)
			return -ERANGE;
		product = (wide)tick * t->tick_den * t->rate_hz;
		nearest = (product + t->tick_num / 2) / t->tick_num;
		if (nearest > HIL_EDGE_SAMPLE_MAX)
			return -ERANGE;
		/* back to ticks: how far off was it? */
		back = nearest * t->tick_num / t->tick_den / t->rate_hz;
		off = back > tick ? (uint64_t)(back - tick)
				  : (uint64_t)(tick - back);
		if (off > t->slack)
			return -EDOM;
		*sample = (uint64_t)nearest;
	}
	return *sample > HIL_EDGE_SAMPLE_MAX ? -ERANGE : 0;
}

#endif
