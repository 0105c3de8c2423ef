/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of a mirror: what is served and what is said. */
#ifndef HIL_RUN_MIRROR_PRIVATE_H
#define HIL_RUN_MIRROR_PRIVATE_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>

#include "daemon/shm/socket.h"
#include "daemon/shm/writer.h"
#include "rig/run/mirror.h"

struct hil_mirror {
	const struct hil_run_options *o;
	struct hil_shm_writer *shm; /* NULL: nothing is served (yet) */
	struct hil_socket_server *server;
	bool failed;                      /* it was tried and said */
	size_t latency;                   /* index of the series */
	size_t response, delivery, write; /* likewise; 0: there is no board */
	int64_t beat_ns;
	uint64_t lost; /* events that the link lost */
	uint64_t events;
	uint64_t probe_failures;
	struct hil_shm_status status;
	bool measuring, capture_over;
	/* The serving thread's copy, built anew every second. */
	pthread_mutex_t lock;
	json_t *answer;
};

/** hil_mirror_describe() - what the socket says of witnesses and threads */
void hil_mirror_describe(struct hil_mirror *m, const struct hil_feed *feed);

/** hil_mirror_status() - accounts and reasons so far */
void hil_mirror_status(struct hil_mirror *m,
		       const struct hil_mirror_turn *turn);

/** hil_mirror_result() - accounts, worst ten and verdict at the end */
void hil_mirror_result(struct hil_mirror *m, const struct hil_result *result);

#endif
