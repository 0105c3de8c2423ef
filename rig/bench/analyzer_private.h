/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analyzer's two halves: protocol and stream. */
#ifndef HIL_BENCH_ANALYZER_PRIVATE_H
#define HIL_BENCH_ANALYZER_PRIVATE_H

#include "rig/bench/analyzer.h"

/** hil_analyzer_command() - run one line, changed in place */
void hil_analyzer_command(struct hil_analyzer *a, char *line);

/** hil_analyzer_start() - "get": sample 0 is taken now */
void hil_analyzer_start(struct hil_analyzer *a);

/** hil_analyzer_flush() - send what the client takes; ends it when it is to */
void hil_analyzer_flush(struct hil_analyzer *a);

/** hil_analyzer_hang_up() - close the client's connection */
void hil_analyzer_hang_up(struct hil_analyzer *a);

/** hil_analyzer_bytes() - of one sample on the wire */
static inline unsigned int hil_analyzer_bytes(const struct hil_analyzer *a)
{
	return a->unit == 1 ? 1 : 2;
}

/** hil_analyzer_real_rate() - Hz, whatever is claimed */
uint64_t hil_analyzer_real_rate(const struct hil_analyzer *a);

/** hil_analyzer_act() - do a fault now, at the next sample */
void hil_analyzer_act(struct hil_analyzer *a, const struct hil_fault *f);

#endif
