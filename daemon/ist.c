/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two system calls an event, read() and ioctl(), on the bare descriptors:
 * libgpiod's reader clears its whole buffer each time. What is not needed for
 * the probe happens after the probe.
 */
#include "daemon/ist.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/rt_thread.h"

_Static_assert(HIL_IST_PENDING % HIL_IST_BATCH == 0, "whole batches");

void hil_ist_init(struct hil_ist *ist, const struct hil_ist_config *config)
{
	memset(ist, 0, sizeof(*ist));
	ist->event_fd = config->event_fd;
	ist->probe_fd = config->probe_fd;
	ist->pulse = config->pulse;
	ist->line = config->line;
	ist->flags = config->flags;
	ist->limit = config->limit;
	ist->shm = config->shm;
	ist->seed_delay_ns = config->seed_delay_ns;
	ist->seed_every = config->seed_every;
	ist->seed_left = config->seed_every;
	ist->probe.mask = 1;
	ist->commands = 1;
}

HIL_RT static inline bool probe_flip(struct hil_ist *ist)
{
	ist->probe.bits ^= 1;
	if (!ioctl(ist->probe_fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &ist->probe))
		return true;
	/* The pin did not move: the next flip must. */
	ist->probe.bits ^= 1;
	return false;
}

/* A known delay that the analyzer must find. Bounded by the clock, and the
 * option's limit lies far below RLIMIT_RTTIME. */
__attribute__((noinline)) HIL_RT static void seed_wait(struct hil_ist *ist)
{
	int64_t until_ns = hil_time_mono_ns() + ist->seed_delay_ns;

	ist->seed_left = ist->seed_every;
	while (hil_time_mono_ns() < until_ns)
		continue;
}

/* Seldom, and then it has waited. */
HIL_RT static inline bool is_seeded(struct hil_ist *ist)
{
	if (__builtin_expect(!ist->seed_left || --ist->seed_left, true))
		return false;
	seed_wait(ist);
	return true;
}

/* Answer event @i of the batch, then note what is known of it. */
HIL_RT static inline void answer(struct hil_ist *ist, int64_t wake_ns,
				 uint32_t i)
{
	bool seeded = is_seeded(ist);
	int64_t begin_ns = hil_time_mono_ns();
	bool done = probe_flip(ist);
	int64_t end_ns = hil_time_mono_ns();
	const struct gpio_v2_line_event *in = &ist->input[i];
	struct hil_event *event = &ist->pending[ist->held++];

	if (ist->pulse && done)
		done = probe_flip(ist);
	event->index = ist->events++;
	event->hardirq_ns = (int64_t)in->timestamp_ns;
	event->wake_ns = wake_ns;
	event->probe_begin_ns = begin_ns;
	event->probe_end_ns = end_ns;
	event->seqno = in->seqno;
	event->line_seqno = in->line_seqno;
	event->line = ist->line;
	event->flags = ist->flags;
	event->commands = ++ist->commands;
	if (i)
		event->flags |= HIL_EVENT_QUEUED;
	if (seeded)
		event->flags |= HIL_EVENT_SEEDED;
	if (done)
		return;
	event->flags |= HIL_EVENT_PROBE_FAILED;
	ist->probe_failures++;
}

HIL_RT static void publish(struct hil_ist *ist)
{
	size_t i;

	for (i = 0; i < ist->held; i++)
		hil_shm_event(ist->shm, &ist->pending[i],
			      ist->pending[i].probe_end_ns);
	ist->held = 0;
	/* The events go before the word that says there are none left; pairs
	 * with the acquire load in the link's watermark. */
	atomic_store_explicit(&ist->busy, false, memory_order_release);
}

HIL_RT static bool pending(const struct hil_ist *ist)
{
	struct pollfd fd = { .fd = ist->event_fd, .events = POLLIN };

	return poll(&fd, 1, 0) > 0 && (fd.revents & POLLIN);
}

/* The batch's last events are in pending[]: complete and publish them. */
HIL_RT static void settle(struct hil_ist *ist, uint32_t count)
{
	struct hil_event *event = &ist->pending[ist->held - count];
	bool full = count == HIL_IST_BATCH;
	uint32_t i;

	for (i = 0; i < count; i++) {
		event[i].batch = count;
		if (full)
			event[i].flags |= HIL_EVENT_READ_FULL;
	}
	if (!full || ist->held == HIL_IST_PENDING || !pending(ist))
		publish(ist);
}

HIL_RT static bool ended(const struct hil_ist *ist)
{
	if (ist->limit && ist->events >= ist->limit)
		return true;
	return atomic_load_explicit(&ist->stop, memory_order_relaxed) ||
	       hil_rt_runaway();
}

HIL_RT int hil_ist_run(struct hil_ist *ist)
{
	uint32_t count, i;
	int64_t wake_ns;
	int error = 0;
	ssize_t got;

	while (!ended(ist)) {
		got = read(ist->event_fd, ist->input, sizeof(ist->input));
		/* Before the stamp: see the link's watermark. */
		atomic_store_explicit(&ist->busy, true, memory_order_relaxed);
		wake_ns = hil_time_mono_ns();
		if (got < (ssize_t)sizeof(ist->input[0])) {
			error = got < 0 ? errno : ENODEV;
			if (!ist->held)
				atomic_store_explicit(&ist->busy, false,
						      memory_order_relaxed);
			if (error == EINTR)
				continue;
			break;
		}
		count = (uint32_t)((size_t)got / sizeof(ist->input[0]));
		i = 0;
		do {
			answer(ist, wake_ns, i);
		} while (++i < count);
		settle(ist, count);
	}
	publish(ist);
	return error == EINTR ? 0 : -error;
}

int hil_ist_probe_low(struct hil_ist *ist)
{
	ist->probe.bits = 0;
	ist->commands++;
	if (!ioctl(ist->probe_fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &ist->probe))
		return 0;
	ist->probe_failures++;
	return -errno;
}
