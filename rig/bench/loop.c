/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The only thread of the bench beside the generator runs this loop. A watch
 * may be dropped by any function called from it, so slots are kept in place
 * and a slot that was filled in this round waits for the next poll.
 */
#include "rig/bench/loop.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

void hil_loop_init(struct hil_loop *loop)
{
	memset(loop, 0, sizeof(*loop));
	loop->tick_ms = HIL_LOOP_TICK_MS;
}

int hil_loop_watch(struct hil_loop *loop, int fd, short events,
		   hil_loop_ready *ready, void *context)
{
	int i = 0;

	while (i < loop->watch_count && loop->watches[i].ready)
		i++;
	if (i == HIL_LOOP_WATCHES)
		return -ENOSPC;
	if (i == loop->watch_count)
		loop->watch_count++;
	loop->polls[i] = (struct pollfd){ .fd = fd, .events = events };
	loop->watches[i].ready = ready;
	loop->watches[i].context = context;
	return i;
}

void hil_loop_events(struct hil_loop *loop, int watch, short events)
{
	if (watch >= 0)
		loop->polls[watch].events = events;
}

void hil_loop_drop(struct hil_loop *loop, int watch)
{
	if (watch < 0)
		return;
	loop->polls[watch] = (struct pollfd){ .fd = -1 };
	loop->watches[watch].ready = NULL;
}

void hil_loop_every_tick(struct hil_loop *loop, hil_loop_tick *tick,
			 void *context)
{
	assert(loop->tick_count < HIL_LOOP_TICKS);
	loop->ticks[loop->tick_count].tick = tick;
	loop->ticks[loop->tick_count++].context = context;
}

void hil_loop_once(struct hil_loop *loop)
{
	int count = loop->watch_count;

	if (poll(loop->polls, (nfds_t)count, loop->tick_ms) > 0) {
		for (int i = 0; i < count; i++) {
			short revents = loop->polls[i].revents;

			if (revents && loop->watches[i].ready)
				loop->watches[i].ready(loop->watches[i].context,
						       revents);
		}
	}
	for (int i = 0; i < loop->tick_count; i++)
		loop->ticks[i].tick(loop->ticks[i].context);
}
