/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boards, instruments and files send strings; none of them may move a
 * terminal's cursor, end a tag or break a JSON text.
 */
#include "rig/report/clean.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT 0xfffdul

static bool is_control(unsigned long c)
{
	/* C0, DEL, C1, and the marks that turn the direction of text */
	return c < 0x20 || (c >= 0x7f && c < 0xa0) ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
	       c == 0x2028 || c == 0x2029 || c == 0xfffe || c == 0xffff;
}

/* Length of the character that begins with @first, 0 when none can. */
static unsigned int length_of(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first < 0xe0)
		return 2;
	if (first >= 0xe0 && first < 0xf0)
		return 3;
	return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

unsigned long hil_clean_next(const char **text)
{
	static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)*text;
	unsigned int length = length_of(*p);
	unsigned long c = *p;

	if (!c)
		return 0;
	(*text)++;
	if (!length)
		return REPLACEMENT;
	if (length > 1)
		c &= 0x7ful >> length;
	for (unsigned int i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return REPLACEMENT;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return REPLACEMENT;
	*text += length - 1;
	if (c == '\t' || c == '\n')
		return ' ';
	return is_control(c) ? REPLACEMENT : c;
}

/* @to takes 4 bytes. */
static size_t encode(char *to, unsigned long c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xe0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 0x3f));
		to[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	to[0] = (char)(0xf0 | c >> 18);
	to[1] = (char)(0x80 | (c >> 12 & 0x3f));
	to[2] = (char)(0x80 | (c >> 6 & 0x3f));
	to[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

static void put(FILE *out, unsigned long c)
{
	char bytes[4];

	fwrite(bytes, 1, encode(bytes, c), out);
}

void hil_clean_text(FILE *out, const char *text)
{
	unsigned long c;

	while (text && (c = hil_clean_next(&text)))
		put(out, c);
}

void hil_clean_html(FILE *out, const char *text)
{
	unsigned long c;

	while (text && (c = hil_clean_next(&text))) {
		if (c < 0x80 && strchr("<>&\"'", (int)c))
			fprintf(out, "&#%lu;", c);
		else
			put(out, c);
	}
}

char *hil_clean_utf8(const char *text)
{
	/* A bad byte becomes three. */
	char *clean = malloc(3 * strlen(text) + 1), *to = clean;
	unsigned long c;

	while (clean && (c = hil_clean_next(&text)))
		to += encode(to, c);
	if (clean)
		*to = '\0';
	return clean;
}
