/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a memory over its socket: nothing lost, writers followed. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "daemon/base/time.h"
#include "daemon/shm/socket.h"
#include "gui-bridge/view/source_private.h"
#include "gui-bridge/view/view.h"
#include "tests/unit/shm_fixture.h"
#include "tests/unit/test.h"

#define PERIOD_NS  (20 * HIL_NS_PER_MS) /* an event in each finest window */
#define CONNECT_NS HIL_NS_PER_S         /* later: it may connect again */

struct place {
	char folder[64], path[96];
	struct hil_shm_writer *writer;
	struct hil_socket_server *server;
	struct hil_source *source;
	uint64_t next; /* event */
};

static void serve(struct place *p)
{
	struct hil_socket_config config = { .path = p->path };

	assert_int_equal(hil_shm_create(shm_board, 3, &p->writer), 0);
	hil_shm_beat(p->writer, hil_time_mono_ns());
	hil_shm_set_state(p->writer, HIL_SHM_RUN, 0);
	config.fd = hil_shm_fd(p->writer);
	assert_int_equal(hil_socket_serve(&config, &p->server), 0);
	p->next = 0;
}

static void stop(struct place *p)
{
	hil_socket_stop(p->server);
	hil_shm_close(p->writer);
	p->server = NULL;
	p->writer = NULL;
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	strcpy(p->folder, "/tmp/hil-source-XXXXXX");
	assert_non_null(mkdtemp(p->folder));
	snprintf(p->path, sizeof(p->path), "%s/test.sock", p->folder);
	p->source = hil_source_new(p->path);
	assert_non_null(p->source);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	hil_source_free(p->source);
	stop(p);
	rmdir(p->folder);
	free(p);
	return 0;
}

/* The largest wake-up of all is that of event 17. */
static void write_events(struct place *p, uint64_t count)
{
	struct hil_event event;

	for (; count; count--, p->next++) {
		event = shm_event(p->next, PERIOD_NS,
				  p->next == 17
					  ? 900000
					  : 50000 + (int64_t)(p->next % 7));
		hil_shm_event(p->writer, &event, hil_time_mono_ns());
	}
}

static const struct hil_snapshot_series *series(const struct place *p,
						uint32_t quantity)
{
	const struct hil_snapshot *s = hil_source_snapshot(p->source);
	size_t i;

	for (i = 0; i < s->series_count; i++) {
		if (s->series[i].ring.quantity == quantity)
			return &s->series[i];
	}
	fail_msg("the quantity %u is not there", quantity);
	return s->series;
}

/* A busy machine answers late: however late, the time is @mono_ns. */
static int read_at(struct place *p, int64_t mono_ns)
{
	int ret = hil_source_read(p->source, mono_ns);
	int tries;

	for (tries = 0; p->source->question && tries < 1000; tries++) {
		usleep(10000);
		ret = hil_source_read(p->source, mono_ns);
	}
	return ret;
}

static void no_server_says_what_to_do(void **state)
{
	struct place *p = *state;
	const struct hil_snapshot *s = hil_source_snapshot(p->source);

	assert_int_equal(read_at(p, hil_time_mono_ns()), -ENOENT);
	assert_false(s->attached);
	assert_non_null(strstr(s->reason, "nothing serves /tmp/hil-source-"));
	assert_non_null(strstr(s->reason, "start hilrigd"));
}

static void it_connects_when_a_server_comes(void **state)
{
	struct place *p = *state;
	int64_t now_ns = hil_time_mono_ns();

	read_at(p, now_ns);
	serve(p);
	assert_int_equal(read_at(p, now_ns), -ENOENT);
	assert_int_equal(read_at(p, now_ns + CONNECT_NS), 0);
	assert_true(hil_source_snapshot(p->source)->live);
}

/*
 * 5,000 windows of the finest level, of which 2,048 are still there: the
 * values of the others are known as a count, and event 17 as the maximum.
 * The last value is in a window that is open, so it is not published.
 */
static void got_and_lost_are_all_values(void **state)
{
	struct place *p = *state;
	const struct hil_snapshot_series *s;

	serve(p);
	write_events(p, 5000);
	assert_int_equal(read_at(p, hil_time_mono_ns()), 0);
	s = series(p, HIL_SHM_WAKEUP);
	assert_int_equal(s->all.count, 4999);
	assert_int_equal(s->got, 2048);
	assert_int_equal(s->got + s->lost, s->all.count);
	assert_int_equal(s->all.max_ns, 900000);
	assert_int_equal(hil_source_snapshot(p->source)->torn, 0);
	assert_int_equal(hil_source_snapshot(p->source)->retries, 0);
}

/* A front end that slept through more than the ring holds. */
static void a_slow_reader_still_knows_every_value(void **state)
{
	struct place *p = *state;
	const struct hil_snapshot_series *s;
	int i;

	serve(p);
	for (i = 0; i < 5; i++) {
		write_events(p, i % 2 ? 3000 : 100);
		hil_shm_beat(p->writer, hil_time_mono_ns());
		assert_int_equal(read_at(p, hil_time_mono_ns()), 0);
	}
	s = series(p, HIL_SHM_WAKEUP);
	assert_int_equal(s->all.count, p->next - 1);
	assert_int_equal(s->got + s->lost, s->all.count);
	assert_true(s->lost > 0);
	/* It came too late, but never at the same time as the writer. */
	assert_int_equal(hil_source_snapshot(p->source)->retries, 0);
	assert_int_equal(s->all.max_ns, 900000);
}

static uint64_t shown_in_bars(const struct place *p, struct hil_view *view)
{
	const struct hil_view_options options = { 0 };
	uint64_t sum = 0;
	uint32_t i;

	hil_view_fill(view, hil_source_snapshot(p->source), &options);
	for (i = 0; i < view->quantity[1].bars; i++)
		sum += view->quantity[1].bar[i].count;
	return sum;
}

/* A view makes bars again only when it must. */
static void histograms_grow_while_it_reads(void **state)
{
	static struct hil_view view;
	struct place *p = *state;
	int64_t now_ns = hil_time_mono_ns();

	serve(p);
	write_events(p, 100);
	read_at(p, now_ns);
	assert_int_equal(shown_in_bars(p, &view), 100);
	write_events(p, 50);
	read_at(p, now_ns + CONNECT_NS / 2);
	assert_int_equal(shown_in_bars(p, &view), 150);
	assert_int_equal(view.quantity[1].bars_most, HIL_VIEW_BARS);
}

static void a_writer_that_closed_is_followed_by_the_next(void **state)
{
	struct place *p = *state;
	const struct hil_snapshot *s = hil_source_snapshot(p->source);
	int64_t now_ns = hil_time_mono_ns();
	uint64_t first;

	serve(p);
	write_events(p, 100);
	read_at(p, now_ns);
	first = s->generation;
	hil_shm_flush(p->writer, now_ns);
	hil_shm_set_state(p->writer, HIL_SHM_CLOSED, 0);
	stop(p);
	/* What it left stays … */
	assert_int_equal(read_at(p, now_ns + 1), 0);
	assert_int_equal(series(p, HIL_SHM_WAKEUP)->all.count, 100);
	/* … until there is another one. */
	serve(p);
	write_events(p, 11);
	assert_int_equal(read_at(p, now_ns + CONNECT_NS), 0);
	assert_true(s->generation != first);
	assert_int_equal(series(p, HIL_SHM_WAKEUP)->all.count, 10);
	assert_int_equal(series(p, HIL_SHM_WAKEUP)->lost, 0);
}

static pid_t start_victim(struct place *p)
{
	pid_t pid = fork();

	if (pid == 0) {
		serve(p);
		write_events(p, 100);
		pause();
		_exit(0);
	}
	return pid;
}

static void a_killed_writer_leaves_its_values_and_is_named(void **state)
{
	struct place *p = *state;
	const struct hil_snapshot *s = hil_source_snapshot(p->source);
	static struct hil_view view;
	const struct hil_view_options options = { 0 };
	pid_t pid = start_victim(p);
	int ret = -ENOENT, tries;

	for (tries = 0; ret && tries < 200; tries++) {
		usleep(10000);
		ret = hil_source_read(p->source,
				      hil_time_mono_ns() + tries * CONNECT_NS);
		if (ret == -ESTALE) /* it was given a time of the future */
			ret = 0;
	}
	assert_int_equal(ret, 0);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(read_at(p, hil_time_mono_ns()), -ESTALE);
	assert_int_equal(series(p, HIL_SHM_WAKEUP)->all.count, 99);
	assert_string_equal(s->reason,
			    "its writer has ended without closing it");
	hil_view_fill(&view, s, &options);
	assert_memory_equal(view.witness[0].text, "writer died at 2", 16);
	unlink(p->path);
}

static int listen_at(const struct place *p)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", p->path);
	assert_true(fd >= 0);
	assert_int_equal(
		bind(fd, (const struct sockaddr *)&address, sizeof(address)),
		0);
	assert_int_equal(listen(fd, 8), 0);
	return fd;
}

/* A server that was stopped: no refresh waits for it to go on. */
static void a_server_that_hangs_is_named(void **state)
{
	struct place *p = *state;
	const struct hil_snapshot *s = hil_source_snapshot(p->source);
	int64_t now_ns = hil_time_mono_ns();
	int fd = listen_at(p);

	assert_int_equal(hil_source_read(p->source, now_ns), -ENOENT);
	assert_true(p->source->slow);
	assert_int_equal(hil_source_read(p->source, now_ns + CONNECT_NS),
			 -ENOENT);
	assert_string_equal(s->reason, "");
	assert_int_equal(hil_source_read(p->source, now_ns + 3 * CONNECT_NS),
			 -ENOENT);
	assert_non_null(strstr(s->reason, "it does not answer"));
	close(fd);
	unlink(p->path);
}

static void a_server_of_something_else_is_named(void **state)
{
	static const unsigned char garbage[] = "\377\377\377\377HTTP/1.1";
	struct place *p = *state;
	const struct hil_snapshot *s = hil_source_snapshot(p->source);
	int64_t now_ns = hil_time_mono_ns();
	int fd = listen_at(p), peer;

	hil_source_read(p->source, now_ns);
	peer = accept(fd, NULL, NULL);
	assert_true(peer >= 0);
	assert_true(write(peer, garbage, sizeof(garbage)) > 0);
	hil_source_read(p->source, now_ns + CONNECT_NS / 4);
	assert_non_null(strstr(s->reason, "does not speak hilrig's protocol"));
	close(peer);
	close(fd);
	unlink(p->path);
}

/*
 * A memory whose words are anything: whatever is read, nothing is read outside
 * of it and every count stays in its array. The sanitizers watch.
 */
static void hostile_numbers_do_no_harm(void **state)
{
	static struct hil_view view;
	const struct hil_view_options options = { .span_ns = INT64_MAX };
	struct hil_shm_reader *reader;
	unsigned char *image, *copy;
	const char *reason;
	struct place *p = *state;
	uint64_t seed = 3;
	size_t size, i;
	int round, fd;

	serve(p);
	write_events(p, 300);
	hil_shm_flush(p->writer, hil_time_mono_ns());
	image = shm_image(hil_shm_fd(p->writer), &size);
	copy = malloc(size);
	assert_non_null(copy);
	for (round = 0; round < 40; round++) {
		/* a machine that is busy must not make the heartbeat old */
		free(image);
		hil_shm_beat(p->writer, hil_time_mono_ns());
		image = shm_image(hil_shm_fd(p->writer), &size);
		memcpy(copy, image, size);
		for (i = 0; i < 4000; i++)
			copy[HIL_SHM_RINGS_OFFSET +
			     test_random(&seed) %
				     (size - HIL_SHM_RINGS_OFFSET)] =
				(unsigned char)test_random(&seed);
		fd = shm_from_image(copy, size,
				    F_SEAL_SHRINK | F_SEAL_GROW |
					    F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
		assert_int_equal(hil_shm_attach(fd, &reader, &reason), 0);
		close(fd);
		assert_int_equal(hil_source_adopt(p->source, reader), 0);
		hil_source_take(p->source, INT64_MAX / 4);
		hil_view_fill(&view, hil_source_snapshot(p->source), &options);
		assert_true(view.quantities <= HIL_VIEW_QUANTITIES);
		json_decref(hil_view_to_json(
			&view, HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS));
	}
	free(copy);
	free(image);
}

#define AT_A_PLACE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(no_server_says_what_to_do),
		AT_A_PLACE(it_connects_when_a_server_comes),
		AT_A_PLACE(got_and_lost_are_all_values),
		AT_A_PLACE(a_slow_reader_still_knows_every_value),
		AT_A_PLACE(histograms_grow_while_it_reads),
		AT_A_PLACE(a_writer_that_closed_is_followed_by_the_next),
		AT_A_PLACE(a_killed_writer_leaves_its_values_and_is_named),
		AT_A_PLACE(a_server_that_hangs_is_named),
		AT_A_PLACE(a_server_of_something_else_is_named),
		AT_A_PLACE(hostile_numbers_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
