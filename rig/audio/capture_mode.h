/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sound card as a slow analyzer, told as hilrig-capture tells one. */
#ifndef HIL_AUDIO_CAPTURE_MODE_H
#define HIL_AUDIO_CAPTURE_MODE_H

#include <stdint.h>

/**
 * hil_audio_capture_mode() - frames on standard output until input ends
 * @words: as in hil_audio_words_parse()
 * @channels: "D0,D1"; left is D0, right is D1
 * @samplerate_hz: in place of the words' rate; 0: the words'
 *
 * Context: main thread. Return: exit status.
 */
int hil_audio_capture_mode(const char *words, const char *channels,
			   uint64_t samplerate_hz);

#endif
