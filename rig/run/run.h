/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One measurement by the run protocol. */
#ifndef HIL_RUN_RUN_H
#define HIL_RUN_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/ledger/result.h"
#include "rig/run/feed.h"
#include "rig/run/options.h"

/* What a measurement leaves behind. Memory is the outcome's. */
struct hil_run_outcome {
	struct hil_result *result; /* NULL: nothing was measured */
	struct hil_feed feed;      /* the JSON objects; ledger and store gone */
	char *path;                /* run directory */
	int64_t start_wall_ns;
	json_t *generator;   /* identity, frequency asked and read back */
	json_t *calibration; /* record of the rig; NULL: there is none */
	int store_error;     /* 0 or -errno: the run is not stored whole */
};

/**
 * hil_run_measure() - generator off, analyzer armed, board armed, silence,
 *	generator on, measure, generator off, drain, totals, analyzer stopped
 * @o: checked options
 * @out: result; hil_run_outcome_clear() frees it, also after an error
 *
 * SIGINT and SIGTERM end the run in order, a second one aborts it. Whatever
 * dies on the way is named in the result's reasons and the rest is ended in
 * order, within 5 s.
 *
 * Context: any but RT; main thread, once.
 * Return: 0; -EINTR aborted; -ENODEV nothing to test with; other -errno. The
 * message is printed.
 */
int hil_run_measure(const struct hil_run_options *o,
		    struct hil_run_outcome *out) HIL_MUST_CHECK;

/* How far a run is. Times are seconds since the analyzer's first sample. */
struct hil_run_turn {
	bool measuring; /* the stimulus is on */
	double now_s;   /* by this host's clock */
};

/* Somebody who follows a run while it goes on. None may wait for anything. */
struct hil_run_watch {
	void *context;
	/* every decided row, in order of its edge, some time after it */
	void (*row)(void *context, const struct hil_row *row, double edge_s);
	/* every 20 ms or more often. Return: 0 go on; 1 it is enough, end in
	 * order; -errno give up */
	int (*turn)(void *context, const struct hil_run_turn *turn);
};

/**
 * hil_run_watched() - hil_run_measure() with somebody who follows it
 * @watch: NULL for nobody
 */
int hil_run_watched(const struct hil_run_options *o,
		    const struct hil_run_watch *watch,
		    struct hil_run_outcome *out) HIL_MUST_CHECK;

void hil_run_outcome_clear(struct hil_run_outcome *out);

#endif
