/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A ring of bytes. What to do when it is full is left to the caller: every
 * user of this queue stops reading, skips or gives up, none waits.
 */
#include "rig/bench/agent/queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hil_queue_open(struct hil_queue *q, size_t size)
{
	*q = (struct hil_queue){ .data = malloc(size), .size = size };
	return q->data ? 0 : -ENOMEM;
}

void hil_queue_close(struct hil_queue *q)
{
	free(q->data);
	*q = (struct hil_queue){ 0 };
}

size_t hil_queue_space(const struct hil_queue *q)
{
	return q->size - q->used;
}

void hil_queue_clear(struct hil_queue *q)
{
	q->head = 0;
	q->used = 0;
}

uint8_t *hil_queue_reserve(struct hil_queue *q, size_t *size)
{
	size_t tail = q->head + q->used;

	if (tail >= q->size)
		tail -= q->size;
	*size = q->size - q->used;
	if (*size > q->size - tail)
		*size = q->size - tail;
	return q->data + tail;
}

void hil_queue_commit(struct hil_queue *q, size_t size)
{
	assert(size <= hil_queue_space(q));
	q->used += size;
}

int hil_queue_put(struct hil_queue *q, const void *data, size_t size)
{
	const uint8_t *from = data;

	if (size > hil_queue_space(q))
		return -ENOBUFS;
	while (size > 0) {
		size_t piece;
		uint8_t *to = hil_queue_reserve(q, &piece);

		if (piece > size)
			piece = size;
		memcpy(to, from, piece);
		hil_queue_commit(q, piece);
		from += piece;
		size -= piece;
	}
	return 0;
}

const uint8_t *hil_queue_peek(const struct hil_queue *q, size_t *size)
{
	*size = q->used;
	if (*size > q->size - q->head)
		*size = q->size - q->head;
	return q->data + q->head;
}

void hil_queue_drop(struct hil_queue *q, size_t size)
{
	assert(size <= q->used);
	q->used -= size;
	q->head += size;
	if (q->head >= q->size)
		q->head -= q->size;
	if (q->used == 0)
		q->head = 0;
}

int64_t hil_queue_write(struct hil_queue *q, int fd)
{
	int64_t total = 0;

	while (q->used > 0) {
		size_t size;
		const uint8_t *from = hil_queue_peek(q, &size);
		ssize_t n = write(fd, from, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			break;
		if (n < 0)
			return -errno;
		hil_queue_drop(q, (size_t)n);
		total += n;
	}
	return total;
}
