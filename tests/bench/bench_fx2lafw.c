/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libsigrok's real fx2lafw driver on an emulated bus at 24 MS/s for a minute.
 * The emulated chip does as the real one: what finds no transfer waiting is
 * lost, and then it stops.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/system/collect_capture.h"
#include "tests/usb/mock_fx2.h"

#define SAMPLES_A_SECOND UINT64_C(24000000)
#define SECONDS_DEFAULT  60

/* Four edges a period, in this order; there is none at sample 0. */
static uint64_t count_wrong(const struct collected *c)
{
	static const struct {
		uint64_t at;
		unsigned int channel;
		bool level;
	} pattern[] = { { 0, 0, true },
			{ MOCK_FX2_RISE, 1, true },
			{ MOCK_FX2_FALL, 1, false },
			{ MOCK_FX2_PERIOD / 2, 0, false } };
	uint64_t wrong = 0, i = 1;

	for (size_t n = 0; n < c->edges; n++, i++) {
		uint64_t sample = i / 4 * MOCK_FX2_PERIOD + pattern[i % 4].at;

		wrong += c->edge[n] != hil_edge_pack(sample,
						     pattern[i % 4].channel,
						     pattern[i % 4].level);
	}
	/* and none is missing before the end of coverage */
	return wrong +
	       (i / 4 * MOCK_FX2_PERIOD + pattern[i % 4].at < c->covered);
}

int main(int argc, char **argv)
{
	const struct hil_capture_options o = { .driver =
						       "fx2lafw:samplerate=24m",
					       .channels = "D0,D1" };
	const struct mock_fx2_options strict = { .strict = true };
	uint64_t seconds = SECONDS_DEFAULT, wrong, wanted;
	struct mock_fx2 *m;
	struct collected c;
	bool met;

	mock_usb_prepare(argv);
	if (argc > 1)
		seconds = strtoull(argv[1], NULL, 10);
	wanted = seconds * SAMPLES_A_SECOND;
	m = mock_fx2_plug(&strict, 1);
	if (collect_capture(&o, wanted, 0, &c)) {
		fprintf(stderr, "cannot start hilrig-capture\n");
		return 1;
	}
	wrong = count_wrong(&c);
	met = c.covered >= wanted && !c.gap_count && !wrong &&
	      !mock_fx2_overflowed(m);
	printf("fx2lafw at 24 MS/s: %" PRIu64 " of %" PRIu64 " samples, %zu "
	       "edges, %" PRIu64 " wrong, %zu gaps, %s (wanted all, right): "
	       "%s\n",
	       c.covered, wanted, c.edges, wrong, c.gap_count,
	       mock_fx2_overflowed(m) ? "overflowed" : c.text,
	       met ? "met" : "MISSED");
	collected_free(&c);
	mock_fx2_free(m);
	return !met;
}
