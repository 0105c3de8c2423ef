/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A USBTMC generator with a fake one behind it, and its ways to fail. */
#ifndef HIL_USB_MOCK_TMC_H
#define HIL_USB_MOCK_TMC_H

#include "tests/unit/fake_generator.h"
#include "tests/usb/mock_usb.h"

enum mock_tmc_fault {
	MOCK_TMC_NONE,
	MOCK_TMC_MUTE,      /* takes the question, does not answer */
	MOCK_TMC_STALL_IN,  /* halts the in endpoint */
	MOCK_TMC_STALL_OUT, /* halts the out endpoint at the question */
	MOCK_TMC_WRONG_TAG, /* answers another request */
	MOCK_TMC_NO_HEADER, /* text without a frame */
	MOCK_TMC_TOO_MUCH,  /* claims more than was asked for */
	MOCK_TMC_PIECES,    /* 5 bytes a transfer, without end of message */
	MOCK_TMC_SPLIT,     /* one transfer in two pieces */
	MOCK_TMC_LONG,      /* 5,000 bytes */
	MOCK_TMC_BINARY,    /* not text */
	MOCK_TMC_BARE,      /* no newline at the end */
	MOCK_TMC_ENDLESS,   /* empty transfers without end of message */
};

struct mock_tmc;

/** mock_tmc_plug() - @serial and the kernel's driver as given */
struct mock_tmc *mock_tmc_plug(enum fake_maker maker, const char *serial,
			       unsigned int port);

/** mock_tmc_replug() - pulled before; it lost its power, too */
void mock_tmc_replug(struct mock_tmc *m, enum fake_maker maker,
		     unsigned int port);

/**
 * mock_tmc_fail() - from the next occurrence of a line on, so many times
 * @line: exact text of a query; borrowed
 */
void mock_tmc_fail(struct mock_tmc *m, const char *line,
		   enum mock_tmc_fault fault, int times);

struct mock_tmc_counts {
	int aborts, clears, halts_cleared;
};

struct mock_tmc_counts mock_tmc_counts(struct mock_tmc *m);

/** mock_tmc_generator() - look at it while no command is on its way */
struct fake_generator *mock_tmc_generator(struct mock_tmc *m);
struct mock_usb *mock_tmc_usb(struct mock_tmc *m);
void mock_tmc_free(struct mock_tmc *m); /* NULL-safe */

#endif
