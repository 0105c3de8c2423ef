/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one has to know of a board before a wire touches it. Facts of boards
 * that exist; where models differ the table says so and gives no number.
 */
#ifndef HIL_WIRE_BOARD_TABLE_H
#define HIL_WIRE_BOARD_TABLE_H

#include <stddef.h>

#define HIL_BOARD_PINS  3
#define HIL_BOARD_TEXTS 6

/* One pin that suits a role. */
struct hil_board_pin {
	const char *role;   /* "line", "spare", "probe", as in the config */
	const char *header; /* where the wire goes: "pin 11", "P9_12" */
	const char *signal; /* in the board's manual */
	const char *line;   /* of the chip, for the config */
};

struct hil_board_facts {
	const char *name;  /* for the command line */
	const char *title; /* for people */
	const char *chip;  /* which gpiochip, and how to find it */
	const char *volts;
	struct hil_board_pin pin[HIL_BOARD_PINS]; /* no role: none is named */
	const char *ground;
	const char *pulls;
	const char *resistor;
	const char *flaw[HIL_BOARD_TEXTS]; /* NULL ends it early */
	const char *wiring[HIL_BOARD_TEXTS];
};

extern const struct hil_board_facts hil_board_table[]; /* NULL name ends it */

/** hil_board_find() - facts by name; NULL for an unknown one */
const struct hil_board_facts *hil_board_find(const char *name);

#endif
