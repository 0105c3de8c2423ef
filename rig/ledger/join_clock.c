/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board's times on the analyzer's clock, as the bounds of the offset show
 * them: always an interval, never a point. */
#include "rig/ledger/join.h"

/* A pin on a bus with posted writes may move after the ioctl has returned;
 * PCIe to RP1 takes about 1 us. Only a calibration of the board knows better.
 */
#define POSTED_NS INT64_C(20000)
/* A pulse's second ioctl comes behind the stamps of the first. */
#define PULSE_IOCTLS 3

/* The time of a board's instant on the analyzer's clock, roughly: good enough
 * to say how far the bounds have grown there. */
static int64_t rough_ns(const struct hil_clock_bounds *b, int64_t mono_ns)
{
	int64_t ns = mono_ns - b->low[0].ns;

	return mono_ns - hil_clock_bounds_low(b, ns);
}

int64_t hil_join_earliest(const struct hil_join *j, int64_t mono_ns)
{
	return mono_ns -
	       hil_clock_bounds_high(&j->bounds,
				     rough_ns(&j->bounds, mono_ns)) -
	       j->guard_ns;
}

int64_t hil_join_latest(const struct hil_join *j, int64_t mono_ns)
{
	return mono_ns -
	       hil_clock_bounds_low(&j->bounds, rough_ns(&j->bounds, mono_ns)) +
	       j->guard_ns;
}

int64_t hil_join_posted_ns(const struct hil_join *j)
{
	return j->posted_known ? j->posted_ns : POSTED_NS;
}

int64_t hil_join_end_ns(const struct hil_join *j, const struct hil_event *e)
{
	return e->probe_end_ns + hil_join_posted_ns(j);
}

void hil_join_window(const struct hil_join *j, const struct hil_clock_bounds *b,
		     struct hil_join_event *e)
{
	int64_t begin_ns = e->event.probe_begin_ns;
	int64_t ioctl_ns = e->event.probe_end_ns - begin_ns;
	int64_t at_ns = rough_ns(b, begin_ns);

	e->window_low_ns =
		begin_ns - hil_clock_bounds_high(b, at_ns) - j->guard_ns;
	e->first_high_ns = hil_join_end_ns(j, &e->event) -
			   hil_clock_bounds_low(b, at_ns) + j->guard_ns;
	e->window_high_ns = e->first_high_ns;
	if (j->pulse)
		e->window_high_ns += PULSE_IOCTLS * ioctl_ns;
}
