/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operation: what the generator must refuse, and what it must take. Its output
 * stays off in all of these. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "rig/qualify/checks.h"
#include "rig/qualify/generator_use.h"

#define PPM_MOST    1000.0 /* of the frequency, read back */
#define FREQUENCIES 3

/* A wave that must be refused, and its output with it. */
static void refuse(struct hil_qualify *q, const char *name, double line_volts,
		   const struct hil_generator_wave *wave, int wanted,
		   struct hil_finding *f)
{
	struct hil_generator_use u;
	int set, on;

	if (!hil_generator_use_open(q, name, line_volts, &u, f))
		return;
	set = hil_generator_set(u.g, wave);
	on = set ? hil_generator_on(u.g) : 0;
	hil_generator_use_close(&u);
	if (set != wanted)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the level was not refused as it must be: %s",
				set ? strerror(-set) : "it was set");
	if (set && on != -EPERM)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"after the refusal, \"on\" was not refused: %s",
				on ? strerror(-on) : "the output is on");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"refused, and so was \"on\" after it");
}

static void levels(const struct hil_generator_wave *wave, struct hil_finding *f)
{
	struct hil_finding_value high = { .name = "high level asked for",
					  .value = wave->high_volts,
					  .unit = "V" };
	struct hil_finding_value low = { .name = "low level asked for",
					 .value = wave->low_volts,
					 .unit = "V" };

	hil_finding_value(f, &high);
	hil_finding_value(f, &low);
}

void hil_check_above_line(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_generator_wave wave = hil_generator_use_wave(q->o);

	wave.high_volts = 2 * q->o->line_volts;
	levels(&wave, f);
	refuse(q, "above-line", q->o->line_volts, &wave, -ERANGE, f);
}

void hil_check_below_ground(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_generator_wave wave = hil_generator_use_wave(q->o);

	wave.low_volts = -0.5;
	levels(&wave, f);
	refuse(q, "below-ground", q->o->line_volts, &wave, -ERANGE, f);
}

void hil_check_no_voltage(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_generator_wave wave = hil_generator_use_wave(q->o);

	refuse(q, "no-voltage", 0, &wave, -EPERM, f);
}

static void judge_frequency(double asked, double actual, struct hil_finding *f)
{
	double ppm = (actual / asked - 1) * 1e6;
	struct hil_finding_value value = { .name = "read back",
					   .value = actual,
					   .unit = "Hz" };

	hil_finding_value(f, &value);
	if (!(actual > 0))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%.6g Hz was set, nothing was read back",
				asked);
	else if (!(fabs(ppm) <= PPM_MOST))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%.9g Hz was asked for, %.9g Hz read back: "
				"%.1f ppm off",
				asked, actual, ppm);
}

void hil_check_frequency(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_generator_wave wave = hil_generator_use_wave(q->o);
	double asked = wave.frequency_hz;
	struct hil_generator_use u;
	int ret = 0;

	if (!hil_generator_use_open(q, "frequency", q->o->line_volts, &u, f))
		return;
	for (int i = 0; i < FREQUENCIES && !ret; i++) {
		wave.frequency_hz = ldexp(asked, -i);
		ret = hil_generator_set(u.g, &wave);
		if (!ret)
			judge_frequency(wave.frequency_hz,
					hil_generator_actual_hz(u.g), f);
	}
	hil_generator_use_close(&u);
	if (ret)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the wave was not taken: %s", strerror(-ret));
	hil_finding_set(f, HIL_FINDING_PASSED,
			"%d frequencies from %.6g Hz down are read back as "
			"they were set, and so are the levels",
			FREQUENCIES, asked);
}
