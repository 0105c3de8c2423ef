/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A poll loop: functions called when descriptors are ready, and every tick. */
#ifndef HIL_BENCH_LOOP_H
#define HIL_BENCH_LOOP_H

#include <poll.h>
#include <stdbool.h>

#define HIL_LOOP_WATCHES 160
#define HIL_LOOP_TICKS   8
#define HIL_LOOP_TICK_MS 5
/* while a wire of the board has to be followed */
#define HIL_LOOP_WIRE_TICK_MS 1

typedef void hil_loop_ready(void *context, short revents);
typedef void hil_loop_tick(void *context);

struct hil_loop {
	bool stop; /* set by anyone on the loop's thread */
	int tick_ms;
	int watch_count;
	int tick_count;
	struct pollfd polls[HIL_LOOP_WATCHES];
	struct {
		hil_loop_ready *ready; /* NULL: the slot is free */
		void *context;
	} watches[HIL_LOOP_WATCHES];
	struct {
		hil_loop_tick *tick;
		void *context;
	} ticks[HIL_LOOP_TICKS];
};

/** hil_loop_init() - no watch, no tick */
void hil_loop_init(struct hil_loop *loop);

/**
 * hil_loop_watch() - call a function when @fd is ready
 * @events: POLLIN, POLLOUT or both; POLLHUP and POLLERR always count
 *
 * Context: the loop's thread. Return: the watch; -ENOSPC.
 */
int hil_loop_watch(struct hil_loop *loop, int fd, short events,
		   hil_loop_ready *ready, void *context);

/** hil_loop_events() - change what a watch waits for */
void hil_loop_events(struct hil_loop *loop, int watch, short events);

/** hil_loop_drop() - end a watch, also from within its function; -1 is ok */
void hil_loop_drop(struct hil_loop *loop, int watch);

/** hil_loop_every_tick() - call a function about every tick_ms */
void hil_loop_every_tick(struct hil_loop *loop, hil_loop_tick *tick,
			 void *context);

/** hil_loop_once() - wait at most one tick, call what is due */
void hil_loop_once(struct hil_loop *loop);

#endif
