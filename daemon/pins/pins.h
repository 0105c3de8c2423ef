/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-pins: moves a line of a board and counts what its other lines see, in
 * an ordinary thread. It measures no time that anybody relies on: it is there
 * to find out what is wired to what.
 */
#ifndef HIL_PINS_PINS_H
#define HIL_PINS_PINS_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/lines.h"

#define HIL_PINS_PULSES_MAX 1000

struct hil_pins_options {
	char *chip;
	char *line; /* to toggle */
	uint64_t pulses;
	int64_t period_ns, high_ns;
	char *also; /* lines to watch though they are outputs now: "1,17" */
	char *skip; /* lines to leave alone: "1" */
	int64_t duration_ns; /* 0: as long as standard input is open */
};

struct gpiod_line_request;

/**
 * hil_pins_output() - hold one line, as an output at the low level
 *
 * Context: start-up only. Return: 0; -EBUSY, the message names the owner;
 * other -errno with a message.
 */
int hil_pins_output(const struct hil_lines *lines, unsigned int offset,
		    struct gpiod_line_request **request) HIL_MUST_CHECK;

/**
 * hil_pins_input() - hold one line, as an input that reports both edges
 *
 * Context: start-up only. Return: 0; -errno of the kernel, nothing is printed.
 */
int hil_pins_input(const struct hil_lines *lines, unsigned int offset,
		   struct gpiod_line_request **request) HIL_MUST_CHECK;

/**
 * hil_pins_toggle() - pulses on one line, which ends low
 *
 * Prints one JSON object: line, pulses, period_ns, high_ns and the times of
 * the edges on CLOCK_MONOTONIC. Return: exit status; the message is printed.
 */
int hil_pins_toggle(const struct hil_pins_options *o);

/**
 * hil_pins_watch() - count the edges of all lines that nobody holds
 *
 * Prints JSON, one object a line: first which lines are watched and why the
 * others are not, then, whenever a line comes in on standard input and at the
 * end of the time, the counts since the last time.
 * Return: exit status; the message is printed.
 */
int hil_pins_watch(const struct hil_pins_options *o);

#endif
