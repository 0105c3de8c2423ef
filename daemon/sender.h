/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The link thread of --stdio: an ordinary reader of the event ring that turns
 * events, control records and watermarks into frames on standard output and
 * waits for STOP, or the end, on standard input.
 */
#ifndef HIL_DAEMON_SENDER_H
#define HIL_DAEMON_SENDER_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/ist.h"
#include "daemon/link/frame.h"
#include "daemon/outbox.h"
#include "daemon/shm/reader.h"

#define HIL_SENDER_EVENTS (HIL_FRAME_PAYLOAD_MAX / sizeof(struct hil_event))

enum hil_sender_news {
	HIL_SENDER_STOP = 1,  /* STOP, or the end of standard input */
	HIL_SENDER_BROKEN = 2 /* the other side is gone or speaks nonsense */
};

struct hil_sender {
	/* set by hil_sender_open() */
	int in, out;
	int news_fd; /* eventfd: readable when news has changed */
	int wake_fd; /* eventfd: there is something to send at once */
	struct hil_outbox *box;
	pthread_t thread;
	/* between the threads */
	_Atomic(struct hil_ist *) ist; /* NULL until there are events */
	struct hil_shm_reader *reader;
	size_t ring;
	atomic_uint news;         /* enum hil_sender_news */
	_Atomic(json_t *) closed; /* set: send the rest, then this */
	/* the thread's own */
	struct hil_frame_writer writer;
	struct hil_frame_reader *input;
	uint64_t next; /* event */
	uint64_t sent;
	uint64_t lost;
	int64_t safe_ns;      /* no event before this is still to come */
	int64_t watermark_ns; /* when the last one went out */
	struct hil_event event[HIL_SENDER_EVENTS];
};

/**
 * hil_sender_open() - start the thread; what is in @box goes out first
 * @in, @out: descriptors
 *
 * Context: start-up only. Return: 0 or -errno.
 */
int hil_sender_open(struct hil_sender *s, int in, int out,
		    struct hil_outbox *box) HIL_MUST_CHECK;

/**
 * hil_sender_attach() - let it read the events of a memory
 * @fd: of the shared memory
 *
 * Context: start-up only, once. Return: 0 or -errno; the message is printed.
 */
int hil_sender_attach(struct hil_sender *s, int fd,
		      struct hil_ist *ist) HIL_MUST_CHECK;

/**
 * hil_sender_finish() - send all that is left and end the thread
 * @closed: the last record; its reference is taken over and "lost_at_sender"
 *	is added, which is known only when all events have gone
 * @timeout_ms: for a peer that does not read
 *
 * Context: after the IST has ended, or before it was attached.
 * Return: 0; -ETIMEDOUT, the thread may still be there; -EPIPE.
 */
int hil_sender_finish(struct hil_sender *s, json_t *closed, int timeout_ms);

#endif
