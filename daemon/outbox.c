/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A short queue under a mutex; the IST has no part in it. */
#include "daemon/outbox.h"

#include <stdlib.h>
#include <string.h>

void hil_outbox_init(struct hil_outbox *box)
{
	memset(box, 0, sizeof(*box));
	pthread_mutex_init(&box->lock, NULL);
}

void hil_outbox_clear(struct hil_outbox *box)
{
	struct hil_outbox_item item;

	while (hil_outbox_take(box, &item))
		free(item.text);
	pthread_mutex_destroy(&box->lock);
}

void hil_outbox_put(struct hil_outbox *box, uint8_t type, json_t *json)
{
	struct hil_outbox_item item = { .type = type };

	if (!json)
		return;
	item.text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	pthread_mutex_lock(&box->lock);
	if (item.text && box->count < HIL_OUTBOX_MAX) {
		box->item[(box->first + box->count) % HIL_OUTBOX_MAX] = item;
		box->count++;
		item.text = NULL;
	} else {
		box->dropped++;
	}
	pthread_mutex_unlock(&box->lock);
	free(item.text);
}

bool hil_outbox_take(struct hil_outbox *box, struct hil_outbox_item *item)
{
	bool taken = false;

	pthread_mutex_lock(&box->lock);
	if (box->count) {
		*item = box->item[box->first];
		box->first = (box->first + 1) % HIL_OUTBOX_MAX;
		box->count--;
		taken = true;
	}
	pthread_mutex_unlock(&box->lock);
	return taken;
}
