/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Polls the ring at 40 Hz: the IST tells nobody that there is news, because a
 * wake-up is a system call. A peer that does not read makes this thread late,
 * the ring overrun and a LOST record, never the IST late.
 */
#include "daemon/sender.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"

#define TICK_MS      25
#define WATERMARK_NS (50 * HIL_NS_PER_MS)
#define MARGIN_NS    HIL_NS_PER_MS

static void tell(struct hil_sender *s, enum hil_sender_news news)
{
	uint64_t one = 1;

	atomic_fetch_or(&s->news, (unsigned int)news);
	if (write(s->news_fd, &one, sizeof(one)) < 0)
		return; /* it is readable already */
}

static int send_control(struct hil_sender *s)
{
	struct hil_outbox_item item;
	int ret = 0;

	while (!ret && hil_outbox_take(s->box, &item)) {
		ret = hil_frame_write(&s->writer, item.type, item.text,
				      strlen(item.text));
		free(item.text);
	}
	return ret;
}

static int send_batch(struct hil_sender *s, const struct hil_event_batch *batch,
		      uint16_t line)
{
	struct hil_lost lost = { .first = batch->lost_first,
				 .count = batch->lost,
				 .line = line };
	int ret = 0;

	if (batch->lost) {
		s->lost += batch->lost;
		ret = hil_frame_write(&s->writer, HIL_RECORD_LOST, &lost,
				      sizeof(lost));
	}
	if (ret || !batch->count)
		return ret;
	s->sent += batch->count;
	return hil_frame_write(&s->writer, HIL_RECORD_EVENTS, s->event,
			       batch->count * sizeof(s->event[0]));
}

/*
 * Until when can no event come any more? The IST sets busy before it takes
 * the time of waking up and clears it after publishing: if it is not busy
 * now, an event to come has a later time than one read before looking. The
 * margin is for its store to become visible.
 */
static void look_at_ist(struct hil_sender *s, struct hil_ist *ist)
{
	int64_t now_ns = hil_time_mono_ns();

	/* Pairs with the release store at the end of the IST's publishing. */
	if (!atomic_load_explicit(&ist->busy, memory_order_acquire))
		s->safe_ns = now_ns - MARGIN_NS;
}

static int send_events(struct hil_sender *s)
{
	struct hil_ist *ist =
		atomic_load_explicit(&s->ist, memory_order_acquire);
	struct hil_event_batch batch;
	struct hil_watermark mark = { 0 };
	uint64_t before = s->sent + s->lost;
	int64_t now_ns;
	int ret;

	if (!ist)
		return 0;
	look_at_ist(s, ist);
	do {
		ret = hil_shm_events(s->reader, s->ring, &s->next, s->event,
				     HIL_SENDER_EVENTS, &batch);
		if (!ret)
			ret = send_batch(s, &batch, ist->line);
	} while (!ret && (batch.lost || batch.count == HIL_SENDER_EVENTS));
	now_ns = hil_time_mono_ns();
	if (ret || (before == s->sent + s->lost &&
		    now_ns - s->watermark_ns < WATERMARK_NS &&
		    !atomic_load(&s->closed)))
		return ret;
	s->watermark_ns = now_ns;
	mark.mono_ns = s->safe_ns;
	mark.events = s->sent;
	mark.line = ist->line;
	return hil_frame_write(&s->writer, HIL_RECORD_WATERMARK, &mark,
			       sizeof(mark));
}

static int send_closed(struct hil_sender *s, json_t *closed)
{
	char *text;
	int ret = -ENOMEM;

	json_object_set_new(closed, "lost_at_sender",
			    json_integer((json_int_t)s->lost));
	text = json_dumps(closed, JSON_COMPACT);
	if (text)
		ret = hil_frame_write(&s->writer, HIL_RECORD_CLOSED, text,
				      strlen(text));
	free(text);
	return ret;
}

/* Return: 0 listen on; 1 nothing more will come. */
static int listen_once(struct hil_sender *s)
{
	struct hil_frame frame;
	int ret = hil_frame_reader_fill(s->input, s->in);

	if (ret == -EAGAIN || ret == -EINTR)
		return 0;
	if (ret == 0) {
		tell(s, HIL_SENDER_STOP);
		return 1;
	}
	if (ret > 0)
		ret = hil_frame_reader_next(s->input, &frame);
	if (ret == 0)
		return 0;
	if (ret == 1 && frame.type == HIL_RECORD_STOP) {
		tell(s, HIL_SENDER_STOP);
		return 1;
	}
	hil_error("cannot understand what came on standard input: %s",
		  ret == 1 ? "not a STOP record" : strerror(-ret));
	tell(s, HIL_SENDER_BROKEN);
	return 1;
}

static void wait_tick(struct hil_sender *s)
{
	struct pollfd fd[2] = { { .fd = s->wake_fd, .events = POLLIN },
				{ .fd = s->in, .events = POLLIN } };
	uint64_t value;

	if (poll(fd, 2, TICK_MS) <= 0)
		return;
	if (fd[0].revents && read(s->wake_fd, &value, sizeof(value)) < 0)
		return;
	if (fd[1].revents && listen_once(s))
		s->in = -1;
}

static void *sender_main(void *context)
{
	struct hil_sender *s = context;
	json_t *closed = NULL;
	int ret = 0;

	while (!ret && !closed) {
		wait_tick(s);
		closed = atomic_load(&s->closed);
		ret = closed ? 0 : send_control(s);
		if (!ret)
			ret = send_events(s);
		if (!ret)
			ret = send_control(s);
	}
	if (ret) {
		tell(s, HIL_SENDER_BROKEN);
		return NULL;
	}
	if (send_closed(s, closed))
		tell(s, HIL_SENDER_BROKEN);
	return NULL;
}

int hil_sender_open(struct hil_sender *s, int in, int out,
		    struct hil_outbox *box)
{
	memset(s, 0, sizeof(*s));
	s->in = in;
	s->out = out;
	s->box = box;
	s->news_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	s->wake_fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
	if (s->news_fd < 0 || s->wake_fd < 0)
		return -errno;
	s->input = hil_frame_reader_new();
	if (!s->input)
		return -ENOMEM;
	hil_frame_writer_init(&s->writer, out);
	return -pthread_create(&s->thread, NULL, sender_main, s);
}

int hil_sender_attach(struct hil_sender *s, int fd, struct hil_ist *ist)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS,
					     .line = ist->line };
	const char *reason = "it has no event ring";
	int ret = hil_shm_attach(fd, &s->reader, &reason);

	if (!ret) {
		ret = hil_shm_find(s->reader, &query);
		s->ring = (size_t)(ret < 0 ? 0 : ret);
	}
	if (ret < 0) {
		hil_error("cannot read our own shared memory: %s", reason);
		return ret;
	}
	/* Reader and ring before the word that says they are there; pairs
	 * with the acquire load in send_events(). */
	atomic_store_explicit(&s->ist, ist, memory_order_release);
	return 0;
}

int hil_sender_finish(struct hil_sender *s, json_t *closed, int timeout_ms)
{
	uint64_t one = 1;
	struct timespec until;
	int64_t until_ns = hil_time_wall_ns() + timeout_ms * HIL_NS_PER_MS;

	atomic_store(&s->closed, closed);
	if (write(s->wake_fd, &one, sizeof(one)) < 0)
		return -errno;
	until.tv_sec = until_ns / HIL_NS_PER_S;
	until.tv_nsec = until_ns % HIL_NS_PER_S;
	if (pthread_timedjoin_np(s->thread, NULL, &until))
		return -ETIMEDOUT;
	json_decref(closed);
	hil_frame_reader_free(s->input);
	hil_shm_detach(s->reader);
	close(s->news_fd);
	close(s->wake_fd);
	return atomic_load(&s->news) & HIL_SENDER_BROKEN ? -EPIPE : 0;
}
