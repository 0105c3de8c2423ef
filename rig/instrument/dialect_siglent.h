/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keys and values, shared by the two files of Siglent's dialect.
 *
 * Context of all: any but RT; waits for the instrument.
 */
#ifndef HIL_INSTRUMENT_DIALECT_SIGLENT_H
#define HIL_INSTRUMENT_DIALECT_SIGLENT_H

#include "rig/instrument/dialect.h"

/** hil_siglent_send() - a command of up to 127 characters. Return: 0; -errno */
int hil_siglent_send(struct hil_scpi_link *l, const char *fmt, ...)
	HIL_PRINTF(2, 3) HIL_MUST_CHECK;

/** hil_siglent_word() - does @query say @key,@wanted? Return: 0; -ERANGE */
int hil_siglent_word(struct hil_scpi_link *l, const char *query,
		     const char *key, const char *wanted) HIL_MUST_CHECK;

/** hil_siglent_number() - what @query says of @key, with or without @unit */
int hil_siglent_number(struct hil_scpi_link *l, const char *query,
		       const char *key, const char *unit,
		       double *value) HIL_MUST_CHECK;

/** hil_siglent_calm() - neither burst nor sweep */
int hil_siglent_calm(struct hil_scpi_link *l) HIL_MUST_CHECK;

/** hil_siglent_pattern() - burst or sweep of a wave that is set */
int hil_siglent_pattern(struct hil_scpi_link *l,
			const struct hil_generator_wave *wave) HIL_MUST_CHECK;

#endif
