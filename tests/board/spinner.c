/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes a CPU at a SCHED_FIFO priority for a while: "hilrig-spinner 99 800"
 * says READY, sleeps 300 ms so that the word gets out, computes for 800 ms,
 * says DONE. Stays below what RT throttling allows.
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"

#define SPIN_MS_MAX 900

static void spin(int64_t ms)
{
	int64_t until_ns = hil_time_mono_ns() + ms * HIL_NS_PER_MS;

	while (hil_time_mono_ns() < until_ns)
		;
}

int main(int argc, char **argv)
{
	struct sched_param param = { 0 };
	uint64_t priority, ms;

	hil_log_open("hilrig-spinner", HIL_LOG_NOTICE);
	if (argc != 3 || hil_number_u64(argv[1], &priority) ||
	    hil_number_u64(argv[2], &ms) || priority < 1 || priority > 99 ||
	    ms > SPIN_MS_MAX) {
		hil_error("usage: hilrig-spinner PRIORITY MS, MS at most %d",
			  SPIN_MS_MAX);
		return 1;
	}
	param.sched_priority = (int)priority;
	if (mlockall(MCL_CURRENT | MCL_FUTURE) ||
	    sched_setscheduler(0, SCHED_FIFO, &param)) {
		hil_error("cannot run at SCHED_FIFO %d: %s", (int)priority,
			  strerror(errno));
		return 1;
	}
	puts("READY");
	fflush(stdout);
	usleep(300000);
	spin((int64_t)ms);
	puts("DONE");
	return 0;
}
