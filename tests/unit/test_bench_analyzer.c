/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/analyzer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>

#include "daemon/base/time.h"
#include "tests/unit/test.h"

struct rig {
	struct hil_loop loop;
	struct hil_truth truth;
	struct hil_analyzer *analyzer;
	int fd; /* of the client */
	uint8_t bytes[1 << 20];
	size_t used;
	bool ended; /* the peer closed or reset */
};

static void step(struct rig *r)
{
	ssize_t n;

	hil_loop_once(&r->loop);
	hil_analyzer_tick(r->analyzer);
	while (r->fd >= 0 && r->used < sizeof(r->bytes)) {
		n = recv(r->fd, r->bytes + r->used, sizeof(r->bytes) - r->used,
			 MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno == ECONNRESET))
			r->ended = true;
		if (n <= 0)
			break;
		r->used += (size_t)n;
	}
}

static int dial(const struct rig *r)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
				 .sin_port = htons((uint16_t)r->analyzer->port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	return fd;
}

static int setup(void **state)
{
	struct rig *r = calloc(1, sizeof(*r));

	r->truth.fd = -1;
	hil_loop_init(&r->loop);
	r->analyzer = hil_analyzer_new(&r->loop, &r->truth, NULL);
	if (!r->analyzer)
		return -1;
	r->fd = dial(r);
	*state = r;
	return 0;
}

static int teardown(void **state)
{
	struct rig *r = *state;

	hil_analyzer_free(r->analyzer);
	close(r->fd);
	free(r);
	return 0;
}

static void say(struct rig *r, const char *line)
{
	assert_int_equal(send(r->fd, line, strlen(line), MSG_NOSIGNAL),
			 strlen(line));
}

static void expect_reply(struct rig *r, const char *line, const char *reply)
{
	r->used = 0;
	say(r, line);
	while (!memchr(r->bytes, '\n', r->used))
		step(r);
	r->bytes[r->used] = '\0';
	assert_string_equal((char *)r->bytes, reply);
	r->used = 0;
}

static void start(struct rig *r, const char *rate)
{
	char line[64];

	snprintf(line, sizeof(line), "samplerate %s\n", rate);
	expect_reply(r, line, "ok\n");
	expect_reply(r, "sampleunit 1\n", "ok\n");
	expect_reply(r, "triggerflags 1\n", "ok\n");
	say(r, "get\n");
	while (!r->analyzer->streaming)
		step(r);
}

static void wait_samples(struct rig *r, size_t count)
{
	while (r->used < count && !r->ended)
		step(r);
}

static void fault(struct rig *r, const char *text)
{
	struct hil_fault f;
	char problem[128];

	assert_int_equal(hil_fault_parse(text, &f, problem, sizeof(problem)),
			 0);
	assert_int_equal(hil_analyzer_fault(r->analyzer, &f), 0);
}

static void protocol_answers_as_the_driver_expects(void **state)
{
	struct rig *r = *state;

	expect_reply(r, "version\n", "BeagleLogic 1.0\n");
	expect_reply(r, "samplerate\n", "1000000\n");
	expect_reply(r, "samplerate 24000000\n", "ok\n");
	expect_reply(r, "samplerate\n", "24000000\n");
	expect_reply(r, "samplerate 0\n", "error\n");
	expect_reply(r, "samplerate 4294967296000\n", "error\n");
	expect_reply(r, "samplerate 1e6\n", "error\n");
	expect_reply(r, "sampleunit 2\n", "error\n");
	expect_reply(r, "memalloc\n", "2147483647\n");
	expect_reply(r, "bufunitsize\n", "4194304\n");
	expect_reply(r, "nonsense\n", "error\n");
	expect_reply(r, "\r\n", "error\n");
}

static void endless_line_is_hung_up(void **state)
{
	struct rig *r = *state;

	for (int i = 0; i < 10; i++)
		send(r->fd, "0123456789012345678901234567890123456789", 40,
		     MSG_NOSIGNAL);
	while (!r->ended)
		step(r);
}

/* 2 kHz of edges at 1 MS/s: 1,000 samples from one to the next. */
static void stream_carries_the_heartbeat(void **state)
{
	struct rig *r = *state;
	size_t last = 0, edges = 0;

	start(r, "1000000");
	wait_samples(r, 100000);
	for (size_t i = 1; i < r->used; i++) {
		if (r->bytes[i] == r->bytes[i - 1])
			continue;
		assert_int_equal(r->bytes[i] ^ r->bytes[i - 1], 4);
		if (last)
			assert_int_equal(i - last, 1000);
		last = i;
		edges++;
	}
	assert_in_range(edges, r->used / 1000 - 1, r->used / 1000 + 1);
}

/* A pin change is on the wire at the sample that its time says. */
static void stream_carries_a_pin_at_its_time(void **state)
{
	struct rig *r = *state;
	int64_t at;
	uint64_t sample;

	start(r, "1000000");
	at = hil_time_mono_ns() - 1000000;
	hil_analyzer_pin(r->analyzer, 1, true, at);
	sample = hil_sample_clock_index(&r->analyzer->samples.clock, at);
	wait_samples(r, (size_t)sample + 10);
	assert_int_equal(r->bytes[sample] & 2, 2);
	if (sample > 0)
		assert_int_equal(r->bytes[sample - 1] & 2, 0);
	assert_int_equal(r->analyzer->samples.late, 0);
}

static void wide_samples_have_two_bytes(void **state)
{
	struct rig *r = *state;

	expect_reply(r, "sampleunit 0\n", "ok\n");
	say(r, "get\n");
	wait_samples(r, 40000);
	for (size_t i = 0; i < 40000; i += 2) {
		assert_true(r->bytes[i] == 0 || r->bytes[i] == 4);
		assert_int_equal(r->bytes[i + 1], 0);
	}
}

static void close_stops_and_get_starts_again(void **state)
{
	struct rig *r = *state;
	size_t used;

	start(r, "1000000");
	wait_samples(r, 20000);
	say(r, "close\n");
	while (r->analyzer->streaming)
		step(r);
	for (int i = 0; i < 10; i++)
		step(r);
	used = r->used;
	for (int i = 0; i < 10; i++)
		step(r);
	assert_int_equal(r->used, used);
	expect_reply(r, "version\n", "BeagleLogic 1.0\n");
	say(r, "get\n");
	wait_samples(r, 20000);
	assert_int_equal(r->analyzer->counters.captures, 2);
}

static void early_end_stops_at_its_sample(void **state)
{
	struct rig *r = *state;

	fault(r, "early-end@0.03");
	start(r, "1000000");
	wait_samples(r, 1000000);
	assert_true(r->ended);
	assert_int_equal(r->used, 30000);
	assert_true(r->analyzer->fd >= 0); /* half closed */
}

static void close_and_reset_end_the_connection(void **state)
{
	struct rig *r = *state;

	fault(r, "close@0.01");
	start(r, "1000000");
	wait_samples(r, 1000000);
	assert_int_equal(r->used, 10000);
	assert_int_equal(r->analyzer->fd, -1);
	close(r->fd);
	r->fd = dial(r);
	r->ended = false;
	r->used = 0;
	fault(r, "reset@0.01");
	start(r, "1000000");
	wait_samples(r, 1000000);
	assert_true(r->ended);
	assert_int_equal(r->analyzer->fd, -1);
}

static void stall_keeps_the_connection(void **state)
{
	struct rig *r = *state;

	fault(r, "stall@0.01");
	start(r, "1000000");
	wait_samples(r, 10000);
	for (int i = 0; i < 20; i++)
		step(r);
	assert_int_equal(r->used, 10000);
	assert_false(r->ended);
}

/*
 * 500 samples less: the heartbeat's edges, 1,000 samples apart, stand 500
 * samples earlier behind the gap. One inside the gap shows at its end.
 */
static void gap_takes_exactly_its_samples(void **state)
{
	struct rig *r = *state;
	size_t before = 0, after = 0;

	fault(r, "gap=500@0.02");
	start(r, "1000000");
	wait_samples(r, 60000);
	for (size_t i = 1; i < 60000; i++) {
		if (r->bytes[i] == r->bytes[i - 1] || i == 20000)
			continue;
		if (i < 20000)
			before = i;
		else if (after == 0)
			after = i;
		else
			assert_int_equal((i - after) % 1000, 0);
	}
	assert_int_equal((after - before) % 1000, 500);
}

/* Nobody reads for long: the queue is bounded, the rest is a counted gap. */
static void slow_reader_loses_counted_samples(void **state)
{
	struct rig *r = *state;
	struct timespec pause = { .tv_nsec = 300000000 };

	start(r, "100000000");
	for (int i = 0; i < 4; i++) {
		nanosleep(&pause, NULL);
		hil_analyzer_tick(r->analyzer);
	}
	assert_true(r->analyzer->counters.reader_gaps > 0);
	assert_true(r->analyzer->counters.lost > 0);
	assert_true(r->analyzer->out.used <= r->analyzer->out.size);
}

static void second_client_waits_for_the_first_to_go(void **state)
{
	struct rig *r = *state;
	char byte;
	int other;

	start(r, "1000000");
	other = dial(r);
	while (r->analyzer->counters.busy == 0)
		step(r);
	assert_int_equal(recv(other, &byte, 1, 0), 0);
	close(other);
	close(r->fd);
	r->fd = dial(r);
	expect_reply(r, "version\n", "BeagleLogic 1.0\n");
}

static void waiting_faults_are_bounded(void **state)
{
	struct rig *r = *state;
	struct hil_fault f;
	char problem[64];

	hil_fault_parse("gap=5@100", &f, problem, sizeof(problem));
	for (int i = 0; i < HIL_ANALYZER_PENDING; i++)
		assert_int_equal(hil_analyzer_fault(r->analyzer, &f), 0);
	assert_int_equal(hil_analyzer_fault(r->analyzer, &f), -ENOSPC);
	fault(r, "clear");
	assert_int_equal(hil_analyzer_fault(r->analyzer, &f), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(protocol_answers_as_the_driver_expects),
		TEST(endless_line_is_hung_up),
		TEST(stream_carries_the_heartbeat),
		TEST(stream_carries_a_pin_at_its_time),
		TEST(wide_samples_have_two_bytes),
		TEST(close_stops_and_get_starts_again),
		TEST(early_end_stops_at_its_sample),
		TEST(close_and_reset_end_the_connection),
		TEST(stall_keeps_the_connection),
		TEST(gap_takes_exactly_its_samples),
		TEST(slow_reader_loses_counted_samples),
		TEST(second_client_waits_for_the_first_to_go),
		TEST(waiting_faults_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
