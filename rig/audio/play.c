/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sound card's thread asks for samples; the other one changes what it
 * plays by one word, and hands a wave over only while none is played.
 */
#include "rig/audio/play.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define ACT_NS    (1500 * HIL_NS_PER_MS)
#define LOOK_US   2000
#define LATENCY_S 1.0 /* more is no latency */

struct hil_play {
	struct hil_sound sound;
	struct hil_audio_wave wave; /* the card's while playing */
	atomic_bool wanted, playing;
	atomic_uint_least64_t underruns;
	atomic_int_least64_t asked_ns; /* last time that it asked */
};

static void silence(float *out, size_t samples)
{
	for (size_t i = 0; i < samples; i++)
		out[i] = HIL_AUDIO_LOW;
}

static int give(const void *input, void *output, unsigned long frames,
		const PaStreamCallbackTimeInfo *times,
		PaStreamCallbackFlags flags, void *context)
{
	struct hil_play *p = context;
	/* pairs with the release in hil_play_start() */
	bool wanted = atomic_load_explicit(&p->wanted, memory_order_acquire);
	bool playing = atomic_load_explicit(&p->playing, memory_order_relaxed);

	(void)input;
	(void)times;
	atomic_store_explicit(&p->asked_ns, hil_time_mono_ns(),
			      memory_order_relaxed);
	if (playing && flags & paOutputUnderflow)
		atomic_fetch_add_explicit(&p->underruns, 1,
					  memory_order_relaxed);
	if (wanted)
		hil_audio_wave_fill(&p->wave, output, frames,
				    (unsigned int)p->sound.channels);
	else
		silence(output, frames * (size_t)p->sound.channels);
	/* pairs with the acquire in wait_for() */
	atomic_store_explicit(&p->playing, wanted, memory_order_release);
	return paContinue;
}

int hil_play_open(const struct hil_audio_words *words, struct hil_play **result,
		  struct hil_fault *fault)
{
	struct hil_play *p = calloc(1, sizeof(*p));
	int ret = p ? 0 : hil_fault_set(fault, -ENOMEM, "no memory");

	if (!ret)
		ret = hil_sound_open(&p->sound, words, false, give, p, fault);
	if (!ret)
		ret = hil_sound_run(&p->sound, fault);
	if (!ret)
		atomic_store(&p->asked_ns, hil_time_mono_ns());
	*result = p;
	return ret;
}

const struct hil_sound *hil_play_sound(const struct hil_play *p)
{
	return &p->sound;
}

static int wait_for(struct hil_play *p, bool playing)
{
	int64_t end_ns = hil_time_mono_ns() + ACT_NS;

	/* pairs with the release in give() */
	while (atomic_load_explicit(&p->playing, memory_order_acquire) !=
	       playing) {
		if (hil_time_mono_ns() > end_ns)
			return -ETIMEDOUT;
		usleep(LOOK_US);
	}
	return 0;
}

int hil_play_start(struct hil_play *p, const struct hil_audio_wave *wave)
{
	int ret = hil_play_silence(p);

	if (ret)
		return ret;
	p->wave = *wave;
	/* pairs with the acquire in give() */
	atomic_store_explicit(&p->wanted, true, memory_order_release);
	return wait_for(p, true);
}

int hil_play_silence(struct hil_play *p)
{
	double buffered_s = Pa_GetStreamInfo(p->sound.stream)->outputLatency;
	bool was = atomic_load(&p->playing);
	int ret;

	atomic_store(&p->wanted, false);
	ret = wait_for(p, false);
	if (!ret && was && buffered_s > 0)
		usleep((useconds_t)(1e6 * fmin(buffered_s, LATENCY_S)));
	return ret;
}

uint64_t hil_play_underruns(const struct hil_play *p)
{
	return atomic_load_explicit(&p->underruns, memory_order_relaxed);
}

bool hil_play_alive(const struct hil_play *p)
{
	return hil_time_mono_ns() - atomic_load_explicit(&p->asked_ns,
							 memory_order_relaxed) <
	       HIL_AUDIO_SILENCE_NS;
}
