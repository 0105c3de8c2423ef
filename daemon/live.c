/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two lines, rewritten in place five times a second. */
#include "daemon/live.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/shm/reader.h"

#define REFRESH_MS 200
#define UP_2_LINES "\033[2A"

struct hil_live {
	pthread_t thread;
	atomic_bool stop;
	struct hil_shm_reader *reader;
	struct hil_histogram *histogram;
	int priority;
	uint64_t next; /* event */
	struct hil_event before, last;
};

static bool histogram_read(struct hil_live *l, enum hil_shm_quantity quantity)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_HISTOGRAM,
					     .quantity = quantity };
	int ring = hil_shm_find(l->reader, &query);

	return ring >= 0 &&
	       !hil_shm_histogram(l->reader, (size_t)ring, l->histogram, NULL);
}

/* The last two events: what "Act" and "I" show. */
static void events_read(struct hil_live *l)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS };
	struct hil_event event[64];
	struct hil_event_batch batch;
	int ring = hil_shm_find(l->reader, &query);
	int rounds;

	for (rounds = 0; ring >= 0 && rounds < 64; rounds++) {
		if (hil_shm_events(l->reader, (size_t)ring, &l->next, event, 64,
				   &batch) ||
		    !batch.count)
			return;
		l->before = batch.count > 1 ? event[batch.count - 2] : l->last;
		l->last = event[batch.count - 1];
	}
}

static void print_quantity(const struct hil_live *l, const char *name,
			   int64_t act_ns)
{
	const struct hil_histogram *h = l->histogram;
	bool any = h->count;

	printf("T: 0 (%5d) P:%2d I:%-6lld C:%7llu Min:%7lld Act:%7lld "
	       "Avg:%7lld Max:%8lld %s\n",
	       (int)getpid(), l->priority,
	       (long long)((l->last.wake_ns - l->before.wake_ns) / 1000),
	       (unsigned long long)h->count,
	       any ? (long long)h->min_ns / 1000 : 0, (long long)act_ns / 1000,
	       (long long)(hil_histogram_mean(h) / 1000),
	       any ? (long long)h->max_ns / 1000 : 0, name);
}

static void show(struct hil_live *l)
{
	events_read(l);
	if (histogram_read(l, HIL_SHM_PERIOD))
		print_quantity(l, "period",
			       l->last.wake_ns - l->before.wake_ns);
	if (histogram_read(l, HIL_SHM_WAKEUP))
		print_quantity(l, "wake-up",
			       l->last.wake_ns - l->last.hardirq_ns);
	fflush(stdout);
}

static void *live_main(void *context)
{
	struct hil_live *l = context;

	show(l);
	while (!atomic_load(&l->stop)) {
		usleep(REFRESH_MS * 1000);
		fputs(UP_2_LINES, stdout);
		show(l);
	}
	return NULL;
}

static void live_free(struct hil_live *l)
{
	if (!l)
		return;
	hil_shm_detach(l->reader);
	hil_histogram_free(l->histogram);
	free(l);
}

int hil_live_open(struct hil_live **live, int fd, int priority)
{
	struct hil_live *l = calloc(1, sizeof(*l));
	const char *reason = "no memory";
	int ret = -ENOMEM;

	if (!l)
		goto out;
	l->priority = priority;
	l->histogram = hil_histogram_new();
	if (l->histogram)
		ret = hil_shm_attach(fd, &l->reader, &reason);
	if (!ret)
		ret = -pthread_create(&l->thread, NULL, live_main, l);
out:
	if (ret) {
		hil_error("cannot show a live line: %s", reason);
		live_free(l);
		return ret;
	}
	*live = l;
	return 0;
}

void hil_live_close(struct hil_live *live)
{
	int64_t until_ns = hil_time_wall_ns() + HIL_NS_PER_S / 3;
	const struct timespec until = { until_ns / HIL_NS_PER_S,
					until_ns % HIL_NS_PER_S };

	if (!live)
		return;
	atomic_store(&live->stop, true);
	if (!pthread_timedjoin_np(live->thread, NULL, &until))
		live_free(live);
}
