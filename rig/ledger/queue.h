/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A queue of equal items in one block of memory that grows as needed. */
#ifndef HIL_LEDGER_QUEUE_H
#define HIL_LEDGER_QUEUE_H

#include <stddef.h>

#include "daemon/base/attr.h"

struct hil_queue {
	char *memory;
	size_t item_bytes;
	size_t capacity; /* a power of two, or 0 */
	size_t head;
	size_t count;
};

void hil_queue_init(struct hil_queue *q, size_t item_bytes);
void hil_queue_free(struct hil_queue *q);

/** hil_queue_push() - room for one more item at the end
 * Return: the item, not set; NULL without memory. */
void *hil_queue_push(struct hil_queue *q) HIL_MUST_CHECK;

/** hil_queue_at() - the @i-th item from the front, @i < count */
static inline void *hil_queue_at(const struct hil_queue *q, size_t i)
{
	return q->memory + ((q->head + i) & (q->capacity - 1)) * q->item_bytes;
}

/** hil_queue_pop() - drop @n <= count items from the front */
static inline void hil_queue_pop(struct hil_queue *q, size_t n)
{
	q->head += n;
	q->count -= n;
}

#endif
