/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixtures of the tests of the shared memory. */
#include "tests/unit/shm_fixture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define START_NS INT64_C(1000000000)

const struct hil_shm_spec shm_board[3] = {
	{ .kind = HIL_SHM_EVENTS, .witness = HIL_SHM_IST },
	{ .kind = HIL_SHM_WINDOWS,
	  .witness = HIL_SHM_IST,
	  .quantity = HIL_SHM_PERIOD,
	  .reference_ns = 4000000 },
	{ .kind = HIL_SHM_WINDOWS,
	  .witness = HIL_SHM_IST,
	  .quantity = HIL_SHM_WAKEUP,
	  .reference_ns = 50000 },
};

int shm_pair_setup(void **state)
{
	struct shm_pair *pair = calloc(1, sizeof(*pair));
	const char *reason = NULL;

	assert_non_null(pair);
	assert_int_equal(hil_shm_create(shm_board, 3, &pair->writer), 0);
	assert_int_equal(hil_shm_attach(hil_shm_fd(pair->writer), &pair->reader,
					&reason),
			 0);
	*state = pair;
	return 0;
}

int shm_pair_teardown(void **state)
{
	struct shm_pair *pair = *state;

	hil_shm_detach(pair->reader);
	hil_shm_close(pair->writer);
	free(pair);
	return 0;
}

struct hil_event shm_event(uint64_t index, int64_t period_ns, int64_t wakeup_ns)
{
	int64_t hardirq_ns = START_NS + (int64_t)index * period_ns;
	struct hil_event event = {
		.index = index,
		.hardirq_ns = hardirq_ns,
		.wake_ns = hardirq_ns + wakeup_ns,
		.probe_begin_ns = hardirq_ns + wakeup_ns + 500,
		.probe_end_ns = hardirq_ns + wakeup_ns + 1500,
		.seqno = (uint32_t)index + 1,
		.line_seqno = (uint32_t)index + 1,
		.batch = 1,
		.commands = index + 2,
	};

	return event;
}

size_t shm_ring_of(const struct hil_shm_reader *reader, enum hil_shm_kind kind,
		   enum hil_shm_quantity quantity, int64_t window_ns)
{
	const struct hil_shm_query query = {
		.kind = kind,
		.witness = HIL_SHM_IST,
		.quantity = quantity,
		.window_ns = window_ns,
	};
	int ring = hil_shm_find(reader, &query);

	assert_true(ring >= 0);
	return (size_t)ring;
}

unsigned char *shm_image(int fd, size_t *size)
{
	unsigned char *image;
	struct stat st;

	assert_int_equal(fstat(fd, &st), 0);
	*size = (size_t)st.st_size;
	image = malloc(*size);
	assert_non_null(image);
	assert_int_equal(pread(fd, image, *size, 0), (ssize_t)*size);
	return image;
}

int shm_from_image(const unsigned char *image, size_t size, int seals)
{
	int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, image, size, 0), (ssize_t)size);
	assert_int_equal(fcntl(fd, F_ADD_SEALS, seals), 0);
	return fd;
}

static void read_ring(const struct hil_shm_reader *reader, size_t ring)
{
	static struct hil_shm_window window[64];
	static struct hil_event event[64];
	static struct hil_histogram histogram;
	struct hil_shm_cursor cursor = { 0 };
	struct hil_event_batch batch;
	struct hil_live_bounds bounds;
	uint64_t next = 0;
	size_t count;
	int i;

	hil_shm_latest(reader, ring);
	hil_shm_histogram(reader, ring, &histogram, &bounds);
	for (i = 0; i < 3; i++) {
		count = 0;
		hil_shm_windows(reader, ring, &cursor, window, 64, &count);
		assert_true(count <= 64);
		batch.count = 0;
		hil_shm_events(reader, ring, &next, event, 64, &batch);
		assert_true(batch.count <= 64);
	}
}

void shm_read_all(const struct hil_shm_reader *reader)
{
	struct hil_shm_status status;
	struct hil_shm_life life;
	const char *reason;
	size_t i;

	for (i = 0; i < hil_shm_ring_count(reader); i++)
		read_ring(reader, i);
	if (hil_shm_read_status(reader, &status) == 0) {
		assert_true(status.lines <= HIL_SHM_STATUS_LINES);
		assert_true(status.reasons <= HIL_SHM_STATUS_REASONS);
		assert_true(status.worsts <= HIL_SHM_STATUS_WORST);
	}
	hil_shm_check(reader, hil_time_mono_ns(), &life, &reason);
}
