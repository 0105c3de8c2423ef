/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A clock, a heartbeat and folds for results that are made by hand. */
#ifndef HIL_UNIT_SAMPLE_CLOCK_H
#define HIL_UNIT_SAMPLE_CLOCK_H

#include <stdbool.h>

#include "rig/ledger/result.h"

/** sample_clock_add() - into a line that has its distributions */
void sample_clock_add(struct hil_line_result *line, uint64_t edges);

/** sample_clock_spoil() - values that nobody would expect */
void sample_clock_spoil(struct hil_result *r);

/** sample_heartbeat_add() - of a channel, with a splice when @splice */
void sample_heartbeat_add(struct hil_result *r, bool splice);

#endif
