/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What would spoil a measurement on this board, and what to do about it. */
#ifndef HIL_DAEMON_DOCTOR_H
#define HIL_DAEMON_DOCTOR_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"

/**
 * hil_doctor_rows() - run all checks
 * @root: "" or a copy of /sys, /proc and /dev
 * @chip: "gpiochip0", or NULL when no chip was named
 *
 * Needs no line. Context: any but RT.
 * Return: new array of {id, title, state good|bad|unknown, value, advice};
 * NULL without memory.
 */
json_t *hil_doctor_rows(const char *root, const char *chip);

/**
 * hil_doctor() - print the checks of this machine
 * @json: as {"schema":"hilrig-doctor-1","rows":[…]}, else as a table
 *
 * Context: any but RT. Return: exit status: 0; 1 no memory; 3 a row is bad.
 */
int hil_doctor(const char *chip, bool json);

#endif
