/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the whole process needs before its first real-time thread. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/rt_thread.h"

#define RTTIME_SOFT_US 200000
#define RTTIME_HARD_US 400000

static volatile sig_atomic_t runaway;

static void on_runaway(int number)
{
	(void)number;
	runaway = 1;
}

static void on_poke(int number)
{
	(void)number; /* a blocked system call returns EINTR: that is all */
}

static int handle(int number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	return sigaction(number, &action, NULL) ? -errno : 0;
}

static int signals_prepare(void)
{
	sigset_t set;
	int ret = handle(SIGXCPU, on_runaway);

	if (!ret)
		ret = handle(SIGUSR1, on_poke);
	if (ret)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGXCPU);
	return sigprocmask(SIG_BLOCK, &set, NULL) ? -errno : 0;
}

/* Locked memory is resident memory: no 8 MiB of stack for each thread. */
static void memory_trim(void)
{
	pthread_attr_t attr;

	mallopt(M_ARENA_MAX, 1);
	if (pthread_attr_init(&attr))
		return;
	if (!pthread_attr_setstacksize(&attr, HIL_RT_STACK_BYTES))
		pthread_setattr_default_np(&attr);
	pthread_attr_destroy(&attr);
}

int hil_rt_prepare(void)
{
	struct rlimit limit = { RTTIME_SOFT_US, RTTIME_HARD_US };
	int ret;

	memory_trim();
	if (mlockall(MCL_CURRENT | MCL_FUTURE)) {
		ret = -errno;
		hil_error("cannot lock memory: %s; run as root, with "
			  "CAP_IPC_LOCK or with a larger 'memlock' limit",
			  strerror(errno));
		return ret;
	}
	if (setrlimit(RLIMIT_RTTIME, &limit)) {
		ret = -errno;
		hil_error("cannot set RLIMIT_RTTIME: %s", strerror(errno));
		return ret;
	}
	ret = signals_prepare();
	if (ret)
		hil_error("cannot set up signals: %s", strerror(-ret));
	return ret;
}

bool hil_rt_runaway(void)
{
	return runaway;
}

int hil_rt_latency_hold(int32_t us)
{
	int fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
	int ret;

	if (fd >= 0 && write(fd, &us, sizeof(us)) == sizeof(us))
		return fd;
	ret = errno ? -errno : -EIO;
	hil_error("cannot hold /dev/cpu_dma_latency at %d us: %s; run as root, "
		  "see 60-hilrig.rules, or leave idle states alone with "
		  "--cpu-dma-latency off",
		  (int)us, strerror(-ret));
	if (fd >= 0)
		close(fd);
	return ret;
}
