/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A front end in a few lines: "hilrig-watch SOCKET" gets the memory from
 * hilrigd and prints what it finds there as JSON.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/shm/reader.h"
#include "daemon/shm/socket.h"

static struct hil_histogram histogram;
static struct hil_event event[1024];

static unsigned long long counted(const struct hil_shm_reader *reader,
				  enum hil_shm_quantity quantity)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_HISTOGRAM,
					     .quantity = quantity };
	int ring = hil_shm_find(reader, &query);

	if (ring < 0 ||
	    hil_shm_histogram(reader, (size_t)ring, &histogram, NULL))
		return 0;
	return histogram.count;
}

static size_t events(const struct hil_shm_reader *reader)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS };
	struct hil_event_batch batch = { 0 };
	int ring = hil_shm_find(reader, &query);
	uint64_t next = 0;

	if (ring < 0 ||
	    hil_shm_events(reader, (size_t)ring, &next, event, 1024, &batch))
		return 0;
	return batch.count;
}

static int show(int fd)
{
	struct hil_shm_reader *reader;
	struct hil_shm_life life;
	const char *reason;

	if (hil_shm_attach(fd, &reader, &reason) ||
	    hil_shm_check(reader, hil_time_mono_ns(), &life, &reason)) {
		hil_error("cannot read the memory: %s", reason);
		return 1;
	}
	printf("{\"state\":%d,\"progress\":%llu,\"events\":%zu,"
	       "\"period\":%llu,\"wakeup\":%llu}\n",
	       (int)life.state, (unsigned long long)life.ist_progress,
	       events(reader), counted(reader, HIL_SHM_PERIOD),
	       counted(reader, HIL_SHM_WAKEUP));
	hil_shm_detach(reader);
	return 0;
}

int main(int argc, char **argv)
{
	json_t *answer = NULL;
	int connection, ret;
	int fd = -1;

	hil_log_open("hilrig-watch", HIL_LOG_NOTICE);
	if (argc != 2) {
		hil_error("usage: hilrig-watch SOCKET");
		return 1;
	}
	connection = hil_socket_connect(argv[1]);
	ret = connection < 0 ? connection
			     : hil_socket_request(connection, "descriptor",
						  &answer, &fd);
	json_decref(answer);
	if (ret || fd < 0) {
		hil_error("cannot get the memory from %s: %s", argv[1],
			  strerror(-ret));
		return 1;
	}
	close(connection);
	return show(fd);
}
