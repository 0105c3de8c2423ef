/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A generator on a loopback port, served by a thread of this process. It does
 * what fake_generator.h says, and misbehaves on a chosen line.
 */
#ifndef HIL_UNIT_FAKE_SCPI_H
#define HIL_UNIT_FAKE_SCPI_H

#include <stddef.h>

#include "tests/unit/fake_generator.h"

#define FAKE_RULES 8

/* Instead of a reply or of silence. */
#define FAKE_MUTE  "\001" /* from here on */
#define FAKE_CLOSE "\002"

struct fake_scpi;

/** fake_scpi_new() - listening, with an address for lxi: */
struct fake_scpi *fake_scpi_new(enum fake_maker maker);
/** fake_scpi_device() - "lxi:127.0.0.1:PORT" */
const char *fake_scpi_device(const struct fake_scpi *f);

/**
 * fake_scpi_rule() - before the client connects: a line and what it causes
 * @line: exact text
 * @reply: sent as it is, without a newline of its own, @size bytes; or one of
 *	the FAKE_ words
 */
void fake_scpi_rule(struct fake_scpi *f, const char *line, const char *reply,
		    size_t size);

/** fake_scpi_error() - @line puts @error into the error queue */
void fake_scpi_error(struct fake_scpi *f, const char *line, const char *error);

/** fake_scpi_generator() - look at it while no command is on its way */
struct fake_generator *fake_scpi_generator(struct fake_scpi *f);

/** fake_scpi_drop() - close the connection; returns when it is closed */
void fake_scpi_drop(struct fake_scpi *f);

/** fake_scpi_free() - end it; the log stays readable until then */
void fake_scpi_free(struct fake_scpi *f);

/**
 * fake_scpi_log() - all lines that came in so far, one a line, but SYST:ERR?
 *
 * Read it while no command is on its way.
 */
const char *fake_scpi_log(struct fake_scpi *f);

#endif
