/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A front end of your own in C: prints live numbers twice a second.
 *
 *	cc example.c -lhilrig-shm && ./a.out [SOCKET [TIMES]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <hilrig-shm.h>

static void print_numbers(const struct hilrig_shm *shm)
{
	struct hilrig_numbers n;
	struct hilrig_counter c;
	uint32_t i;

	for (i = 0; hilrig_shm_numbers(shm, i, &n) == 0; i++)
		printf("%s by %s: count %" PRIu64 " min %.3f avg %.3f "
		       "max %.3f us\n",
		       n.name, n.witness, n.count, (double)n.min_ns / 1e3,
		       n.avg_ns / 1e3, (double)n.max_ns / 1e3);
	for (i = 0; hilrig_shm_counter(shm, i, &c) == 0; i++) {
		if (c.value == HILRIG_SHM_UNKNOWN)
			printf("%s unknown  ", c.name);
		else
			printf("%s %" PRId64 "  ", c.name, c.value);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	const struct timespec pause = { 0, 500000000 };
	int times = argc > 2 ? atoi(argv[2]) : -1;
	struct hilrig_shm *shm = hilrig_shm_open(argc > 1 ? argv[1] : NULL);
	const char *text;
	uint32_t i;

	if (!shm)
		return 1;
	for (; times; times -= times > 0) {
		if (hilrig_shm_refresh(shm) != 0)
			printf("%s\n", hilrig_shm_reason(shm));
		for (i = 0; (text = hilrig_shm_witness(shm, i)); i++)
			printf("%s\n", text);
		print_numbers(shm);
		fflush(stdout);
		nanosleep(&pause, NULL);
	}
	hilrig_shm_close(shm);
	return 0;
}
