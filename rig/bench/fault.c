/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the bench's faults. What a fault does is done where it acts. */
#include "rig/bench/fault.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/number.h"
#include "daemon/base/suggest.h"

#define TEXT_MAX  63
#define LINE_MAX  7
#define AFTER_MAX 1e6 /* seconds, 11 days */

enum value_type { NO_VALUE, COUNT, SIGNED, PPM, PAIR };

static const struct word {
	const char *name;
	enum value_type type;
	int64_t min, max;
} words[HIL_FAULT_KINDS] = {
	[HIL_FAULT_NONE] = { "none", NO_VALUE, 0, 0 },
	[HIL_FAULT_CLEAR] = { "clear", NO_VALUE, 0, 0 },
	[HIL_FAULT_MISSING] = { "missing", COUNT, 1, 1000000000 },
	[HIL_FAULT_EXTRA] = { "extra", COUNT, 1, 1000000000 },
	[HIL_FAULT_GLITCH] = { "glitch", COUNT, 1, 1000000000 },
	[HIL_FAULT_BURST] = { "burst", COUNT, 1, 1000000000 },
	[HIL_FAULT_CLOCK] = { "clock", PPM, -100000000, 100000000 },
	[HIL_FAULT_RATE] = { "rate", COUNT, 1000, 1000000000 },
	[HIL_FAULT_SKEW] = { "skew", SIGNED, -50000000, 50000000 },
	[HIL_FAULT_EDGE_TIME] = { "edge-time", COUNT, 0, 1000000 },
	[HIL_FAULT_THRESHOLD] = { "threshold", COUNT, 1, 24000 },
	[HIL_FAULT_LOOPBACK] = { "loopback", NO_VALUE, 0, 0 },
	[HIL_FAULT_SWAP] = { "swap", NO_VALUE, 0, 0 },
	[HIL_FAULT_INVERT] = { "invert", COUNT, 0, LINE_MAX },
	[HIL_FAULT_OPEN] = { "open", COUNT, 0, LINE_MAX },
	[HIL_FAULT_FLOAT] = { "float", COUNT, 0, LINE_MAX },
	[HIL_FAULT_CROSSTALK] = { "crosstalk", PAIR, 0, LINE_MAX },
	[HIL_FAULT_STIMULUS_LINE] = { "stimulus-line", COUNT, 0, LINE_MAX },
	[HIL_FAULT_PROBE_LINE] = { "probe-line", COUNT, 0, LINE_MAX },
	[HIL_FAULT_WIRE] = { "wire", PAIR, 0, LINE_MAX },
	[HIL_FAULT_GAP] = { "gap", COUNT, 1, 1000000000000 },
	[HIL_FAULT_EARLY_END] = { "early-end", NO_VALUE, 0, 0 },
	[HIL_FAULT_CLOSE] = { "close", NO_VALUE, 0, 0 },
	[HIL_FAULT_RESET] = { "reset", NO_VALUE, 0, 0 },
	[HIL_FAULT_STALL] = { "stall", NO_VALUE, 0, 0 },
	[HIL_FAULT_GENERATOR_STOP] = { "generator-stop", NO_VALUE, 0, 0 },
};

const char *hil_fault_name(enum hil_fault_kind kind)
{
	return kind < HIL_FAULT_KINDS ? words[kind].name : "?";
}

const char *hil_fault_help(void)
{
	return "  missing=N        every Nth probe edge does not happen\n"
	       "  extra=N          another edge 300 us after every Nth\n"
	       "  glitch=N         a pulse of two samples after every Nth\n"
	       "  burst=N          ten pulses 10 us apart after every Nth\n"
	       "  clock=PPM        the analyzer's clock runs fast\n"
	       "  rate=HZ          its real sample rate, not the claimed one\n"
	       "  skew=NS          the probe is seen later than it is\n"
	       "  edge-time=NS     the generator's edges are so slow\n"
	       "  threshold=MV     of the probe's channel; 1500, as the "
	       "stimulus's\n"
	       "  loopback         both channels are wired to the generator\n"
	       "  swap             stimulus and probe have each other's "
	       "channel\n"
	       "  invert=CH        channel CH (0 to 7) is seen inverted\n"
	       "  open=CH          it has no wire, and stays low\n"
	       "  float=CH         it has no wire, and picks up noise\n"
	       "  crosstalk=A:B    edges of channel A are spikes on channel B\n"
	       "  stimulus-line=N  the generator is wired to the board's line "
	       "N\n"
	       "  probe-line=N     the probe's channel is wired to line N\n"
	       "  wire=M:N         the board's output line M drives its line "
	       "N\n"
	       "  gap=SAMPLES      so many samples are lost silently\n"
	       "  early-end        the sample stream ends silently\n"
	       "  close            the analyzer closes the connection\n"
	       "  reset            the analyzer resets the connection\n"
	       "  stall            the analyzer sends nothing any more\n"
	       "  generator-stop   no edges though the output is on\n"
	       "  clear            end the lasting ones\n"
	       "@SECONDS after a fault: that long after the capture's start.\n";
}

static bool in_range(const struct word *w, int64_t value)
{
	return value >= w->min && value <= w->max;
}

/* "FROM:TO", two different ones. */
static int parse_pair(const struct word *w, const char *text,
		      struct hil_fault *f)
{
	char from[TEXT_MAX + 1];
	const char *colon = strchr(text, ':');

	if (!colon)
		return -EINVAL;
	snprintf(from, sizeof(from), "%.*s", (int)(colon - text), text);
	return hil_number_i64(from, &f->value) ||
			       hil_number_i64(colon + 1, &f->to) ||
			       !in_range(w, f->value) || !in_range(w, f->to) ||
			       f->value == f->to
		       ? -EINVAL
		       : 0;
}

static int parse_value(const struct word *w, const char *text, int64_t *value)
{
	double ppm;
	int ret;

	if (w->type == PPM) {
		ret = hil_number_double(text, &ppm);
		if (ret || ppm < -1e5 || ppm > 1e5)
			return -EINVAL;
		*value = (int64_t)(ppm * 1000 + (ppm < 0 ? -0.5 : 0.5));
	} else {
		ret = hil_number_i64(text, value);
	}
	return ret || !in_range(w, *value) ? -EINVAL : 0;
}

static enum hil_fault_kind find_kind(const char *name)
{
	for (int i = HIL_FAULT_CLEAR; i < HIL_FAULT_KINDS; i++)
		if (strcmp(words[i].name, name) == 0)
			return (enum hil_fault_kind)i;
	return HIL_FAULT_NONE;
}

static int unknown_kind(const char *name, char *problem, size_t size)
{
	const char *known[HIL_FAULT_KINDS], *near;

	for (int i = 0; i < HIL_FAULT_KINDS; i++)
		known[i] = words[i].name;
	near = hil_suggest(name, known + 1, HIL_FAULT_KINDS - 1);
	snprintf(problem, size, "unknown fault '%s'%s%s%s", name,
		 near ? ": did you mean '" : "", near ? near : "",
		 near ? "'?" : "");
	return -EINVAL;
}

static int parse_after(const char *text, int64_t *after_ns)
{
	double seconds;

	if (hil_number_double(text, &seconds) || seconds < 0 ||
	    seconds > AFTER_MAX)
		return -EINVAL;
	*after_ns = (int64_t)(seconds * 1e9);
	return 0;
}

int hil_fault_parse(const char *text, struct hil_fault *f, char *problem,
		    size_t size)
{
	char copy[TEXT_MAX + 1], *after, *value;
	const struct word *w;

	*f = (struct hil_fault){ .after_ns = -1 };
	if (strlen(text) > TEXT_MAX) {
		snprintf(problem, size, "a fault has at most %d characters",
			 TEXT_MAX);
		return -EINVAL;
	}
	strcpy(copy, text);
	after = strchr(copy, '@');
	if (after)
		*after++ = '\0';
	value = strchr(copy, '=');
	if (value)
		*value++ = '\0';
	f->kind = find_kind(copy);
	if (f->kind == HIL_FAULT_NONE)
		return unknown_kind(copy, problem, size);
	w = &words[f->kind];
	if ((value != NULL) != (w->type != NO_VALUE)) {
		snprintf(problem, size, "fault '%s' %s value", w->name,
			 value ? "takes no" : "needs a");
		return -EINVAL;
	}
	if (value && w->type == PAIR && parse_pair(w, value, f)) {
		snprintf(problem, size,
			 "fault '%s': '%s' is not two different numbers from "
			 "0 to %d, as in 4:0",
			 w->name, value, LINE_MAX);
		return -EINVAL;
	}
	if (value && w->type != PAIR && parse_value(w, value, &f->value)) {
		snprintf(problem, size,
			 "fault '%s': '%s' is not a number from %g to %g",
			 w->name, value,
			 (double)w->min / (w->type == PPM ? 1000 : 1),
			 (double)w->max / (w->type == PPM ? 1000 : 1));
		return -EINVAL;
	}
	if (after && parse_after(after, &f->after_ns)) {
		snprintf(problem, size, "fault '%s': '%s' is not a time in s",
			 w->name, after);
		return -EINVAL;
	}
	return 0;
}
