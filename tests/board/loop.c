/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wake-up to probe on the board: hilrigd's IST and the least loop, in turns of
 * 100 edges on the same lines, thread and CPU. "hilrig-loop 5" does 5 turns of
 * each and prints the medians as JSON.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/ist.h"
#include "daemon/lines.h"
#include "daemon/rt_thread.h"
#include "daemon/shm/reader.h"
#include "tests/bench/minimal_loop.h"

#define TURN      100
#define TURNS_MAX 100
#define SAMPLES   (TURN * TURNS_MAX)
#define PRIORITY  80

struct loop {
	struct hil_lines lines;
	struct hil_shm_writer *shm;
	uint64_t turns;
	int ret;
	uint64_t count[2];      /* minimal, ist */
	int64_t ns[2][SAMPLES]; /* wake to the end of the probe's ioctl */
	struct minimal_stamps stamps[TURN];
	struct hil_event event[TURN];
	struct hil_ist ist;
};

static void minimal_turn(struct loop *l)
{
	uint32_t n = minimal_loop(l->lines.event_fd, l->lines.probe_fd, TURN,
				  l->stamps);
	uint32_t i;

	for (i = 0; i < n; i++)
		l->ns[0][l->count[0]++] =
			l->stamps[i].end_ns - l->stamps[i].wake_ns;
}

static void turns(void *context)
{
	struct loop *l = context;
	uint64_t turn;

	for (turn = 1; turn <= l->turns && !l->ret; turn++) {
		minimal_turn(l);
		l->ist.limit = turn * TURN;
		l->ret = hil_ist_run(&l->ist);
	}
}

static int collect_ist(struct loop *l)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS };
	struct hil_shm_reader *reader;
	struct hil_event_batch batch;
	const char *reason;
	uint64_t next = 0;
	size_t i;
	int ret, ring;

	hil_shm_beat(l->shm, hil_time_mono_ns());
	ret = hil_shm_attach(hil_shm_fd(l->shm), &reader, &reason);
	if (ret) {
		hil_error("cannot attach: %s", reason);
		return ret;
	}
	ring = hil_shm_find(reader, &query);
	do {
		ret = ring < 0 ? ring
			       : hil_shm_events(reader, (size_t)ring, &next,
						l->event, TURN, &batch);
		if (ret)
			return ret;
		for (i = 0; i < batch.count && l->count[1] < SAMPLES; i++)
			/* Behind another it waited for that one's probe. */
			if (!(l->event[i].flags & HIL_EVENT_QUEUED))
				l->ns[1][l->count[1]++] =
					l->event[i].probe_end_ns -
					l->event[i].wake_ns;
	} while (batch.count);
	hil_shm_detach(reader);
	return 0;
}

static int by_value(const void *a, const void *b)
{
	const int64_t *x = a;
	const int64_t *y = b;

	return (*x > *y) - (*x < *y);
}

static void print_kind(const char *name, int64_t ns[], uint64_t count)
{
	qsort(ns, count, sizeof(ns[0]), by_value);
	printf("\"%s\":{\"count\":%llu,\"p50_ns\":%lld,\"p99_ns\":%lld}", name,
	       (unsigned long long)count, (long long)ns[count / 2],
	       (long long)ns[count * 99 / 100]);
}

static int run(struct loop *l)
{
	const struct hil_lines_config config = {
		.chip = "gpiochip0", .stimulus = "0", .spare = "2", .probe = "1"
	};
	const struct hil_shm_spec spec = { .kind = HIL_SHM_EVENTS,
					   .witness = HIL_SHM_IST };
	struct hil_rt_thread thread = { .name = "loop",
					.priority = PRIORITY,
					.cpu = 0,
					.run = turns,
					.context = l };
	int ret = hil_rt_prepare();

	if (!ret)
		ret = hil_lines_open(&l->lines, &config);
	if (!ret)
		ret = hil_shm_create(&spec, 1, &l->shm);
	if (ret)
		return ret;
	hil_ist_init(&l->ist,
		     &(struct hil_ist_config){ .event_fd = l->lines.event_fd,
					       .probe_fd = l->lines.probe_fd,
					       .shm = l->shm });
	ret = hil_rt_start(&thread);
	if (ret)
		return ret;
	fputs("ARMED\n", stderr);
	pthread_join(thread.thread, NULL);
	return l->ret ? l->ret : collect_ist(l);
}

int main(int argc, char **argv)
{
	struct loop *l = calloc(1, sizeof(*l));
	int ret;

	hil_log_open("hilrig-loop", HIL_LOG_NOTICE);
	if (!l || argc != 2 || hil_number_u64(argv[1], &l->turns) ||
	    l->turns < 1 || l->turns > TURNS_MAX) {
		hil_error("usage: hilrig-loop TURNS, 1 to %d", TURNS_MAX);
		return 1;
	}
	ret = run(l);
	if (ret || !l->count[0] || !l->count[1]) {
		hil_error("cannot measure: %s", strerror(-ret));
		return 1;
	}
	putchar('{');
	print_kind("minimal", l->ns[0], l->count[0]);
	putchar(',');
	print_kind("ist", l->ns[1], l->count[1]);
	puts("}");
	hil_lines_close(&l->lines);
	return 0;
}
