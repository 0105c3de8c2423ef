/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PortAudio: the devices, and one stream of one of them. It prints on stderr
 * by itself, aborts where ALSA has no default device, and does not come back
 * when a sound server dies: that is why this program is one of its own.
 */
#ifndef HIL_AUDIO_SOUND_H
#define HIL_AUDIO_SOUND_H

#include <portaudio.h>
#include <stdbool.h>

#include "rig/audio/words.h"
#include "rig/capture/fault.h"

#define HIL_AUDIO_CHANNELS_MAX 2

/* A stream without callbacks for this long is one whose server is gone. */
#define HIL_AUDIO_SILENCE_NS 1500000000LL

struct hil_sound {
	PaStream *stream;
	char name[300]; /* of device and host interface */
	uint64_t rate_hz;
	int channels; /* 1 or 2 */
};

/**
 * hil_sound_start() - PortAudio up, its chatter off
 * @client: name for a sound server, static
 *
 * From here on stderr takes only our own messages.
 * Context: start-up only, once. Return: 0; -EIO with @fault.
 */
int hil_sound_start(const char *client, struct hil_fault *fault) HIL_MUST_CHECK;

/**
 * hil_sound_open() - find a device and open its stream; it does not run yet
 * @input: record from it, else play on it
 *
 * Return: 0; -ENODEV none such, or several; -EIO it cannot be opened so.
 */
int hil_sound_open(struct hil_sound *s, const struct hil_audio_words *words,
		   bool input, PaStreamCallback *callback, void *context,
		   struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_sound_run() - let it run. Return: 0; -EIO. */
int hil_sound_run(struct hil_sound *s, struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_sound_print() - devices on standard output. Return: how many. */
int hil_sound_print(void);

#endif
