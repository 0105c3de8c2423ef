/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge times of a schedule, rounded to samples. */
#include "rig/audio/wave.h"

#include <errno.h>
#include <math.h>

#define ACCEPTED 0.01 /* part of the frequency, between asked and made */

int hil_audio_wave_hz(double frequency_hz, uint64_t rate_hz, double *actual_hz,
		      struct hil_fault *fault)
{
	double rate = (double)rate_hz;
	double half = round(rate / frequency_hz / 2);
	double most = rate / (2 * HIL_AUDIO_LEVEL_SAMPLES);

	if (half < HIL_AUDIO_LEVEL_SAMPLES)
		return hil_fault_set(fault, -ERANGE,
				     "cannot make %.9g Hz of %.9g samples a "
				     "second: at most %.9g Hz",
				     frequency_hz, rate, most);
	*actual_hz = rate / (2 * half);
	if (fabs(*actual_hz - frequency_hz) <= ACCEPTED * frequency_hz)
		return 0;
	return hil_fault_set(fault, -ERANGE,
			     "cannot make %.9g Hz of %.9g samples a second: "
			     "the nearest are %.9g and %.9g Hz",
			     frequency_hz, rate, rate / (2 * (half + 1)),
			     half > HIL_AUDIO_LEVEL_SAMPLES
				     ? rate / (2 * (half - 1))
				     : *actual_hz);
}

int hil_audio_wave_check(const struct hil_pattern *p, double frequency_hz,
			 double duty, uint64_t rate_hz, struct hil_fault *fault)
{
	struct hil_pattern_bounds bounds =
		hil_pattern_bounds(p, llround(1e9 / frequency_hz));
	double part = fmin(duty, 1 - duty);
	double samples = (double)bounds.min_ns * 1e-9 * (double)rate_hz * part;

	if (p->kind == HIL_PATTERN_STEADY)
		samples = (double)rate_hz / frequency_hz * part;
	if (samples >= HIL_AUDIO_LEVEL_SAMPLES - 1e-6)
		return 0;
	return hil_fault_set(fault, -ERANGE,
			     "cannot make that of %llu samples a second: a "
			     "level would last %.2g samples, at least %d are "
			     "needed",
			     (unsigned long long)rate_hz, samples,
			     HIL_AUDIO_LEVEL_SAMPLES);
}

static uint64_t sample_at(const struct hil_audio_wave *w, int64_t ns)
{
	return (uint64_t)llround((double)ns * w->rate_hz * 1e-9);
}

static void next_pulse(struct hil_audio_wave *w)
{
	struct hil_schedule_edge edge;

	if (w->burst && w->pulses == w->burst) {
		w->rise = UINT64_MAX;
		w->fall = UINT64_MAX;
		return;
	}
	hil_stimulus_next(&w->schedule, &edge);
	w->pulses++;
	w->rise = sample_at(w, edge.rise_ns);
	/* the length is rounded by itself: that of a steady wave never moves */
	w->fall = w->rise + sample_at(w, edge.fall_ns - edge.rise_ns);
}

void hil_audio_wave_start(struct hil_audio_wave *w, const struct hil_pattern *p,
			  double frequency_hz, double duty, uint64_t burst,
			  uint64_t rate_hz)
{
	*w = (struct hil_audio_wave){ .rate_hz = (double)rate_hz,
				      .burst = burst };
	hil_stimulus_start(&w->schedule, p, frequency_hz, duty,
			   llround(1e9 / frequency_hz));
	next_pulse(w);
}

void hil_audio_wave_fill(struct hil_audio_wave *w, float *out, size_t frames,
			 unsigned int channels)
{
	for (size_t i = 0; i < frames; i++, w->position++) {
		if (w->position >= w->fall)
			next_pulse(w);
		for (unsigned int c = 0; c < channels; c++)
			*out++ = w->position >= w->rise ? HIL_AUDIO_HIGH
							: HIL_AUDIO_LOW;
	}
}
