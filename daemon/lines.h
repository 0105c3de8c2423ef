/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GPIO lines of one stimulus/probe pair: requested, held, given back. */
#ifndef HIL_DAEMON_LINES_H
#define HIL_DAEMON_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "daemon/base/attr.h"

#define HIL_LINES_BUFFER 1024 /* events; the kernel's maximum per request */

/* What the user asked for. Lines are numbers or names. */
struct hil_lines_config {
	const char *chip; /* "gpiochip0", a path, a number or a label */
	const char *stimulus;
	const char *spare;
	const char *probe;
	bool falling; /* edge of the stimulus */
};

struct hil_lines {
	char chip[64];     /* "gpiochip0" */
	char label[64];    /* of the chip */
	char consumer[32]; /* names the line's interrupt and its thread */
	unsigned int stimulus, spare, probe; /* offsets */
	struct gpiod_chip *handle;
	struct gpiod_line_request *edges;  /* stimulus and spare */
	struct gpiod_line_request *answer; /* the probe, a request of its own */
	int event_fd;                      /* gives struct gpio_v2_line_event */
	int probe_fd; /* takes GPIO_V2_LINE_SET_VALUES_IOCTL */
};

/**
 * hil_lines_open() - request stimulus and spare together, and the probe, low
 *
 * The spare line has no edge detection: it is there because the kernel counts
 * seqno in the hard IRQ only in requests of two or more lines. The probe is a
 * request of its own because setting a value takes its request's mutex.
 *
 * Prints one message for a failure; a busy line's names its owner.
 * Context: start-up only.
 * Return: 0; -EBUSY a line has an owner; -ENODEV no such chip; -EACCES;
 * -EINVAL no such line, or one given twice; -ENXIO no edge interrupt;
 * other -errno.
 * Source: linux drivers/gpio/gpiolib-cdev.c, edge_irq_handler().
 */
int hil_lines_open(struct hil_lines *lines,
		   const struct hil_lines_config *config) HIL_MUST_CHECK;

/**
 * hil_lines_probe() - request the probe alone, low
 *
 * Context: start-up only. Return: as hil_lines_open().
 */
int hil_lines_probe(struct hil_lines *lines, const char *chip,
		    const char *probe) HIL_MUST_CHECK;

/**
 * hil_lines_find() - open the chip and look the three lines up
 *
 * The part of hil_lines_open() that requests nothing.
 * Context: start-up only. Return: as hil_lines_open().
 */
int hil_lines_find(struct hil_lines *lines,
		   const struct hil_lines_config *config) HIL_MUST_CHECK;

/**
 * hil_lines_chip() - open the chip only; hil_lines_close() closes it
 * @chip: as in struct hil_lines_config
 *
 * Context: start-up only. Return: 0; -ENODEV; -EACCES; the message is printed.
 */
int hil_lines_chip(struct hil_lines *lines, const char *chip) HIL_MUST_CHECK;

/**
 * hil_lines_offset() - number of a line of the open chip
 * @text: number or name
 * @option: who named it, for the message: "--line"
 *
 * Context: start-up only. Return: 0; -EINVAL no such line; it is printed.
 */
int hil_lines_offset(const struct hil_lines *lines, const char *text,
		     const char *option, unsigned int *offset) HIL_MUST_CHECK;

/**
 * hil_lines_refused() - say why a request of @offset failed, with the owner
 * @error: errno of the request
 *
 * Return: -@error.
 */
int hil_lines_refused(const struct hil_lines *lines, unsigned int offset,
		      int error);

/** hil_lines_close() - give the lines back; NULL-safe, also half opened */
void hil_lines_close(struct hil_lines *lines);

/**
 * hil_lines_gone() - has the chip been removed
 *
 * Context: any but RT. Return: true on POLLERR or POLLHUP.
 */
bool hil_lines_gone(const struct hil_lines *lines);

/** hil_lines_pending() - does an event wait to be read */
bool hil_lines_pending(const struct hil_lines *lines);

#endif
