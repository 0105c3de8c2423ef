/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any lines to a pin: what it is told to do is something that it can do. */
#include "tests/fuzz/fuzz.h"
#include "tests/unit/fake_source.h"

static void check_wave(const struct fake_source *f)
{
	const struct hil_source_wave *w = &f->wave;
	char problem[HIL_PATTERN_TEXT];

	if (!f->applied)
		return;
	if (!(w->frequency_hz >= fake_source_kind.hz_min &&
	      w->frequency_hz <= fake_source_kind.hz_max) ||
	    !(w->duty >= 0.01 && w->duty <= 0.99) ||
	    !(fake_source_kind.patterns & HIL_PATTERN_BIT(w->pattern.kind)) ||
	    hil_pattern_check(&w->pattern, (int64_t)(1e9 / w->frequency_hz),
			      problem))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fake_source fake = { .applied = 0 };
	struct hil_source_scpi s;
	char *line = fuzz_text(data, size);
	char reply[600];

	hil_source_scpi_init(&s, &fake_source_kind, &fake, "chip 1");
	for (char *next = line; next;) {
		char *end = strchr(next, '\n');

		if (end)
			*end++ = '\0';
		hil_scpi_run(&s.scpi, next, reply, sizeof(reply));
		if (strlen(reply) >= sizeof(reply) ||
		    s.scpi.error_count > HIL_SCPI_ERRORS)
			abort();
		check_wave(&fake);
		next = end;
	}
	free(line);
	return 0;
}
