/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes and ends real-time threads. Each thread checks from inside, by reading
 * back, that it got what was asked for before it runs anything.
 */
#include "daemon/rt_thread.h"

#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define POKE_EVERY_MS 5

struct start {
	struct hil_rt_thread *thread;
	sem_t checked;
};

static int policy_check(const struct hil_rt_thread *t)
{
	struct sched_param param;
	cpu_set_t set;

	if (sched_getscheduler(t->tid) != SCHED_FIFO ||
	    sched_getparam(t->tid, &param) ||
	    param.sched_priority != t->priority)
		return -EPERM;
	if (t->cpu < 0)
		return 0;
	if (sched_getaffinity(t->tid, sizeof(set), &set))
		return -errno;
	return CPU_COUNT(&set) == 1 && CPU_ISSET((size_t)t->cpu, &set) ? 0
								       : -EXDEV;
}

static __attribute__((noinline)) void stack_touch(void)
{
	volatile unsigned char byte[HIL_RT_TOUCH_BYTES];
	size_t i;

	for (i = 0; i < sizeof(byte); i += 1024)
		byte[i] = 0;
}

static void *thread_main(void *arg)
{
	struct start *start = arg;
	struct hil_rt_thread *t = start->thread;
	sigset_t set;
	int checked;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGXCPU);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	stack_touch();
	t->tid = gettid();
	checked = policy_check(t);
	t->checked = checked;
	sem_post(&start->checked); /* *start is gone from here on */
	if (!checked)
		t->run(t->context);
	atomic_store_explicit(&t->done, true, memory_order_release);
	return NULL;
}

static int attributes(const struct hil_rt_thread *t, pthread_attr_t *attr)
{
	struct sched_param param = { .sched_priority = t->priority };
	cpu_set_t set;
	int ret = pthread_attr_setstacksize(attr, HIL_RT_STACK_BYTES);

	if (!ret)
		ret = pthread_attr_setinheritsched(attr,
						   PTHREAD_EXPLICIT_SCHED);
	if (!ret)
		ret = pthread_attr_setschedpolicy(attr, SCHED_FIFO);
	if (!ret)
		ret = pthread_attr_setschedparam(attr, &param);
	if (ret || t->cpu < 0)
		return -ret;
	CPU_ZERO(&set);
	CPU_SET((size_t)t->cpu, &set);
	return -pthread_attr_setaffinity_np(attr, sizeof(set), &set);
}

static int thread_make(struct hil_rt_thread *t)
{
	struct start start = { .thread = t };
	pthread_attr_t attr;
	int ret = -pthread_attr_init(&attr);

	if (ret)
		return ret;
	sem_init(&start.checked, 0, 0);
	ret = attributes(t, &attr);
	if (!ret)
		ret = -pthread_create(&t->thread, &attr, thread_main, &start);
	pthread_attr_destroy(&attr);
	if (!ret) {
		t->started = true;
		while (sem_wait(&start.checked) && errno == EINTR)
			;
		ret = t->checked;
	}
	sem_destroy(&start.checked);
	return ret;
}

int hil_rt_start(struct hil_rt_thread *t)
{
	int ret;

	t->started = false;
	atomic_init(&t->done, false);
	ret = thread_make(t);
	if (!ret) {
		pthread_setname_np(t->thread, t->name);
		return 0;
	}
	hil_error("cannot run thread %s at SCHED_FIFO %d on CPU %d: %s%s",
		  t->name, t->priority, t->cpu, strerror(-ret),
		  ret == -EPERM ? "; run as root, with CAP_SYS_NICE or with a "
				  "larger 'rtprio' limit"
				: "");
	if (t->started)
		(void)hil_rt_stop(t, 1000);
	return ret;
}

int hil_rt_stop(struct hil_rt_thread *t, int timeout_ms)
{
	int waited;

	if (!t->started)
		return 0;
	/* A signal that comes just before the call blocks is lost: repeat. */
	for (waited = 0; !atomic_load_explicit(&t->done, memory_order_acquire);
	     waited += POKE_EVERY_MS) {
		if (waited >= timeout_ms)
			return -ETIMEDOUT;
		pthread_kill(t->thread, SIGUSR1);
		usleep(POKE_EVERY_MS * 1000);
	}
	t->started = false;
	return -pthread_join(t->thread, NULL);
}

bool hil_rt_changed(const struct hil_rt_thread *t)
{
	return policy_check(t);
}
