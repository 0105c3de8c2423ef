/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a wave must be before any generator gets to know of it. */
#include <errno.h>
#include <math.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/instrument/generator_private.h"

#define TRIGGER_MIN_NS (50 * HIL_NS_PER_MS)

static int check_levels(const struct hil_generator *g,
			const struct hil_generator_wave *wave)
{
	if (!(g->line_volts > 0) || !isfinite(g->line_volts)) {
		hil_error("cannot set generator %s: the voltage of the "
			  "stimulus line is not known; give line_volts, many "
			  "lines take no more than 1.8 V",
			  g->device);
		return -EPERM;
	}
	/* a millionth, so that 3.3 read from two texts is the same */
	if (!(wave->high_volts <= g->line_volts * 1.000001)) {
		hil_error("cannot set generator %s to %g V: the line takes "
			  "%g V",
			  g->device, wave->high_volts, g->line_volts);
		return -ERANGE;
	}
	if (!(wave->low_volts >= 0)) {
		hil_error("cannot set generator %s to %g V: that is below "
			  "ground",
			  g->device, wave->low_volts);
		return -ERANGE;
	}
	return 0;
}

static int check_wave(const struct hil_generator *g,
		      const struct hil_generator_wave *wave)
{
	const char *reason = NULL;

	if (!(wave->frequency_hz > 0) || !isfinite(wave->frequency_hz))
		reason = "the frequency must be above 0 Hz";
	else if (!(wave->high_volts > wave->low_volts))
		reason = "the high level must be above the low level";
	else if (!(wave->load_ohms > 0))
		reason = "the load must be above 0 ohm";
	else if (!(wave->duty > 0 && wave->duty < 1))
		reason = "the duty must be between 0 and 1";
	if (!reason)
		return 0;
	hil_error("cannot set generator %s: %s", g->device, reason);
	return -EINVAL;
}

static int check_pattern(const struct hil_generator *g,
			 const struct hil_generator_wave *wave)
{
	char text[HIL_PATTERN_TEXT];

	if (!(g->patterns & HIL_PATTERN_BIT(wave->pattern.kind))) {
		hil_error("cannot set generator %s: it cannot make the pattern "
			  "\"%s\"; it can make: %s",
			  g->device, hil_pattern_name(wave->pattern.kind),
			  hil_pattern_set_format(g->patterns, text));
		return -EOPNOTSUPP;
	}
	if (g->by_trigger && wave->pattern.kind == HIL_PATTERN_SINGLE &&
	    wave->pattern.from_ns < TRIGGER_MIN_NS) {
		hil_error("cannot set generator %s: each single pulse is a "
			  "trigger from here, from= must be 50ms or more",
			  g->device);
		return -ERANGE;
	}
	if (!hil_pattern_check(&wave->pattern,
			       llround(1e9 / wave->frequency_hz), text))
		return 0;
	hil_error("cannot set generator %s: pattern: %s", g->device, text);
	return -EINVAL;
}

int hil_generator_check(const struct hil_generator *g,
			const struct hil_generator_wave *wave)
{
	int ret = g->kind->switchable ? check_levels(g, wave) : 0;

	if (!ret)
		ret = check_wave(g, wave);
	return ret ? ret : check_pattern(g, wave);
}
