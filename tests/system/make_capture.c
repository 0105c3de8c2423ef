/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a raw capture, a byte a sample: a square wave on channel 0 and an
 * answer that toggles channel 1, MIN to MIN + SPREAD - 1 samples later. After
 * every GLITCHth answer the probe has a pulse of two samples, three samples
 * later.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/base/number.h"

#define GLITCH_AFTER 3
#define GLITCH_LONG  2

struct wave {
	uint64_t samples, period, min, spread, glitch;
	uint64_t answer, answers, random;
	unsigned char level;
};

/* Source: Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003) */
static uint64_t next_random(struct wave *w)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return w->random;
}

static unsigned char next_sample(struct wave *w, uint64_t i)
{
	uint64_t phase = i % w->period, since;

	if (phase == 0) {
		w->level |= 1;
		w->answer = i + w->min + next_random(w) % w->spread;
		w->answers++;
	} else if (phase == w->period / 2) {
		w->level &= (unsigned char)~1u;
	}
	since = i - w->answer;
	if (since == 0)
		w->level ^= 2;
	if (w->glitch && w->answers % w->glitch == 0 && i > w->answer &&
	    (since == GLITCH_AFTER || since == GLITCH_AFTER + GLITCH_LONG))
		w->level ^= 2;
	return w->level;
}

static int write_wave(struct wave *w)
{
	static unsigned char block[1 << 20];
	uint64_t i = 0;
	size_t n;

	while (i < w->samples) {
		for (n = 0; n < sizeof(block) && i < w->samples; n++, i++)
			block[n] = next_sample(w, i);
		if (fwrite(block, 1, n, stdout) != n)
			return 1;
	}
	return fflush(stdout) ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct wave w = { .min = 3, .spread = 3, .random = 20030101 };
	uint64_t *field[] = { &w.samples, &w.period, &w.min, &w.spread,
			      &w.glitch };
	bool ok = argc >= 3 && argc <= 6;

	for (int i = 1; ok && i < argc; i++)
		ok = !hil_number_u64(argv[i], field[i - 1]);
	w.answer = UINT64_MAX / 2;
	if (!ok || w.spread == 0 ||
	    w.min + w.spread + GLITCH_AFTER + GLITCH_LONG >= w.period) {
		fprintf(stderr, "usage: make_capture SAMPLES PERIOD [MIN "
				"[SPREAD [GLITCH]]] > FILE\n");
		return 1;
	}
	return write_wave(&w);
}
