/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an instrument's reply says, if it says anything. Pure functions. */
#ifndef HIL_INSTRUMENT_SCPI_REPLY_H
#define HIL_INSTRUMENT_SCPI_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "daemon/base/attr.h"

#define HIL_SCPI_REPLY_BYTES 4096 /* of the longest reply, with its NUL */

/**
 * hil_scpi_reply_line() - take a reply out of the bytes that came
 * @bytes: @size bytes, changed in place into a text without its line end
 *
 * Context: any.
 * Return: 1 it is complete; 0 more bytes are needed; -EBADMSG not printable
 * ASCII, or something behind the line.
 */
int hil_scpi_reply_line(char *bytes, size_t size) HIL_MUST_CHECK;

/**
 * hil_scpi_reply_number() - a number as SCPI writes it
 *
 * Infinity is 9.9e37 or a word and comes as INFINITY.
 * Context: any. Return: 0; -EINVAL; -ERANGE.
 * Source: SCPI 1999.0, volume 1, 7.2.
 */
int hil_scpi_reply_number(const char *text, double *value) HIL_MUST_CHECK;

/**
 * hil_scpi_reply_switch() - is something on: 1, 0, ON, OFF?
 *
 * Context: any. Return: 0; -EINVAL.
 */
int hil_scpi_reply_switch(const char *text, bool *on) HIL_MUST_CHECK;

/**
 * hil_scpi_reply_field() - a value out of "C1:BSWV WVTP,SQUARE,FRQ,250HZ,…"
 * @key: "FRQ"; it is looked for with and without a header before the fields
 * @value: result, up to the next comma
 *
 * Such replies are keys and values in turn, but some begin with a lone value
 * ("C1:OUTP OFF,LOAD,HZ"): the field behind the key is the value.
 * Context: any. Return: 0; -ENOENT no such key; -EMSGSIZE.
 * Source: Siglent, SDG Series Programming Guide, BSWV and OUTP.
 */
int hil_scpi_reply_field(const char *text, const char *key, char *value,
			 size_t size) HIL_MUST_CHECK;

/**
 * hil_scpi_reply_quantity() - a number that may have a unit: "3.3V"
 * @unit: "V", the only one that is taken
 *
 * Context: any. Return: 0; -EINVAL; -ERANGE.
 */
int hil_scpi_reply_quantity(const char *text, const char *unit,
			    double *value) HIL_MUST_CHECK;

/** hil_scpi_reply_is_no_error() - is it the end of the error queue: 0,"…"? */
bool hil_scpi_reply_is_no_error(const char *text);

#endif
