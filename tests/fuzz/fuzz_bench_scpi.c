/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any line to the bench's generator: its settings stay in their ranges. */
#include <math.h>

#include "rig/bench/scpi_generator.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hil_scpi_generator s;
	const struct hil_generator_settings *g = &s.settings;
	char *line = fuzz_text(data, size);
	char reply[600];

	hil_scpi_generator_init(&s, NULL);
	for (char *next = line; next;) {
		char *end = strchr(next, '\n');

		if (end)
			*end++ = '\0';
		hil_scpi_run(&s.scpi, next, reply, sizeof(reply));
		if (strlen(reply) >= sizeof(reply) ||
		    s.scpi.error_count > HIL_SCPI_ERRORS)
			abort();
		next = end;
	}
	if (!(g->frequency_hz >= 0.01 && g->frequency_hz <= 20000) ||
	    !(fabs(g->high_volts) <= 10) || !(fabs(g->low_volts) <= 10) ||
	    g->high_volts < g->low_volts || !(g->load_ohms >= 1) ||
	    !(g->duty_percent >= 1 && g->duty_percent <= 99) || g->cycles < 1 ||
	    g->pattern.steps > HIL_PATTERN_STEPS)
		abort();
	free(line);
	return 0;
}
