/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A memory whose header is the input and whose rings another thread scribbles
 * over while they are read. What only tells writers apart (boot, process,
 * checksum) is made to fit, so that the input gets as far as it can.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/reader.h"
#include "daemon/shm/writer.h"
#include "tests/fuzz/fuzz.h"

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL)
#define PIECE 16

/* Made with the first input, kept for all. */
static struct memory {
	int fd;
	size_t bytes;
	struct hil_shm_head *head; /* writable, from before the seals */
	struct hil_shm_header own; /* of this boot and process */
} memory;

static void *scribble(void *context)
{
	_Atomic uint64_t *word = context;
	size_t words = memory.bytes / sizeof(*word), at;
	uint64_t seed = 1;

	for (;;) {
		/* Knuth's MMIX generator; bits of the upper half */
		seed = seed * UINT64_C(6364136223846793005) +
		       UINT64_C(1442695040888963407);
		at = HIL_SHM_RINGS_OFFSET / sizeof(*word);
		at += (seed >> 32) % (words - at);
		/* Small numbers are the more dangerous ones. */
		atomic_store_explicit(&word[at],
				      seed & 1 << 20 ? seed : seed >> 50,
				      memory_order_relaxed);
		if (seed >> 54 == 0)
			usleep(100);
	}
	return NULL;
}

static void make_memory(void)
{
	static const struct hil_shm_spec spec[] = {
		{ .kind = HIL_SHM_EVENTS, .witness = HIL_SHM_IST },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_IST,
		  .quantity = HIL_SHM_WAKEUP },
	};
	struct hil_shm_writer *writer;
	pthread_t thread;
	void *map;
	off_t end;

	if (hil_shm_create(spec, 2, &writer) < 0)
		abort();
	end = lseek(hil_shm_fd(writer), 0, SEEK_END);
	memory.bytes = (size_t)end;
	memory.fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (ftruncate(memory.fd, end) < 0)
		abort();
	map = mmap(NULL, memory.bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		   memory.fd, 0);
	if (map == MAP_FAILED || fcntl(memory.fd, F_ADD_SEALS, SEALS) < 0 ||
	    pread(hil_shm_fd(writer), &memory.own, sizeof(memory.own), 0) < 0)
		abort();
	memory.head = map;
	hil_shm_close(writer);
	if (pthread_create(&thread, NULL, scribble, map) != 0)
		abort();
	pthread_detach(thread);
}

/* The input over the header, and what would end the attempt at once. */
static void fill_head(const uint8_t *data, size_t size)
{
	struct hil_shm_header *h = &memory.head->header;

	memset(memory.head, 0, sizeof(*memory.head));
	memcpy(memory.head, data,
	       size < sizeof(*memory.head) ? size : sizeof(*memory.head));
	h->magic = memory.own.magic;
	memcpy(h->boot_id, memory.own.boot_id, sizeof(h->boot_id));
	h->writer_pid = memory.own.writer_pid;
	h->writer_start = memory.own.writer_start;
	h->total_bytes = memory.bytes;
	memory.head->housekeeping.heartbeat_ns = hil_time_mono_ns();
	memory.head->housekeeping.state = HIL_SHM_RUN;
	if (h->ring_count <= HIL_SHM_RINGS_MAX)
		h->layout_crc = hil_shm_layout_crc(h, memory.head->ring);
}

static void read_ring(const struct hil_shm_reader *reader, size_t ring)
{
	static struct hil_histogram histogram;
	struct hil_shm_window window[PIECE];
	struct hil_event event[PIECE];
	struct hil_shm_cursor cursor = { 0 };
	struct hil_event_batch batch;
	struct hil_live_bounds bounds;
	uint64_t next = 0;
	size_t count;

	if (hil_shm_windows(reader, ring, &cursor, window, PIECE, &count) ==
		    0 &&
	    (count > PIECE || cursor.got + cursor.lost != cursor.since.count))
		abort();
	if (hil_shm_events(reader, ring, &next, event, PIECE, &batch) == 0 &&
	    (batch.count > PIECE || next != batch.lost + batch.count))
		abort();
	if (hil_shm_histogram(reader, ring, &histogram, &bounds) == 0 &&
	    bounds.before > bounds.after + 1)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hil_shm_reader *reader = NULL;
	struct hil_shm_status status;
	const char *reason = NULL;
	size_t i;

	if (!memory.head)
		make_memory();
	fill_head(data, size);
	if (hil_shm_attach(memory.fd, &reader, &reason) < 0) {
		if (!reason || reader)
			abort();
		return 0;
	}
	for (i = 0; i < hil_shm_ring_count(reader); i++)
		read_ring(reader, i);
	if (hil_shm_read_status(reader, &status) == 0 &&
	    (status.lines > HIL_SHM_STATUS_LINES ||
	     status.worsts > HIL_SHM_STATUS_WORST))
		abort();
	hil_shm_detach(reader);
	return 0;
}
