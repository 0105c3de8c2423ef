/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What publishing a window costs the real-time side, alone and with 8 readers
 * that spin on the memory, in alternating rounds of one run. Promise: the
 * typical cost with readers is at most 1.5 times that without.
 *
 * Each publication is timed by itself with a pause after it, as hilrigd makes
 * them. A clock may tick in steps of 10 ns, so beside the median stands the
 * mean of the middle half, which is as robust and finer.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/reader.h"
#include "daemon/shm/writer.h"

#define READERS    8
#define ROUNDS     20    /* each of both kinds */
#define PUBLISHES  20000 /* in a round */
#define TOTAL      ((size_t)ROUNDS * PUBLISHES)
#define PAUSE_NS   1000 /* after each: readers get the cache lines back */
#define SETTLE_US  20000
#define WIDTH_NS   INT64_C(20000000)
#define RATIO_MOST 1.5

enum { ALONE, WATCHED, KINDS };

struct bench {
	struct hil_shm_writer *writer;
	_Atomic bool *spin; /* shared with the readers */
	int64_t *ns[KINDS]; /* TOTAL each */
	int64_t window;
};

static void pin_to(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0)
		perror("cannot pin a process, so the figures will vary");
}

/* The writer runs as the IST does, so that nobody's load is in its figures. */
static void be_real_time(void)
{
	const struct sched_param one = { .sched_priority = 1 };

	pin_to(0);
	if (sched_setscheduler(0, SCHED_FIFO, &one) < 0)
		perror("cannot run as SCHED_FIFO, so the figures will vary");
}

static void read_for_ever(int fd, const _Atomic bool *spin)
{
	struct hil_shm_cursor cursor = { 0 };
	struct hil_shm_window window[16];
	struct hil_shm_reader *reader;
	const char *reason;
	size_t count;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (hil_shm_attach(fd, &reader, &reason) < 0)
		_exit(1);
	for (;;) {
		if (!atomic_load_explicit(spin, memory_order_relaxed))
			usleep(1000);
		else
			/* Ring 1 is the first behind the status block */
			hil_shm_windows(reader, 1, &cursor, window, 16, &count);
	}
}

/* Readers share the CPUs that the writer is not on, as hostile ones would. */
static int start_readers(const struct bench *b, pid_t pid[READERS])
{
	const int cpus = (int)sysconf(_SC_NPROCESSORS_ONLN);
	int i;

	for (i = 0; i < READERS; i++) {
		pid[i] = fork();
		if (pid[i] < 0)
			return -errno;
		if (pid[i] > 0)
			continue;
		if (cpus > 1)
			pin_to(1 + i % (cpus - 1));
		read_for_ever(hil_shm_fd(b->writer), b->spin);
	}
	return 0;
}

static void stop_readers(const pid_t pid[READERS])
{
	int i;

	for (i = 0; i < READERS; i++) {
		if (pid[i] <= 0)
			continue;
		kill(pid[i], SIGKILL);
		waitpid(pid[i], NULL, 0);
	}
}

/* Each value falls into a window of its own and so publishes the last one. */
static void measure(struct bench *b, int kind, int round)
{
	int64_t *ns = b->ns[kind] + (size_t)round * PUBLISHES;
	int64_t begin_ns, end_ns;
	int i;

	atomic_store(b->spin, kind == WATCHED);
	usleep(SETTLE_US);
	for (i = 0; i < PUBLISHES; i++) {
		begin_ns = hil_time_mono_ns();
		hil_shm_value(b->writer, 0, b->window++ * WIDTH_NS, 4000000,
			      begin_ns);
		end_ns = hil_time_mono_ns();
		ns[i] = end_ns - begin_ns;
		while (hil_time_mono_ns() < end_ns + PAUSE_NS)
			;
	}
	atomic_store(b->spin, false);
}

static int by_size(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static double quantile(const int64_t *sorted, double q)
{
	return (double)sorted[(size_t)(q * (double)(TOTAL - 1))];
}

static double middle_mean(const int64_t *sorted)
{
	double sum = 0;
	size_t i;

	for (i = TOTAL / 4; i < TOTAL - TOTAL / 4; i++)
		sum += (double)sorted[i];
	return sum / (double)(TOTAL - 2 * (TOTAL / 4));
}

/* The clock's own cost, which is in every figure and is taken off. */
static double clock_cost(int64_t *ns)
{
	size_t i;

	for (i = 0; i < TOTAL; i++) {
		const int64_t begin_ns = hil_time_mono_ns();

		ns[i] = hil_time_mono_ns() - begin_ns;
	}
	qsort(ns, TOTAL, sizeof(*ns), by_size);
	return middle_mean(ns);
}

/* Return: the typical cost of a publication. */
static double print(const char *name, int64_t *ns, double clock_ns)
{
	double typical_ns;

	qsort(ns, TOTAL, sizeof(*ns), by_size);
	typical_ns = middle_mean(ns) - clock_ns;
	printf("publish, %-18s %5.1f  median %3.0f  p99 %4.0f  p99.9 %5.0f  "
	       "max %8.0f ns\n",
	       name, typical_ns, quantile(ns, 0.5) - clock_ns,
	       quantile(ns, 0.99) - clock_ns, quantile(ns, 0.999) - clock_ns,
	       quantile(ns, 1.0) - clock_ns);
	return typical_ns;
}

static int report(struct bench *b, double clock_ns)
{
	const double alone = print("no reader", b->ns[ALONE], clock_ns);
	const double watched =
		print("8 spinning readers", b->ns[WATCHED], clock_ns);

	printf("with readers / without: %.2f, at most %.1f is promised\n",
	       watched / alone, RATIO_MOST);
	return watched <= RATIO_MOST * alone ? 0 : 1;
}

static int prepare(struct bench *b)
{
	static const struct hil_shm_spec spec = {
		.kind = HIL_SHM_WINDOWS,
		.witness = HIL_SHM_IST,
		.quantity = HIL_SHM_PERIOD,
		.reference_ns = 4000000,
	};
	int kind;

	for (kind = 0; kind < KINDS; kind++) {
		b->ns[kind] = calloc(TOTAL, sizeof(int64_t));
		if (!b->ns[kind])
			return -ENOMEM;
	}
	b->spin = mmap(NULL, sizeof(*b->spin), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (b->spin == MAP_FAILED)
		return -errno;
	return hil_shm_create(&spec, 1, &b->writer);
}

int main(void)
{
	pid_t reader[READERS] = { 0 };
	struct bench b = { 0 };
	double clock_ns;
	int ret, i;

	ret = prepare(&b);
	if (ret == 0)
		ret = start_readers(&b, reader);
	if (ret == 0) {
		be_real_time();
		clock_ns = clock_cost(b.ns[ALONE]);
		for (i = 0; i < ROUNDS; i++) {
			measure(&b, ALONE, i);
			measure(&b, WATCHED, i);
		}
		ret = report(&b, clock_ns);
	}
	stop_readers(reader);
	hil_shm_close(b.writer);
	for (i = 0; i < KINDS; i++)
		free(b.ns[i]);
	return ret ? 1 : 0;
}
