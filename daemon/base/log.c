/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages on stderr or to a sink. What a message quotes may come from an
 * instrument, a file or a hostile peer: nothing in it reaches the terminal as
 * a control sequence, and one message is one line.
 */
#include "daemon/base/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 2048

/*
 * The one exception to "no variables at file scope": messages are as global
 * as stderr is. Written at start-up only, before there are threads.
 */
static struct {
	const char *program;
	enum hil_log_level most;
	void (*sink)(void *context, enum hil_log_level level, const char *text);
	void *context;
} settings = { .program = "hilrig", .most = HIL_LOG_NOTICE };

void hil_log_open(const char *program, enum hil_log_level most)
{
	settings.program = program;
	settings.most = most;
}

void hil_log_to(void (*sink)(void *context, enum hil_log_level level,
			     const char *text),
		void *context)
{
	settings.sink = sink;
	settings.context = context;
}

/* Bytes of the printable UTF-8 character at @s; 0: it must be escaped. */
static size_t printable_length(const unsigned char *s)
{
	size_t len = 1;

	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f ? 1 : 0;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		len = 2;
	else if ((s[0] & 0xf0) == 0xe0)
		len = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		len = 4;
	else
		return 0;
	if (s[0] == 0xc2 && s[1] < 0xa0)
		return 0; /* C1 controls */
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	return len;
}

/* One byte as "\n" or "\x1b"; @to has room for four. */
static size_t escape_byte(unsigned char byte, char *to)
{
	static const char digits[] = "0123456789abcdef";

	to[0] = '\\';
	if (byte == '\n' || byte == '\t') {
		to[1] = byte == '\n' ? 'n' : 't';
		return 2;
	}
	to[1] = 'x';
	to[2] = digits[byte >> 4];
	to[3] = digits[byte & 15];
	return 4;
}

/* @to has room for four times the length of @from, and the end. */
static void escape(const char *from, char *to)
{
	while (*from) {
		size_t len = printable_length((const unsigned char *)from);

		if (len) {
			memcpy(to, from, len);
			from += len;
			to += len;
		} else {
			to += escape_byte((unsigned char)*from++, to);
		}
	}
	*to = '\0';
}

static void print(enum hil_log_level level, const char *fmt, va_list args)
	HIL_PRINTF(2, 0);

static void print(enum hil_log_level level, const char *fmt, va_list args)
{
	char raw[TEXT_MAX];
	char text[4 * TEXT_MAX];
	int len;

	if (level > settings.most)
		return;
	len = vsnprintf(raw, sizeof(raw), fmt, args);
	if (len < 0)
		return;
	if ((size_t)len >= sizeof(raw))
		memcpy(raw + sizeof(raw) - 4, "...", 4);
	escape(raw, text);
	if (settings.sink)
		settings.sink(settings.context, level, text);
	else
		fprintf(stderr, "%s: %s%s\n", settings.program,
			level == HIL_LOG_WARNING ? "warning: " : "", text);
}

void hil_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print(HIL_LOG_ERROR, fmt, args);
	va_end(args);
}

void hil_warning(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print(HIL_LOG_WARNING, fmt, args);
	va_end(args);
}

void hil_notice(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print(HIL_LOG_NOTICE, fmt, args);
	va_end(args);
}

void hil_info(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print(HIL_LOG_INFO, fmt, args);
	va_end(args);
}

void hil_debug(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print(HIL_LOG_DEBUG, fmt, args);
	va_end(args);
}
