/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board's records: what the ledger keeps of them besides events. */
#ifndef HIL_LEDGER_BOARD_H
#define HIL_LEDGER_BOARD_H

#include <jansson.h>

#include "rig/ledger/join.h"

struct hil_board_stream {
	bool closed;     /* CLOSED was seen */
	bool has_totals; /* ... and it counts our line */
	bool failed;     /* ... and its state is FAILED */
	bool wished;     /* ... and somebody had asked for the end */
	char reason[48];
	struct hil_board_totals totals;
	uint64_t lost; /* events that the sender had no room for */
	bool level_flow;
	json_t *settings;    /* first SETTINGS, owned */
	bool other_probe;    /* than the one that was calibrated */
	char changed[128];   /* keys that changed later */
	char complaint[160]; /* first STATE with a text */
};

struct hil_ledger;

/**
 * hil_board_record() - HELLO to MESSAGE
 *
 * Return: 0; -EBADMSG; -ENOMEM.
 */
int hil_board_record(struct hil_ledger *l, uint8_t type, const void *payload,
		     size_t length);

/**
 * hil_board_identity() - which board and pin, in one line
 * @settings: SETTINGS record
 */
void hil_board_identity(const json_t *settings, char text[HIL_BOARD_IDENTITY]);

/** hil_board_probe() - is it the board whose probe was calibrated; if not,
 * that calibration is not used */
void hil_board_probe(struct hil_ledger *l, const json_t *settings);

#endif
