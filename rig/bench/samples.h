/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From pin changes with a time to samples of a logic analyzer. Sample n was
 * taken at base + (n - base sample) / rate, exact as a fraction, so sample and
 * time map to each other without drift, also over days.
 */
#ifndef HIL_BENCH_SAMPLES_H
#define HIL_BENCH_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_SAMPLES_EVENTS   65536
#define HIL_SAMPLES_CHANNELS 8
#define HIL_SAMPLES_LEVELS   256 /* ways that 8 levels can be */
#define HIL_PPB              1000000000LL

/* Time of samples: CLOCK_MONOTONIC of the host is the true time. */
struct hil_sample_clock {
	int64_t base_mono_ns;
	uint64_t base_sample;
	uint64_t rate_hz;  /* nominal */
	int64_t error_ppb; /* the clock runs fast by this much */
};

/**
 * hil_sample_clock_index() - first sample taken at or after a time
 *
 * Context: any. Return: the index; base_sample for times before the base.
 */
uint64_t hil_sample_clock_index(const struct hil_sample_clock *clock,
				int64_t mono_ns);

/** hil_sample_clock_time() - when a sample was taken, rounded down to ns */
int64_t hil_sample_clock_time(const struct hil_sample_clock *clock,
			      uint64_t sample);

/* What moves; which channel shows it is the view's matter. */
enum hil_sample_net {
	HIL_NET_STIMULUS,
	HIL_NET_PROBE,
	HIL_NET_HEARTBEAT,
	HIL_NET_NOISE,     /* what a wire that ends in the air picks up */
	HIL_NET_CROSSTALK, /* spikes */
	HIL_NET_SILENT,
	HIL_NETS
};

enum hil_sample_change {
	HIL_SAMPLE_LEVEL,  /* the pin has this level from now on */
	HIL_SAMPLE_INVERT, /* what is seen of the pin turns over from now on */
	HIL_SAMPLE_NOTHING
};

struct hil_sample_event {
	int64_t mono_ns;
	uint8_t channel; /* enum hil_sample_net */
	uint8_t change;  /* enum hil_sample_change */
	bool level;
	uint8_t truth; /* kind of fault to report at its sample, 0: none */
};

struct hil_samples {
	struct hil_sample_clock clock;
	uint64_t next;  /* index of the sample that is made next */
	uint8_t pins;   /* real levels of the nets */
	uint8_t turned; /* nets seen inverted */
	uint8_t view[HIL_SAMPLES_LEVELS]; /* channels, by the nets' levels */
	uint8_t heartbeat_channel;
	int64_t heartbeat_half_ns; /* 0: no heartbeat */
	int64_t heartbeat_next_ns;
	bool noisy;
	int64_t noise_next_ns;
	uint32_t random;   /* of the noise */
	size_t head, used; /* ring of events, by time */
	uint64_t late;     /* events behind what was already made */
	uint64_t overflow; /* events that found the ring full */
	void (*truth)(void *context, const struct hil_sample_event *e,
		      uint64_t sample);
	void *truth_context;
	struct hil_sample_event events[HIL_SAMPLES_EVENTS];
};

/**
 * hil_samples_init() - all pins low, no events
 * @heartbeat_half_ns: half period of the square wave on @heartbeat_channel;
 *	its edges are at multiples of this on CLOCK_MONOTONIC
 */
void hil_samples_init(struct hil_samples *s, unsigned int heartbeat_channel,
		      int64_t heartbeat_half_ns);

/**
 * hil_samples_start() - sample 0 is taken at @mono_ns with @rate_hz
 *
 * What a fault of an earlier capture turned over is as it really is again.
 */
void hil_samples_start(struct hil_samples *s, int64_t mono_ns, uint64_t rate_hz,
		       int64_t error_ppb);

/**
 * hil_samples_add() - a change of a pin, in any order
 *
 * One that is behind the samples already made takes effect at the next sample
 * and is counted as late. Context: any.
 */
void hil_samples_add(struct hil_samples *s, const struct hil_sample_event *e);

/** hil_samples_noise() - let HIL_NET_NOISE move or not; off at first */
void hil_samples_noise(struct hil_samples *s, bool on);

/** hil_samples_settle() - apply all events before @mono_ns, make no sample */
void hil_samples_settle(struct hil_samples *s, int64_t mono_ns);

/** hil_samples_fill() - make the next @count samples, one byte each */
void hil_samples_fill(struct hil_samples *s, uint8_t *samples, size_t count);

/** hil_samples_splice() - lose @count samples: the next index comes later */
void hil_samples_splice(struct hil_samples *s, uint64_t count);

/** hil_samples_retime() - other rate or clock error from the next sample on */
void hil_samples_retime(struct hil_samples *s, uint64_t rate_hz,
			int64_t error_ppb);

#endif
