/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words to device, rate and floor. */
#include "rig/audio/words.h"

#include <errno.h>
#include <string.h>

#include "daemon/base/number.h"
#include "daemon/base/suggest.h"

#define KIND "audio"

static const char *const keys[] = { "device", "rate", "floor" };
#define KEYS (sizeof(keys) / sizeof(keys[0]))

/* Length of the known key that stands here with its '='; 0: none does. */
static size_t key_length(const char *text)
{
	for (size_t i = 0; i < KEYS; i++) {
		size_t n = strlen(keys[i]);

		if (!strncmp(text, keys[i], n) && text[n] == '=')
			return n;
	}
	return 0;
}

static size_t value_length(const char *text)
{
	size_t n = 0;

	while (text[n] && !((text[n] == ',' || text[n] == ':') &&
			    key_length(text + n + 1)))
		n++;
	return n;
}

static int unknown_key(const char *text, struct hil_fault *fault)
{
	char name[32];
	size_t n = strcspn(text, "=,:");
	const char *near;

	if (n >= sizeof(name))
		n = sizeof(name) - 1;
	memcpy(name, text, n);
	name[n] = '\0';
	near = hil_suggest(name, keys, KEYS);
	return hil_fault_set(
		fault, -EINVAL,
		"cannot use '%s' of a sound card: not device=TEXT, "
		"rate=HZ or floor=PART%s%s%s",
		name, near ? "; did you mean '" : "", near ? near : "",
		near ? "'?" : "");
}

static int set_rate(struct hil_audio_words *w, const char *value,
		    struct hil_fault *fault)
{
	if (!hil_number_rate(value, &w->rate_hz) &&
	    w->rate_hz >= HIL_AUDIO_RATE_MIN_HZ &&
	    w->rate_hz <= HIL_AUDIO_RATE_MAX_HZ)
		return 0;
	return hil_fault_set(fault, -EINVAL,
			     "cannot use a sound card at rate '%s': a number "
			     "from 8k to 768k, as 48k is",
			     value);
}

static int set_floor(struct hil_audio_words *w, const char *value,
		     struct hil_fault *fault)
{
	if (!hil_number_double(value, &w->floor) && w->floor >= 0.001 &&
	    w->floor <= 1)
		return 0;
	return hil_fault_set(fault, -EINVAL,
			     "cannot use a sound card with floor '%s': a part "
			     "of full scale, 0.001 to 1",
			     value);
}

static int set(struct hil_audio_words *w, char key, const char *value,
	       struct hil_fault *fault)
{
	if (key == 'r')
		return set_rate(w, value, fault);
	if (key == 'f')
		return set_floor(w, value, fault);
	strcpy(w->device, value);
	return 0;
}

int hil_audio_words_parse(const char *text, struct hil_audio_words *w,
			  struct hil_fault *fault)
{
	char value[HIL_AUDIO_DEVICE];
	int ret = 0;

	*w = (struct hil_audio_words){ .floor = HIL_AUDIO_FLOOR };
	if (strncmp(text, KIND, strlen(KIND)))
		return hil_fault_set(fault, -EINVAL,
				     "cannot use '%s' as a sound card: it does "
				     "not begin with " KIND,
				     text);
	text += strlen(KIND);
	while (*text && !ret) {
		size_t key, n;

		key = *text == ':' || *text == ',' ? key_length(text + 1) : 0;
		if (!key)
			return unknown_key(text + 1, fault);
		n = value_length(text + 1 + key + 1);
		if (!n || n >= sizeof(value))
			return hil_fault_set(fault, -EINVAL,
					     "cannot use a sound card: the "
					     "value of '%.*s' is %s",
					     (int)key, text + 1,
					     n ? "too long" : "empty");
		memcpy(value, text + 1 + key + 1, n);
		value[n] = '\0';
		ret = set(w, text[1], value, fault);
		text += 1 + key + 1 + n;
	}
	return ret;
}
