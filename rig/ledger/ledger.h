/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The edge ledger: records of all witnesses in, one row per stimulus edge out.
 *
 * The ledger is a pure function of its record streams: of the analyzer's
 * records in their order and of the board's records in theirs. How the two
 * streams are interleaved, and how records are cut into batches, changes
 * nothing, bit for bit: a decision is taken only when everything it may depend
 * on has been covered (COVER, WATERMARK, ends). So a stored run gives the same
 * result again. Memory is flat: rows leave as soon as they are decided.
 */
#ifndef HIL_LEDGER_LEDGER_H
#define HIL_LEDGER_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "calibration/budget.h"
#include "daemon/base/attr.h"
#include "daemon/link/record.h"
#include "rig/ledger/result.h"

enum hil_edge_select { HIL_SELECT_RISING, HIL_SELECT_FALLING, HIL_SELECT_BOTH };

enum hil_probe_mode {
	HIL_PROBE_TOGGLE, /* one edge per command */
	HIL_PROBE_PULSE   /* two edges per command, the first one counts */
};

#define HIL_BOARD_IDENTITY 192

/* What is known of the instruments; all of it takes part in U, and each
 * latency is corrected by it. Nothing known: all zero. */
struct hil_ledger_calibration {
	struct hil_effect clock_ppm, skew_ns, threshold_ns, probe_ns;
	/* a pin moves at most this long behind its ioctl: for the clock fit,
	 * and no part of U */
	struct hil_effect post_ns;
	char board[HIL_BOARD_IDENTITY]; /* whose probe these two are of */
};

/* What the ledger must know before the first record. One line for now. */
struct hil_ledger_config {
	uint16_t line;
	unsigned int stimulus_channel; /* of the analyzer */
	unsigned int probe_channel;
	int64_t period_ns; /* of the stimulus, nominal; 0: not said */
	bool heartbeat;    /* a channel shows one, by its rising edges */
	unsigned int heartbeat_channel;
	int64_t heartbeat_ns;               /* its period; 0: not said */
	enum hil_edge_select stimulus_edge; /* RISING for a board's IST */
	enum hil_edge_select probe_edge;    /* BOTH for a toggling probe */
	enum hil_probe_mode probe_mode;
	bool board;             /* board records take part */
	int64_t limit_ns;       /* -b: latency above this is a hit; 0: none */
	int64_t max_latency_ns; /* without a board: a later probe edge is no
				 * answer; 0: up to the next stimulus edge */
	int64_t bounce_ns;      /* edges closer than this are bursts; 0: off */
	uint64_t edges_limit;   /* -l: edges after which to stop; 0: none */
	bool irregular;         /* the edges have no one period */
	int64_t seed_delay_ns;  /* the board waits so long ... */
	uint64_t seed_every;    /* ... before each n-th answer; 0: never */
	struct hil_ledger_calibration calibration;
};

enum hil_row_class {
	HIL_ROW_MATCHED,
	HIL_ROW_AMBIGUOUS,
	HIL_ROW_MISSED,
	HIL_ROW_IN_GAP
};

#define HIL_UNKNOWN_SAMPLE UINT64_MAX
#define HIL_UNKNOWN_EVENT  UINT64_MAX

/* One stimulus edge, decided. */
struct hil_row {
	uint64_t number; /* n-th stimulus edge of the line, from 0 */
	uint64_t edge;   /* sample index */
	uint64_t probe;  /* sample index or HIL_UNKNOWN_SAMPLE */
	uint64_t event;  /* board's index or HIL_UNKNOWN_EVENT */
	int64_t hardirq_ns, wake_ns, probe_begin_ns, probe_end_ns; /* 0 without
								    * event */
	int64_t latency_ns;  /* MATCHED only */
	int64_t at_least_ns; /* not MATCHED: the answer cannot have come sooner
			      * than this; 0: nothing is known */
	uint16_t line;
	uint16_t flags;    /* the event's */
	uint8_t row_class; /* enum hil_row_class */
	bool seeded; /* delayed on purpose, or by the one before that was: in no
		      * distribution */
};

struct hil_ledger;

/**
 * hil_ledger_new() - an empty ledger
 * @row: called for every row in order of its edge; NULL for none
 * @context: passed to @row
 *
 * Return: NULL without memory.
 */
struct hil_ledger *hil_ledger_new(const struct hil_ledger_config *config,
				  void (*row)(void *context,
					      const struct hil_row *row),
				  void *context);
void hil_ledger_free(struct hil_ledger *l);

/**
 * hil_ledger_record() - take one record of any witness
 * @type: enum hil_record; types that do not concern the ledger are ignored
 * @payload: @length bytes, 8-byte aligned
 *
 * Context: any but RT. Amortised O(1) per edge and event.
 * Return: 0; -EBADMSG the payload does not fit its type or goes back in time;
 * -ENOMEM.
 */
int hil_ledger_record(struct hil_ledger *l, uint8_t type, const void *payload,
		      size_t length) HIL_MUST_CHECK;

/**
 * hil_ledger_finish() - no more records: decide what is left, compute all
 *
 * Streams that ended without CAPTURE_END or CLOSED make the result INVALID.
 * Context: any but RT, once.
 * Return: the result, owned by the caller; NULL without memory.
 */
struct hil_result *hil_ledger_finish(struct hil_ledger *l);

/* A leg that needs both clocks. It is known when the block of its row has told
 * where the offset was: up to four seconds after the row itself. */
struct hil_leg {
	enum hil_quantity quantity; /* HIL_DELIVERY or HIL_WRITE */
	uint64_t row;               /* number of its edge */
	int64_t at_ns;              /* its edge, since the first sample */
	int64_t value_ns;
	double width_ns; /* of the offset's interval there: the truth is within
			  * half of it of the value */
};

/**
 * hil_ledger_follow_legs() - have a function called for every leg, as it is
 *	tallied
 * @leg: with the context of hil_ledger_new(); each quantity in order of time
 */
void hil_ledger_follow_legs(struct hil_ledger *l,
			    void (*leg)(void *context,
					const struct hil_leg *leg));

/* For live lines while records are coming in. */
struct hil_ledger_live {
	uint64_t edges, matched, ambiguous, missed, in_gap;
	uint64_t events;
	uint64_t probe_edges;
	/* What answers so far have decided: a probe edge is extra once every
	 * command that could own it is known. */
	bool probe_known;
	uint64_t probe_missing, probe_extra;
	/* What the join has decided so far; false before it has an offset, and
	 * always without a board. An edge that left no interrupt is counted
	 * when the event behind it did not take it back. */
	bool joined;
	uint64_t commands, never_interrupt, spurious;
	int64_t last_ns, min_ns, max_ns; /* latency of decided rows */
	double mean_ns;
	bool limit_hit;
	bool edges_done; /* edges_limit is reached by those that were seen */
};

void hil_ledger_live(const struct hil_ledger *l, struct hil_ledger_live *live);

#endif
