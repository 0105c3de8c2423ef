/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control records on their way to the link: put by any thread, taken by one. */
#ifndef HIL_DAEMON_OUTBOX_H
#define HIL_DAEMON_OUTBOX_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_OUTBOX_MAX 64

struct hil_outbox_item {
	uint8_t type; /* enum hil_record */
	char *text;   /* JSON */
};

struct hil_outbox {
	pthread_mutex_t lock;
	struct hil_outbox_item item[HIL_OUTBOX_MAX];
	size_t first, count;
	uint64_t dropped; /* did not fit */
};

void hil_outbox_init(struct hil_outbox *box);
/** hil_outbox_clear() - free what was not taken */
void hil_outbox_clear(struct hil_outbox *box);

/**
 * hil_outbox_put() - append a record
 * @json: its reference is taken over, NULL is ignored
 *
 * A full box drops the record and counts it: nobody waits for the link.
 * Context: any but RT.
 */
void hil_outbox_put(struct hil_outbox *box, uint8_t type, json_t *json);

/**
 * hil_outbox_take() - the oldest record
 * @item: result, the caller frees its text
 *
 * Context: any but RT. Return: false when there is none.
 */
bool hil_outbox_take(struct hil_outbox *box, struct hil_outbox_item *item);

#endif
