/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bounded byte queue between two descriptors that are never waited for. */
#ifndef HIL_AGENT_QUEUE_H
#define HIL_AGENT_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct hil_queue {
	uint8_t *data; /* NULL before hil_queue_open() */
	size_t size;
	size_t head; /* index of the oldest byte */
	size_t used;
};

/**
 * hil_queue_open() - allocate @size bytes
 *
 * Context: any but RT. Return: 0; -ENOMEM.
 */
int hil_queue_open(struct hil_queue *q, size_t size);

/** hil_queue_close() - free; the struct may be opened again; NULL data is ok */
void hil_queue_close(struct hil_queue *q);

/** hil_queue_space() - bytes that still fit */
size_t hil_queue_space(const struct hil_queue *q);

/** hil_queue_clear() - forget what is in it */
void hil_queue_clear(struct hil_queue *q);

/**
 * hil_queue_put() - append all of @data or nothing
 *
 * Context: any. Return: 0; -ENOBUFS it does not fit.
 */
int hil_queue_put(struct hil_queue *q, const void *data, size_t size);

/**
 * hil_queue_reserve() - free bytes in one piece, to be filled in place
 * @size: result, bytes at the returned address; 0 when the queue is full
 *
 * hil_queue_commit() then makes the first bytes of the piece part of the queue.
 * Context: any.
 */
uint8_t *hil_queue_reserve(struct hil_queue *q, size_t *size);
void hil_queue_commit(struct hil_queue *q, size_t size);

/** hil_queue_peek() - oldest bytes in one piece of @size bytes */
const uint8_t *hil_queue_peek(const struct hil_queue *q, size_t *size);
/** hil_queue_drop() - forget the oldest @size bytes */
void hil_queue_drop(struct hil_queue *q, size_t size);

/**
 * hil_queue_write() - write as much as the non-blocking @fd takes
 *
 * Context: any but RT.
 * Return: bytes written, 0 when the peer takes none now; -errno of write.
 */
int64_t hil_queue_write(struct hil_queue *q, int fd);

#endif
