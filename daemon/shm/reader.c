/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attaching to a memory and watching its writer. What may be believed of the
 * header is decided in header_check.c; snapshots are in reader_snapshot.c.
 */
#include "daemon/shm/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/process.h"
#include "daemon/shm/reader_private.h"

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL)

static int check_file(int fd, size_t *bytes, const char **reason)
{
	struct stat st;
	int seals;

	if (fstat(fd, &st) < 0) {
		*reason = "its descriptor cannot be examined";
		return -errno;
	}
	if (!S_ISREG(st.st_mode) || st.st_size < HIL_SHM_RINGS_OFFSET ||
	    (uint64_t)st.st_size > HIL_SHM_BYTES_MAX) {
		*reason = "it is not a shared memory of hilrig (size)";
		return -EPROTO;
	}
	seals = fcntl(fd, F_GET_SEALS);
	if (seals < 0 || (seals & SEALS) != SEALS) {
		*reason = "it is not sealed: others could change it";
		return -EPROTO;
	}
	*bytes = (size_t)st.st_size;
	return 0;
}

/* Copy the header once; every check and use after this is of the copy. */
static int copy_header(struct hil_shm_reader *r, const char **reason)
{
	const struct hil_shm_head *head =
		(const struct hil_shm_head *)(const void *)r->base;
	uint64_t magic;

	/* Pairs with the release store of the magic in hil_shm_create(). */
	magic = atomic_load_explicit(&head->header.magic, memory_order_acquire);
	if (magic != HIL_SHM_MAGIC) {
		*reason = magic ? "it is not a shared memory of hilrig (magic)"
				: "its writer is still starting";
		return -EPROTO;
	}
	memcpy(&r->header, &head->header, sizeof(r->header));
	memcpy(r->ring, head->ring, sizeof(r->ring));
	*reason = hil_shm_header_check(&r->header, r->ring, r->bytes);
	if (*reason)
		return -EPROTO;
	r->housekeeping =
		(const void *)(r->base + r->header.housekeeping_offset);
	r->ist = (const void *)(r->base + r->header.ist_offset);
	return 0;
}

static int check_boot(const struct hil_shm_reader *r, const char **reason)
{
	uint8_t boot[16];
	int ret = hil_process_boot_id(boot);

	if (ret < 0) {
		*reason = "this machine's boot id cannot be read";
		return ret;
	}
	if (memcmp(boot, r->header.boot_id, sizeof(boot)) != 0) {
		*reason = "it is of another machine or of an earlier boot";
		return -ESTALE;
	}
	return 0;
}

/*
 * Hold on to the writer's process. Without permission or pidfd (Linux 5.3)
 * the heartbeat alone has to tell. A pid may have been given to another
 * process, which then has another start time.
 */
static int find_writer(struct hil_shm_reader *r)
{
	pid_t pid = (pid_t)r->header.writer_pid;
	uint64_t start;
	int ret;

	if (pid <= 0)
		return -ESRCH;
	r->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (r->pidfd < 0)
		return errno == ESRCH ? -ESRCH : 0;
	ret = hil_process_start(pid, &start);
	if (ret == 0 && start != r->header.writer_start)
		return -ESRCH;
	return 0;
}

static bool writer_has_ended(const struct hil_shm_reader *r)
{
	struct pollfd p = { .fd = r->pidfd, .events = POLLIN };

	return r->pidfd >= 0 && poll(&p, 1, 0) > 0;
}

static int attach(struct hil_shm_reader *r, int fd, const char **reason)
{
	int ret;

	ret = check_file(fd, &r->bytes, reason);
	if (ret < 0)
		return ret;
	r->map = mmap(NULL, r->bytes, PROT_READ, MAP_SHARED, fd, 0);
	if (r->map == MAP_FAILED) {
		r->map = NULL;
		*reason = "it cannot be mapped";
		return -errno;
	}
	r->base = r->map;
	ret = copy_header(r, reason);
	if (ret == 0)
		ret = check_boot(r, reason);
	if (ret < 0)
		return ret;
	if (find_writer(r) < 0) {
		*reason = "its writer has ended";
		return -ESTALE;
	}
	return hil_shm_check(r, hil_time_mono_ns(), NULL, reason);
}

int hil_shm_attach(int fd, struct hil_shm_reader **reader, const char **reason)
{
	struct hil_shm_reader *r = calloc(1, sizeof(*r));
	int ret;

	if (!r) {
		*reason = "not enough memory";
		return -ENOMEM;
	}
	r->pidfd = -1;
	ret = attach(r, fd, reason);
	if (ret < 0) {
		hil_shm_detach(r);
		return ret;
	}
	*reader = r;
	return 0;
}

void hil_shm_detach(struct hil_shm_reader *reader)
{
	if (!reader)
		return;
	if (reader->map)
		munmap(reader->map, reader->bytes);
	if (reader->pidfd >= 0)
		close(reader->pidfd);
	free(reader);
}

static void read_life(const struct hil_shm_reader *r, int64_t mono_ns,
		      struct hil_shm_life *life)
{
	uint64_t state;

	life->heartbeat_ns = atomic_load_explicit(
		&r->housekeeping->heartbeat_ns, memory_order_relaxed);
	/* Unsigned: a hostile heartbeat wraps instead of overflowing. */
	life->age_ns =
		(int64_t)((uint64_t)mono_ns - (uint64_t)life->heartbeat_ns);
	state = atomic_load_explicit(&r->housekeeping->state,
				     memory_order_relaxed);
	life->state = (enum hil_shm_state)(uint32_t)state;
	life->code = (uint32_t)(state >> 32);
	life->ist_progress = atomic_load_explicit(&r->ist->ist_progress,
						  memory_order_relaxed);
}

int hil_shm_check(const struct hil_shm_reader *reader, int64_t mono_ns,
		  struct hil_shm_life *life, const char **reason)
{
	struct hil_shm_life now;

	/* Before the state: a writer says CLOSED first and ends then. */
	bool ended = writer_has_ended(reader);

	read_life(reader, mono_ns, &now);
	if (life)
		*life = now;
	if (now.state == HIL_SHM_CLOSED || now.state == HIL_SHM_FAILED)
		return 0;
	if (now.state > HIL_SHM_FAILED)
		*reason = "its writer's state is unknown";
	else if (ended)
		*reason = "its writer has ended without closing it";
	else if (now.age_ns > HIL_SHM_STALE_NS)
		*reason = "its writer has been silent for more than 1 s";
	else if (now.age_ns < -HIL_SHM_STALE_NS)
		*reason = "its writer's clock is ahead of this machine's";
	else
		return 0;
	return -ESTALE;
}

uint64_t hil_shm_generation(const struct hil_shm_reader *reader)
{
	return reader->header.generation;
}
