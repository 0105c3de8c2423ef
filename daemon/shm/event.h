/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the board knows of one edge: the record of event ring, link, store. */
#ifndef HIL_SHM_EVENT_H
#define HIL_SHM_EVENT_H

#include <assert.h>
#include <stdint.h>

enum hil_event_flag {
	HIL_EVENT_QUEUED = 1 << 0,       /* behind another in the same read() */
	HIL_EVENT_READ_FULL = 1 << 1,    /* its read() returned a full buffer */
	HIL_EVENT_STAMP_THREAD = 1 << 2, /* stamped in a thread, not hard IRQ */
	HIL_EVENT_LEVEL_FLOW = 1 << 3,   /* controller's seqno cannot gap */
	HIL_EVENT_PROBE_FAILED = 1
				 << 4, /* the probe's ioctl returned an error */
	HIL_EVENT_SEEDED = 1 << 5      /* hilrigd waited on purpose before it */
};

/* Longest wait of a seeded event: far below RLIMIT_RTTIME's 200 ms. */
#define HIL_SEED_DELAY_MAX_NS INT64_C(10000000)

/**
 * struct hil_event - one GPIO event and the answer to it
 *
 * Times are CLOCK_MONOTONIC ns of the board, little endian on the wire and on
 * disk. Written by the IST only.
 */
struct hil_event {
	uint64_t index;     /* n-th event of this line since arming, from 0 */
	int64_t hardirq_ns; /* kernel's timestamp_ns */
	int64_t wake_ns;    /* IST, first instruction after read() */
	int64_t probe_begin_ns; /* IST, before the probe's ioctl */
	int64_t probe_end_ns;   /* IST, after it */
	uint32_t seqno;         /* kernel, counted in the hard IRQ */
	uint32_t line_seqno;    /* kernel, counted in the thread */
	uint16_t line;          /* which stimulus/probe pair, from 0 */
	uint16_t flags;         /* enum hil_event_flag */
	uint32_t batch;         /* events that this read() returned, 1 to 16 */
	uint64_t commands;      /* probe commands so far, this one included; the
				 * initial "probe low" at arming is number 1 */
};

_Static_assert(sizeof(struct hil_event) == 64, "event ring slot");

#endif
