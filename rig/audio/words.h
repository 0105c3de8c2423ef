/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's words for a sound card: "audio:device=TEXT,rate=HZ". */
#ifndef HIL_AUDIO_WORDS_H
#define HIL_AUDIO_WORDS_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/fault.h"

#define HIL_AUDIO_DEVICE      256
#define HIL_AUDIO_RATE_MIN_HZ 8000
#define HIL_AUDIO_RATE_MAX_HZ 768000
#define HIL_AUDIO_FLOOR       0.05 /* of full scale */

struct hil_audio_words {
	char device[HIL_AUDIO_DEVICE]; /* part of its name; "" the default */
	uint64_t rate_hz;              /* 0: the device's own */
	double floor; /* a step below this part of full scale is no edge */
};

/**
 * hil_audio_words_parse() - take the words apart
 * @text: "audio", "audio:device=TEXT,rate=48k,floor=0.05"; ':' for ',' is as
 *	good. Names of devices have both in them ("hw:0,0"), so one of them ends
 *	a value only where a known key and '=' follow.
 *
 * Context: any.
 * Return: 0; -EINVAL, @fault says what and why.
 */
int hil_audio_words_parse(const char *text, struct hil_audio_words *w,
			  struct hil_fault *fault) HIL_MUST_CHECK;

#endif
