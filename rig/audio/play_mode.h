/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sound card as a generator, led by lines on standard input. */
#ifndef HIL_AUDIO_PLAY_MODE_H
#define HIL_AUDIO_PLAY_MODE_H

/**
 * hil_audio_play_mode() - until the input ends, or the sound card
 * @words: as in hil_audio_words_parse()
 *
 * The lines are those of rig/instrument/audio_child.h. With the input ends the
 * sound: whoever wanted it is gone.
 *
 * Context: main thread. Return: exit status.
 */
int hil_audio_play_mode(const char *words);

#endif
