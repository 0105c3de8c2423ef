/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The board's part of the status block: its account so far and its ten
 * largest wake-up latencies, from the event ring as any front end reads it.
 */
#ifndef HIL_DAEMON_BOARD_STATUS_H
#define HIL_DAEMON_BOARD_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/event.h"
#include "daemon/shm/reader.h"
#include "daemon/shm/status.h"

struct hil_board_status {
	struct hil_shm_reader *reader; /* NULL: not open */
	size_t ring;
	uint64_t next;              /* event */
	uint32_t seqno, line_seqno; /* of the last event */
	uint64_t irqs, threads;     /* counted by them since arming */
	uint64_t failures;
	bool level_flow; /* coalesced cannot be known */
	struct hil_shm_status status;
};

/**
 * hil_board_status_open() - begin, as a reader of the session's own memory
 * @fd: of the shared memory
 *
 * Context: start-up only, after the first heartbeat.
 * Return: 0; -errno, the message is printed.
 */
int hil_board_status_open(struct hil_board_status *b, int fd) HIL_MUST_CHECK;

/** hil_board_status_close() - NULL-safe for a zeroed one */
void hil_board_status_close(struct hil_board_status *b);

/**
 * hil_board_status_add() - take one event into account and worst ten
 *
 * Coalesced and dropped edges are sums of differences, which the kernel's
 * race between hard IRQ and thread cannot spoil.
 * Context: any.
 */
void hil_board_status_add(struct hil_board_status *b,
			  const struct hil_event *event);

/** hil_board_status_read() - take all events that are new. Context: any. */
void hil_board_status_read(struct hil_board_status *b);

#endif
