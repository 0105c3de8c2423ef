/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The running capture: samples become due a hold-back after their time, since
 * pin stamps arrive late, and faults happen at the sample they are meant for.
 */
#include <string.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "rig/bench/analyzer_private.h"

#define PIECE 65536 /* samples made at once for the 16-bit format */

void hil_analyzer_start(struct hil_analyzer *a)
{
	if (a->streaming)
		return;
	a->streaming = true;
	a->mute = false;
	a->end = HIL_FAULT_NONE;
	a->counters.captures++;
	a->pin_faults.sample_ns =
		(int64_t)((HIL_NS_PER_S + (int64_t)a->rate_hz - 1) /
			  (int64_t)a->rate_hz);
	hil_samples_settle(&a->samples, hil_time_mono_ns());
	hil_samples_start(&a->samples, hil_time_mono_ns(),
			  hil_analyzer_real_rate(a), a->error_ppb);
	hil_truth_write(a->truth, "capture", 0, (int64_t)a->rate_hz);
}

/* Two samples long, on the channel that the view says. */
static void add_spike(struct hil_analyzer *a, int64_t mono_ns)
{
	struct hil_sample_event e = { .mono_ns = mono_ns,
				      .channel = HIL_NET_CROSSTALK,
				      .change = HIL_SAMPLE_INVERT };

	hil_samples_add(&a->samples, &e);
	e.mono_ns += 2 * a->pin_faults.sample_ns;
	hil_samples_add(&a->samples, &e);
}

void hil_analyzer_pin(struct hil_analyzer *a, enum hil_sample_net net,
		      bool level, int64_t mono_ns)
{
	struct hil_sample_event events[HIL_PIN_FAULT_EVENTS];
	const struct hil_sample_event edge = { .mono_ns = mono_ns,
					       .channel = (uint8_t)net,
					       .change = HIL_SAMPLE_LEVEL,
					       .level = level };
	uint64_t late = a->samples.late;
	size_t count;

	if (a->generator)
		hil_generator_levels(a->generator, &a->pin_faults.high_volts,
				     &a->pin_faults.low_volts);
	count = hil_pin_faults_apply(&a->pin_faults, &edge, events);

	for (size_t i = 0; i < count; i++)
		hil_samples_add(&a->samples, &events[i]);
	if (hil_wiring_disturbs(&a->wiring, net))
		add_spike(a, mono_ns);
	if (a->samples.late != late)
		hil_truth_write(a->truth, "late-stamp",
				a->streaming ? a->samples.next
					     : HIL_TRUTH_NO_SAMPLE,
				hil_time_mono_ns() - mono_ns);
}

/* Sample at which a waiting fault is due: claimed rate, claimed time. */
static uint64_t due_sample(const struct hil_analyzer *a,
			   const struct hil_fault *f)
{
	struct hil_sample_clock claimed = { .rate_hz = a->rate_hz };
	uint64_t sample;

	if (f->after_ns < 0)
		return a->samples.next;
	sample = hil_sample_clock_index(&claimed, f->after_ns);
	return sample > a->samples.next ? sample : a->samples.next;
}

static unsigned int first_pending(const struct hil_analyzer *a)
{
	unsigned int first = 0;

	for (unsigned int i = 1; i < a->pending_count; i++)
		if (due_sample(a, &a->pending[i]) <
		    due_sample(a, &a->pending[first]))
			first = i;
	return first;
}

static void act_pending(struct hil_analyzer *a, unsigned int index)
{
	struct hil_fault f = a->pending[index];

	a->pending_count--;
	memmove(&a->pending[index], &a->pending[index + 1],
		(a->pending_count - index) * sizeof(f));
	hil_analyzer_act(a, &f);
}

/* Return: samples made; less than @count when the reader is too slow. */
static uint64_t make(struct hil_analyzer *a, uint64_t count)
{
	unsigned int bytes = hil_analyzer_bytes(a);
	uint8_t piece[PIECE], wide[2 * PIECE];
	uint64_t made = 0;

	while (made < count) {
		uint64_t left = count - made;
		size_t size = left < PIECE ? (size_t)left : PIECE;

		if (hil_queue_space(&a->out) < size * bytes)
			size = hil_queue_space(&a->out) / bytes;
		if (size == 0)
			break;
		hil_samples_fill(&a->samples, piece, size);
		for (size_t i = 0; bytes == 2 && i < size; i++) {
			wide[2 * i] = piece[i];
			wide[2 * i + 1] = 0;
		}
		/* there is room, as was just seen */
		(void)hil_queue_put(&a->out, bytes == 2 ? wide : piece,
				    size * bytes);
		made += size;
	}
	a->counters.samples += made;
	return made;
}

static void lose(struct hil_analyzer *a, uint64_t count)
{
	a->counters.reader_gaps++;
	a->counters.lost += count;
	hil_truth_write(a->truth, "reader-too-slow", a->samples.next,
			(int64_t)count);
	hil_samples_splice(&a->samples, count);
}

static void make_until(struct hil_analyzer *a, int64_t mono_ns)
{
	while (a->streaming && !a->mute) {
		uint64_t end =
			hil_sample_clock_index(&a->samples.clock, mono_ns);
		unsigned int first = first_pending(a);
		bool fault = a->pending_count > 0 &&
			     due_sample(a, &a->pending[first]) <= end;
		uint64_t made, count;

		if (fault)
			end = due_sample(a, &a->pending[first]);
		count = end > a->samples.next ? end - a->samples.next : 0;
		made = make(a, count);
		if (made < count) {
			lose(a, count - made);
			return;
		}
		if (!fault)
			return;
		act_pending(a, first);
	}
}

void hil_analyzer_tick(struct hil_analyzer *a)
{
	int64_t until_ns = hil_time_mono_ns() - HIL_ANALYZER_HOLD_NS;

	if (a->streaming)
		make_until(a, until_ns);
	if (!a->streaming || a->mute)
		hil_samples_settle(&a->samples, until_ns);
	hil_analyzer_flush(a);
}
