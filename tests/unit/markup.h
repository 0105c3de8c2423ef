/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is this SVG or HTML well formed? Enough of it for pages of our own. */
#ifndef HIL_TESTS_UNIT_MARKUP_H
#define HIL_TESTS_UNIT_MARKUP_H

#include <stdbool.h>

/**
 * markup_fault() - the first fault of a text
 *
 * Every tag is closed in order (but HTML's meta), every attribute is quoted
 * and named once, every id is there once, every reference to an id is met,
 * no character is a control character.
 * Return: a sentence in static memory; NULL when there is no fault.
 */
const char *markup_fault(const char *text);

#endif
