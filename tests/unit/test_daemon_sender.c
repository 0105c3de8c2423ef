/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The link thread between pipes: order, watermarks, loss, and how it ends. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>

#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "daemon/sender.h"
#include "tests/unit/test.h"

#define FRAMES_MAX 256

static struct fixture {
	int to[2];   /* what we send to the board */
	int from[2]; /* what it answers */
	struct hil_outbox box;
	struct hil_sender *sender;
	struct hil_shm_writer *shm;
	struct hil_ist *ist;
	struct hil_frame_reader *reader;
	/* what came */
	uint8_t type[FRAMES_MAX];
	size_t frames;
	char last_json[1024];
	uint64_t events;
	uint64_t lost;
	struct hil_watermark mark;
	size_t marks;
	bool mark_went_wrong;
} f;

static void publish(uint64_t first, uint64_t count)
{
	struct hil_event event = { 0 };
	uint64_t i;

	for (i = first; i < first + count; i++) {
		event.index = i;
		event.seqno = event.line_seqno = (uint32_t)i + 1;
		event.wake_ns = hil_time_mono_ns();
		event.commands = i + 2;
		hil_shm_event(f.shm, &event, event.wake_ns);
	}
}

static void take_events(const struct hil_frame *frame)
{
	const struct hil_event *event = (const void *)frame->payload;
	size_t i;

	assert_int_equal(frame->length % sizeof(*event), 0);
	for (i = 0; i < frame->length / sizeof(*event); i++) {
		assert_int_equal(event[i].index, f.events + f.lost);
		/* A watermark promised that all before it had been sent. */
		if (event[i].wake_ns < f.mark.mono_ns)
			f.mark_went_wrong = true;
		f.events++;
	}
}

static void take(const struct hil_frame *frame)
{
	struct hil_lost lost;

	assert_true(f.frames < FRAMES_MAX);
	f.type[f.frames++] = frame->type;
	switch (frame->type) {
	case HIL_RECORD_EVENTS:
		take_events(frame);
		break;
	case HIL_RECORD_LOST:
		memcpy(&lost, frame->payload, sizeof(lost));
		assert_int_equal(lost.first, f.events + f.lost);
		f.lost += lost.count;
		break;
	case HIL_RECORD_WATERMARK:
		memcpy(&f.mark, frame->payload, sizeof(f.mark));
		f.marks++;
		break;
	default:
		snprintf(f.last_json, sizeof(f.last_json), "%.*s",
			 (int)frame->length, (const char *)frame->payload);
	}
}

/* Reads until a frame of @type came; false at the end of the stream. */
static bool wait_for(uint8_t type)
{
	struct hil_frame frame;
	int ret;

	for (;;) {
		ret = hil_frame_reader_next(f.reader, &frame);
		assert_true(ret >= 0);
		if (ret) {
			take(&frame);
			if (frame.type == type)
				return true;
			continue;
		}
		ret = hil_frame_reader_fill(f.reader, f.from[0]);
		assert_true(ret >= 0);
		if (!ret)
			return false;
	}
}

static int begin(void **state)
{
	const struct hil_shm_spec spec = { .kind = HIL_SHM_EVENTS,
					   .witness = HIL_SHM_IST };

	(void)state;
	memset(&f, 0, sizeof(f));
	f.sender = calloc(1, sizeof(*f.sender));
	f.ist = malloc(sizeof(*f.ist));
	f.reader = hil_frame_reader_new();
	if (!f.sender || !f.ist || !f.reader || pipe(f.to) || pipe(f.from) ||
	    hil_shm_create(&spec, 1, &f.shm))
		return -1;
	hil_ist_init(f.ist, &(struct hil_ist_config){ .shm = f.shm });
	hil_outbox_init(&f.box);
	hil_outbox_put(&f.box, HIL_RECORD_HELLO, json_pack("{s:i}", "abi", 1));
	return hil_sender_open(f.sender, f.to[0], f.from[1], &f.box);
}

static int end(void **state)
{
	(void)state;
	hil_shm_close(f.shm);
	hil_outbox_clear(&f.box);
	hil_frame_reader_free(f.reader);
	free(f.sender);
	free(f.ist);
	close(f.to[0]);
	close(f.from[0]);
	if (f.to[1] >= 0)
		close(f.to[1]);
	if (f.from[1] >= 0)
		close(f.from[1]);
	return 0;
}

static void finish(int wanted)
{
	assert_int_equal(
		hil_sender_finish(f.sender,
				  json_pack("{s:s}", "state", "CLOSED"), 5000),
		wanted);
}

static void attach(void)
{
	assert_int_equal(hil_sender_attach(f.sender, hil_shm_fd(f.shm), f.ist),
			 0);
}

static unsigned int news_wait(void)
{
	struct pollfd fd = { .fd = f.sender->news_fd, .events = POLLIN };

	assert_int_equal(poll(&fd, 1, 5000), 1);
	return atomic_load(&f.sender->news);
}

static void hello_comes_first_and_closed_last(void **state)
{
	(void)state;
	assert_true(wait_for(HIL_RECORD_HELLO));
	assert_int_equal(f.frames, 1);
	attach();
	publish(0, 3);
	hil_outbox_put(&f.box, HIL_RECORD_STATE,
		       json_pack("{s:s}", "state", "CLOSED"));
	finish(0);
	assert_true(wait_for(HIL_RECORD_CLOSED));
	assert_int_equal(f.events, 3);
	assert_contains(f.last_json, "\"lost_at_sender\":0");
	close(f.from[1]);
	f.from[1] = -1;
	assert_false(wait_for(0)); /* nothing behind it */
}

static void watermark_comes_without_events_too(void **state)
{
	int64_t begin_ns = hil_time_mono_ns();

	(void)state;
	attach();
	while (f.marks < 3)
		assert_true(wait_for(HIL_RECORD_WATERMARK));
	assert_int_equal(f.mark.events, 0);
	assert_true(f.mark.mono_ns > begin_ns - HIL_NS_PER_S);
	assert_true(f.mark.mono_ns < hil_time_mono_ns());
	finish(0);
}

static void watermark_keeps_its_promise(void **state)
{
	uint64_t i;

	(void)state;
	attach();
	for (i = 0; i < 100; i++) {
		atomic_store(&f.ist->busy, true);
		publish(i, 1);
		atomic_store(&f.ist->busy, false);
		usleep(1000);
	}
	finish(0);
	assert_true(wait_for(HIL_RECORD_CLOSED));
	assert_int_equal(f.events, 100);
	assert_int_equal(f.mark.events, 100);
	assert_false(f.mark_went_wrong);
}

/* An IST that woke up but has not published: its event is still to come. */
static void watermark_stands_still_while_the_ist_is_busy(void **state)
{
	struct hil_event event = { .seqno = 1, .line_seqno = 1 };
	size_t marks;

	(void)state;
	attach();
	assert_true(wait_for(HIL_RECORD_WATERMARK));
	atomic_store(&f.ist->busy, true);
	event.wake_ns = hil_time_mono_ns();
	marks = f.marks;
	while (f.marks < marks + 4)
		assert_true(wait_for(HIL_RECORD_WATERMARK));
	assert_true(f.mark.mono_ns < event.wake_ns);
	hil_shm_event(f.shm, &event, hil_time_mono_ns());
	atomic_store(&f.ist->busy, false);
	assert_true(wait_for(HIL_RECORD_EVENTS));
	while (f.mark.mono_ns < event.wake_ns)
		assert_true(wait_for(HIL_RECORD_WATERMARK));
	assert_false(f.mark_went_wrong);
	finish(0);
}

/* A ring of 65,536: of 65,536 + 100 events the first 100 are gone. */
static void overrun_is_an_exact_loss(void **state)
{
	(void)state;
	publish(0, 65536 + 100);
	attach();
	while (f.events + f.lost < 65536 + 100)
		assert_true(wait_for(HIL_RECORD_EVENTS));
	assert_int_equal(f.lost, 100);
	finish(0);
	assert_true(wait_for(HIL_RECORD_CLOSED));
	assert_contains(f.last_json, "\"lost_at_sender\":100");
}

static void stop_record_is_told(void **state)
{
	struct hil_frame_writer writer;

	(void)state;
	hil_frame_writer_init(&writer, f.to[1]);
	assert_int_equal(hil_frame_write(&writer, HIL_RECORD_STOP, NULL, 0), 0);
	assert_int_equal(news_wait(), HIL_SENDER_STOP);
	finish(0);
}

static void end_of_input_means_stop(void **state)
{
	(void)state;
	close(f.to[1]);
	f.to[1] = -1;
	assert_int_equal(news_wait(), HIL_SENDER_STOP);
	finish(0);
}

static void nonsense_on_the_input_breaks_the_link(void **state)
{
	struct test_log log;

	(void)state;
	test_log_start(&log);
	assert_int_equal(write(f.to[1], "GET / HTTP/1.1\r\n\r\n", 18), 18);
	assert_int_equal(news_wait(), HIL_SENDER_BROKEN);
	finish(-EPIPE);
	test_log_stop();
	assert_contains(log.text, "cannot understand");
}

static void reader_that_went_away_breaks_the_link(void **state)
{
	(void)state;
	attach();
	close(f.from[0]);
	f.from[0] = open("/dev/null", O_RDONLY);
	assert_true(news_wait() & HIL_SENDER_BROKEN);
	finish(-EPIPE);
}

/* A pipe that nobody reads is full some day: the end must not wait for it. */
static void reader_that_does_not_read_ends_in_a_time_out(void **state)
{
	char byte[4096] = { 0 };

	(void)state;
	assert_true(wait_for(HIL_RECORD_HELLO));
	fcntl(f.from[1], F_SETFL, O_NONBLOCK);
	while (write(f.from[1], byte, sizeof(byte)) > 0)
		;
	attach();
	assert_int_equal(hil_sender_finish(f.sender, json_object(), 100),
			 -ETIMEDOUT);
	/* Let it go, so that its memory can be freed. */
	close(f.from[0]);
	f.from[0] = -1;
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pthread_join(f.sender->thread, NULL), 0);
	json_decref(atomic_load(&f.sender->closed));
	hil_frame_reader_free(f.sender->input);
	hil_shm_detach(f.sender->reader);
}

#define sender_test(t) cmocka_unit_test_setup_teardown(t, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		sender_test(hello_comes_first_and_closed_last),
		sender_test(watermark_comes_without_events_too),
		sender_test(watermark_keeps_its_promise),
		sender_test(watermark_stands_still_while_the_ist_is_busy),
		sender_test(overrun_is_an_exact_loss),
		sender_test(stop_record_is_told),
		sender_test(end_of_input_means_stop),
		sender_test(nonsense_on_the_input_breaks_the_link),
		sender_test(reader_that_went_away_breaks_the_link),
		sender_test(reader_that_does_not_read_ends_in_a_time_out),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
