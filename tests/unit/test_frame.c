/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/link/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>

#include "daemon/base/crc32c.h"
#include "tests/unit/test.h"

/* A stream of frames in memory. */
struct stream {
	uint8_t *bytes;
	size_t size;
};

/* What hil_frame_write() puts on a file, read back. */
static struct stream write_frames(const size_t *lengths, size_t count)
{
	struct hil_frame_writer w;
	struct stream s = { 0 };
	static uint8_t payload[HIL_FRAME_PAYLOAD_MAX];
	FILE *file = tmpfile();

	hil_frame_writer_init(&w, fileno(file));
	for (size_t i = 0; i < count; i++) {
		memset(payload, (int)i, lengths[i]);
		assert_int_equal(hil_frame_write(&w, (uint8_t)(i + 1), payload,
						 lengths[i]),
				 0);
	}
	s.size = w.bytes;
	s.bytes = malloc(s.size + 1);
	rewind(file);
	assert_int_equal(fread(s.bytes, 1, s.size + 1, file), s.size);
	fclose(file);
	return s;
}

/* Put all into the reader; what it says about the last frame. */
static int feed_all(struct hil_frame_reader *r, const uint8_t *bytes,
		    size_t size, size_t *frames)
{
	struct hil_frame frame;
	size_t at = 0;
	int ret = 0;

	*frames = 0;
	do {
		int n = hil_frame_reader_feed(r, bytes + at, size - at);

		at += n > 0 ? (size_t)n : 0; /* else it is full: take some */
		while ((ret = hil_frame_reader_next(r, &frame)) == 1)
			(*frames)++;
	} while (!ret && at < size);
	return ret;
}

static void the_bytes_on_the_wire_are_as_documented(void **state)
{
	static const size_t length = 3;
	struct stream s = write_frames(&length, 1);
	static const uint8_t head[12] = { 0x48, 0x4c, 1, 1, 3, 0,
					  0,    0,    0, 0, 0, 0 };
	static const uint8_t covered[15] = { 0x48, 0x4c, 1, 1, 3, 0, 0, 0,
					     0,    0,    0, 0, 0, 0, 0 };
	uint32_t crc = hil_crc32c(0, covered, sizeof(covered));

	(void)state;
	assert_int_equal(s.size, 19);
	assert_memory_equal(s.bytes, head, sizeof(head));
	assert_int_equal(s.bytes[12], crc & 255);
	assert_int_equal(s.bytes[13], crc >> 8 & 255);
	assert_int_equal(s.bytes[14], crc >> 16 & 255);
	assert_int_equal(s.bytes[15], crc >> 24);
	free(s.bytes);
}

static void frames_of_any_length_come_back_in_any_pieces(void **state)
{
	static const size_t lengths[] = { 0,    1,     7,     8, 9,
					  4096, 65535, 65536, 0, 64 };
	static const size_t count = sizeof(lengths) / sizeof(lengths[0]);
	struct stream s = write_frames(lengths, count);
	uint64_t seed = 3;

	(void)state;
	for (int run = 0; run < 50; run++) {
		struct hil_frame_reader *r = hil_frame_reader_new();
		size_t limit = run % 5 ? 100000 : 37;
		size_t at = 0, n = 0;

		while (n < count) {
			size_t piece = 1 + test_random(&seed) % limit;
			struct hil_frame f;
			int ret = hil_frame_reader_next(r, &f);

			assert_true(ret == 0 || ret == 1);
			if (ret == 1) {
				assert_int_equal(f.type, n + 1);
				assert_int_equal(f.sequence, n);
				assert_int_equal(f.length, lengths[n]);
				assert_int_equal((uintptr_t)f.payload % 8, 0);
				for (size_t i = 0; i < f.length; i++)
					assert_true(f.payload[i] == n);
				n++;
				continue;
			}
			assert_true(at < s.size);
			if (piece > s.size - at)
				piece = s.size - at;
			at += (size_t)hil_frame_reader_feed(r, s.bytes + at,
							    piece);
		}
		assert_int_equal(hil_frame_reader_pending(r), 0);
		assert_int_equal(hil_frame_reader_offset(r), s.size);
		hil_frame_reader_free(r);
	}
	free(s.bytes);
}

/*
 * A longer length makes the reader wait for more, so a second frame follows;
 * in no case does the damaged one get through.
 */
static void every_flipped_bit_is_noticed(void **state)
{
	static const size_t lengths[] = { 40, 70000 - 8000 };
	struct stream s = write_frames(lengths, 2);
	size_t bits = 8 * (HIL_FRAME_HEADER + lengths[0]);

	(void)state;
	for (size_t bit = 0; bit < bits; bit++) {
		struct hil_frame_reader *r = hil_frame_reader_new();
		size_t frames;
		int ret;

		s.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		ret = feed_all(r, s.bytes, s.size, &frames);
		s.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		assert_int_equal(frames, 0);
		assert_true(ret == -EBADMSG ||
			    (!ret && hil_frame_reader_pending(r) == s.size));
		hil_frame_reader_free(r);
	}
	free(s.bytes);
}

static void a_stream_that_ends_inside_a_frame_leaves_bytes_pending(void **state)
{
	static const size_t lengths[] = { 5, 100 };
	struct stream s = write_frames(lengths, 2);

	(void)state;
	for (size_t size = 22; size < s.size; size++) {
		struct hil_frame_reader *r = hil_frame_reader_new();
		size_t frames;

		assert_int_equal(feed_all(r, s.bytes, size, &frames), 0);
		assert_int_equal(frames, 1);
		assert_int_equal(hil_frame_reader_pending(r), size - 21);
		hil_frame_reader_free(r);
	}
	free(s.bytes);
}

static void a_missing_or_repeated_frame_is_noticed(void **state)
{
	static const size_t lengths[] = { 8, 8, 8 };
	struct stream s = write_frames(lengths, 3);
	struct hil_frame_reader *r = hil_frame_reader_new();
	struct hil_frame frame;
	size_t frames;

	(void)state;
	assert_int_equal(feed_all(r, s.bytes, 24, &frames), 0);
	assert_int_equal(feed_all(r, s.bytes + 48, 24, &frames), -EILSEQ);
	/* the error stays, whatever comes */
	assert_int_equal(feed_all(r, s.bytes + 24, 24, &frames), -EILSEQ);
	assert_int_equal(hil_frame_reader_next(r, &frame), -EILSEQ);
	hil_frame_reader_free(r);
	r = hil_frame_reader_new();
	assert_int_equal(feed_all(r, s.bytes, 24, &frames), 0);
	assert_int_equal(feed_all(r, s.bytes, 24, &frames), -EILSEQ);
	hil_frame_reader_free(r);
	r = hil_frame_reader_new();
	assert_int_equal(feed_all(r, s.bytes + 24, 24, &frames), -EILSEQ);
	hil_frame_reader_free(r);
	free(s.bytes);
}

static void a_banner_is_skipped_only_in_search_mode(void **state)
{
	/* in it: half a magic, a whole one, and one with the right version */
	static const char banner[] = "Welcome to HELL! H HL HL\x01\x02 \n";
	static const size_t lengths[] = { 60, 20000 };
	struct stream s = write_frames(lengths, 2);
	size_t size = sizeof(banner) - 1 + s.size;
	uint8_t *all = malloc(size);
	size_t frames;

	(void)state;
	memcpy(all, banner, sizeof(banner) - 1);
	memcpy(all + sizeof(banner) - 1, s.bytes, s.size);
	for (size_t piece = 1; piece < 400; piece = piece * 3 + 1) {
		struct hil_frame_reader *r = hil_frame_reader_new();
		size_t sum = 0;

		hil_frame_reader_search(r);
		for (size_t at = 0; at < size; at += piece) {
			size_t n = size - at < piece ? size - at : piece;

			assert_int_equal(feed_all(r, all + at, n, &frames), 0);
			sum += frames;
		}
		assert_int_equal(sum, 2);
		hil_frame_reader_free(r);
	}
	struct hil_frame_reader *r = hil_frame_reader_new();

	assert_int_equal(feed_all(r, all, size, &frames), -EBADMSG);
	assert_int_equal(frames, 0);
	hil_frame_reader_free(r);
	free(all);
	free(s.bytes);
}

/* Bytes 48 4c 01 and a length of 65,000: a header that never gets complete. */
static void a_banner_like_a_header_does_not_hide_the_first_frame(void **state)
{
	static const uint8_t fake[16] = { 0x48, 0x4c, 1, 7, 0xe8, 0xfd };
	static const size_t length = 30;
	struct stream s = write_frames(&length, 1);
	struct hil_frame_reader *r = hil_frame_reader_new();
	size_t frames;

	(void)state;
	hil_frame_reader_search(r);
	assert_int_equal(feed_all(r, fake, sizeof(fake), &frames), 0);
	assert_int_equal(feed_all(r, s.bytes, s.size, &frames), 0);
	assert_int_equal(frames, 1);
	hil_frame_reader_free(r);
	free(s.bytes);
}

static void garbage_after_the_first_frame_is_an_error_in_any_mode(void **state)
{
	static const size_t length = 30;
	struct stream s = write_frames(&length, 1);
	struct hil_frame_reader *r = hil_frame_reader_new();
	size_t frames;

	(void)state;
	hil_frame_reader_search(r);
	assert_int_equal(feed_all(r, s.bytes, s.size, &frames), 0);
	assert_int_equal(frames, 1);
	assert_int_equal(feed_all(r, (const uint8_t *)"x", 1, &frames),
			 -EBADMSG);
	hil_frame_reader_free(r);
	free(s.bytes);
}

static void a_search_does_not_go_on_for_ever(void **state)
{
	struct hil_frame_reader *r = hil_frame_reader_new();
	static uint8_t noise[65536];
	size_t frames;
	int ret = 0;

	(void)state;
	memset(noise, 'H', sizeof(noise));
	hil_frame_reader_search(r);
	for (int i = 0; i < 20 && !ret; i++)
		ret = feed_all(r, noise, sizeof(noise), &frames);
	assert_int_equal(ret, -EBADMSG);
	hil_frame_reader_free(r);
}

static void a_full_buffer_says_so_and_goes_on(void **state)
{
	static const size_t lengths[] = { 65536, 65536, 65536, 65536, 65536 };
	struct stream s = write_frames(lengths, 5);
	struct hil_frame_reader *r = hil_frame_reader_new();
	size_t at = 0, frames;
	int n;

	(void)state;
	while ((n = hil_frame_reader_feed(r, s.bytes + at, s.size - at)) > 0)
		at += (size_t)n;
	assert_int_equal(n, -ENOBUFS);
	assert_int_equal(hil_frame_reader_fill(r, 0), -ENOBUFS);
	assert_int_equal(feed_all(r, s.bytes + at, s.size - at, &frames), 0);
	assert_int_equal(frames, 5);
	hil_frame_reader_free(r);
	free(s.bytes);
}

static void fill_reads_from_a_descriptor(void **state)
{
	struct hil_frame_reader *r = hil_frame_reader_new();
	struct hil_frame_writer w;
	struct hil_frame f;
	int fds[2];

	(void)state;
	assert_int_equal(pipe2(fds, O_NONBLOCK), 0);
	assert_int_equal(hil_frame_reader_fill(r, fds[0]), -EAGAIN);
	hil_frame_writer_init(&w, fds[1]);
	assert_int_equal(hil_frame_write(&w, 9, "abc", 3), 0);
	assert_int_equal(hil_frame_reader_fill(r, fds[0]), 19);
	assert_int_equal(hil_frame_reader_next(r, &f), 1);
	assert_memory_equal(f.payload, "abc", 3);
	close(fds[1]);
	assert_int_equal(hil_frame_reader_fill(r, fds[0]), 0);
	close(fds[0]);
	assert_int_equal(hil_frame_reader_fill(r, fds[0]), -EBADF);
	hil_frame_reader_free(r);
}

static void *read_slowly(void *argument)
{
	int fd = *(int *)argument;
	struct hil_frame_reader *r = hil_frame_reader_new();
	struct hil_frame f;
	uintptr_t frames = 0;

	for (;;) {
		int ret = hil_frame_reader_fill(r, fd);

		if (ret <= 0)
			break;
		usleep(500);
		while (hil_frame_reader_next(r, &f) == 1)
			frames++;
	}
	hil_frame_reader_free(r);
	return (void *)frames;
}

/* A frame is larger than what the pipe takes at once. */
static void a_full_pipe_is_waited_for(void **state)
{
	static uint8_t payload[HIL_FRAME_PAYLOAD_MAX];
	struct hil_frame_writer w;
	pthread_t thread;
	void *frames;
	int fds[2];

	(void)state;
	assert_int_equal(pipe2(fds, 0), 0);
	fcntl(fds[1], F_SETFL, O_NONBLOCK);
	fcntl(fds[1], F_SETPIPE_SZ, 4096);
	hil_frame_writer_init(&w, fds[1]);
	pthread_create(&thread, NULL, read_slowly, &fds[0]);
	for (int i = 0; i < 10; i++)
		assert_int_equal(
			hil_frame_write(&w, 1, payload, sizeof(payload)), 0);
	close(fds[1]);
	pthread_join(thread, &frames);
	assert_int_equal((uintptr_t)frames, 10);
	close(fds[0]);
}

static void a_writer_says_why_it_cannot(void **state)
{
	static uint8_t payload[HIL_FRAME_PAYLOAD_MAX + 1];
	struct hil_frame_writer w;
	int fds[2];

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pipe2(fds, 0), 0);
	hil_frame_writer_init(&w, fds[1]);
	assert_int_equal(hil_frame_write(&w, 1, payload, sizeof(payload)),
			 -EMSGSIZE);
	close(fds[0]);
	assert_int_equal(hil_frame_write(&w, 1, payload, 1), -EPIPE);
	assert_int_equal(w.sequence, 0);
	assert_int_equal(w.bytes, 0);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bytes_on_the_wire_are_as_documented),
		cmocka_unit_test(frames_of_any_length_come_back_in_any_pieces),
		cmocka_unit_test(every_flipped_bit_is_noticed),
		cmocka_unit_test(
			a_stream_that_ends_inside_a_frame_leaves_bytes_pending),
		cmocka_unit_test(a_missing_or_repeated_frame_is_noticed),
		cmocka_unit_test(a_banner_is_skipped_only_in_search_mode),
		cmocka_unit_test(
			a_banner_like_a_header_does_not_hide_the_first_frame),
		cmocka_unit_test(
			garbage_after_the_first_frame_is_an_error_in_any_mode),
		cmocka_unit_test(a_search_does_not_go_on_for_ever),
		cmocka_unit_test(a_full_buffer_says_so_and_goes_on),
		cmocka_unit_test(fill_reads_from_a_descriptor),
		cmocka_unit_test(a_full_pipe_is_waited_for),
		cmocka_unit_test(a_writer_says_why_it_cannot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
