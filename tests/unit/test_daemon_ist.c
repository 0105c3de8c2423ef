/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The IST on a pipe of events and a probe that only remembers: read(), ioctl()
 * and poll() are wrapped by the linker, the code is the board's.
 */
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "daemon/ist.h"
#include "daemon/shm/reader.h"
#include "tests/unit/test.h"

#define LEVELS_MAX 1024

/* What the wrapped calls see. */
static struct fixture {
	int pipe[2];
	struct hil_shm_writer *shm;
	struct hil_ist *ist;
	bool level[LEVELS_MAX];         /* of the probe, per successful ioctl */
	uint64_t published[LEVELS_MAX]; /* events published before it */
	size_t ioctls;                  /* all */
	size_t moves;                   /* successful ones */
	size_t fail_at;                 /* ioctl that fails, from 1; 0: none */
	size_t reads, polls;
	uint64_t published_at_read[64];
} f;

int __wrap_ioctl(int fd, unsigned long request, void *arg);
ssize_t __wrap_read(int fd, void *to, size_t size);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout);
ssize_t __real_read(int fd, void *to, size_t size);
int __real_poll(struct pollfd *fds, nfds_t count, int timeout);

int __wrap_ioctl(int fd, unsigned long request, void *arg)
{
	const struct gpio_v2_line_values *values = arg;

	assert_int_equal(fd, 1000);
	assert_true(request == GPIO_V2_LINE_SET_VALUES_IOCTL);
	assert_int_equal(values->mask, 1);
	assert_true(f.moves < LEVELS_MAX);
	if (++f.ioctls == f.fail_at) {
		errno = EIO;
		return -1;
	}
	f.published[f.moves] = hil_shm_progress(f.shm);
	f.level[f.moves++] = values->bits & 1;
	return 0;
}

ssize_t __wrap_read(int fd, void *to, size_t size)
{
	if (fd == f.pipe[0]) {
		assert_true(f.reads < 64);
		f.published_at_read[f.reads++] = hil_shm_progress(f.shm);
	}
	return __real_read(fd, to, size);
}

int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	assert_int_equal(timeout, 0);
	f.polls++;
	return __real_poll(fds, count, timeout);
}

static void push(uint32_t first, uint32_t count)
{
	struct gpio_v2_line_event event = {
		.id = GPIO_V2_LINE_EVENT_RISING_EDGE
	};
	uint32_t i;

	for (i = first; i < first + count; i++) {
		event.seqno = i + 1;
		event.line_seqno = i + 1;
		event.timestamp_ns = 1000 + i;
		assert_int_equal(write(f.pipe[1], &event, sizeof(event)),
				 sizeof(event));
	}
}

static int begin(void **state)
{
	const struct hil_shm_spec spec[] = { { .kind = HIL_SHM_EVENTS,
					       .witness = HIL_SHM_IST },
					     { .kind = HIL_SHM_WINDOWS,
					       .witness = HIL_SHM_IST,
					       .quantity = HIL_SHM_WAKEUP } };

	(void)state;
	memset(&f, 0, sizeof(f));
	f.ist = malloc(sizeof(*f.ist));
	if (!f.ist || pipe(f.pipe) || hil_shm_create(spec, 2, &f.shm))
		return -1;
	hil_ist_init(f.ist, &(struct hil_ist_config){ .event_fd = f.pipe[0],
						      .probe_fd = 1000,
						      .shm = f.shm });
	return 0;
}

static int end(void **state)
{
	(void)state;
	hil_shm_close(f.shm);
	close(f.pipe[0]);
	close(f.pipe[1]);
	free(f.ist);
	return 0;
}

/* Runs the IST on what is in the pipe, whose end is a chip that went away. */
static void run_to_the_end(void)
{
	close(f.pipe[1]);
	f.pipe[1] = -1;
	assert_int_equal(hil_ist_run(f.ist), -ENODEV);
}

static size_t published(struct hil_event event[], size_t max)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS };
	struct hil_shm_reader *reader;
	struct hil_event_batch batch;
	const char *reason;
	uint64_t next = 0;
	int ring;

	assert_int_equal(hil_shm_attach(hil_shm_fd(f.shm), &reader, &reason),
			 0);
	ring = hil_shm_find(reader, &query);
	assert_true(ring >= 0);
	assert_int_equal(
		hil_shm_events(reader, (size_t)ring, &next, event, max, &batch),
		0);
	assert_int_equal(batch.lost, 0);
	hil_shm_detach(reader);
	return batch.count;
}

static void each_event_toggles_the_probe_once(void **state)
{
	struct hil_event event[8];

	(void)state;
	push(0, 3);
	run_to_the_end();
	assert_int_equal(f.moves, 3);
	assert_true(f.level[0] && !f.level[1] && f.level[2]);
	assert_int_equal(published(event, 8), 3);
	/* Command 1 is the low of the request. */
	assert_int_equal(event[0].commands, 2);
	assert_int_equal(event[2].commands, 4);
	assert_int_equal(event[2].index, 2);
	assert_int_equal(event[2].seqno, 3);
	assert_int_equal(event[2].line_seqno, 3);
	assert_int_equal(event[2].hardirq_ns, 1002);
	assert_true(event[2].wake_ns <= event[0].probe_begin_ns);
	assert_true(event[1].probe_end_ns <= event[2].probe_begin_ns);
	assert_true(event[2].probe_begin_ns <= event[2].probe_end_ns);
	assert_int_equal(f.ist->events, 3);
	assert_int_equal(f.ist->commands, 4);
}

static void final_low_is_a_command_too(void **state)
{
	(void)state;
	push(0, 1);
	run_to_the_end();
	assert_int_equal(hil_ist_probe_low(f.ist), 0);
	assert_int_equal(f.moves, 2);
	assert_false(f.level[1]);
	assert_int_equal(f.ist->commands, 3);
}

static void pulse_goes_up_and_down_per_event(void **state)
{
	(void)state;
	f.ist->pulse = true;
	push(0, 2);
	run_to_the_end();
	assert_int_equal(f.moves, 4);
	assert_true(f.level[0] && !f.level[1] && f.level[2] && !f.level[3]);
	assert_int_equal(f.ist->commands, 3);
}

/* The pin stays where it was, so the next command must move it. */
static void failed_probe_is_counted_and_the_next_one_moves(void **state)
{
	struct hil_event event[8];

	(void)state;
	f.fail_at = 2;
	push(0, 4);
	run_to_the_end();
	assert_int_equal(f.moves, 3);
	assert_true(f.level[0] && !f.level[1] && f.level[2]);
	assert_int_equal(published(event, 8), 4);
	assert_false(event[0].flags & HIL_EVENT_PROBE_FAILED);
	assert_true(event[1].flags & HIL_EVENT_PROBE_FAILED);
	assert_false(event[2].flags & HIL_EVENT_PROBE_FAILED);
	assert_int_equal(event[3].commands, 5);
	assert_int_equal(f.ist->probe_failures, 1);
}

static void events_behind_another_are_marked(void **state)
{
	struct hil_event event[32];
	size_t i;

	(void)state;
	push(0, 20);
	run_to_the_end();
	assert_int_equal(published(event, 32), 20);
	for (i = 0; i < 20; i++) {
		/* 16 of a full read, then 4 */
		bool full = i < 16;
		bool queued = i != 0 && i != 16;

		assert_int_equal(event[i].batch, full ? 16 : 4);
		assert_int_equal(!!(event[i].flags & HIL_EVENT_READ_FULL),
				 full);
		assert_int_equal(!!(event[i].flags & HIL_EVENT_QUEUED), queued);
	}
	assert_true(event[15].wake_ns == event[0].wake_ns);
}

static void constant_flags_are_in_each_event(void **state)
{
	struct hil_event event[2];

	(void)state;
	f.ist->flags = HIL_EVENT_LEVEL_FLOW | HIL_EVENT_STAMP_THREAD;
	push(0, 2);
	run_to_the_end();
	assert_int_equal(published(event, 2), 2);
	assert_int_equal(event[0].flags,
			 HIL_EVENT_LEVEL_FLOW | HIL_EVENT_STAMP_THREAD);
	assert_int_equal(event[1].flags, HIL_EVENT_LEVEL_FLOW |
						 HIL_EVENT_STAMP_THREAD |
						 HIL_EVENT_QUEUED);
}

/* While events are pending the probe goes first. */
static void nothing_is_published_while_events_are_pending(void **state)
{
	(void)state;
	push(0, 40);
	run_to_the_end();
	assert_int_equal(f.published[39], 0); /* before the last probe */
	assert_int_equal(f.published_at_read[2], 0);
	assert_int_equal(f.published_at_read[3], 40);
}

/* 16 events fill the buffer, and none is behind them. */
static void full_read_with_nothing_behind_it_is_published(void **state)
{
	(void)state;
	push(0, 16);
	run_to_the_end();
	assert_int_equal(f.polls, 1);
	assert_int_equal(f.published_at_read[1], 16);
}

/* 16 full reads hold 256 events: then they are published in any case. */
static void sixteen_full_reads_are_published_at_the_latest(void **state)
{
	(void)state;
	push(0, 300);
	run_to_the_end();
	assert_int_equal(f.published[255], 0);
	assert_int_equal(f.published[256], 256);
	assert_int_equal(f.ist->events, 300);
	assert_int_equal(hil_shm_progress(f.shm), 300);
}

static void partial_reads_need_no_other_system_call(void **state)
{
	(void)state;
	push(0, 5);
	run_to_the_end();
	assert_int_equal(f.polls, 0);
	assert_int_equal(f.reads, 2);
	assert_int_equal(f.ioctls, 5);
}

static void limit_ends_the_run(void **state)
{
	(void)state;
	f.ist->limit = 2;
	push(0, 2);
	assert_int_equal(hil_ist_run(f.ist), 0);
	assert_int_equal(f.ist->events, 2);
	assert_int_equal(f.reads, 1);
}

static void stop_ends_the_run_before_the_next_read(void **state)
{
	(void)state;
	atomic_store(&f.ist->stop, true);
	push(0, 2);
	assert_int_equal(hil_ist_run(f.ist), 0);
	assert_int_equal(f.reads, 0);
	assert_false(atomic_load(&f.ist->busy));
}

/* Every third of eight: the third and the sixth. */
static void each_nth_event_waits_and_is_marked(void **state)
{
	const int64_t delay_ns = 2000000;
	struct hil_event event[8];

	(void)state;
	f.ist->seed_delay_ns = delay_ns;
	f.ist->seed_every = f.ist->seed_left = 3;
	push(0, 8);
	run_to_the_end();
	assert_int_equal(published(event, 8), 8);
	for (size_t i = 0; i < 8; i++) {
		int64_t from_ns =
			i ? event[i - 1].probe_end_ns : event[i].wake_ns;
		bool seeded = i == 2 || i == 5;

		assert_int_equal(!!(event[i].flags & HIL_EVENT_SEEDED), seeded);
		if (seeded)
			assert_true(event[i].probe_begin_ns - from_ns >=
				    delay_ns);
	}
}

static void without_seed_no_event_is_marked(void **state)
{
	struct hil_event event[4];

	(void)state;
	push(0, 4);
	run_to_the_end();
	assert_int_equal(published(event, 4), 4);
	for (size_t i = 0; i < 4; i++)
		assert_false(event[i].flags & HIL_EVENT_SEEDED);
}

static void run_leaves_the_ist_idle_for_the_watermark(void **state)
{
	(void)state;
	push(0, 3);
	run_to_the_end();
	assert_false(atomic_load(&f.ist->busy));
	assert_int_equal(f.ist->held, 0);
}

/* 7 edges, one event: seqno 7, line_seqno 1. */
static void coalesced_edges_are_the_span_of_seqno(void **state)
{
	struct gpio_v2_line_event event = { .seqno = 7, .line_seqno = 1 };
	struct hil_shm_counts counts;

	(void)state;
	assert_int_equal(write(f.pipe[1], &event, sizeof(event)),
			 sizeof(event));
	run_to_the_end();
	hil_shm_counts(f.shm, 0, &counts);
	assert_int_equal(counts.events, 1);
	assert_int_equal(counts.coalesced, 6);
	assert_int_equal(counts.fifo_drops, 0);
}

/* The queue held 4 of 7: events 4 to 7 are left. */
static void dropped_events_are_the_span_of_line_seqno(void **state)
{
	struct hil_shm_counts counts;

	(void)state;
	push(3, 4);
	run_to_the_end();
	hil_shm_counts(f.shm, 0, &counts);
	assert_int_equal(counts.events, 4);
	assert_int_equal(counts.fifo_drops, 3);
	assert_int_equal(counts.coalesced, 0);
}

/* The thread's race: an old stamp with a new seqno, then none: +1, -1. */
static void coalesced_is_cumulative_never_clipped(void **state)
{
	static const uint32_t seqno[] = { 1, 3, 3, 4 };
	struct gpio_v2_line_event event = { 0 };
	struct hil_shm_counts counts;
	uint32_t i;

	(void)state;
	for (i = 0; i < 4; i++) {
		event.seqno = seqno[i];
		event.line_seqno = i + 1;
		assert_int_equal(write(f.pipe[1], &event, sizeof(event)),
				 sizeof(event));
	}
	run_to_the_end();
	hil_shm_counts(f.shm, 0, &counts);
	assert_int_equal(counts.coalesced, 0);
}

#define ist_test(t) cmocka_unit_test_setup_teardown(t, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ist_test(each_event_toggles_the_probe_once),
		ist_test(final_low_is_a_command_too),
		ist_test(pulse_goes_up_and_down_per_event),
		ist_test(failed_probe_is_counted_and_the_next_one_moves),
		ist_test(events_behind_another_are_marked),
		ist_test(constant_flags_are_in_each_event),
		ist_test(nothing_is_published_while_events_are_pending),
		ist_test(full_read_with_nothing_behind_it_is_published),
		ist_test(sixteen_full_reads_are_published_at_the_latest),
		ist_test(partial_reads_need_no_other_system_call),
		ist_test(limit_ends_the_run),
		ist_test(stop_ends_the_run_before_the_next_read),
		ist_test(each_nth_event_waits_and_is_marked),
		ist_test(without_seed_no_event_is_marked),
		ist_test(run_leaves_the_ist_idle_for_the_watermark),
		ist_test(coalesced_edges_are_the_span_of_seqno),
		ist_test(dropped_events_are_the_span_of_line_seqno),
		ist_test(coalesced_is_cumulative_never_clipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
