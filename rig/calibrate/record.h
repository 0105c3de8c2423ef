/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calibration record of a rig: one entry a method, as JSON beside the
 * rig's config file. An entry says which devices, when, how, from which raw
 * data, what was found, what is left, how sure and until when.
 */
#ifndef HIL_CALIBRATE_RECORD_H
#define HIL_CALIBRATE_RECORD_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/ledger/ledger.h"

#define HIL_CALIBRATION_DAYS 365 /* until an entry is due again */

/* The second measurement, with the correction of the first applied. */
struct hil_calibration_left {
	bool known;      /* false: the method has nothing to correct */
	double residual; /* what was still there: 0 within U */
	double u;
	const char *raw, *sha256;
};

/* What one calibration says. */
struct hil_calibration_entry {
	const char *method; /* "loopback", "clock", "probe", "posted",
			     * "threshold", "seed"; one entry each */
	const char *effect; /* "skew_ns", "clock_ppm", "probe_ns", "post_ns",
			     * "threshold_ns"; "check": a run takes nothing
			     * from it */
	double value, u;
	int64_t wall_ns;    /* when */
	const char *raw;    /* run directory */
	const char *sha256; /* of its records, 64 hex digits */
	const char *reference;
	/* all borrowed. The entry is of the board when there is one, else of
	 * the analyzer; the others took part. */
	json_t *board;         /* SETTINGS record, or NULL */
	json_t *capture;       /* CAPTURE record: the analyzer, or NULL */
	json_t *generator;     /* NULL without one */
	json_t *host;          /* its facts; NULL: not said */
	json_t *temperature_c; /* {"board": …, "host": …}, null: unknown */
	json_t *details;
	struct hil_calibration_left left;
};

/**
 * hil_calibration_path() - where the record of a rig is
 * @config: the rig's config file, "/etc/hilrig/rig.conf"
 *
 * Return: heap, "/etc/hilrig/rig.calibration.json"; NULL without memory.
 */
char *hil_calibration_path(const char *config);

/**
 * hil_calibration_load() - read a record
 * @record: result, new reference; NULL after an error
 *
 * Return: 0; -ENOENT there is none; -EBADMSG it is no record; other -errno.
 * All but -ENOENT print a message.
 */
int hil_calibration_load(const char *path, json_t **record) HIL_MUST_CHECK;

/** hil_calibration_save() - write it whole or not at all. Return: 0; -errno
 * with a message. */
int hil_calibration_save(const char *path, const json_t *record) HIL_MUST_CHECK;

/**
 * hil_calibration_put() - put an entry in the place of the method's last one
 * @record: from hil_calibration_load(), or a new object
 *
 * As found is the last entry's error by what was found now, when it was of the
 * same analyzer. Return: 0; -ENOMEM.
 */
int hil_calibration_put(json_t *record,
			const struct hil_calibration_entry *e) HIL_MUST_CHECK;

/**
 * hil_calibration_apply() - what a run may take from a record
 *
 * A rig without a record is not DEGRADED: nothing that its report says is then
 * wrong, for each effect that nobody measured stands in the budget as "not
 * calibrated: not in U". A record that does not hold any more is: its numbers
 * would be taken for those of this rig.
 *
 * @capture: the run's CAPTURE record
 * @c: result
 * @problem: result, "" or what is wrong, @size bytes: an entry is due, or of
 *	another analyzer (then it is not taken)
 *
 * Return: 0; -EBADMSG an entry is wrong.
 */
int hil_calibration_apply(const json_t *record, const json_t *capture,
			  int64_t wall_ns, struct hil_ledger_calibration *c,
			  char *problem, size_t size) HIL_MUST_CHECK;

#endif
