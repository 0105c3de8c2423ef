/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers: slow ones lose nothing of the account, and know when to give up. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "tests/unit/shm_fixture.h"

#define EVENTS    300000
#define PERIOD_NS INT64_C(10000000) /* 2 events a window of 20 ms */

/* The largest wake-up comes once, in a window that is soon overwritten. */
static int64_t wakeup_of(uint64_t i)
{
	return i == 1234 ? 900000 : (int64_t)(i * 37 % 5000);
}

static void *write_events(void *context)
{
	struct hil_shm_writer *writer = context;
	uint64_t i;

	for (i = 0; i < EVENTS; i++) {
		const struct hil_event e =
			shm_event(i, PERIOD_NS, wakeup_of(i));

		hil_shm_event(writer, &e, 0);
	}
	hil_shm_flush(writer, 0);
	return NULL;
}

static void read_in_pieces(const struct hil_shm_reader *reader, size_t ring,
			   struct hil_shm_cursor *cursor)
{
	struct hil_shm_window window[32];
	uint64_t last = 0;
	size_t count, i;

	do {
		assert_int_equal(hil_shm_windows(reader, ring, cursor, window,
						 32, &count),
				 0);
		for (i = 0; i < count; i++) {
			assert_true(window[i].number > last);
			last = window[i].number;
			assert_true(window[i].in.count >= 1 &&
				    window[i].in.count <= 2);
		}
	} while (count);
}

static void check_account(const struct hil_shm_cursor *cursor)
{
	assert_int_equal(cursor->got + cursor->lost, EVENTS);
	assert_int_equal(cursor->since.count, EVENTS);
	assert_int_equal(cursor->since.max_ns, 900000);
}

static void slow_reader_knows_exactly_what_it_missed(void **state)
{
	const struct shm_pair *pair = *state;
	const size_t ring = shm_ring_of(pair->reader, HIL_SHM_WINDOWS,
					HIL_SHM_WAKEUP, 20000000);
	struct hil_shm_cursor cursor = { 0 };

	write_events(pair->writer);
	read_in_pieces(pair->reader, ring, &cursor);
	check_account(&cursor);
	/* 300,000 events at 2 a window, of which 2,048 windows are kept; an
	 * event that wakes late may fall into the next window, so nearly. */
	assert_in_range(cursor.got, 4000, 4100);
	assert_in_range(cursor.missed_windows, 147900, 148000);
}

static void account_holds_beside_a_running_writer(void **state)
{
	const struct shm_pair *pair = *state;
	const size_t ring = shm_ring_of(pair->reader, HIL_SHM_WINDOWS,
					HIL_SHM_WAKEUP, 20000000);
	struct hil_shm_cursor cursor = { 0 };
	pthread_t writer;

	assert_int_equal(
		pthread_create(&writer, NULL, write_events, pair->writer), 0);
	while (hil_shm_progress(pair->writer) < EVENTS)
		read_in_pieces(pair->reader, ring, &cursor);
	pthread_join(writer, NULL);
	read_in_pieces(pair->reader, ring, &cursor);
	check_account(&cursor);
}

static void event_reader_accounts_for_each_index_once(void **state)
{
	const struct shm_pair *pair = *state;
	const size_t ring = shm_ring_of(pair->reader, HIL_SHM_EVENTS, 0, 0);
	struct hil_event event[100];
	struct hil_event_batch batch;
	uint64_t next = 0, expected = 0;
	pthread_t writer;
	size_t i;

	assert_int_equal(
		pthread_create(&writer, NULL, write_events, pair->writer), 0);
	while (expected < EVENTS) {
		assert_int_equal(hil_shm_events(pair->reader, ring, &next,
						event, 100, &batch),
				 0);
		assert_true(batch.lost == 0 || batch.lost_first == expected);
		expected += batch.lost;
		for (i = 0; i < batch.count; i++, expected++) {
			assert_int_equal(event[i].index, expected);
			assert_int_equal(event[i].commands, expected + 2);
			assert_int_equal(event[i].wake_ns - event[i].hardirq_ns,
					 wakeup_of(expected));
		}
		assert_int_equal(next, expected);
	}
	pthread_join(writer, NULL);
	assert_int_equal(expected, EVENTS);
}

static void late_reader_may_start_from_now(void **state)
{
	const struct shm_pair *pair = *state;
	const size_t ring = shm_ring_of(pair->reader, HIL_SHM_WINDOWS,
					HIL_SHM_PERIOD, 1000000000);
	struct hil_shm_cursor cursor = { 0 };
	struct hil_shm_window window;
	struct hil_event e;
	size_t count;
	uint64_t i;

	for (i = 0; i < 1000; i++) {
		e = shm_event(i, PERIOD_NS, 0);
		hil_shm_event(pair->writer, &e, 0);
	}
	cursor.next = hil_shm_latest(pair->reader, ring) + 1;
	assert_int_equal(cursor.next, 10); /* 9 whole seconds and one open */
	hil_shm_windows(pair->reader, ring, &cursor, &window, 1, &count);
	assert_int_equal(count, 0);
	hil_shm_flush(pair->writer, 0);
	hil_shm_windows(pair->reader, ring, &cursor, &window, 1, &count);
	assert_int_equal(count, 1);
	assert_int_equal(cursor.missed_windows, 0);
	assert_int_equal(cursor.got, 100);
	assert_int_equal(cursor.lost, 899);
}

static void numbers_that_go_back_are_stale(void **state)
{
	const struct shm_pair *pair = *state;
	const size_t ring = shm_ring_of(pair->reader, HIL_SHM_WINDOWS,
					HIL_SHM_PERIOD, 20000000);
	struct hil_shm_cursor cursor = { .next = 3 };
	struct hil_shm_window window;
	size_t count;

	assert_int_equal(hil_shm_windows(pair->reader, ring, &cursor, &window,
					 1, &count),
			 -ESTALE);
	hil_shm_value(pair->writer, SHM_PERIOD, 0, 1, 0);
	hil_shm_flush(pair->writer, 0);
	cursor = (struct hil_shm_cursor){ .next = 1, .since.count = 5 };
	assert_int_equal(hil_shm_windows(pair->reader, ring, &cursor, &window,
					 1, &count),
			 -ESTALE);
}

static void ring_of_another_kind_is_refused(void **state)
{
	const struct shm_pair *pair = *state;
	const struct hil_shm_query nowhere = { .line = 3 };
	struct hil_shm_cursor cursor = { 0 };
	struct hil_event_batch batch;
	uint64_t next = 0;
	size_t count;

	/* 0 is the status block, 1 the event ring, 10 is behind the last */
	assert_int_equal(
		hil_shm_windows(pair->reader, 1, &cursor, NULL, 0, &count),
		-EINVAL);
	assert_int_equal(
		hil_shm_windows(pair->reader, 10, &cursor, NULL, 0, &count),
		-EINVAL);
	assert_int_equal(
		hil_shm_events(pair->reader, 0, &next, NULL, 0, &batch),
		-EINVAL);
	assert_int_equal(hil_shm_histogram(pair->reader, 1, NULL, NULL),
			 -EINVAL);
	assert_int_equal(hil_shm_find(pair->reader, &nowhere), -ENOENT);
}

static void heartbeat_tells_silence_from_waiting(void **state)
{
	const struct shm_pair *pair = *state;
	const char *reason = NULL;
	struct hil_shm_life life;

	hil_shm_set_state(pair->writer, HIL_SHM_WAITING, 0);
	hil_shm_beat(pair->writer, 5 * HIL_NS_PER_S);
	assert_int_equal(
		hil_shm_check(pair->reader, 6 * HIL_NS_PER_S, &life, &reason),
		0);
	assert_int_equal(life.state, HIL_SHM_WAITING);
	assert_int_equal(life.age_ns, HIL_NS_PER_S);
	assert_int_equal(hil_shm_check(pair->reader, 6 * HIL_NS_PER_S + 1,
				       &life, &reason),
			 -ESTALE);
	assert_non_null(strstr(reason, "silent"));
	assert_int_equal(hil_shm_check(pair->reader, 0, &life, &reason),
			 -ESTALE);
	assert_non_null(strstr(reason, "ahead"));
}

static void closed_and_failed_are_final_not_stale(void **state)
{
	const struct shm_pair *pair = *state;
	struct hil_shm_life life;
	const char *reason;

	hil_shm_beat(pair->writer, 0);
	hil_shm_set_state(pair->writer, HIL_SHM_FAILED, 19);
	assert_int_equal(
		hil_shm_check(pair->reader, 9 * HIL_NS_PER_S, &life, &reason),
		0);
	assert_int_equal(life.code, 19);
	hil_shm_set_state(pair->writer, HIL_SHM_FAILED + 1, 0);
	assert_int_equal(hil_shm_check(pair->reader, 0, &life, &reason),
			 -ESTALE);
	assert_non_null(strstr(reason, "unknown"));
}

/* A writer in a process of its own, and its descriptor by inheritance. */
static pid_t start_writer(int *fd)
{
	struct hil_shm_writer *writer;
	int ready[2];
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		int own = -1;

		if (hil_shm_create(shm_board, 3, &writer) == 0)
			own = hil_shm_fd(writer);
		if (write(ready[1], &own, sizeof(own)) < 0)
			_exit(1);
		pause();
		_exit(0);
	}
	assert_int_equal(read(ready[0], fd, sizeof(*fd)), sizeof(*fd));
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void reader_notices_that_its_writer_is_gone(void **state)
{
	struct hil_shm_reader *reader = NULL, *late = NULL;
	const char *reason = NULL;
	char path[64];
	pid_t pid;
	int fd;

	(void)state;
	pid = start_writer(&fd);
	assert_true(fd >= 0);
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)pid, fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(hil_shm_attach(fd, &reader, &reason), 0);
	assert_int_equal(
		hil_shm_check(reader, hil_time_mono_ns(), NULL, &reason), 0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_int_equal(
		hil_shm_check(reader, hil_time_mono_ns(), NULL, &reason),
		-ESTALE);
	assert_non_null(strstr(reason, "ended"));
	shm_read_all(reader); /* what is there stays readable */
	assert_int_equal(hil_shm_attach(fd, &late, &reason), -ESTALE);
	assert_string_equal(reason, "its writer has ended");
	hil_shm_detach(reader);
	close(fd);
}

#define ON_A_PAIR(test)                                                        \
	cmocka_unit_test_setup_teardown(test, shm_pair_setup, shm_pair_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_A_PAIR(slow_reader_knows_exactly_what_it_missed),
		ON_A_PAIR(account_holds_beside_a_running_writer),
		ON_A_PAIR(event_reader_accounts_for_each_index_once),
		ON_A_PAIR(late_reader_may_start_from_now),
		ON_A_PAIR(numbers_that_go_back_are_stale),
		ON_A_PAIR(ring_of_another_kind_is_refused),
		ON_A_PAIR(heartbeat_tells_silence_from_waiting),
		ON_A_PAIR(closed_and_failed_are_final_not_stale),
		cmocka_unit_test(reader_notices_that_its_writer_is_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
