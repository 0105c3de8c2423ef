/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An instrument's reply: what is taken is printable and ends; no NaN; a field
 * is a part of the text and fits.
 */
#include <math.h>

#include "rig/instrument/scpi_reply.h"
#include "tests/fuzz/fuzz.h"

static void check_fields(const char *text)
{
	static const char *const keys[] = { "FRQ", "LOAD", "TIME" };
	char value[16];
	double number = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (hil_scpi_reply_field(text, keys[i], value, sizeof(value)))
			continue;
		if (!strstr(text, value) || strchr(value, ','))
			abort();
		if (!hil_scpi_reply_quantity(value, "HZ", &number) &&
		    isnan(number))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes = fuzz_text(data, size);
	double value = 0;

	if (hil_scpi_reply_line(bytes, size) == 1) {
		if (strlen(bytes) >= size)
			abort();
		for (const char *p = bytes; *p; p++) {
			if (*p < 0x20 || *p > 0x7e)
				abort();
		}
		if (!hil_scpi_reply_number(bytes, &value) && isnan(value))
			abort();
		check_fields(bytes);
		if (hil_scpi_reply_is_no_error(bytes) && !strchr(bytes, '0'))
			abort();
	}
	free(bytes);
	return 0;
}
