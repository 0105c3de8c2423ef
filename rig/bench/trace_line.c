/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A strict reader for two kinds of trace lines. Everything else in the log,
 * such as QEMU's own warnings, is not a pin change.
 */
#include "rig/bench/trace_line.h"

#include <string.h>

#define SECONDS_MAX 9000000000 /* far below the end of int64_t ns */

struct text {
	const char *at, *end;
};

static bool take(struct text *t, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(t->end - t->at) < size || memcmp(t->at, word, size))
		return false;
	t->at += size;
	return true;
}

static bool take_number(struct text *t, int64_t max, int64_t *value)
{
	const char *start = t->at;

	*value = 0;
	while (t->at < t->end && *t->at >= '0' && *t->at <= '9') {
		*value = *value * 10 + (*t->at - '0');
		if (*value > max)
			return false;
		t->at++;
	}
	return t->at > start;
}

static bool take_stamp(struct text *t, int64_t *wall_ns)
{
	int64_t pid, seconds, us;
	const char *fraction;

	if (!take_number(t, INT32_MAX, &pid) || !take(t, "@") ||
	    !take_number(t, SECONDS_MAX, &seconds) || !take(t, "."))
		return false;
	fraction = t->at;
	if (!take_number(t, 999999, &us) || t->at - fraction != 6)
		return false;
	*wall_ns = seconds * 1000000000 + us * 1000;
	return take(t, ":");
}

bool hil_trace_line_parse(const char *text, size_t size, const char *path,
			  struct hil_pin_change *change)
{
	struct text t = { text, text + size };
	int64_t line, level;

	if (!take_stamp(&t, &change->wall_ns))
		return false;
	change->output = take(&t, "pl061_set_output ");
	if (!change->output && !take(&t, "pl061_input_change "))
		return false;
	if (!take(&t, path) ||
	    !take(&t, change->output ? " setting output " : " input ") ||
	    !take_number(&t, 7, &line) ||
	    !take(&t, change->output ? " to " : " changed to ") ||
	    !take_number(&t, 1, &level) || t.at != t.end)
		return false;
	change->line = (unsigned int)line;
	change->level = level == 1;
	return true;
}
