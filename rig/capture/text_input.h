/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and words of an untrusted text file, in bounded memory. */
#ifndef HIL_CAPTURE_TEXT_INPUT_H
#define HIL_CAPTURE_TEXT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_TEXT_BUFFER   (256u << 10)
#define HIL_TEXT_WORD_MAX 16384u /* bytes of a line or word */

struct hil_text_input {
	int fd;
	uint64_t offset; /* of the next byte to read from the file */
	size_t start;    /* unread bytes of the buffer */
	size_t end;
	bool ended;    /* the file has no more */
	uint64_t line; /* number of the line last given, from 1 */
	char buffer[HIL_TEXT_BUFFER + 1];
};

/** hil_text_input_init() - begin at @offset, with that place's line number */
void hil_text_input_init(struct hil_text_input *in, int fd, uint64_t offset,
			 uint64_t line);

/** hil_text_input_place() - offset in the file of the next unread byte */
uint64_t hil_text_input_place(const struct hil_text_input *in);

/**
 * hil_text_line() - the next line, without its end
 * @line: result, terminated, valid until the next call
 *
 * Return: 1; 0 at the end of the file; -EBADMSG a line or word is too long
 * or holds a NUL; -errno of read.
 */
int hil_text_line(struct hil_text_input *in, char **line) HIL_MUST_CHECK;

/** hil_text_word() - as hil_text_line(), the next word between blanks */
int hil_text_word(struct hil_text_input *in, char **word) HIL_MUST_CHECK;

#endif
