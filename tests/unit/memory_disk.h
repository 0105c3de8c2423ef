/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A disk in memory that fails on the n-th call and crashes: what was not
 * synced is old, new, torn or garbage, sector by sector, in any mixture.
 */
#ifndef HIL_TESTS_UNIT_MEMORY_DISK_H
#define HIL_TESTS_UNIT_MEMORY_DISK_H

#include "rig/store/disk.h"

#define MEMORY_FILES     48
#define MEMORY_FILE_SIZE 65536

enum memory_call {
	MEMORY_CREATE,
	MEMORY_WRITE,
	MEMORY_SYNC,
	MEMORY_ALLOCATE,
	MEMORY_CLOSE,
	MEMORY_SYNC_FOLDER,
	MEMORY_RENAME,
	MEMORY_UNLINK,
	MEMORY_CALLS
};

struct memory_file {
	char name[64], durable_name[64]; /* "": not there */
	size_t size, durable_size;
	uint8_t *bytes, *durable;
	uint8_t dirty[MEMORY_FILE_SIZE / 512 + 1];
};

struct memory_disk {
	struct hil_disk disk;
	struct memory_file file[MEMORY_FILES];
	int files;
	int64_t now_ns, step_ns;
	uint64_t space; /* bytes that may still be written */
	unsigned long calls[MEMORY_CALLS];
	enum memory_call fail_call;
	unsigned long fail_at; /* n-th call of its kind, from 1; 0: none */
	int fail_error;
	int fail_for_ever;
	unsigned long failed;  /* calls that failed */
	unsigned long dies_at; /* power is lost at the n-th call; 0: never */
	unsigned long all_calls;
	unsigned int sync_fails_in; /* one sync in so many; 0: none */
	uint64_t random;
};

struct memory_disk *memory_disk_new(uint64_t seed);
void memory_disk_free(struct memory_disk *d);
/* Forget all files; counters and faults too. */
void memory_disk_reset(struct memory_disk *d, uint64_t seed);
void memory_disk_crash(struct memory_disk *d);
uint64_t memory_disk_random(struct memory_disk *d, uint64_t below);
/* The file whose name ends in @end, NULL without one. */
struct memory_file *memory_disk_find(struct memory_disk *d, const char *end);

#endif
