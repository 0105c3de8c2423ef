/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings of others, made harmless for a terminal, for JSON and for HTML. */
#ifndef HIL_REPORT_CLEAN_H
#define HIL_REPORT_CLEAN_H

#include <stddef.h>
#include <stdio.h>

/**
 * hil_clean_next() - the next UTF-8 character of a string
 * @text: moved behind it; at the end it stays
 *
 * Context: any.
 * Return: code point; U+FFFD for what is not UTF-8 or is a control character
 * (tab and newline are spaces); 0 at the end.
 */
unsigned long hil_clean_next(const char **text);

/** hil_clean_text() - print for a terminal or a log: no control characters */
void hil_clean_text(FILE *out, const char *text);

/** hil_clean_html() - print as HTML text or attribute value */
void hil_clean_html(FILE *out, const char *text);

/** hil_clean_utf8() - valid UTF-8 of a string; heap, NULL without memory */
char *hil_clean_utf8(const char *text);

#endif
