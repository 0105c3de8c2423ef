/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nearest known word, for "unknown option" messages. */
#ifndef HIL_BASE_SUGGEST_H
#define HIL_BASE_SUGGEST_H

#include <stddef.h>

/**
 * hil_suggest() - the known word nearest to a mistyped one
 * @word: what the user wrote
 * @known: @count words
 *
 * Context: any.
 * Return: a word of @known by edit distance, NULL when none is near enough
 * (distance above a third of the longer word).
 */
const char *hil_suggest(const char *word, const char *const known[],
			size_t count);

#endif
