/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hilrig tells hilrig-audio to play (rig/instrument/audio_child.h). */
#ifndef HIL_AUDIO_PLAY_COMMAND_H
#define HIL_AUDIO_PLAY_COMMAND_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/stimulus/pattern.h"
#include "rig/capture/fault.h"

enum hil_play_verb {
	HIL_PLAY_WAVE,
	HIL_PLAY_ON,
	HIL_PLAY_OFF,
	HIL_PLAY_BOOKS,
};

struct hil_play_command {
	enum hil_play_verb verb;
	double frequency_hz, duty; /* WAVE */
	uint64_t burst;
	struct hil_pattern pattern;
};

/**
 * hil_play_command_parse() - one line
 * @line: "wave HZ DUTY BURST PATTERN", "on", "off" or "books"; it is cut up
 *
 * Context: any. Return: 0; -EINVAL with @fault.
 */
int hil_play_command_parse(char *line, struct hil_play_command *c,
			   struct hil_fault *fault) HIL_MUST_CHECK;

#endif
