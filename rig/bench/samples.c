/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sample synthesis: a queue of pin changes sorted by time, a heartbeat that is
 * computed, and runs of equal bytes between them. What comes too late, and
 * what the faults do to a pin, is decided by the callers.
 */
#include "rig/bench/samples.h"

#include <assert.h>
#include <string.h>

__extension__ typedef __int128 wide;

/* One second in the units of rate x (10^9 + ppb). */
#define TICKS_PER_S ((wide)1000000000 * HIL_PPB)

static wide clock_scale(const struct hil_sample_clock *clock)
{
	return (wide)clock->rate_hz * (HIL_PPB + clock->error_ppb);
}

uint64_t hil_sample_clock_index(const struct hil_sample_clock *clock,
				int64_t mono_ns)
{
	wide ticks = (wide)(mono_ns - clock->base_mono_ns) * clock_scale(clock);

	if (ticks <= 0)
		return clock->base_sample;
	return clock->base_sample +
	       (uint64_t)((ticks + TICKS_PER_S - 1) / TICKS_PER_S);
}

int64_t hil_sample_clock_time(const struct hil_sample_clock *clock,
			      uint64_t sample)
{
	wide ticks = (wide)(sample - clock->base_sample) * TICKS_PER_S;

	return clock->base_mono_ns + (int64_t)(ticks / clock_scale(clock));
}

static struct hil_sample_event *event_at(struct hil_samples *s, size_t index)
{
	return &s->events[(s->head + index) % HIL_SAMPLES_EVENTS];
}

void hil_samples_init(struct hil_samples *s, unsigned int heartbeat_channel,
		      int64_t heartbeat_half_ns)
{
	memset(s, 0, sizeof(*s));
	s->heartbeat_channel = (uint8_t)heartbeat_channel;
	s->heartbeat_half_ns = heartbeat_half_ns;
	s->clock.rate_hz = 1;
	s->random = 1;
	for (unsigned int i = 0; i < HIL_SAMPLES_LEVELS; i++)
		s->view[i] = (uint8_t)i;
}

static void set_pin(struct hil_samples *s, unsigned int channel, bool level)
{
	uint8_t bit = (uint8_t)(1u << channel);

	s->pins = (uint8_t)(level ? s->pins | bit : s->pins & ~bit);
}

static void set_heartbeat(struct hil_samples *s, int64_t mono_ns)
{
	if (!s->heartbeat_half_ns)
		return;
	set_pin(s, s->heartbeat_channel, mono_ns / s->heartbeat_half_ns & 1);
	s->heartbeat_next_ns =
		(mono_ns / s->heartbeat_half_ns + 1) * s->heartbeat_half_ns;
}

/*
 * Like mains on a loose wire: half periods around 10 ms, none like the other.
 * Source: ISO/IEC 9899's example of rand().
 */
#define NOISE_LEAST_NS 2000000
#define NOISE_RANGE_NS 16000000

static void set_noise(struct hil_samples *s, int64_t mono_ns)
{
	s->random = s->random * 1103515245u + 12345u;
	set_pin(s, HIL_NET_NOISE, s->random >> 30 & 1);
	s->noise_next_ns = mono_ns + NOISE_LEAST_NS +
			   (int64_t)(s->random >> 8) % NOISE_RANGE_NS;
}

void hil_samples_noise(struct hil_samples *s, bool on)
{
	if (on && !s->noisy)
		set_noise(s, hil_sample_clock_time(&s->clock, s->next));
	s->noisy = on;
}

static void apply(struct hil_samples *s, const struct hil_sample_event *e)
{
	if (e->change == HIL_SAMPLE_LEVEL)
		set_pin(s, e->channel, e->level);
	else if (e->change == HIL_SAMPLE_INVERT)
		s->turned ^= (uint8_t)(1u << e->channel);
	if (e->truth && s->truth)
		s->truth(s->truth_context, e, s->next);
}

static void drop_first(struct hil_samples *s)
{
	s->head = (s->head + 1) % HIL_SAMPLES_EVENTS;
	s->used--;
}

void hil_samples_settle(struct hil_samples *s, int64_t mono_ns)
{
	while (s->used > 0 && event_at(s, 0)->mono_ns < mono_ns) {
		apply(s, event_at(s, 0));
		drop_first(s);
	}
}

/* Events that still wait turn the net back, so it ends as the pin is. */
static void turn_back(struct hil_samples *s)
{
	s->turned = 0;
	for (size_t i = 0; i < s->used; i++) {
		const struct hil_sample_event *e = event_at(s, i);

		if (e->change == HIL_SAMPLE_INVERT)
			s->turned ^= (uint8_t)(1u << e->channel);
	}
}

void hil_samples_start(struct hil_samples *s, int64_t mono_ns, uint64_t rate_hz,
		       int64_t error_ppb)
{
	s->clock = (struct hil_sample_clock){ .base_mono_ns = mono_ns,
					      .rate_hz = rate_hz,
					      .error_ppb = error_ppb };
	s->next = 0;
	turn_back(s);
	set_heartbeat(s, mono_ns);
	if (s->noisy)
		set_noise(s, mono_ns);
}

void hil_samples_add(struct hil_samples *s, const struct hil_sample_event *e)
{
	size_t at = s->used;

	if (s->used == HIL_SAMPLES_EVENTS) {
		s->overflow++;
		drop_first(s);
		at--;
	}
	if (hil_sample_clock_index(&s->clock, e->mono_ns) < s->next)
		s->late++;
	for (; at > 0 && event_at(s, at - 1)->mono_ns > e->mono_ns; at--)
		*event_at(s, at) = *event_at(s, at - 1);
	*event_at(s, at) = *e;
	s->used++;
}

/* Index of the next sample that may differ, at most @end. */
static uint64_t next_change(struct hil_samples *s, uint64_t end)
{
	int64_t mono_ns = INT64_MAX;
	uint64_t index;

	if (s->used > 0)
		mono_ns = event_at(s, 0)->mono_ns;
	if (s->heartbeat_half_ns && s->heartbeat_next_ns < mono_ns)
		mono_ns = s->heartbeat_next_ns;
	if (s->noisy && s->noise_next_ns < mono_ns)
		mono_ns = s->noise_next_ns;
	if (mono_ns == INT64_MAX)
		return end;
	index = hil_sample_clock_index(&s->clock, mono_ns);
	return index < end ? index : end;
}

/* All changes that the sample at s->next shows. */
static void apply_due(struct hil_samples *s)
{
	while (s->used > 0 &&
	       hil_sample_clock_index(&s->clock, event_at(s, 0)->mono_ns) <=
		       s->next) {
		apply(s, event_at(s, 0));
		drop_first(s);
	}
	while (s->heartbeat_half_ns &&
	       hil_sample_clock_index(&s->clock, s->heartbeat_next_ns) <=
		       s->next)
		set_heartbeat(s, s->heartbeat_next_ns);
	while (s->noisy &&
	       hil_sample_clock_index(&s->clock, s->noise_next_ns) <= s->next)
		set_noise(s, s->noise_next_ns);
}

void hil_samples_fill(struct hil_samples *s, uint8_t *samples, size_t count)
{
	uint64_t end = s->next + count;

	while (s->next < end) {
		uint64_t change;
		size_t run;

		apply_due(s);
		change = next_change(s, end);
		run = (size_t)(change - s->next);
		memset(samples, s->view[s->pins ^ s->turned], run);
		samples += run;
		s->next = change;
	}
}

void hil_samples_retime(struct hil_samples *s, uint64_t rate_hz,
			int64_t error_ppb)
{
	hil_samples_splice(s, 0);
	s->clock.rate_hz = rate_hz;
	s->clock.error_ppb = error_ppb;
}

void hil_samples_splice(struct hil_samples *s, uint64_t count)
{
	s->clock.base_mono_ns =
		hil_sample_clock_time(&s->clock, s->next + count);
	s->clock.base_sample = s->next;
}
