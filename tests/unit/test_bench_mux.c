/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/agent/mux.h"

#include <errno.h>
#include <fcntl.h>

#include "tests/unit/test.h"

static void queue_keeps_order_around_its_end(void **state)
{
	struct hil_queue q;
	uint8_t next_in = 0, next_out = 0;
	uint64_t random = 4;

	(void)state;
	assert_int_equal(hil_queue_open(&q, 61), 0);
	for (int i = 0; i < 100000; i++) {
		uint8_t piece[61];
		size_t size = test_random(&random) % sizeof(piece);
		const uint8_t *out;

		for (size_t k = 0; k < size; k++)
			piece[k] = (uint8_t)(next_in + k);
		if (hil_queue_put(&q, piece, size) == 0)
			next_in = (uint8_t)(next_in + size);
		else
			assert_true(size > hil_queue_space(&q));
		out = hil_queue_peek(&q, &size);
		size = size ? test_random(&random) % (size + 1) : 0;
		for (size_t k = 0; k < size; k++)
			assert_int_equal(out[k], next_out++);
		hil_queue_drop(&q, size);
	}
	hil_queue_close(&q);
}

static void queue_takes_all_or_nothing(void **state)
{
	struct hil_queue q;

	(void)state;
	assert_int_equal(hil_queue_open(&q, 4), 0);
	assert_int_equal(hil_queue_put(&q, "abc", 3), 0);
	assert_int_equal(hil_queue_put(&q, "de", 2), -ENOBUFS);
	assert_int_equal(q.used, 3);
	hil_queue_close(&q);
}

static void message_reads_back(void **state)
{
	struct hil_queue q;
	struct hil_mux_message m;
	const uint8_t *bytes;
	size_t size;

	(void)state;
	assert_int_equal(hil_queue_open(&q, 100), 0);
	assert_int_equal(hil_mux_put_u32(&q, 0x01020304, HIL_MUX_CREDIT,
					 (uint32_t[]){ 7, 0xfffefdfc }, 2),
			 0);
	bytes = hil_queue_peek(&q, &size);
	assert_int_equal(size, 16);
	assert_int_equal(hil_mux_parse(bytes, size, &m), 16);
	assert_int_equal(m.session, 0x01020304);
	assert_int_equal(m.type, HIL_MUX_CREDIT);
	assert_int_equal(hil_mux_u32(&m, 0), 7);
	assert_int_equal(hil_mux_u32(&m, 1), 0xfffefdfc);
	assert_int_equal(hil_mux_u32(&m, 2), 0);
	for (size_t cut = 0; cut < size; cut++)
		assert_int_equal(hil_mux_parse(bytes, cut, &m), 0);
	hil_queue_close(&q);
}

static void message_that_is_none_is_refused(void **state)
{
	struct hil_mux_message m;
	const uint8_t zero[8] = { 0 };
	const uint8_t type[8] = { 1, 0, 0, 0, 0, 0, 11, 0 };
	const uint8_t length[8] = { 1, 0, 0, 0, 1, 0x80, 3, 0 };
	const uint8_t reserved[8] = { 1, 0, 0, 0, 0, 0, 3, 1 };

	(void)state;
	assert_int_equal(hil_mux_parse(zero, 8, &m), -EBADMSG);
	assert_int_equal(hil_mux_parse(type, 8, &m), -EBADMSG);
	assert_int_equal(hil_mux_parse(length, 8, &m), -EBADMSG);
	assert_int_equal(hil_mux_parse(reserved, 8, &m), -EBADMSG);
}

static void message_that_does_not_fit_leaves_the_queue_alone(void **state)
{
	struct hil_queue q;
	uint8_t payload[100] = { 0 };
	struct hil_mux_message m = { .session = 1,
				     .type = HIL_MUX_INPUT,
				     .length = 100,
				     .payload = payload };

	(void)state;
	assert_int_equal(hil_queue_open(&q, 107), 0);
	assert_int_equal(hil_mux_put(&q, &m), -ENOBUFS);
	assert_int_equal(q.used, 0);
	hil_queue_close(&q);
}

static int count_message(void *context, const struct hil_mux_message *m)
{
	int *count = context;

	assert_int_equal(m->session, *count);
	assert_int_equal(m->length, *count * 1000 % 32769);
	(*count)++;
	return 0;
}

/* The largest messages, through a pipe that gives them in pieces. */
static void messages_come_whole_out_of_pieces(void **state)
{
	static uint8_t payload[HIL_MUX_PAYLOAD_MAX];
	struct hil_mux_input *in = calloc(1, sizeof(*in));
	struct hil_queue q;
	int fds[2], count = 0;

	(void)state;
	assert_int_equal(pipe2(fds, O_NONBLOCK), 0);
	assert_int_equal(hil_queue_open(&q, 4 << 20), 0);
	for (int i = 0; i < 100; i++)
		assert_int_equal(
			hil_mux_put(
				&q,
				&(struct hil_mux_message){
					.session = (uint32_t)i,
					.type = HIL_MUX_OUTPUT,
					.length = (uint16_t)(i * 1000 % 32769),
					.payload = payload }),
			0);
	while (q.used) {
		size_t size;
		const uint8_t *bytes = hil_queue_peek(&q, &size);
		ssize_t n = write(fds[1], bytes, size < 777 ? size : 777);

		assert_true(n > 0);
		hil_queue_drop(&q, (size_t)n);
		assert_int_equal(
			hil_mux_read(in, fds[0], count_message, &count), 0);
	}
	assert_int_equal(count, 100);
	close(fds[1]);
	assert_int_equal(hil_mux_read(in, fds[0], count_message, &count),
			 -EPIPE);
	close(fds[0]);
	hil_queue_close(&q);
	free(in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_keeps_order_around_its_end),
		cmocka_unit_test(queue_takes_all_or_nothing),
		cmocka_unit_test(message_reads_back),
		cmocka_unit_test(message_that_is_none_is_refused),
		cmocka_unit_test(
			message_that_does_not_fit_leaves_the_queue_alone),
		cmocka_unit_test(messages_come_whole_out_of_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
