/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader that wants to write is refused by the kernel on every way. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/shm_fixture.h"

/* Open the memory anew for writing, as a process of the same user could. */
static int reopen_writable(int fd)
{
	char path[64];
	int again;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDWR | O_CLOEXEC);
	if (again < 0) {
		/* Its mode is 0444: only root gets this far. */
		assert_int_equal(errno, EACCES);
		print_message("refused by mode, not by seal\n");
	}
	return again;
}

static void refuse_all(int fd)
{
	const char byte = 'x';

	assert_ptr_equal(
		mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
		MAP_FAILED);
	assert_int_equal(ftruncate(fd, 0), -1);
	assert_int_equal(ftruncate(fd, 1 << 30), -1);
	assert_int_equal(pwrite(fd, &byte, 1, 0), -1);
	assert_int_equal(fallocate(fd,
				   FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				   0, 4096),
			 -1);
}

static void descriptor_for_readers_cannot_write(void **state)
{
	const struct shm_pair *pair = *state;

	assert_int_equal(fcntl(hil_shm_fd(pair->writer), F_GETFL) & O_ACCMODE,
			 O_RDONLY);
	refuse_all(hil_shm_fd(pair->writer));
}

static void descriptor_opened_anew_cannot_write(void **state)
{
	const struct shm_pair *pair = *state;
	int fd = reopen_writable(hil_shm_fd(pair->writer));

	if (fd < 0)
		return;
	refuse_all(fd);
	assert_int_equal(errno, EPERM);
	close(fd);
}

static void mapping_cannot_be_made_writable(void **state)
{
	const struct shm_pair *pair = *state;
	int fd = reopen_writable(hil_shm_fd(pair->writer));
	void *map;

	if (fd < 0)
		fd = dup(hil_shm_fd(pair->writer));
	map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	assert_ptr_not_equal(map, MAP_FAILED);
	assert_int_equal(mprotect(map, 4096, PROT_READ | PROT_WRITE), -1);
	assert_int_equal(errno, EACCES);
	munmap(map, 4096);
	close(fd);
}

static void seals_cannot_be_changed(void **state)
{
	const struct shm_pair *pair = *state;
	int fd = hil_shm_fd(pair->writer);

	assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE), -1);
	assert_int_equal(errno, EPERM);
}

static void writer_still_writes(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_shm_life life;
	const char *reason;

	hil_shm_beat(pair->writer, 123);
	hil_shm_check(pair->reader, 123, &life, &reason);
	assert_int_equal(life.heartbeat_ns, 123);
}

#define ON_A_PAIR(test)                                                        \
	cmocka_unit_test_setup_teardown(test, shm_pair_setup, shm_pair_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_A_PAIR(descriptor_for_readers_cannot_write),
		ON_A_PAIR(descriptor_opened_anew_cannot_write),
		ON_A_PAIR(mapping_cannot_be_made_writable),
		ON_A_PAIR(seals_cannot_be_changed),
		ON_A_PAIR(writer_still_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
