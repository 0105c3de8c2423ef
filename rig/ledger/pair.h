/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs without a board: what two channels alone can say.
 *
 * Stimulus edge i owns the probe edges in its answer window
 * (edge, min(next edge, edge + max_latency)]. One is its answer, none is a
 * missed edge, more cannot be told apart. The rule rests on one assumption,
 * which reports state: an answer that comes after the next stimulus edge shows
 * up as an edge without an answer. Such an edge puts the next one into
 * quarantine, whose only probe edge may be the late answer. Behind the last
 * edge the longest interval of the run stands for the next edge.
 */
#ifndef HIL_LEDGER_PAIR_H
#define HIL_LEDGER_PAIR_H

#include <stdbool.h>
#include <stdint.h>

enum hil_pair_role { HIL_PAIR_STIMULUS = 1, HIL_PAIR_PROBE = 2 };

/* A stimulus edge and what fell into its window. */
struct hil_pair_row {
	uint64_t edge;
	uint64_t probe;      /* first candidate */
	uint64_t end;        /* last sample of the window */
	uint64_t candidates; /* probe edges that may be its answer */
	uint64_t owned;      /* of these, counted with this row */
	bool contested;      /* a candidate may be another row's answer */
	bool in_gap;
};

struct hil_pair {
	void (*decided)(void *context, const struct hil_pair_row *row);
	void *context;
	uint64_t max_samples; /* of an answer window; UINT64_MAX: no limit */
	uint64_t expected;    /* probe edges per answer */
	struct hil_pair_row row;
	uint64_t longest; /* samples between two stimulus edges; 0: unknown */
	uint64_t late;    /* candidates farther than that from the open row */
	bool any;         /* a stimulus edge came before */
	bool open;
	bool owed;           /* the row before has no answer yet ... */
	uint64_t owed_until; /* ... which can come up to here */
	bool after_gap;      /* no stimulus edge since a gap */
	unsigned int roles;  /* of the edges at @sample, not yet taken */
	uint64_t sample;
	uint64_t answered; /* probe edges that are a row's expected ones */
	uint64_t extra;    /* beyond those, or outside any window */
	uint64_t unplaced; /* about which a gap leaves no word */
};

/**
 * hil_pair_init() - nothing seen yet
 * @expected: probe edges that make one answer, 1 or 2
 * @decided: called for each stimulus edge in order
 */
void hil_pair_init(struct hil_pair *p, uint64_t max_samples, uint64_t expected,
		   void (*decided)(void *context,
				   const struct hil_pair_row *row),
		   void *context);

/**
 * hil_pair_edge() - take an edge
 * @sample: not below that of the edge before
 * @roles: enum hil_pair_role, at least one of them
 *
 * Context: any but RT. O(1).
 * Return: 0; -EBADMSG the same role twice at one sample.
 */
int hil_pair_edge(struct hil_pair *p, uint64_t sample, unsigned int roles);

/**
 * hil_pair_cover() - no edge will come below @samples
 *
 * Only lets a row be decided now instead of with the next edge.
 */
void hil_pair_cover(struct hil_pair *p, uint64_t samples);

/** hil_pair_gap() - samples from @first on were not seen, for a while */
void hil_pair_gap(struct hil_pair *p, uint64_t first);

/** hil_pair_finish() - samples from @end on were not seen; decide the rest */
void hil_pair_finish(struct hil_pair *p, uint64_t end);

#endif
