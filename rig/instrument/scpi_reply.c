/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replies are not trusted: they end up in messages, files and pages, and
 * numbers in them decide what a pin gets.
 */
#include "rig/instrument/scpi_reply.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/number.h"

#define SCPI_INFINITY 9.9e37

int hil_scpi_reply_line(char *bytes, size_t size)
{
	char *end = memchr(bytes, '\n', size);
	size_t len = end ? (size_t)(end - bytes) : size;

	if (end && len + 1 != size)
		return -EBADMSG;
	if (end && len && bytes[len - 1] == '\r')
		len--;
	for (size_t i = 0; i < len; i++) {
		bool last = !end && i == len - 1;

		if ((bytes[i] < 0x20 || bytes[i] > 0x7e) &&
		    !(last && bytes[i] == '\r'))
			return -EBADMSG;
	}
	if (!end)
		return 0;
	bytes[len] = '\0';
	return 1;
}

int hil_scpi_reply_number(const char *text, double *value)
{
	int ret;

	if (!strcasecmp(text, "INF") || !strcasecmp(text, "INFINITY")) {
		*value = INFINITY;
		return 0;
	}
	if (text[0] == '+' && text[1] != '-')
		text++;
	ret = hil_number_double(text, value);
	if (!ret && *value >= SCPI_INFINITY)
		*value = INFINITY;
	return ret;
}

int hil_scpi_reply_switch(const char *text, bool *on)
{
	*on = !strcmp(text, "1") || !strcasecmp(text, "ON");
	return *on || !strcmp(text, "0") || !strcasecmp(text, "OFF") ? 0
								     : -EINVAL;
}

int hil_scpi_reply_field(const char *text, const char *key, char *value,
			 size_t size)
{
	const char *space = strchr(text, ' ');
	const char *field = space ? space + 1 : text;
	size_t key_len = strlen(key);

	while (field) {
		size_t len = strcspn(field, ",");
		const char *next = field[len] ? field + len + 1 : NULL;

		if (next && len == key_len &&
		    !strncasecmp(field, key, key_len)) {
			len = strcspn(next, ",");
			if (len >= size)
				return -EMSGSIZE;
			memcpy(value, next, len);
			value[len] = '\0';
			return 0;
		}
		field = next;
	}
	return -ENOENT;
}

int hil_scpi_reply_quantity(const char *text, const char *unit, double *value)
{
	size_t len = strlen(text), unit_len = strlen(unit);
	char number[64];

	if (len >= sizeof(number))
		return -EINVAL;
	strcpy(number, text);
	if (len > unit_len && !strcasecmp(number + len - unit_len, unit))
		number[len - unit_len] = '\0';
	return hil_scpi_reply_number(number, value);
}

bool hil_scpi_reply_is_no_error(const char *text)
{
	text += *text == '+' || *text == '-';
	return text[0] == '0' && (!text[1] || text[1] == ',');
}
