/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the generator's thread and its callers share. */
#ifndef HIL_BENCH_GENERATOR_PRIVATE_H
#define HIL_BENCH_GENERATOR_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "rig/bench/generator.h"

#define HIL_GENERATOR_RING    1024
#define HIL_GENERATOR_COMMAND 256
#define HIL_GENERATOR_LINES   8

struct hil_generator {
	pthread_t thread;
	bool started;
	int qtest_fd, wake_fd, timer_fd;
	atomic_int tid, priority;
	int want_priority, want_cpu;
	char command[HIL_GENERATOR_LINES][2][HIL_GENERATOR_COMMAND];
	pthread_mutex_t lock; /* of the next three lines */
	struct hil_generator_settings settings;
	bool quit, mute, trigger;
	unsigned int wired; /* line */
	/* of the thread */
	unsigned int line;
	bool level;
	bool answer_start; /* the next byte begins an answer */
	_Atomic uint64_t sent, skipped, late, refused;
	_Atomic int64_t worst_ns;
	/* of the loop's thread */
	uint64_t pin_stalls;
	int64_t pin_worst_ns;
	/* commands whose change of the pin is not seen yet */
	_Atomic uint64_t told;
	uint64_t seen; /* of the loop's thread */
	int64_t told_ns[HIL_GENERATOR_RING];
};

/** hil_generator_thread() - the thread, @context is the generator */
void *hil_generator_thread(void *context);

#endif
