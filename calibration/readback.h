/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a probe command costs and how late its pin moves, from toggles that
 * were read back. A read returns only after the writes before it have arrived
 * at the device: the end of the read that shows the new level is a bound on
 * the way of a posted write. What such a read takes longer than one with
 * nothing under way is the way itself.
 */
#ifndef HIL_CALIBRATION_READBACK_H
#define HIL_CALIBRATION_READBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_READBACK_LEAST 100

/* One toggle, in ns of the board's clock. */
struct hil_readback_sample {
	int64_t set_ns;  /* of the ioctl */
	int64_t idle_ns; /* of a read with nothing under way */
	int64_t seen_ns; /* end of the ioctl to end of the read that shows it */
	int64_t reads;   /* that it took; 0: the level never showed */
};

struct hil_readback {
	size_t count;       /* toggles */
	size_t interrupted; /* of these: a read or command took so long that
			     * something else ran; they bound nothing */
	size_t repeated;    /* the first read showed the old level still */
	double set_median_ns, set_max_ns;
	double idle_median_ns;
	double posted_ns; /* D_post: largest of those not interrupted */
	double delay_ns;  /* of the pin behind the command, 0 or more */
	double u_ns;      /* its standard uncertainty */
};

/**
 * hil_readback_judge() - cost of a command, D_post, delay of the pin
 * @s: @count toggles
 *
 * A toggle counts as interrupted when its command or its read took four times
 * the median, and only as long as there are not more than one in fifty: more
 * of them are how this board is. Of K toggles none was later than D_post; the
 * next one is with a chance of 1 in K + 1.
 * u: sampling of both medians, and half of what is between the quartiles of
 * either, as limits, for what else tells the two kinds of reads apart.
 *
 * Context: any but RT; O(n log n).
 * Return: 0; -ENODATA fewer than 100; -ENXIO a level never showed; -ENOMEM.
 * Source: JCGM 100:2008, 4.3.7; median's deviation 1.2533 s / sqrt(n).
 */
int hil_readback_judge(const struct hil_readback_sample *s, size_t count,
		       struct hil_readback *r) HIL_MUST_CHECK;

#endif
