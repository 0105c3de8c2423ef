/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and words in a sliding buffer; a line never outgrows it. */
#include "rig/capture/text_input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void hil_text_input_init(struct hil_text_input *in, int fd, uint64_t offset,
			 uint64_t line)
{
	in->fd = fd;
	in->offset = offset;
	in->start = 0;
	in->end = 0;
	in->ended = false;
	in->line = line;
}

uint64_t hil_text_input_place(const struct hil_text_input *in)
{
	return in->offset - (in->end - in->start);
}

/* Room for one more word at least; 0 or -errno. */
static int fill(struct hil_text_input *in)
{
	ssize_t n;

	if (in->ended || in->end - in->start >= HIL_TEXT_WORD_MAX)
		return 0;
	memmove(in->buffer, in->buffer + in->start, in->end - in->start);
	in->end -= in->start;
	in->start = 0;
	while (in->end < HIL_TEXT_BUFFER) {
		n = pread(in->fd, in->buffer + in->end,
			  HIL_TEXT_BUFFER - in->end, (off_t)in->offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0) {
			in->ended = true;
			break;
		}
		in->end += (size_t)n;
		in->offset += (uint64_t)n;
	}
	return 0;
}

/* Spreadsheets write a byte order mark before the first line. */
static void skip_mark(struct hil_text_input *in)
{
	if (in->end - in->start >= 3 &&
	    !memcmp(in->buffer + in->start, "\xef\xbb\xbf", 3))
		in->start += 3;
}

int hil_text_line(struct hil_text_input *in, char **line)
{
	int ret = fill(in);
	char *begin, *end;
	size_t left, length;

	if (ret)
		return ret;
	if (!hil_text_input_place(in))
		skip_mark(in);
	begin = in->buffer + in->start;
	left = in->end - in->start;
	if (!left)
		return 0;
	in->line++;
	end = memchr(begin, '\n',
		     left < HIL_TEXT_WORD_MAX ? left : HIL_TEXT_WORD_MAX);
	if (!end && left >= HIL_TEXT_WORD_MAX)
		return -EBADMSG;
	length = end ? (size_t)(end - begin) : left;
	in->start += length + (end ? 1 : 0);
	begin[length] = '\0';
	if (length && begin[length - 1] == '\r')
		begin[--length] = '\0';
	if (memchr(begin, '\0', length))
		return -EBADMSG;
	*line = begin;
	return 1;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Blanks before a word, however many. */
static int skip_blanks(struct hil_text_input *in)
{
	for (;;) {
		int ret = fill(in);

		if (ret)
			return ret;
		while (in->start < in->end && is_blank(in->buffer[in->start])) {
			in->line += in->buffer[in->start] == '\n';
			in->start++;
		}
		if (in->start < in->end || in->ended)
			return 0;
	}
}

int hil_text_word(struct hil_text_input *in, char **word)
{
	int ret = skip_blanks(in);
	char *begin;
	size_t left, n;

	if (!ret)
		ret = fill(in);
	if (ret)
		return ret;
	begin = in->buffer + in->start;
	left = in->end - in->start;
	if (!left)
		return 0;
	for (n = 0; n < left && !is_blank(begin[n]); n++)
		if (n == HIL_TEXT_WORD_MAX || !begin[n])
			return -EBADMSG;
	in->start += n;
	if (n < left) {
		in->line += begin[n] == '\n';
		in->start++;
	}
	begin[n] = '\0';
	*word = begin;
	return 1;
}
