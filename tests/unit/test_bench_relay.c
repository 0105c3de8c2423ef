/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "rig/bench/agent/mux.h"
#include "tests/unit/test.h"

/* This test is the agent and the clients; the relay is between them. */
struct side {
	int fd;
	struct hil_queue out;
	struct hil_mux_input in;
	struct hil_mux_message last; /* payload is in @text */
	unsigned int messages;
	size_t bytes;
	uint8_t text[256];
	bool closed;
};

struct rig {
	struct hil_loop loop;
	struct hil_relay *relay;
	int listen_fd;
	char folder[256];
	struct sockaddr_un address;
	struct side agent, clients[2];
};

static int take(void *context, const struct hil_mux_message *m)
{
	struct side *s = context;

	s->last = *m;
	s->messages++;
	s->bytes += m->length;
	memset(s->text, 0, sizeof(s->text));
	memcpy(s->text, m->payload, m->length < 255 ? m->length : 255);
	s->last.payload = s->text;
	return 0;
}

static void step_side(struct side *s)
{
	if (s->fd < 0 || s->closed)
		return;
	if (hil_queue_write(&s->out, s->fd) < 0 ||
	    hil_mux_read(&s->in, s->fd, take, s))
		s->closed = true;
}

static void step(struct rig *r)
{
	hil_loop_once(&r->loop);
	step_side(&r->agent);
	step_side(&r->clients[0]);
	step_side(&r->clients[1]);
}

static void dial(struct rig *r, int index)
{
	struct side *c = &r->clients[index];

	c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(c->fd, (struct sockaddr *)&r->address,
				 sizeof(r->address)),
			 0);
	fcntl(c->fd, F_SETFL, O_NONBLOCK);
}

static void put(struct side *s, uint32_t session, uint8_t type,
		const void *bytes, size_t size)
{
	assert_int_equal(
		hil_mux_put(&s->out,
			    &(struct hil_mux_message){ .session = session,
						       .type = type,
						       .length = (uint16_t)size,
						       .payload = bytes }),
		0);
}

static int setup(void **state)
{
	struct rig *r = calloc(1, sizeof(*r));
	int fds[2];

	*state = r;
	hil_loop_init(&r->loop);
	test_folder_make(r->folder);
	r->address.sun_family = AF_UNIX;
	snprintf(r->address.sun_path, sizeof(r->address.sun_path), "%.80s/s",
		 r->folder);
	r->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (bind(r->listen_fd, (struct sockaddr *)&r->address,
		 sizeof(r->address)) ||
	    listen(r->listen_fd, 64) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds))
		return -1;
	r->agent.fd = fds[0];
	r->clients[0].fd = r->clients[1].fd = -1;
	hil_queue_open(&r->agent.out, 1 << 20);
	hil_queue_open(&r->clients[0].out, 1 << 20);
	hil_queue_open(&r->clients[1].out, 1 << 20);
	r->relay = hil_relay_new(&r->loop, fds[1], r->listen_fd);
	return r->relay ? 0 : -1;
}

static int teardown(void **state)
{
	struct rig *r = *state;

	hil_relay_free(r->relay);
	close(r->listen_fd);
	close(r->agent.fd);
	for (int i = 0; i < 2; i++)
		if (r->clients[i].fd >= 0)
			close(r->clients[i].fd);
	hil_queue_close(&r->agent.out);
	hil_queue_close(&r->clients[0].out);
	hil_queue_close(&r->clients[1].out);
	test_folder_remove(r->folder);
	free(r);
	return 0;
}

static void say_hello(struct rig *r)
{
	uint32_t version = HIL_MUX_VERSION;

	hil_mux_put_u32(&r->agent.out, 0, HIL_MUX_HELLO, &version, 1);
	while (!hil_relay_ready(r->relay))
		step(r);
}

/* Opens a session. Return: the number that the relay gave it. */
static uint32_t open_session(struct rig *r, int index)
{
	r->agent.last.type = 0;
	dial(r, index);
	put(&r->clients[index], 0, HIL_MUX_OPEN, "ls\0", 3);
	while (r->agent.last.type != HIL_MUX_OPEN)
		step(r);
	return r->agent.last.session;
}

static void sessions_do_not_mix(void **state)
{
	struct rig *r = *state;
	uint32_t one, two;

	say_hello(r);
	one = open_session(r, 0);
	two = open_session(r, 1);
	assert_int_not_equal(one, two);
	assert_int_equal(hil_relay_sessions(r->relay), 2);
	put(&r->agent, two, HIL_MUX_OUTPUT, "two", 3);
	put(&r->agent, one, HIL_MUX_OUTPUT, "one", 3);
	while (!r->clients[0].messages || !r->clients[1].messages)
		step(r);
	assert_string_equal((char *)r->clients[0].text, "one");
	assert_string_equal((char *)r->clients[1].text, "two");
}

static void client_before_the_hello_is_told_to_wait(void **state)
{
	struct rig *r = *state;

	dial(r, 0);
	put(&r->clients[0], 0, HIL_MUX_OPEN, "ls\0", 3);
	while (!r->clients[0].closed)
		step(r);
	assert_int_equal(r->clients[0].last.type, HIL_MUX_EXIT);
	assert_int_equal(hil_mux_u32(&r->clients[0].last, 0), 255);
}

static void end_of_the_board_ends_all_clients(void **state)
{
	struct rig *r = *state;

	say_hello(r);
	open_session(r, 0);
	close(r->agent.fd);
	r->agent.fd = -1;
	while (!r->clients[0].closed)
		step(r);
	assert_int_equal(r->clients[0].last.type, HIL_MUX_EXIT);
	assert_int_equal(hil_mux_u32(&r->clients[0].last, 0), 255);
	dial(r, 1);
	put(&r->clients[1], 0, HIL_MUX_OPEN, "ls\0", 3);
	while (!r->clients[1].closed)
		step(r);
	assert_int_equal(r->clients[1].messages, 2);
}

static void client_that_goes_closes_its_session(void **state)
{
	struct rig *r = *state;
	uint32_t one;

	say_hello(r);
	one = open_session(r, 0);
	close(r->clients[0].fd);
	r->clients[0].fd = -1;
	while (r->agent.last.type != HIL_MUX_CLOSE)
		step(r);
	assert_int_equal(r->agent.last.session, one);
	assert_int_equal(hil_relay_sessions(r->relay), 0);
	/* what still comes for it is for nobody */
	put(&r->agent, one, HIL_MUX_OUTPUT, "late", 4);
	put(&r->agent, one, HIL_MUX_EXIT, "\0\0\0", 4);
	for (int i = 0; i < 5; i++)
		step(r);
	assert_true(hil_relay_ready(r->relay));
}

static void client_beyond_its_credit_is_dropped(void **state)
{
	static uint8_t bytes[HIL_MUX_DATA_MAX];
	struct rig *r = *state;

	say_hello(r);
	open_session(r, 0);
	for (size_t sent = 0; sent <= HIL_MUX_WINDOW; sent += sizeof(bytes))
		put(&r->clients[0], 0, HIL_MUX_INPUT, bytes, sizeof(bytes));
	while (!r->clients[0].closed)
		step(r);
	assert_int_equal(hil_relay_sessions(r->relay), 0);
}

static void client_may_not_speak_for_the_guest(void **state)
{
	struct rig *r = *state;

	say_hello(r);
	open_session(r, 0);
	put(&r->clients[0], 7, HIL_MUX_EXIT, "\0\0\0", 4);
	while (!r->clients[0].closed)
		step(r);
	open_session(r, 1);
	put(&r->clients[1], 0, HIL_MUX_OPEN, "ls\0", 3);
	while (!r->clients[1].closed)
		step(r);
}

/* A client that never reads is dropped at its bound; the other one is fine. */
static void client_that_does_not_read_holds_nobody(void **state)
{
	static uint8_t bytes[HIL_MUX_DATA_MAX];
	struct rig *r = *state;
	uint32_t one, two;

	say_hello(r);
	one = open_session(r, 0);
	two = open_session(r, 1);
	r->clients[0].closed = true; /* this test stops reading for it */
	for (int i = 0; i < 40; i++) {
		put(&r->agent, one, HIL_MUX_OUTPUT, bytes, sizeof(bytes));
		step(r);
	}
	put(&r->agent, two, HIL_MUX_OUTPUT, "fine", 4);
	while (!r->clients[1].messages)
		step(r);
	assert_string_equal((char *)r->clients[1].text, "fine");
	assert_int_equal(hil_relay_sessions(r->relay), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(sessions_do_not_mix),
		TEST(client_before_the_hello_is_told_to_wait),
		TEST(end_of_the_board_ends_all_clients),
		TEST(client_that_goes_closes_its_session),
		TEST(client_beyond_its_credit_is_dropped),
		TEST(client_may_not_speak_for_the_guest),
		TEST(client_that_does_not_read_holds_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
