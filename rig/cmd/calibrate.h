/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the methods of hilrig calibrate share.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_CMD_CALIBRATE_H
#define HIL_CMD_CALIBRATE_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"
#include "rig/calibrate/raw.h"
#include "rig/calibrate/record.h"
#include "rig/run/options.h"
#include "rig/run/run.h"

#define HIL_CALIBRATE_REFERENCE                                                \
	"none: not traceable to SI; clock against this host's CLOCK_MONOTONIC"

struct hil_calibrate {
	struct hil_run_options *o;
	bool all; /* a method that this set-up cannot do is skipped */
	json_t *record;
	char *path;    /* of the record */
	json_t *board; /* hilrigd --facts; NULL: not reached */
	json_t *host;  /* likewise of this machine */
};

/* One stored run and what is read out of it. */
struct hil_calibrate_run {
	struct hil_run_outcome out;
	struct hil_raw raw;
};

/* In calibrate_run.c. */

/**
 * hil_calibrate_measure() - an ordinary run, stored, and its raw data
 * @o: checked
 * @run: result; hil_calibrate_run_clear() frees it, also after an error
 *
 * Return: 0; -ENODEV nothing to test with; -EIO samples were lost; other
 * -errno. The message is printed.
 */
int hil_calibrate_measure(const struct hil_run_options *o,
			  struct hil_calibrate_run *run) HIL_MUST_CHECK;

void hil_calibrate_run_clear(struct hil_calibrate_run *run);

/**
 * hil_calibrate_entry() - an entry with date, raw data, analyzer, generator
 *	and host of a run
 *
 * Return: borrows from @c and @run.
 */
struct hil_calibration_entry
hil_calibrate_entry(const struct hil_calibrate *c,
		    const struct hil_calibrate_run *run);

/** hil_calibrate_put() - into the record; @details is consumed, NULL is
 * -ENOMEM. */
int hil_calibrate_put(struct hil_calibrate *c, struct hil_calibration_entry *e,
		      json_t *details) HIL_MUST_CHECK;

/* In calibrate_machine.c. */

/** hil_calibrate_machines() - ask board and host who they are, where they
 * answer */
void hil_calibrate_machines(struct hil_calibrate *c);

/**
 * hil_calibrate_ask() - run hilrigd on the board, or on this machine, and take
 *	the JSON that it prints
 * @args: NULL-terminated
 *
 * Return: new object; NULL: its own message has been printed, or @quiet.
 */
json_t *hil_calibrate_ask(const struct hil_run_options *o, bool board,
			  const char *const *args);

/** hil_calibrate_temperature() - of board and host; null: unknown. New. */
json_t *hil_calibrate_temperature(const struct hil_calibrate *c);

/* The methods. Each measures, measures again with what it found, and puts an
 * entry. Return: 0; -ENODATA this set-up cannot do it, with a message; other
 * -errno with a message. */

/** hil_calibrate_analyzer() - loopback, clock, or both from the same runs */
int hil_calibrate_analyzer(struct hil_calibrate *c, bool loopback,
			   bool clock) HIL_MUST_CHECK;
/** hil_calibrate_probe() - cost of a command, delay of the pin, D_post */
int hil_calibrate_probe(struct hil_calibrate *c) HIL_MUST_CHECK;
/** hil_calibrate_threshold() - what slow edges add */
int hil_calibrate_threshold(struct hil_calibrate *c) HIL_MUST_CHECK;
/** hil_calibrate_seed() - a known delay is found */
int hil_calibrate_seed(struct hil_calibrate *c) HIL_MUST_CHECK;

/**
 * hil_calibrate_seed_run() - the end-to-end check alone, as a soak begins with
 * @o: checked; its seed is set where it is not
 * @run: result; hil_calibrate_run_clear() frees it, also after an error
 *
 * Return: 0 found; -ENODATA too few edges or too uncertain to tell; -EBADE the
 * seeded delay was not found; other -errno. The message is printed.
 */
int hil_calibrate_seed_run(struct hil_run_options *o,
			   struct hil_calibrate_run *run) HIL_MUST_CHECK;

#endif
