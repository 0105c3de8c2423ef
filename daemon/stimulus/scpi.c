/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The language, not the instrument: lines, headers and the
 * error queue. Values are in scpi_value.c.
 */
#include "daemon/stimulus/scpi.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define BLANKS     " \t\r"
#define HEADER_MAX 128

static bool is_letter(char c)
{
	return isalpha((unsigned char)c) || c == '*';
}

/* One word of a header; moves both on when it fits. */
static bool match_word(const char **pattern, const char **header)
{
	size_t full = 0, brief = 0, size = 0;

	while (is_letter((*pattern)[full]))
		full++;
	while (brief < full && !islower((unsigned char)(*pattern)[brief]))
		brief++;
	while (is_letter((*header)[size]))
		size++;
	if ((size != full && size != brief) ||
	    strncasecmp(*pattern, *header, size) != 0)
		return false;
	*pattern += full;
	*header += size;
	if (**pattern == '1') {
		(*pattern)++;
		if (**header == '1')
			(*header)++;
	}
	return true;
}

bool hil_scpi_match(const char *pattern, const char *header)
{
	for (;;) {
		switch (*pattern) {
		case '\0':
			return *header == '\0';
		case '[':
			if (hil_scpi_match(pattern + 1, header))
				return true;
			pattern = strchr(pattern, ']') + 1;
			break;
		case ']':
			pattern++;
			break;
		case ':':
			if (*header++ != ':')
				return false;
			pattern++;
			break;
		default:
			if (!match_word(&pattern, &header))
				return false;
		}
	}
}

void hil_scpi_push(struct hil_scpi *s, int error)
{
	if (error == HIL_SCPI_OK)
		return;
	if (s->error_count < HIL_SCPI_ERRORS)
		s->errors[s->error_count++] = error;
	else
		s->errors[HIL_SCPI_ERRORS - 1] = HIL_SCPI_QUEUE_OVERFLOW;
}

static const char *error_text(int error)
{
	switch (error) {
	case HIL_SCPI_OK:
		return "No error";
	case HIL_SCPI_DATA_TYPE:
		return "Data type error";
	case HIL_SCPI_PARAMETER_NOT_ALLOWED:
		return "Parameter not allowed";
	case HIL_SCPI_MISSING_PARAMETER:
		return "Missing parameter";
	case HIL_SCPI_UNDEFINED_HEADER:
		return "Undefined header";
	case HIL_SCPI_INVALID_SUFFIX:
		return "Invalid suffix";
	case HIL_SCPI_SETTINGS_CONFLICT:
		return "Settings conflict";
	case HIL_SCPI_OUT_OF_RANGE:
		return "Data out of range";
	case HIL_SCPI_TOO_MUCH_DATA:
		return "Too much data";
	case HIL_SCPI_ILLEGAL_PARAMETER:
		return "Illegal parameter value";
	case HIL_SCPI_HARDWARE:
		return "Hardware error";
	case HIL_SCPI_QUEUE_OVERFLOW:
		return "Queue overflow";
	default:
		return "Error";
	}
}

void hil_scpi_pop(struct hil_scpi *s, char *text, size_t size)
{
	int error = s->error_count ? s->errors[0] : HIL_SCPI_OK;

	snprintf(text, size, "%d,\"%s\"", error, error_text(error));
	if (s->error_count) {
		s->error_count--;
		memmove(s->errors, s->errors + 1,
			s->error_count * sizeof(s->errors[0]));
	}
}

static char *trim(char *text)
{
	char *end;

	text += strspn(text, BLANKS);
	end = text + strlen(text);
	while (end > text && strchr(BLANKS, end[-1]))
		*--end = '\0';
	return text;
}

char *hil_scpi_word(char **arguments)
{
	char *word = *arguments;

	if (!word)
		return NULL;
	*arguments = strchr(word, ',');
	if (*arguments)
		*(*arguments)++ = '\0';
	word = trim(word);
	return *word || *arguments ? word : NULL;
}

static const struct hil_scpi_command *find(const struct hil_scpi *s,
					   const char *path, const char *header)
{
	char full[HEADER_MAX];
	const struct hil_scpi_command *c;

	if (*header == ':')
		header++;
	for (c = s->commands; c->pattern; c++)
		if (hil_scpi_match(c->pattern, header))
			return c;
	if (snprintf(full, sizeof(full), "%s%s", path, header) >= HEADER_MAX)
		return NULL;
	for (c = s->commands; c->pattern; c++)
		if (hil_scpi_match(c->pattern, full))
			return c;
	return NULL;
}

/* "SOUR1:FREQ 5;VOLT 3": the second is SOUR1:VOLT, as the standard says. */
static void remember_path(char path[HEADER_MAX], const char *header)
{
	const char *colon;

	if (*header == '*')
		return;
	header += *header == ':';
	colon = strrchr(header, ':');
	if (colon && (size_t)(colon + 2 - header) <= HEADER_MAX)
		snprintf(path, HEADER_MAX, "%.*s", (int)(colon + 1 - header),
			 header);
}

static int run_unit(struct hil_scpi *s, char *path, char *unit, char *reply)
{
	size_t size = strcspn(unit, BLANKS);
	char *arguments = unit + size;
	const struct hil_scpi_command *c;
	bool query = size > 0 && unit[size - 1] == '?';

	if (*arguments)
		*arguments++ = '\0';
	arguments = trim(arguments);
	if (query)
		unit[size - 1] = '\0';
	if (strlen(unit) >= HEADER_MAX)
		return HIL_SCPI_UNDEFINED_HEADER;
	c = find(s, path, unit);
	if (!c || (query ? !c->query : !c->set))
		return HIL_SCPI_UNDEFINED_HEADER;
	remember_path(path, unit);
	if (query)
		return c->query(s->context, reply, HIL_SCPI_REPLY);
	return c->set(s->context, *arguments ? arguments : NULL);
}

void hil_scpi_run(struct hil_scpi *s, char *line, char *reply, size_t size)
{
	char path[HEADER_MAX] = "", one[HIL_SCPI_REPLY];
	size_t used = 0;

	*reply = '\0';
	while (line) {
		char *unit = line;

		line = strchr(line, ';');
		if (line)
			*line++ = '\0';
		unit = trim(unit);
		if (!*unit)
			continue;
		one[0] = '\0';
		hil_scpi_push(s, run_unit(s, path, unit, one));
		if (!one[0])
			continue;
		if (used + strlen(one) + 2 > size) {
			hil_scpi_push(s, HIL_SCPI_TOO_MUCH_DATA);
			continue;
		}
		used += (size_t)snprintf(reply + used, size - used, "%s%s",
					 used ? ";" : "", one);
	}
}
