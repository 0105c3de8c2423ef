/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least that can answer an edge and take the same three stamps as hilrigd:
 * what its loop is measured against.
 */
#ifndef HIL_BENCH_MINIMAL_LOOP_H
#define HIL_BENCH_MINIMAL_LOOP_H

#include <linux/gpio.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "daemon/base/time.h"

struct minimal_stamps {
	int64_t wake_ns, begin_ns, end_ns;
};

/* Answers up to @count events; returns how many. */
static inline uint32_t minimal_loop(int event_fd, int probe_fd, uint32_t count,
				    struct minimal_stamps stamps[])
{
	struct gpio_v2_line_values probe = { .mask = 1 };
	struct gpio_v2_line_event event;
	uint32_t i;

	for (i = 0; i < count; i++) {
		if (read(event_fd, &event, sizeof(event)) != sizeof(event))
			break;
		stamps[i].wake_ns = hil_time_mono_ns();
		probe.bits ^= 1;
		stamps[i].begin_ns = hil_time_mono_ns();
		ioctl(probe_fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &probe);
		stamps[i].end_ns = hil_time_mono_ns();
	}
	return i;
}

#endif
