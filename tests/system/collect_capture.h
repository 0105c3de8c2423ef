/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a capture to its end and keeps what it said, for tests. */
#ifndef HIL_TESTS_SYSTEM_COLLECT_CAPTURE_H
#define HIL_TESTS_SYSTEM_COLLECT_CAPTURE_H

#include <jansson.h>

#include "daemon/link/record.h"
#include "rig/capture/child.h"

struct collected {
	json_t *head; /* CAPTURE, NULL: none came */
	json_t *last; /* CAPTURE_END */
	uint64_t *edge;
	size_t edges, room;
	struct hil_levels levels[64];
	size_t level_count;
	struct hil_gap gap[64];
	size_t gap_count;
	uint64_t covered;
	size_t covers;
	bool covers_go_back;
	enum hil_capture_end end;
	char text[700];
	int pid;
};

/**
 * collect_capture() - start, read to the end, free
 * @enough: samples covered after which it is stopped, 0: never
 * @lazy_ms: nothing is read for so long after the first COVER
 *
 * Return: 0; error of hil_capture_start().
 */
int collect_capture(const struct hil_capture_options *o, uint64_t enough,
		    unsigned int lazy_ms, struct collected *c);

void collected_free(struct collected *c);

/** collected_edges() - how many on a channel */
size_t collected_edges(const struct collected *c, unsigned int channel);

/** process_is_gone() - no such process, not even a zombie of ours */
bool process_is_gone(int pid);

#endif
