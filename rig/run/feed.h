/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where every record of a run goes: to the store as it came and to the ledger.
 * Live runs, recorded captures and stored runs all pass through here, so they
 * cannot differ in what the ledger sees.
 */
#ifndef HIL_RUN_FEED_H
#define HIL_RUN_FEED_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/ledger/ledger.h"
#include "rig/store/run_store.h"

struct hil_feed {
	struct hil_ledger *ledger;
	struct hil_store_writer *store; /* NULL: nothing is stored */
	int store_error;                /* first -errno of the store */
	json_t *capture;                /* last CAPTURE, owned */
	json_t *board_settings;         /* first SETTINGS, owned */
	json_t *closed;                 /* CLOSED, owned */
	json_t *capture_end;            /* CAPTURE_END, owned */
	json_t *state;                  /* last STATE, owned */
	json_t *failures;               /* MARKs of what went wrong, owned */
	uint64_t samples;               /* covered so far */
	uint64_t edges;                 /* on the stimulus channel */
	uint64_t events;
	int64_t last_edge_samples; /* sample index of the last stimulus or
				    * probe edge, -1: none */
	unsigned int stimulus_channel, probe_channel;
};

/**
 * hil_feed_record() - take one record
 *
 * A store that fails does not end the run; the first error is kept.
 * Context: any but RT.
 * Return: 0; -EBADMSG the record is wrong; -ENOMEM.
 */
int hil_feed_record(struct hil_feed *f, uint8_t type, const void *payload,
		    size_t length) HIL_MUST_CHECK;

/** hil_feed_json() - take a JSON record made here; consumes @json */
int hil_feed_json(struct hil_feed *f, uint8_t type,
		  json_t *json) HIL_MUST_CHECK;

/**
 * hil_feed_failure() - record that something went wrong, for the verdict
 * @verdict: HIL_DEGRADED or HIL_INVALID
 * @code: one word
 * @text: one sentence
 *
 * Goes through the store as a MARK, so that a stored run says it again.
 * Return: as hil_feed_record().
 */
int hil_feed_failure(struct hil_feed *f, enum hil_verdict verdict,
		     const char *code, const char *text) HIL_MUST_CHECK;

/**
 * hil_feed_finish() - no more records: the ledger's result with all failures
 *
 * Return: owned by the caller; NULL without memory.
 */
struct hil_result *hil_feed_finish(struct hil_feed *f);

/** hil_feed_clear() - drop the JSON objects; ledger and store are the caller's
 */
void hil_feed_clear(struct hil_feed *f);

/** hil_feed_string() - a string member of an object, "" when absent */
const char *hil_feed_string(const json_t *object, const char *key);

/**
 * hil_feed_channel() - the analyzer's index of a channel
 * @capture: CAPTURE record
 * @name: what the user calls it, by name or number
 *
 * Return: 0 to HIL_EDGE_CHANNEL_MAX; -1 there is none.
 */
int hil_feed_channel(const json_t *capture, const char *name);

#endif
