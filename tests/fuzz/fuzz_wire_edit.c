/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any config: changed, it says what was put in, and the rest as before. */
#include <stdio.h>

#include "daemon/base/ini.h"
#include "rig/wire/wire_config.h"
#include "tests/fuzz/fuzz.h"

static const struct hil_wire_edit edits[] = {
	{ "analyzer", "channels", "D1=stimulus,D0=probe" },
	{ "board", "line", "5" },
	{ "board", "spare", "0" },
};
#define EDITS (sizeof(edits) / sizeof(edits[0]))

struct seen {
	size_t others, edited;
	unsigned long sum; /* of what was not edited */
};

static int look(void *context, const struct hil_ini_entry *e)
{
	struct seen *s = context;

	for (size_t i = 0; i < EDITS; i++) {
		if (strcmp(e->section, edits[i].section) ||
		    strcmp(e->key, edits[i].key))
			continue;
		s->edited += !strcmp(e->value, edits[i].value);
		return 0;
	}
	s->others++;
	for (const char *c = e->value; *c; c++)
		s->sum = s->sum * 31 + (unsigned char)*c;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct seen before = { 0 }, after = { 0 };
	char *text = fuzz_text(data, size), *copy = fuzz_text(data, size);
	char *result = NULL;
	int ret = hil_ini_parse("input", copy, size, look, &before);

	if (hil_wire_config_edit("input", text, size, edits, EDITS, &result) !=
	    ret)
		abort();
	if (!ret) {
		if (hil_ini_parse("output", result, strlen(result), look,
				  &after) ||
		    after.edited != EDITS || after.others != before.others ||
		    after.sum != before.sum)
			abort();
	}
	free(result);
	free(copy);
	free(text);
	return 0;
}
