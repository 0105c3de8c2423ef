/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks and durations. All times are int64_t nanoseconds of a named clock. */
#ifndef HIL_BASE_TIME_H
#define HIL_BASE_TIME_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define HIL_NS_PER_US 1000LL
#define HIL_NS_PER_MS 1000000LL
#define HIL_NS_PER_S  1000000000LL

/**
 * hil_time_mono_ns() - now on CLOCK_MONOTONIC, the clock of GPIO events
 *
 * Context: RT (vDSO where the board has one, else one system call).
 * Return: nanoseconds.
 */
static inline int64_t hil_time_mono_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * HIL_NS_PER_S + ts.tv_nsec;
}

/**
 * hil_time_wall_ns() - now on CLOCK_REALTIME, for display and file names only
 *
 * Context: any. Return: nanoseconds since 1970 UTC.
 */
int64_t hil_time_wall_ns(void);

/**
 * hil_duration_parse() - read "250", "4ms", "1.5 h" as nanoseconds
 * @text: number with an optional suffix ns us ms s m h d
 * @bare_ns: what one means without a suffix; 0: a suffix is needed
 * @ns: result
 *
 * Context: any.
 * Return: 0; -EINVAL not a number, negative or unknown suffix; -ENOMSG no
 * suffix where one is needed; -ERANGE beyond int64_t.
 */
int hil_duration_parse(const char *text, int64_t bare_ns, int64_t *ns);

/**
 * hil_duration_format() - shortest exact text with a unit, "4ms", "1.5s"
 * @ns: duration
 * @text: result, @size bytes; 32 always suffice
 *
 * Context: any. Return: @text.
 */
char *hil_duration_format(int64_t ns, char *text, size_t size);

/**
 * hil_time_utc_format() - "2026-11-30T19:12:00Z"
 * @wall_ns: CLOCK_REALTIME
 * @text: result, @size bytes; 32 suffice
 *
 * Context: any. Return: @text.
 */
char *hil_time_utc_format(int64_t wall_ns, char *text, size_t size);

#endif
