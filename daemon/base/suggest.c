/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which known word a mistyped one most likely stands for. */
#include "daemon/base/suggest.h"

#include <stdint.h>
#include <string.h>

/* No option, key or channel that deserves a suggestion is longer. */
#define WORD_MAX 63

static unsigned int smaller(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/*
 * Optimal string alignment: insert, remove, change or swap neighbours, one
 * step each. Three rows of the table are alive at a time.
 */
static unsigned int edit_distance(const char *a, size_t a_len, const char *b,
				  size_t b_len)
{
	unsigned int rows[3][WORD_MAX + 1];
	unsigned int *before = rows[0], *last = rows[1], *row = rows[2];

	for (size_t j = 0; j <= b_len; j++)
		last[j] = (unsigned int)j;
	for (size_t i = 1; i <= a_len; i++) {
		unsigned int *spare = before;

		row[0] = (unsigned int)i;
		for (size_t j = 1; j <= b_len; j++) {
			unsigned int cost = a[i - 1] == b[j - 1] ? 0 : 1;

			row[j] = smaller(smaller(last[j], row[j - 1]) + 1,
					 last[j - 1] + cost);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = smaller(row[j], before[j - 2] + 1);
		}
		before = last;
		last = row;
		row = spare;
	}
	return last[b_len];
}

const char *hil_suggest(const char *word, const char *const known[],
			size_t count)
{
	size_t len = strnlen(word, WORD_MAX + 1);
	const char *best = NULL;
	unsigned int best_distance = UINT32_MAX;

	if (len > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		size_t known_len = strnlen(known[i], WORD_MAX + 1);
		size_t longer = len > known_len ? len : known_len;
		unsigned int distance;

		if (known_len > WORD_MAX)
			continue;
		distance = edit_distance(word, len, known[i], known_len);
		if (3 * (size_t)distance <= longer &&
		    distance < best_distance) {
			best_distance = distance;
			best = known[i];
		}
	}
	return best;
}
