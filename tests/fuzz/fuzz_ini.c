/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A config file: no entry without a name, none from behind the text. */
#include "daemon/base/ini.h"
#include "tests/fuzz/fuzz.h"

static int take(void *context, const struct hil_ini_entry *e)
{
	const size_t *size = context;

	if (!*e->key || !e->line || strlen(e->value) > *size ||
	    strlen(e->key) > *size || strlen(e->section) > *size)
		abort();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	int ret = hil_ini_parse("input", text, size, take, &size);

	(void)ret;
	free(text);
	return 0;
}
