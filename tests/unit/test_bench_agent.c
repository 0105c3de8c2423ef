/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/agent/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>

#include "rig/bench/agent/mux.h"
#include "tests/unit/test.h"

#define SESSIONS 4

/* The host's end, and what it has heard of each session. */
struct host {
	pthread_t thread;
	int fd, agent_fd, result;
	bool hello;
	struct hil_queue out;
	struct hil_mux_input in;
	struct {
		size_t output, errors, input_credit;
		char text[4096]; /* beginning of output, then of errors */
		size_t text_used;
		uint64_t sum; /* of the output's bytes */
		bool ended;
		uint32_t status;
	} sessions[SESSIONS];
};

static void *serve(void *context)
{
	struct host *h = context;

	h->result = hil_agent_serve(h->agent_fd);
	return NULL;
}

static int setup(void **state)
{
	struct host *h = calloc(1, sizeof(*h));
	int fds[2];

	signal(SIGPIPE, SIG_IGN);
	socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds);
	h->fd = fds[0];
	h->agent_fd = fds[1];
	hil_queue_open(&h->out, 1 << 20);
	*state = h;
	return pthread_create(&h->thread, NULL, serve, h);
}

static int teardown(void **state)
{
	struct host *h = *state;
	int ret;

	close(h->fd);
	pthread_join(h->thread, NULL);
	close(h->agent_fd);
	hil_queue_close(&h->out);
	ret = h->result;
	free(h);
	return ret;
}

static int take(void *context, const struct hil_mux_message *m)
{
	struct host *h = context;
	uint32_t id = m->session;

	assert_true(id < SESSIONS);
	switch (m->type) {
	case HIL_MUX_HELLO:
		assert_int_equal(hil_mux_u32(m, 0), HIL_MUX_VERSION);
		h->hello = true;
		break;
	case HIL_MUX_OUTPUT:
	case HIL_MUX_ERRORS:
		if (m->type == HIL_MUX_OUTPUT)
			h->sessions[id].output += m->length;
		else
			h->sessions[id].errors += m->length;
		for (size_t i = 0; i < m->length; i++) {
			h->sessions[id].sum += m->payload[i];
			if (h->sessions[id].text_used < 4095)
				h->sessions[id]
					.text[h->sessions[id].text_used++] =
					(char)m->payload[i];
		}
		break;
	case HIL_MUX_CREDIT:
		assert_int_equal(hil_mux_u32(m, 0), HIL_MUX_INPUT);
		h->sessions[id].input_credit += hil_mux_u32(m, 1);
		break;
	case HIL_MUX_EXIT:
		assert_false(h->sessions[id].ended);
		h->sessions[id].ended = true;
		h->sessions[id].status = hil_mux_u32(m, 0);
		break;
	default:
		fail_msg("type %d from the agent", m->type);
	}
	return 0;
}

static void step(struct host *h)
{
	struct pollfd p = { .fd = h->fd, .events = POLLIN };

	assert_true(hil_queue_write(&h->out, h->fd) >= 0);
	poll(&p, 1, 20);
	assert_int_equal(hil_mux_read(&h->in, h->fd, take, h), 0);
}

static void put(struct host *h, uint32_t id, uint8_t type, const void *bytes,
		size_t size)
{
	assert_int_equal(
		hil_mux_put(&h->out,
			    &(struct hil_mux_message){ .session = id,
						       .type = type,
						       .length = (uint16_t)size,
						       .payload = bytes }),
		0);
}

static void run_shell(struct host *h, uint32_t id, const char *script)
{
	char words[1024];
	int size =
		snprintf(words, sizeof(words), "sh%c-c%c%s%c", 0, 0, script, 0);

	put(h, id, HIL_MUX_OPEN, words, (size_t)size);
}

static void wait_end(struct host *h, uint32_t id)
{
	while (!h->sessions[id].ended)
		step(h);
}

static void command_gives_both_outputs_and_its_status(void **state)
{
	struct host *h = *state;

	run_shell(h, 1, "printf out; printf err >&2; exit 7");
	wait_end(h, 1);
	assert_true(h->hello);
	assert_int_equal(h->sessions[1].output, 3);
	assert_int_equal(h->sessions[1].errors, 3);
	assert_int_equal(h->sessions[1].status, 7);
}

static void signal_reaches_the_command(void **state)
{
	struct host *h = *state;
	uint32_t number = SIGTERM;

	run_shell(h, 1, "echo up; exec sleep 1000");
	while (!h->sessions[1].output)
		step(h);
	hil_mux_put_u32(&h->out, 1, HIL_MUX_SIGNAL, &number, 1);
	wait_end(h, 1);
	assert_int_equal(h->sessions[1].status, 128 + SIGTERM);
}

static void missing_command_says_so(void **state)
{
	struct host *h = *state;

	put(h, 1, HIL_MUX_OPEN, "/no/such\0", 9);
	wait_end(h, 1);
	assert_int_equal(h->sessions[1].status, 127);
	assert_contains(h->sessions[1].text, "/no/such");
}

static void words_without_an_end_are_refused(void **state)
{
	struct host *h = *state;

	put(h, 1, HIL_MUX_OPEN, "sh", 2);
	put(h, 2, HIL_MUX_OPEN, "", 0);
	wait_end(h, 1);
	wait_end(h, 2);
	assert_int_equal(h->sessions[1].status, 126);
	assert_int_equal(h->sessions[2].status, 126);
}

/* 1 MB in and out, as the credit allows; the sum proves every byte. */
static void input_comes_back_whole(void **state)
{
	struct host *h = *state;
	size_t sent = 0, total = 1000000;
	uint64_t sum = 0, random = 5;

	put(h, 1, HIL_MUX_OPEN, "cat\0", 4);
	h->sessions[1].input_credit = HIL_MUX_WINDOW;
	while (!h->sessions[1].ended) {
		uint8_t piece[1000];
		size_t before = h->sessions[1].output;
		uint32_t more[2] = { HIL_MUX_OUTPUT, 0 };

		while (sent < total &&
		       h->sessions[1].input_credit >= sizeof(piece)) {
			for (size_t i = 0; i < sizeof(piece); i++) {
				piece[i] = (uint8_t)test_random(&random);
				sum += piece[i];
			}
			put(h, 1, HIL_MUX_INPUT, piece, sizeof(piece));
			h->sessions[1].input_credit -= sizeof(piece);
			sent += sizeof(piece);
			if (sent == total)
				put(h, 1, HIL_MUX_INPUT_END, NULL, 0);
		}
		step(h);
		more[1] = (uint32_t)(h->sessions[1].output - before);
		if (more[1])
			hil_mux_put_u32(&h->out, 1, HIL_MUX_CREDIT, more, 2);
	}
	assert_int_equal(h->sessions[1].status, 0);
	assert_int_equal(h->sessions[1].output, total);
	assert_int_equal(h->sessions[1].sum, sum);
}

/* Session 1 gets no credit back; 2 and 3 do their work meanwhile. */
static void stuck_session_stops_at_its_window_and_no_other(void **state)
{
	struct host *h = *state;

	run_shell(h, 1, "yes");
	while (h->sessions[1].output < HIL_MUX_WINDOW)
		step(h);
	for (uint32_t id = 2; id < 4; id++) {
		run_shell(h, id, "echo fine");
		wait_end(h, id);
		assert_string_equal(h->sessions[id].text, "fine\n");
	}
	assert_int_equal(h->sessions[1].output, HIL_MUX_WINDOW);
	assert_false(h->sessions[1].ended);
	put(h, 1, HIL_MUX_CLOSE, NULL, 0);
	wait_end(h, 1);
	/* its pipe is closed, too: of two signals the lower number is first */
	assert_true(h->sessions[1].status == 128 + SIGTERM ||
		    h->sessions[1].status == 128 + SIGPIPE);
}

static void closed_session_that_ignores_sigterm_is_killed(void **state)
{
	struct host *h = *state;

	run_shell(h, 1, "trap '' TERM; echo up; while :; do sleep 1; done");
	while (!h->sessions[1].output)
		step(h);
	put(h, 1, HIL_MUX_CLOSE, NULL, 0);
	wait_end(h, 1);
	assert_int_equal(h->sessions[1].status, 128 + SIGKILL);
}

/* The command ends, its child keeps the pipes open: no waiting for that. */
static void child_that_stays_does_not_hold_the_session(void **state)
{
	struct host *h = *state;

	run_shell(h, 1, "sleep 1000 & echo $!");
	wait_end(h, 1);
	assert_int_equal(h->sessions[1].status, 0);
	assert_true(h->sessions[1].output > 0);
	kill(atoi(h->sessions[1].text), SIGKILL);
}

static void too_many_sessions_are_refused(void **state)
{
	struct host *h = *state;

	for (uint32_t id = 1000; id < 1000 + HIL_MUX_SESSIONS; id++)
		run_shell(h, id, "exec sleep 1000");
	run_shell(h, 1, "true");
	wait_end(h, 1);
	assert_int_equal(h->sessions[1].status, 126);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(command_gives_both_outputs_and_its_status),
		TEST(signal_reaches_the_command),
		TEST(missing_command_says_so),
		TEST(words_without_an_end_are_refused),
		TEST(input_comes_back_whole),
		TEST(stuck_session_stops_at_its_window_and_no_other),
		TEST(closed_session_that_ignores_sigterm_is_killed),
		TEST(child_that_stays_does_not_hold_the_session),
		TEST(too_many_sessions_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
