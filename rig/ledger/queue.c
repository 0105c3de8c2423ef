/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring that doubles; indices run on and are masked when they are used. */
#include "rig/ledger/queue.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 64u

void hil_queue_init(struct hil_queue *q, size_t item_bytes)
{
	memset(q, 0, sizeof(*q));
	q->item_bytes = item_bytes;
}

void hil_queue_free(struct hil_queue *q)
{
	free(q->memory);
	q->memory = NULL;
	q->capacity = 0;
	q->count = 0;
}

static int grow(struct hil_queue *q)
{
	size_t capacity = q->capacity ? q->capacity * 2 : FIRST_CAPACITY;
	char *memory;

	if (capacity > SIZE_MAX / 2 / q->item_bytes)
		return -1;
	memory = malloc(capacity * q->item_bytes);
	if (!memory)
		return -1;
	for (size_t i = 0; i < q->count; i++)
		memcpy(memory + i * q->item_bytes, hil_queue_at(q, i),
		       q->item_bytes);
	free(q->memory);
	q->memory = memory;
	q->capacity = capacity;
	q->head = 0;
	return 0;
}

void *hil_queue_push(struct hil_queue *q)
{
	if (q->count == q->capacity && grow(q))
		return NULL;
	return hil_queue_at(q, q->count++);
}
