/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of a sound card: a wave, or its low level for silence. */
#ifndef HIL_AUDIO_PLAY_H
#define HIL_AUDIO_PLAY_H

#include "rig/audio/sound.h"
#include "rig/audio/wave.h"

struct hil_play;

/**
 * hil_play_open() - open a device; it plays silence from now on
 *
 * Context: start-up only. Return: 0; -errno, @fault.
 */
int hil_play_open(const struct hil_audio_words *words, struct hil_play **p,
		  struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_play_sound() - what was opened */
const struct hil_sound *hil_play_sound(const struct hil_play *p);

/** hil_play_start() - a wave, from its beginning. Return: 0; -ETIMEDOUT. */
int hil_play_start(struct hil_play *p,
		   const struct hil_audio_wave *wave) HIL_MUST_CHECK;

/**
 * hil_play_silence() - silence, when what was buffered has been played
 *
 * Return: 0; -ETIMEDOUT the card takes no more samples.
 */
int hil_play_silence(struct hil_play *p) HIL_MUST_CHECK;

/** hil_play_underruns() - times that the card ran dry while a wave played */
uint64_t hil_play_underruns(const struct hil_play *p);

/** hil_play_alive() - the card has taken samples lately */
bool hil_play_alive(const struct hil_play *p);

#endif
