/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memories made by somebody else: each field of the header wrong in turn, with
 * a checksum that fits, and a writer that scribbles while it is being read.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/shm_fixture.h"

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL)

/* A sealed copy of a valid memory, to be damaged through a mapping that was
 * made before the seals. Its writer, this process, lives. */
struct image {
	struct hil_shm_writer *writer;
	int fd;
	unsigned char *bytes; /* the mapping */
	unsigned char *valid; /* copy, to undo damage */
	size_t size;
};

#define HEAD_BYTES sizeof(struct hil_shm_head)

static struct hil_shm_head *head_of(const struct image *image)
{
	return (struct hil_shm_head *)(void *)image->bytes;
}

static int setup(void **state)
{
	struct image *image = calloc(1, sizeof(*image));
	uint64_t i;

	assert_non_null(image);
	assert_int_equal(hil_shm_create(shm_board, 3, &image->writer), 0);
	for (i = 0; i < 1000; i++) {
		const struct hil_event e = shm_event(i, 4000000, 50000);

		hil_shm_event(image->writer, &e, 0);
	}
	image->valid = shm_image(hil_shm_fd(image->writer), &image->size);
	image->fd = shm_from_image(image->valid, image->size, 0);
	image->bytes = mmap(NULL, image->size, PROT_READ | PROT_WRITE,
			    MAP_SHARED, image->fd, 0);
	assert_ptr_not_equal(image->bytes, MAP_FAILED);
	assert_int_equal(fcntl(image->fd, F_ADD_SEALS, SEALS), 0);
	*state = image;
	return 0;
}

static int teardown(void **state)
{
	struct image *image = *state;

	munmap(image->bytes, image->size);
	close(image->fd);
	hil_shm_close(image->writer);
	free(image->valid);
	free(image);
	return 0;
}

/* Make the checksum fit, so that it is not what catches the damage. */
static void sign(struct image *image)
{
	struct hil_shm_head *head = head_of(image);

	if (head->header.ring_count <= HIL_SHM_RINGS_MAX)
		head->header.layout_crc =
			hil_shm_layout_crc(&head->header, head->ring);
}

/* Attach, read all if that works. Return: what hil_shm_attach() said. */
static int try_fd(int fd, const char **reason)
{
	struct hil_shm_reader *reader = NULL;
	int ret;

	*reason = NULL;
	ret = hil_shm_attach(fd, &reader, reason);
	if (ret < 0) {
		assert_non_null(*reason);
		assert_null(reader);
		return ret;
	}
	shm_read_all(reader);
	hil_shm_detach(reader);
	return 0;
}

static void valid_image_attaches(void **state)
{
	const struct image *image = *state;
	const char *reason;

	assert_int_equal(try_fd(image->fd, &reason), 0);
}

static void each_seal_is_needed(void **state)
{
	static const int without[] = {
		SEALS & ~F_SEAL_SHRINK,
		SEALS & ~F_SEAL_GROW,
		SEALS & ~F_SEAL_FUTURE_WRITE,
		SEALS & ~F_SEAL_SEAL,
	};
	const struct image *image = *state;
	const char *reason;
	size_t i;

	for (i = 0; i < 4; i++) {
		int fd = shm_from_image(image->bytes, image->size, without[i]);

		assert_int_equal(try_fd(fd, &reason), -EPROTO);
		assert_non_null(strstr(reason, "not sealed"));
		close(fd);
	}
}

static void other_files_are_refused(void **state)
{
	const struct image *image = *state;
	int small = shm_from_image(image->bytes, 100, SEALS);
	int fd[2], null = open("/dev/null", O_RDONLY);
	const char *reason;

	assert_int_equal(pipe(fd), 0);
	assert_int_equal(try_fd(fd[0], &reason), -EPROTO);
	assert_int_equal(try_fd(null, &reason), -EPROTO);
	assert_int_equal(try_fd(small, &reason), -EPROTO);
	assert_int_equal(try_fd(-1, &reason), -EBADF);
	close(fd[0]);
	close(fd[1]);
	close(null);
	close(small);
}

static void wrong_checksum_is_told(void **state)
{
	struct image *image = *state;
	const char *reason;

	head_of(image)->header.generation ^= 1;
	assert_int_equal(try_fd(image->fd, &reason), -EPROTO);
	assert_non_null(strstr(reason, "damaged"));
}

static void each_refusal_has_its_own_words(void **state)
{
	struct image *image = *state;
	struct hil_shm_head *head = head_of(image);
	struct hil_shm_header *h = &head->header;
	const char *reason;

#define REFUSES(change, status, words)                                         \
	do {                                                                   \
		change;                                                        \
		sign(image);                                                   \
		assert_int_equal(try_fd(image->fd, &reason), status);          \
		assert_non_null(strstr(reason, words));                        \
		memcpy(image->bytes, image->valid, HEAD_BYTES);                \
	} while (0)

	REFUSES(h->magic = 0, -EPROTO, "starting");
	REFUSES(h->magic = 5, -EPROTO, "magic");
	REFUSES(h->abi_major = 2, -EPROTO, "version");
	REFUSES(h->header_bytes -= 64, -EPROTO, "header");
	REFUSES(h->ring_count = 0, -EPROTO, "number of rings");
	REFUSES(h->ring_count = 97, -EPROTO, "number of rings");
	REFUSES(h->total_bytes++, -EPROTO, "as large");
	REFUSES(h->clock_id = 0, -EPROTO, "clock");
	REFUSES(h->housekeeping_offset = 0, -EPROTO, "live lines");
	REFUSES(h->housekeeping_offset = UINT32_MAX & ~127u, -EPROTO, "lines");
	REFUSES(h->ist_offset++, -EPROTO, "live lines");
	REFUSES(h->ist_offset = h->housekeeping_offset, -EPROTO, "live lines");
	REFUSES(h->boot_id[3] ^= 1, -ESTALE, "boot");
	REFUSES(h->writer_pid = 0x7ffffff0, -ESTALE, "ended");
	REFUSES(h->writer_pid = UINT32_MAX, -ESTALE, "ended");
	REFUSES(h->writer_start++, -ESTALE, "ended");
	REFUSES(head->ring[0].kind = 9, -EPROTO, "kind");
	REFUSES(head->ring[2].slots = 0, -EPROTO, "slots");
	REFUSES(head->ring[2].slots = 3, -EPROTO, "slots");
	REFUSES(head->ring[2].slots = 1u << 31, -EPROTO, "slots");
	REFUSES(head->ring[2].slots = 1u << 20, -EPROTO, "outside");
	REFUSES(head->ring[2].slot_bytes = 0, -EPROTO, "size");
	REFUSES(head->ring[2].slot_bytes = 64, -EPROTO, "size");
	REFUSES(head->ring[2].slot_bytes = 8192, -EPROTO, "size");
	REFUSES(head->ring[2].slot_bytes = UINT32_MAX, -EPROTO, "size");
	REFUSES(head->ring[2].window_ns = 0, -EPROTO, "size");
	REFUSES(head->ring[2].window_ns = INT64_MIN, -EPROTO, "size");
	REFUSES(head->ring[2].witness = 4, -EPROTO, "witness");
	REFUSES(head->ring[2].quantity = 7, -EPROTO, "quantity");
	REFUSES(head->ring[2].offset = 0, -EPROTO, "outside");
	REFUSES(head->ring[2].offset++, -EPROTO, "outside");
	REFUSES(head->ring[2].offset = UINT64_MAX - 127, -EPROTO, "outside");
	REFUSES(head->ring[9].offset += 4096, -EPROTO, "outside");
	REFUSES(head->ring[3].offset -= 128, -EPROTO, "share");
	REFUSES(head->ring[5].slots = 16, -EPROTO, "size");
#undef REFUSES
}

static void no_word_of_the_header_does_harm(void **state)
{
	static const uint32_t value[] = { 0,         1,          127,
					  128,       0x7fffffff, 0x80000000,
					  UINT32_MAX };
	struct image *image = *state;
	const char *reason;
	size_t word, i;

	/* The words in use: the header and ten descriptors */
	for (word = 0; word < (128 + 10 * 64) / 4; word++) {
		for (i = 0; i < sizeof(value) / sizeof(value[0]); i++) {
			memcpy(image->bytes + 4 * word, &value[i], 4);
			sign(image);
			try_fd(image->fd, &reason);
			memcpy(image->bytes, image->valid, HEAD_BYTES);
		}
	}
}

static uint64_t next_random(uint64_t *seed)
{
	/* Knuth's MMIX generator; the upper half is good enough here. */
	*seed = *seed * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return *seed >> 32;
}

static void garbage_in_the_rings_does_no_harm(void **state)
{
	struct image *image = *state;
	const char *reason;
	uint64_t seed = 1;
	size_t i;
	int round;

	for (round = 0; round < 4; round++) {
		for (i = HIL_SHM_RINGS_OFFSET; i < image->size; i++)
			image->bytes[i] = (unsigned char)next_random(&seed);
		assert_int_equal(try_fd(image->fd, &reason), 0);
	}
}

/* A writer that keeps a writable mapping and uses it. */
struct scribbler {
	_Atomic uint64_t *word;
	size_t first, words;
	_Atomic bool stop;
};

static void *scribble(void *context)
{
	struct scribbler *s = context;
	uint64_t seed = 7, i;

	while (!atomic_load(&s->stop)) {
		for (i = 0; i < 4096; i++) {
			size_t at = s->first + next_random(&seed) % s->words;

			atomic_store_explicit(&s->word[at],
					      next_random(&seed) << 32 |
						      next_random(&seed),
					      memory_order_relaxed);
		}
	}
	return NULL;
}

static void read_beside_a_scribbler(const struct image *image,
				    size_t first_byte)
{
	struct scribbler s = { .word = (_Atomic uint64_t *)(void *)image->bytes,
			       .first = first_byte / 8,
			       .words = (image->size - first_byte) / 8 };
	struct hil_shm_reader *reader = NULL;
	const char *reason = NULL;
	pthread_t thread;
	int round;

	assert_int_equal(hil_shm_attach(image->fd, &reader, &reason), 0);
	assert_int_equal(pthread_create(&thread, NULL, scribble, &s), 0);
	for (round = 0; round < 20; round++) {
		shm_read_all(reader);
		try_fd(image->fd, &reason);
	}
	atomic_store(&s.stop, true);
	pthread_join(thread, NULL);
	hil_shm_detach(reader);
}

static void scribbling_writer_does_no_harm(void **state)
{
	/* First the rings alone, so that the header stays attachable */
	read_beside_a_scribbler(*state, HIL_SHM_RINGS_OFFSET);
	read_beside_a_scribbler(*state, 0);
}

#define ON_AN_IMAGE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_AN_IMAGE(valid_image_attaches),
		ON_AN_IMAGE(each_seal_is_needed),
		ON_AN_IMAGE(other_files_are_refused),
		ON_AN_IMAGE(wrong_checksum_is_told),
		ON_AN_IMAGE(each_refusal_has_its_own_words),
		ON_AN_IMAGE(no_word_of_the_header_does_harm),
		ON_AN_IMAGE(garbage_in_the_rings_does_no_harm),
		ON_AN_IMAGE(scribbling_writer_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
