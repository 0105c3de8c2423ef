/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SCPI on the instrument's side: message units, headers, the error queue. */
#ifndef HIL_STIMULUS_SCPI_H
#define HIL_STIMULUS_SCPI_H

#include <stdbool.h>
#include <stddef.h>

#define HIL_SCPI_ERRORS   16
#define HIL_SCPI_LINE_MAX 4095
#define HIL_SCPI_REPLY    512 /* of one query */

/* Source: SCPI 1999.0, volume 2, chapter 21. */
enum hil_scpi_error {
	HIL_SCPI_OK = 0,
	HIL_SCPI_DATA_TYPE = -104,
	HIL_SCPI_PARAMETER_NOT_ALLOWED = -108,
	HIL_SCPI_MISSING_PARAMETER = -109,
	HIL_SCPI_UNDEFINED_HEADER = -113,
	HIL_SCPI_INVALID_SUFFIX = -131,
	HIL_SCPI_SETTINGS_CONFLICT = -221,
	HIL_SCPI_OUT_OF_RANGE = -222,
	HIL_SCPI_ILLEGAL_PARAMETER = -224,
	HIL_SCPI_HARDWARE = -240,
	HIL_SCPI_QUEUE_OVERFLOW = -350,
	HIL_SCPI_TOO_MUCH_DATA = -223
};

/*
 * A header: capitals are the short form, small letters complete the long one,
 * [] is optional, a 1 after a word may be left out: "[SOURce1:]FREQuency".
 */
struct hil_scpi_command {
	const char *pattern;                        /* NULL ends a table */
	int (*set)(void *context, char *arguments); /* NULL: only a query */
	int (*query)(void *context, char *reply, size_t size); /* or NULL */
};

struct hil_scpi {
	const struct hil_scpi_command *commands;
	void *context;
	int errors[HIL_SCPI_ERRORS]; /* oldest first */
	unsigned int error_count;
};

/** hil_scpi_match() - does a header, without '?', fit a pattern? */
bool hil_scpi_match(const char *pattern, const char *header);

/**
 * hil_scpi_run() - execute one line
 * @line: without newline; changed in place
 * @reply: result, replies joined by ';', "" when nothing was asked
 *
 * What goes wrong goes into the error queue, as in any instrument.
 * Context: any.
 */
void hil_scpi_run(struct hil_scpi *s, char *line, char *reply, size_t size);

/** hil_scpi_push() - add to the error queue; the last becomes an overflow */
void hil_scpi_push(struct hil_scpi *s, int error);

/** hil_scpi_pop() - oldest error as text: -113,"Undefined header" */
void hil_scpi_pop(struct hil_scpi *s, char *text, size_t size);

/**
 * hil_scpi_word() - next comma-separated word of an argument list
 * @arguments: advanced behind it; changed in place
 *
 * Context: any. Return: the word without blanks around it, NULL at the end.
 */
char *hil_scpi_word(char **arguments);

/**
 * hil_scpi_number() - a number with an optional unit
 * @word: "10", "1.5E3", "10 kHz"
 * @unit: "HZ", "V", "S", "OHM" or "": what may follow, with K, M or MA before
 *
 * M is milli except before HZ and OHM, where it is mega, as the standard has
 * it. Context: any. Return: 0; the error for the queue.
 * Source: IEEE 488.2, 7.7.3.
 */
int hil_scpi_number(const char *word, const char *unit, double *value);

/**
 * hil_scpi_string() - a text in quotation marks, or a bare word
 * @text: result, @size bytes
 *
 * Context: any. Return: 0; the error for the queue.
 */
int hil_scpi_string(const char *word, char *text, size_t size);

/** hil_scpi_bool() - ON, OFF, 1 or 0. Return: 0; the error for the queue */
int hil_scpi_bool(const char *word, bool *value);

#endif
