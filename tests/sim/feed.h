/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of the analyzer for tests: fewer words for the same bytes. */
#ifndef HIL_SIM_FEED_H
#define HIL_SIM_FEED_H

#include "rig/ledger/ledger.h"

#define HIL_FEED_STIMULUS 0u
#define HIL_FEED_PROBE    1u

/** hil_sim_config() - rising stimulus on 0, every edge of the probe on 1 */
struct hil_ledger_config hil_sim_config(bool board);

/** hil_sim_json() - one JSON record, printf-like. Return: the ledger's. */
int hil_sim_json(struct hil_ledger *l, uint8_t type, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** hil_sim_capture() - CAPTURE, then all levels low at sample 0 */
int hil_sim_capture(struct hil_ledger *l, uint64_t rate_num, uint64_t rate_den);

int hil_sim_edge(struct hil_ledger *l, uint64_t sample, unsigned int channel,
		 bool level);
int hil_sim_cover(struct hil_ledger *l, uint64_t samples);
int hil_sim_gap(struct hil_ledger *l, uint64_t first, uint64_t end);

/** hil_sim_end() - cover up to @samples, CAPTURE_END "stopped" */
int hil_sim_end(struct hil_ledger *l, uint64_t samples);

#endif
