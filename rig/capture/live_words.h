/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sigrok's words for a device: "driver:key=value:key=value". */
#ifndef HIL_CAPTURE_LIVE_WORDS_H
#define HIL_CAPTURE_LIVE_WORDS_H

#include <libsigrok/libsigrok.h>

#include "rig/capture/fault.h"

#define HIL_WORDS_MAX 16u

struct hil_words {
	char text[512]; /* what the pointers point into */
	const char *driver;
	unsigned int count;
	const struct sr_key_info *key[HIL_WORDS_MAX];
	const char *value[HIL_WORDS_MAX];
};

/**
 * hil_words_parse() - take the words apart
 *
 * Context: after sr_init().
 * Return: 0; -EINVAL unknown key: @fault names the nearest one.
 */
int hil_words_parse(struct hil_words *w, const char *text,
		    struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_words_find() - value of a key, NULL when it is not there */
const char *hil_words_find(const struct hil_words *w, uint32_t key);

/**
 * hil_words_value() - a value as libsigrok wants it
 *
 * Return: a floating reference; NULL, and @fault, when it is not of that type.
 */
GVariant *hil_words_value(const struct sr_key_info *key, const char *value,
			  struct hil_fault *fault);

#endif
