/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Generators made of software by hilrig itself: the virtual bench, which
 * speaks as Keysight does, and a pin of the board, which has no levels to set.
 * Both take a pattern as one text, HIL:PATT.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/instrument/dialect_tree.h"

/* Patterns that need a period do not forbid the next one. */
static int set_pattern(const struct hil_dialect *d, struct hil_scpi_link *l,
		       const struct hil_pattern *p)
{
	char text[HIL_PATTERN_TEXT], wanted[HIL_PATTERN_TEXT + 2];
	char query[HIL_DIALECT_HEADER], reply[HIL_SCPI_REPLY_BYTES];
	int ret;

	snprintf(wanted, sizeof(wanted), "\"%s\"", hil_pattern_format(p, text));
	ret = hil_scpi_link_command(l, "%sHIL:PATT %s", d->words->source,
				    wanted);
	snprintf(query, sizeof(query), "%sHIL:PATT?", d->words->source);
	if (!ret)
		ret = hil_scpi_link_query(l, query, reply);
	if (ret || !strcmp(reply, wanted))
		return ret;
	hil_error("generator %s does not make the pattern %s: it says %.80s",
		  l->device, wanted, reply);
	return -ERANGE;
}

static int set_bench(const struct hil_dialect *d, struct hil_scpi_link *l,
		     const struct hil_generator_wave *wave, double *actual_hz)
{
	const struct hil_pattern steady = { .kind = HIL_PATTERN_STEADY };
	const struct hil_generator_wave plain = { .burst = wave->burst };
	int ret = set_pattern(d, l, &steady);

	if (!ret)
		ret = hil_dialect_tree_wave(d, l, wave, actual_hz);
	if (!ret)
		ret = hil_dialect_tree_pattern(d, l, &plain);
	return ret ? ret : set_pattern(d, l, &wave->pattern);
}

static const struct hil_dialect_words bench_words = {
	.output = "OUTP1",
	.load = "OUTP1:LOAD",
	.source = "SOUR1:",
	.burst_setup = { "SOUR1:BURS:MODE TRIG", "TRIG1:SOUR BUS" },
	.trigger = "*TRG",
};

static const char *const bench_makers[] = { "hilrig,", NULL };

const struct hil_dialect hil_dialect_bench = {
	.name = "the virtual bench",
	.makers = bench_makers,
	.error_queue = true,
	.books = true,
	.patterns = HIL_PATTERN_ALL,
	.words = &bench_words,
	.output = hil_dialect_tree_output,
	.set = set_bench,
	.limit = hil_dialect_tree_limit,
	.trigger = hil_dialect_tree_trigger,
};

/* The levels are those of the board's own pin, so nothing is said of them. */
static int set_pin(const struct hil_dialect *d, struct hil_scpi_link *l,
		   const struct hil_generator_wave *wave, double *actual_hz)
{
	const struct hil_pattern steady = { .kind = HIL_PATTERN_STEADY };
	int ret = set_pattern(d, l, &steady);

	if (!ret && wave->burst) {
		hil_error("cannot set generator %s: a pin makes no single "
			  "burst of N periods",
			  l->device);
		ret = -EOPNOTSUPP;
	}
	if (!ret)
		ret = hil_dialect_tree_set(d, l, "FREQ", wave->frequency_hz,
					   HIL_DIALECT_HZ_TOLERANCE *
						   wave->frequency_hz);
	if (!ret)
		ret = hil_scpi_link_number(l, "FREQ?", actual_hz);
	if (!ret)
		ret = hil_dialect_tree_set(d, l, "FUNC:SQU:DCYC",
					   100 * wave->duty,
					   HIL_DIALECT_DUTY_TOLERANCE);
	return ret ? ret : set_pattern(d, l, &wave->pattern);
}

static const struct hil_dialect_words pin_words = {
	.output = "OUTP",
	.source = "",
	.trigger = "*TRG",
};

static const char *const gpio_makers[] = { "hilrig-gpio,", NULL };

const struct hil_dialect hil_dialect_gpio = {
	.name = "a GPIO line of the board",
	.makers = gpio_makers,
	.error_queue = true,
	.books = true,
	.lateness = true,
	.patterns = HIL_PATTERN_ALL,
	.words = &pin_words,
	.output = hil_dialect_tree_output,
	.set = set_pin,
	.trigger = hil_dialect_tree_trigger,
};

static const char *const pwm_makers[] = { "hilrig-pwm,", NULL };

const struct hil_dialect hil_dialect_pwm = {
	.name = "a PWM channel of the board",
	.makers = pwm_makers,
	.error_queue = true,
	.patterns = HIL_PATTERN_BIT(HIL_PATTERN_STEADY),
	.words = &pin_words,
	.output = hil_dialect_tree_output,
	.set = set_pin,
	.trigger = hil_dialect_tree_trigger,
};
