/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run comes to: accounts, distributions, series, worst rows, verdict.
 * The ledger makes it; text, JSON, HTML and hilrig's exit status read it.
 * All memory is inside the struct or owned by it; nothing here does I/O.
 */
#ifndef HIL_LEDGER_RESULT_H
#define HIL_LEDGER_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "calibration/budget.h"
#include "calibration/clock_pieces.h"
#include "calibration/clock_squares.h"
#include "calibration/fold.h"
#include "calibration/heartbeat.h"
#include "calibration/seed.h"
#include "daemon/base/histogram.h"

enum hil_quantity {
	HIL_LATENCY,  /* probe - edge, analyzer */
	HIL_PERIOD,   /* between IST activations, IST */
	HIL_WAKEUP,   /* hardirq -> wake, kernel and IST */
	HIL_DELIVERY, /* edge -> hardirq, through the clock fit */
	HIL_RESPONSE, /* wake -> probe_begin, IST */
	HIL_WRITE,    /* probe_begin -> probe, through the clock fit */
	HIL_QUANTITIES
};

/** hil_quantity_name() - "latency", "period", "wakeup", … as in the JSON */
const char *hil_quantity_name(enum hil_quantity q);

enum hil_verdict { HIL_VALID, HIL_DEGRADED, HIL_INVALID };

/* A quantile with its 95 % confidence bounds from order statistics. */
struct hil_quantile {
	double q;
	int64_t value_ns;
	int64_t low_ns;  /* INT64_MIN: the count is too small for a bound */
	int64_t high_ns; /* INT64_MAX: likewise */
};

#define HIL_RESULT_QUANTILES 5 /* 0.5 0.9 0.99 0.999 0.9999 */
#define HIL_RESULT_FOLDS     5 /* see line.fold */
#define HIL_RESULT_WORST     10
#define HIL_SERIES_COLUMNS   1024

/* One fixed slice of time of one quantity. */
struct hil_window {
	uint64_t count; /* 0: an empty slice */
	int64_t min_ns, max_ns, sum_ns;
};

/*
 * A quantity over time in at most HIL_SERIES_COLUMNS equal slices. The width
 * starts at 20 ms and doubles, merging neighbours, whenever time runs past the
 * last column: memory stays flat, and minimum and maximum are never lost.
 */
struct hil_series {
	int64_t start_ns; /* time of column 0 since the run's first sample */
	int64_t width_ns;
	size_t columns; /* used so far */
	struct hil_window column[HIL_SERIES_COLUMNS];
};

struct hil_distribution {
	bool known; /* false: this run cannot say anything about it */
	struct hil_histogram *histogram; /* owned; NULL when not known */
	struct hil_series *series;       /* owned; NULL when not known */
	struct hil_quantile quantile[HIL_RESULT_QUANTILES];
	double mean_ns;
	double stddev_ns;
	double u_ns; /* standard uncertainty of one value */
	double k;    /* coverage factor, 2; U = k u */
};

/* One of the largest latencies. */
struct hil_worst {
	int64_t latency_ns;
	uint64_t edge_sample;
	int64_t at_ns;  /* since the run's first sample, analyzer's clock */
	uint64_t row;   /* number of the stimulus edge, from 0 */
	uint64_t event; /* board's event index; UINT64_MAX without a board */
	bool at_least; /* not a latency but a lower bound (coalesced, ambiguous,
			* missed): never part of the distribution */
};

/* A row whose stamps no clock fits that all others leave. */
struct hil_contradiction {
	uint64_t row;   /* number of the stimulus edge, from 0; UINT64_MAX: the
			 * event has none of its own */
	uint64_t event; /* board's index */
	int64_t at_ns;  /* since the run's first sample, analyzer's clock */
	int64_t by_ns;  /* at least so far off; 0: no clock fits around it */
	bool late;      /* its probe command is behind its probe edge; else its
			 * interrupt is before its edge */
};

#define HIL_RESULT_CONTRADICTIONS 64 /* listed; contradictions counts all */

/* How the board's clock ran against the analyzer's. Offsets are over
 * base_ns, times since the run's first sample. */
struct hil_clock_result {
	int64_t base_ns;
	uint64_t contradictions;
	struct hil_contradiction contradiction[HIL_RESULT_CONTRADICTIONS];
	struct hil_clock_pieces pieces;
	bool squares_known; /* one clock from end to end */
	struct hil_clock_squares_line squares;
	struct hil_series width;  /* of the offset's bounds */
	struct hil_series offset; /* their middle */
};

struct hil_accounts {
	struct {
		uint64_t edges, matched, ambiguous, missed, in_gap;
	} stimulus;
	struct {
		uint64_t edges, commands, edges_per_command, missing, extra;
		bool commands_known;
	} probe;
	struct {
		uint64_t events, fifo_drops, coalesced, never_interrupt,
			spurious;
		bool known;           /* there is a board and it said so */
		bool coalesced_known; /* false on level-flow controllers */
	} board;
	/* Of each account: left side minus right side, 0 balances */
	int64_t pairing_imbalance;
	int64_t board_imbalance;
	int64_t probe_imbalance;
	bool parity_ok; /* second route for the probe */
};

struct hil_line_result {
	uint16_t line;
	struct hil_accounts accounts;
	struct hil_distribution of[HIL_QUANTITIES];
	struct hil_worst worst[HIL_RESULT_WORST]; /* largest first */
	size_t worst_count;
	/* by the board's clock on its tick, if it told it, else on 1, 4 and
	 * 10 ms; by the analyzer's on the stimulus's period; others are empty
	 */
	struct hil_fold_result fold[HIL_RESULT_FOLDS];
	/* of the median; latencies are corrected */
	struct hil_budget budget;
	struct hil_seed_result seed; /* seeded edges: not in the above */
	struct {
		bool known;
		double offset_ns;   /* board mono - analyzer at the first row */
		double drift_ppm;   /* board's clock against the analyzer's */
		double width_ns;    /* of the feasible region: bound on legs */
		double residual_ns; /* largest violation; 0: all rows agree */
		uint64_t rows;      /* that took part */
		uint64_t parts;     /* 1: the join held from end to end */
		bool anchored;      /* first edge known to be row 0 on both */
	} fit;
	struct hil_clock_result *clock; /* owned; NULL: fit is not known */
};

struct hil_gap_result {
	uint64_t first_sample, end_sample;
	uint32_t reason; /* enum hil_gap_reason */
};

#define HIL_RESULT_GAPS    64 /* listed; gap_count counts all */
#define HIL_RESULT_REASONS 16
#define HIL_RESULT_LINES   1 /* driven now; formats carry any number */

struct hil_result {
	enum hil_verdict verdict;
	char *reasons[HIL_RESULT_REASONS]; /* owned, "code: text", worst first
					    */
	enum hil_verdict reason_verdict[HIL_RESULT_REASONS]; /* of each */
	size_t reason_count;
	double duration_s; /* stimulus on to stimulus off, analyzer's clock */
	struct {
		uint64_t rate_num, rate_den; /* Hz */
		uint64_t count;
		double coverage; /* seen / (seen + gaps), 0 to 1 */
		struct hil_gap_result gap[HIL_RESULT_GAPS];
		size_t gap_count;
		bool ended_early; /* CAPTURE_END was not the user's wish */
	} samples;
	/* what shows samples that were lost without a word */
	struct {
		bool own; /* a channel of its own; else the stimulus, weaker */
		bool known; /* it is steady */
		double period_ns;
		double least_ns; /* a smaller loss would not show */
		uint64_t intervals, splices;
		struct hil_splice splice[HIL_SPLICES];
	} heartbeat;
	struct hil_line_result line[HIL_RESULT_LINES];
	size_t lines;
	bool limit_hit; /* -b: a latency above the limit */
	int64_t limit_latency_ns;
};

/** hil_result_free() - free what a result owns and the result; NULL-safe */
void hil_result_free(struct hil_result *r);

/**
 * hil_result_reason() - add a reason and worsen the verdict
 * @code: one word, "accounts", "capture-died"; a second reason of the same
 *	code is dropped
 *
 * Context: any but RT.
 */
void hil_result_reason(struct hil_result *r, enum hil_verdict verdict,
		       const char *code, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/** hil_verdict_name() - "VALID", "DEGRADED", "INVALID" */
const char *hil_verdict_name(enum hil_verdict verdict);

/**
 * hil_result_status() - exit status of hilrig for a result
 * @strict: DEGRADED is 3 instead of 0
 *
 * Return: 0, 2 (limit hit) or 3 (INVALID, beats 2).
 */
int hil_result_status(const struct hil_result *r, bool strict);

#endif
