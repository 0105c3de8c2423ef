/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges, scales and ticks; no drawing here. */
#include "gui-bridge/figure/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Sums and differences of two such values are still finite. */
#define VALUE_MAX 1e100

static double bounded(double value)
{
	if (isnan(value))
		return 0;
	return fmin(fmax(value, -VALUE_MAX), VALUE_MAX);
}

void hil_axis_set(struct hil_axis *a, double low, double high, bool log)
{
	low = bounded(low);
	high = bounded(high);
	if (high < low) {
		double swap = low;

		low = high;
		high = swap;
	}
	a->log = log && high > 0;
	if (a->log) {
		low = low > 0 ? low : fmin(1, high / 10);
		if (high < low * 1.001)
			high = low * 10;
	} else if (high - low <= fabs(high) * 1e-12) {
		double half = high == 0 ? 1 : fabs(high) * 0.05;

		low -= half;
		high += half;
	}
	a->low = low;
	a->high = high;
}

static double nice_step(double span, size_t wanted)
{
	double raw = span / (double)(wanted ? wanted : 1);
	double power = pow(10, floor(log10(raw)));
	double ratio = raw / power;

	if (ratio <= 1.0001)
		return power;
	if (ratio <= 2.0001)
		return 2 * power;
	return ratio <= 5.0001 ? 5 * power : 10 * power;
}

void hil_axis_widen(struct hil_axis *a, size_t wanted)
{
	double step;

	if (a->log)
		return;
	step = nice_step(a->high - a->low, wanted);
	a->low = floor(a->low / step + 1e-9) * step;
	a->high = ceil(a->high / step - 1e-9) * step;
}

double hil_axis_pixel(const struct hil_axis *a, double value)
{
	double part;

	if (isnan(value))
		value = a->low;
	if (a->log)
		part = value <= a->low
			       ? 0
			       : log(value / a->low) / log(a->high / a->low);
	else
		part = (value - a->low) / (a->high - a->low);
	part = fmin(fmax(part, 0), 1);
	return a->from + part * (a->to - a->from);
}

static void add(struct hil_axis_ticks *ticks, const struct hil_axis *a,
		double value)
{
	double slack = a->log ? a->low * 1e-9 : (a->high - a->low) * 1e-9;

	if (ticks->count < HIL_AXIS_TICKS && value >= a->low - slack &&
	    value <= a->high + slack)
		ticks->at[ticks->count++] = value;
}

static void find_log_ticks(const struct hil_axis *a, size_t wanted,
			   struct hil_axis_ticks *ticks)
{
	double first = floor(log10(a->low)), last = ceil(log10(a->high));
	double every = ceil((last - first) / (double)(wanted ? wanted : 1));
	bool fine = log10(a->high / a->low) < 2;

	if (every < 1)
		every = 1;
	for (double p = first; p <= last; p += every) {
		add(ticks, a, pow(10, p));
		if (!fine)
			continue;
		add(ticks, a, 2 * pow(10, p));
		add(ticks, a, 5 * pow(10, p));
	}
}

void hil_axis_find_ticks(const struct hil_axis *a, size_t wanted,
			 struct hil_axis_ticks *ticks)
{
	double first;

	memset(ticks, 0, sizeof(*ticks));
	if (a->log) {
		find_log_ticks(a, wanted, ticks);
		return;
	}
	ticks->step = nice_step(a->high - a->low, wanted);
	first = ceil(a->low / ticks->step - 1e-9);
	for (double i = 0; i < HIL_AXIS_TICKS; i++) {
		double value = (first + i) * ticks->step;

		if (value > a->high + ticks->step / 1e6)
			break;
		/* no "-0", and no 1e-17 for 0 */
		if (fabs(value) < ticks->step / 1e6)
			value = 0;
		add(ticks, a, value);
	}
}

char *hil_axis_label(double value, double step, char text[HIL_AXIS_LABEL])
{
	double size = fabs(value), power = size > 0 ? floor(log10(size)) : 0;
	int decimals;

	if (size >= (step > 0 ? 1e6 : 1e5) || (size > 0 && size < 1e-4)) {
		double digits = value / pow(10, power);

		if (fabs(digits - 1) < 1e-6)
			snprintf(text, HIL_AXIS_LABEL, "10<sup>%.0f</sup>",
				 power);
		else
			snprintf(text, HIL_AXIS_LABEL,
				 "%.4g\u00b710<sup>%.0f</sup>", digits, power);
		return text;
	}
	decimals = step > 0 && step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
	if (step <= 0 && size < 1)
		snprintf(text, HIL_AXIS_LABEL, "%.4g", value);
	else
		snprintf(text, HIL_AXIS_LABEL, "%.*f", decimals, value);
	return text;
}
