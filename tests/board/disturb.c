/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A front end as nobody should write one: "hilrig-disturb 90 500 20" runs at
 * SCHED_FIFO 90 and computes for 500 us every 20 ms until it is ended. It is
 * the planted difference that a comparison has to find. Priority 0: ordinary.
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"

static void spin(int64_t us)
{
	int64_t until_ns = hil_time_mono_ns() + us * HIL_NS_PER_US;

	while (hil_time_mono_ns() < until_ns)
		;
}

static int raise_priority(uint64_t priority)
{
	struct sched_param param = { .sched_priority = (int)priority };

	if (!priority)
		return 0;
	if (mlockall(MCL_CURRENT | MCL_FUTURE) ||
	    sched_setscheduler(0, SCHED_FIFO, &param)) {
		hil_error("cannot run at SCHED_FIFO %d: %s", (int)priority,
			  strerror(errno));
		return -errno;
	}
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t priority, us, refresh_ms;

	hil_log_open("hilrig-disturb", HIL_LOG_NOTICE);
	if (argc != 4 || hil_number_u64(argv[1], &priority) ||
	    hil_number_u64(argv[2], &us) ||
	    hil_number_u64(argv[3], &refresh_ms) || priority > 99 ||
	    refresh_ms < 1 || refresh_ms > 5000 || us > refresh_ms * 500) {
		hil_error("usage: hilrig-disturb PRIORITY US REFRESH_MS; US "
			  "at most half of the refresh, PRIORITY 0 is "
			  "ordinary");
		return 1;
	}
	if (raise_priority(priority))
		return 1;
	for (;;) {
		const struct timespec nap = {
			.tv_sec = (time_t)(refresh_ms / 1000),
			.tv_nsec = (long)(refresh_ms % 1000) * HIL_NS_PER_MS,
		};

		nanosleep(&nap, NULL);
		spin((int64_t)us);
	}
}
