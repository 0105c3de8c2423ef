/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines to commands. */
#include "rig/audio/play_command.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "daemon/base/number.h"

static int parse_wave(char *rest, struct hil_play_command *c,
		      struct hil_fault *fault)
{
	char *hz = strsep(&rest, " "), *duty = strsep(&rest, " ");
	char *burst = strsep(&rest, " ");
	char problem[HIL_PATTERN_TEXT];

	if (!hz || !duty || !burst || !rest ||
	    hil_number_double(hz, &c->frequency_hz) ||
	    hil_number_double(duty, &c->duty) ||
	    hil_number_u64(burst, &c->burst) || !(c->frequency_hz >= 1e-3) ||
	    !(c->frequency_hz <= 1e6) || !(c->duty > 0 && c->duty < 1))
		return hil_fault_set(fault, -EINVAL, "that is no wave");
	if (hil_pattern_parse(rest, &c->pattern, problem) ||
	    hil_pattern_check(&c->pattern, llround(1e9 / c->frequency_hz),
			      problem))
		return hil_fault_set(fault, -EINVAL, "pattern: %s", problem);
	return 0;
}

int hil_play_command_parse(char *line, struct hil_play_command *c,
			   struct hil_fault *fault)
{
	static const char *const verbs[] = { [HIL_PLAY_WAVE] = "wave",
					     [HIL_PLAY_ON] = "on",
					     [HIL_PLAY_OFF] = "off",
					     [HIL_PLAY_BOOKS] = "books" };
	char *word = strsep(&line, " ");

	memset(c, 0, sizeof(*c));
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(word, verbs[i]))
			continue;
		c->verb = (enum hil_play_verb)i;
		if (c->verb == HIL_PLAY_WAVE)
			return parse_wave(line, c, fault);
		if (!line)
			return 0;
	}
	return hil_fault_set(fault, -EINVAL, "there is no such command");
}
