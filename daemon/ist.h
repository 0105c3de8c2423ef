/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interrupt service thread: waits for an edge, answers it with the probe,
 * then tells the shared memory. Real-time code stands in ist.c alone.
 */
#ifndef HIL_DAEMON_IST_H
#define HIL_DAEMON_IST_H

#include <linux/gpio.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/event.h"
#include "daemon/shm/writer.h"

#define HIL_IST_BATCH   16  /* events one read() takes */
#define HIL_IST_PENDING 256 /* 16 full reads: then it publishes in any case */

/* Set up by hil_ist_init(); afterwards the IST's own but the atomics. */
struct hil_ist {
	int event_fd;
	int probe_fd;
	bool pulse; /* probe up and down per event, else toggle */
	uint16_t line;
	uint16_t flags; /* enum hil_event_flag that holds for every event */
	uint64_t limit; /* events after which to end; 0: none */
	struct hil_shm_writer *shm;
	int64_t seed_delay_ns;
	uint64_t seed_every;
	uint64_t seed_left; /* events to the next seeded one; 0: never */

	atomic_bool stop; /* the IST ends at its next turn */
	atomic_bool busy; /* from waking up until all events are published */

	struct gpio_v2_line_values probe; /* the pin's level as last set */
	uint64_t events;
	uint64_t commands;
	uint64_t probe_failures;
	size_t held; /* of pending[] in use */
	struct gpio_v2_line_event input[HIL_IST_BATCH];
	struct hil_event pending[HIL_IST_PENDING];
};

/* What an IST needs to know. */
struct hil_ist_config {
	int event_fd;
	int probe_fd;
	bool pulse;
	uint16_t line;
	uint16_t flags;
	uint64_t limit;
	struct hil_shm_writer *shm;
	/* Each seed_every-th event is answered after a busy wait of this. */
	int64_t seed_delay_ns;
	uint64_t seed_every; /* 0: none */
};

/**
 * hil_ist_init() - an IST whose probe has just been requested low
 *
 * That low is probe command number 1. Context: start-up only.
 */
void hil_ist_init(struct hil_ist *ist, const struct hil_ist_config *config);

/**
 * hil_ist_run() - answer edges until told to stop
 *
 * Between read() and the probe's ioctl() stand one store, two time stamps and
 * the question whether this event is seeded. A seeded one is answered after a
 * busy wait on CLOCK_MONOTONIC and marked HIL_EVENT_SEEDED.
 * Publishes after the probe, as soon as no event is pending.
 *
 * Context: RT; system calls read, ioctl, poll (after a full read only) and
 * clock_gettime where the board has no vDSO clock.
 * Return: 0 stopped, or the limit is reached; -ENODEV the chip is gone;
 * other -errno of read().
 */
HIL_RT int hil_ist_run(struct hil_ist *ist);

/**
 * hil_ist_probe_low() - the probe command that ends a run
 *
 * Context: after hil_ist_run() has returned. Return: 0; -errno of ioctl().
 */
int hil_ist_probe_low(struct hil_ist *ist);

#endif
