/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writing thread of a live capture. */
#include "rig/capture/outlet.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/link/frame.h"
#include "daemon/link/record.h"
#include "rig/capture/ring.h"

#define RING_BYTES (16u << 20) /* 2 million edges */
#define WAIT_MS    50

struct hil_outlet {
	struct hil_frame_writer writer;
	struct hil_ring *ring;
	pthread_t thread;
	void (*hung_up)(void *context);
	void *context;
	char *end_text;
	atomic_bool ending; /* someone called hil_outlet_end() */
	atomic_bool ended;  /* end_text is set */
};

static void *write_records(void *context)
{
	struct hil_outlet *o = context;
	struct hil_ring_record record;
	int ret = 0;

	while (!ret) {
		/* before the look at the ring: what came first goes first;
		 * pairs with the release in hil_outlet_end() */
		bool ended =
			atomic_load_explicit(&o->ended, memory_order_acquire);

		if (hil_ring_wait(o->ring, ended ? 0 : WAIT_MS, &record)) {
			ret = hil_frame_write(&o->writer, record.type,
					      record.payload, record.length);
			hil_ring_release(o->ring);
		} else if (ended) {
			break;
		}
	}
	if (!ret && o->end_text)
		ret = hil_frame_write(&o->writer, HIL_RECORD_CAPTURE_END,
				      o->end_text, strlen(o->end_text));
	if (ret)
		o->hung_up(o->context);
	return NULL;
}

int hil_outlet_open(int fd, void (*hung_up)(void *context), void *context,
		    struct hil_outlet **result)
{
	struct hil_outlet *o = calloc(1, sizeof(*o));
	int ret = -ENOMEM;

	if (!o)
		return ret;
	hil_frame_writer_init(&o->writer, fd);
	o->hung_up = hung_up;
	o->context = context;
	ret = hil_ring_new(RING_BYTES, &o->ring);
	if (!ret)
		ret = -pthread_create(&o->thread, NULL, write_records, o);
	if (ret) {
		hil_outlet_free(o);
		return ret;
	}
	*result = o;
	return 0;
}

int hil_outlet_emit(void *outlet, uint8_t type, const void *payload,
		    size_t length)
{
	struct hil_outlet *o = outlet;

	/* one long gap says more than a hundred short ones */
	if (type == HIL_RECORD_GAP && hil_ring_room(o->ring) < RING_BYTES / 4)
		return -ENOBUFS;
	return hil_ring_put(o->ring, type, payload, length);
}

void hil_outlet_end(struct hil_outlet *o, char *text)
{
	if (atomic_exchange(&o->ending, true)) {
		free(text);
		for (;;)
			pause();
	}
	o->end_text = text;
	/* pairs with the acquire in write_records() */
	atomic_store_explicit(&o->ended, true, memory_order_release);
	pthread_join(o->thread, NULL);
}

void hil_outlet_free(struct hil_outlet *o)
{
	if (!o)
		return;
	hil_ring_free(o->ring);
	free(o->end_text);
	free(o);
}
