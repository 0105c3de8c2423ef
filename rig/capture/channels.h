/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channels of an analyzer or a file, and those that a user asks for. */
#ifndef HIL_CAPTURE_CHANNELS_H
#define HIL_CAPTURE_CHANNELS_H

#include <stdbool.h>
#include <stddef.h>

#include "daemon/base/attr.h"
#include "rig/capture/edge_search.h"
#include "rig/capture/fault.h"

#define HIL_CHANNELS_MAX     128u /* HIL_EDGE_CHANNEL_MAX + 1 */
#define HIL_CHANNEL_NAME_MAX 64u

struct hil_channel {
	unsigned int index; /* bit in the samples */
	char name[HIL_CHANNEL_NAME_MAX];
};

struct hil_channels {
	size_t count;
	struct hil_channel item[HIL_CHANNELS_MAX];
};

/**
 * hil_channels_add() - one more channel; a longer name is cut
 *
 * Return: 0; -ENOSPC there are 128 already, or @index is above 127.
 */
int hil_channels_add(struct hil_channels *list, unsigned int index,
		     const char *name) HIL_MUST_CHECK;

/** hil_channels_add_default() - channels D0 … of a sample of @unit bytes */
int hil_channels_add_default(struct hil_channels *list,
			     unsigned int unit) HIL_MUST_CHECK;

/**
 * hil_channels_choose() - the channels that a user named
 * @wanted: "D0,D1" or "D0=stimulus,D1=probe", names or numbers; NULL: all
 * @chosen: result, a bit per channel
 *
 * A name is looked for as written, then without regard to case, then as the
 * number of a channel, with or without a "D" before it.
 *
 * Context: any but RT.
 * Return: 0; -ENOENT an unknown one: @fault lists those that there are;
 * -EINVAL nothing named, or an empty name.
 */
int hil_channels_choose(const struct hil_channels *list, const char *wanted,
			struct hil_sample *chosen,
			struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_channels_mention() - whether a user's list has exactly this name */
bool hil_channels_mention(const char *wanted, const char *name);

/** hil_sample_bit() - level of one channel */
static inline bool hil_sample_bit(const struct hil_sample *s,
				  unsigned int channel)
{
	return s->word[channel / 64] >> channel % 64 & 1;
}

/** hil_sample_put() - set the level of one channel */
static inline void hil_sample_put(struct hil_sample *s, unsigned int channel,
				  bool level)
{
	uint64_t bit = UINT64_C(1) << channel % 64;

	if (level)
		s->word[channel / 64] |= bit;
	else
		s->word[channel / 64] &= ~bit;
}

#endif
