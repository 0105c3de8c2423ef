/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of SCPI commands. Blocks and expressions are left out: no generator
 * needs them.
 */
#include "daemon/stimulus/scpi.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t\r"

static int scale_of(const char *suffix, const char *unit, double *scale)
{
	size_t size = strlen(suffix), own = strlen(unit);
	bool large = strcmp(unit, "HZ") == 0 || strcmp(unit, "OHM") == 0;

	if (own > size || strcasecmp(suffix + size - own, unit) != 0)
		return HIL_SCPI_INVALID_SUFFIX;
	size -= own;
	if (size == 0)
		*scale = 1;
	else if (size == 1 && toupper((unsigned char)*suffix) == 'K')
		*scale = 1e3;
	else if (size == 1 && toupper((unsigned char)*suffix) == 'M')
		*scale = large ? 1e6 : 1e-3;
	else if (size == 1 && toupper((unsigned char)*suffix) == 'U')
		*scale = 1e-6;
	else if (size == 2 && strncasecmp(suffix, "MA", 2) == 0)
		*scale = 1e6;
	else
		return HIL_SCPI_INVALID_SUFFIX;
	return HIL_SCPI_OK;
}

int hil_scpi_number(const char *word, const char *unit, double *value)
{
	double scale = 1;
	char *end;
	int ret;

	/* strtod() also takes hexadecimal, inf and nan; SCPI does not. */
	if (!*word || strlen(word) > 40 || !strchr("+-.0123456789", *word) ||
	    strpbrk(word, "xXnN"))
		return HIL_SCPI_DATA_TYPE;
	*value = strtod(word, &end);
	if (end == word)
		return HIL_SCPI_DATA_TYPE;
	end += strspn(end, BLANKS);
	if (*end) {
		ret = scale_of(end, unit, &scale);
		if (ret)
			return ret;
	}
	*value *= scale;
	return *value > -1e30 && *value < 1e30 ? HIL_SCPI_OK
					       : HIL_SCPI_OUT_OF_RANGE;
}

int hil_scpi_bool(const char *word, bool *value)
{
	*value = strcasecmp(word, "ON") == 0 || strcmp(word, "1") == 0;
	if (*value || strcasecmp(word, "OFF") == 0 || strcmp(word, "0") == 0)
		return HIL_SCPI_OK;
	return HIL_SCPI_ILLEGAL_PARAMETER;
}

int hil_scpi_string(const char *word, char *text, size_t size)
{
	size_t len = strlen(word);
	bool quoted = *word == '"' || *word == '\'';

	if (quoted && (len < 2 || word[len - 1] != *word))
		return HIL_SCPI_DATA_TYPE;
	word += quoted;
	len -= quoted ? 2 : 0;
	if (len >= size)
		return HIL_SCPI_TOO_MUCH_DATA;
	memcpy(text, word, len);
	text[len] = '\0';
	return HIL_SCPI_OK;
}
