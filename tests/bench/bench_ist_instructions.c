/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Run by callgrind: the IST, or the minimal loop, on a pipe of events.
 * Collecting is on from the end of read() to the beginning of ioctl(), so the
 * total is what user space does between the two, per event.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "daemon/ist.h"
#include "tests/bench/minimal_loop.h"

#define EVENTS 1000 /* 48 KB, less than a pipe holds */

int __wrap_ioctl(int fd, unsigned long request, void *arg);
ssize_t __wrap_read(int fd, void *to, size_t size);
ssize_t __real_read(int fd, void *to, size_t size);

static int event_fd = -1;

int __wrap_ioctl(int fd, unsigned long request, void *arg)
{
	CALLGRIND_TOGGLE_COLLECT;
	(void)fd;
	(void)request;
	(void)arg;
	return 0;
}

/* One event a call: the way of an edge that comes alone. */
ssize_t __wrap_read(int fd, void *to, size_t size)
{
	ssize_t n;

	if (fd != event_fd)
		return __real_read(fd, to, size);
	n = __real_read(fd, to, sizeof(struct gpio_v2_line_event));
	if (n > 0)
		CALLGRIND_TOGGLE_COLLECT;
	return n;
}

static int fill(int fd)
{
	struct gpio_v2_line_event event = { 0 };
	uint32_t i;

	for (i = 1; i <= EVENTS; i++) {
		event.seqno = event.line_seqno = i;
		event.timestamp_ns = i * 1000;
		if (write(fd, &event, sizeof(event)) != sizeof(event))
			return -1;
	}
	return 0;
}

static uint64_t run_ist(void)
{
	const struct hil_shm_spec spec[] = { { .kind = HIL_SHM_EVENTS,
					       .witness = HIL_SHM_IST },
					     { .kind = HIL_SHM_WINDOWS,
					       .witness = HIL_SHM_IST,
					       .quantity = HIL_SHM_WAKEUP },
					     { .kind = HIL_SHM_WINDOWS,
					       .witness = HIL_SHM_IST,
					       .quantity = HIL_SHM_PERIOD } };
	struct hil_ist *ist = malloc(sizeof(*ist));
	struct hil_shm_writer *shm;
	uint64_t events;

	if (!ist || hil_shm_create(spec, 3, &shm)) {
		free(ist);
		return 0;
	}
	hil_ist_init(ist, &(struct hil_ist_config){ .event_fd = event_fd,
						    .probe_fd = -1,
						    .limit = EVENTS,
						    .shm = shm });
	(void)hil_ist_run(ist);
	events = ist->events;
	hil_shm_close(shm);
	free(ist);
	return events;
}

int main(int argc, char **argv)
{
	static struct minimal_stamps stamps[EVENTS];
	int fd[2];
	uint64_t events;

	if (argc != 2 || pipe(fd) || fill(fd[1]))
		return 1;
	event_fd = fd[0];
	events = strcmp(argv[1], "ist")
			 ? minimal_loop(event_fd, -1, EVENTS, stamps)
			 : run_ist();
	return events == EVENTS ? 0 : 1;
}
