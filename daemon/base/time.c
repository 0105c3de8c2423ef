/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Durations and dates as text, exact and without locale or time zone. */
#include "daemon/base/time.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/decimal.h"

static const struct {
	const char *suffix;
	uint64_t ns;
} units[] = {
	{ "ns", 1 },
	{ "us", HIL_NS_PER_US },
	{ "ms", HIL_NS_PER_MS },
	{ "s", HIL_NS_PER_S },
	{ "m", 60 * HIL_NS_PER_S },
	{ "h", 3600 * HIL_NS_PER_S },
	{ "d", 86400 * HIL_NS_PER_S },
};
#define UNITS (sizeof(units) / sizeof(units[0]))

int64_t hil_time_wall_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * HIL_NS_PER_S + ts.tv_nsec;
}

/* Nanoseconds of a suffix; 0 when it is unknown. */
static uint64_t unit_ns(const char *suffix)
{
	for (size_t i = 0; i < UNITS; i++) {
		if (!strcmp(suffix, units[i].suffix))
			return units[i].ns;
	}
	return 0;
}

int hil_duration_parse(const char *text, int64_t bare_ns, int64_t *ns)
{
	struct hil_decimal number;
	const char *suffix;
	uint64_t unit, value;
	int ret = hil_decimal_read(text, &number, &suffix);

	if (ret == -EINVAL)
		return ret;
	if (!*suffix) {
		unit = (uint64_t)bare_ns;
		if (!unit)
			return -ENOMSG;
	} else {
		while (*suffix == ' ')
			suffix++;
		unit = unit_ns(suffix);
		if (!unit)
			return -EINVAL;
	}
	if (ret || hil_decimal_scale(&number, unit, &value) < 0 ||
	    value > INT64_MAX)
		return -ERANGE;
	*ns = (int64_t)value;
	return 0;
}

/* Decimal text of @size / @unit; false where it does not come to an end. */
static bool format_in_unit(uint64_t size, size_t unit, char *text, size_t room)
{
	uint64_t rest = size % units[unit].ns;
	char fraction[24] = "";
	size_t len = 0;

	while (rest && len < sizeof(fraction) - 2) {
		if (!len)
			fraction[len++] = '.';
		/* the largest unit times ten is below 10^15: no overflow */
		rest *= 10;
		fraction[len++] = (char)('0' + rest / units[unit].ns);
		rest %= units[unit].ns;
	}
	if (rest)
		return false;
	snprintf(text, room, "%" PRIu64 "%s%s", size / units[unit].ns, fraction,
		 units[unit].suffix);
	return true;
}

char *hil_duration_format(int64_t ns, char *text, size_t size)
{
	uint64_t magnitude = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
	char best[48];

	if (!ns) {
		snprintf(text, size, "0s");
		return text;
	}
	format_in_unit(magnitude, 0, best, sizeof(best));
	for (size_t i = 1; i < UNITS && magnitude >= units[i].ns; i++) {
		char other[48];

		if (format_in_unit(magnitude, i, other, sizeof(other)) &&
		    strlen(other) < strlen(best))
			strcpy(best, other);
	}
	snprintf(text, size, "%s%s", ns < 0 ? "-" : "", best);
	return text;
}

char *hil_time_utc_format(int64_t wall_ns, char *text, size_t size)
{
	time_t seconds = (time_t)(wall_ns / HIL_NS_PER_S);
	struct tm tm;

	if (wall_ns % HIL_NS_PER_S < 0)
		seconds--;
	gmtime_r(&seconds, &tm);
	if (!strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &tm) && size)
		text[0] = '\0';
	return text;
}
