/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stored run as an arm of a comparison. */
#ifndef HIL_COMPARE_STORED_H
#define HIL_COMPARE_STORED_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/compare/comparison.h"

/* Latencies in order of their edges, and where each 10 ms begins. */
struct hil_stored_run {
	struct hil_arm *arm;
	char *path;
	json_t *settings;
	struct hil_result *result;
	int64_t *value_ns;
	size_t count, room;
	size_t *tick; /* values before the n-th tick since the first edge */
	size_t ticks, ticks_room;
	double first_s; /* of the first edge, since the first sample */
	bool full;      /* what came later was left out */
};

#define HIL_STORED_TICK_S 0.01
#define HIL_STORED_PIECES 20

/**
 * hil_stored_run_read() - compute a stored run again and keep its latencies
 * @run: as hil_store_read() takes it
 * @arm: initialised; counts and tally are filled in
 *
 * Context: any but RT. Messages are printed.
 * Return: 0; -errno.
 */
int hil_stored_run_read(struct hil_stored_run *s, const char *run,
			struct hil_arm *arm) HIL_MUST_CHECK;

/** hil_stored_run_s() - time that the latencies span */
double hil_stored_run_s(const struct hil_stored_run *s);

/**
 * hil_stored_run_cut() - sum up equal pieces of time from the first edge on
 * @block: result, @pieces
 */
void hil_stored_run_cut(struct hil_stored_run *s, double piece_s, size_t pieces,
			struct hil_compare_block *block);

/** hil_stored_run_free() - its arm stays */
void hil_stored_run_free(struct hil_stored_run *s);

#endif
