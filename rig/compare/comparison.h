/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a comparison comes to: an arm for each variant (or each stored run),
 * with its blocks and what its front end said, and a verdict for each pair of
 * arms and each quantity. Text, JSON and HTML read it.
 */
#ifndef HIL_COMPARE_COMPARISON_H
#define HIL_COMPARE_COMPARISON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "calibration/compare.h"
#include "calibration/compare_events.h"
#include "daemon/base/attr.h"
#include "rig/compare/front_process.h"
#include "rig/compare/variant.h"
#include "rig/ledger/ledger.h"
#include "rig/ledger/result.h"
#include "rig/ledger/tally.h"

#define HIL_ARMS_MAX  HIL_VARIANTS_MAX
#define HIL_PAIRS_MAX (HIL_ARMS_MAX * (HIL_ARMS_MAX - 1) / 2)

/* What an arm's front ends said, added up over its blocks. */
struct hil_arm_front {
	size_t blocks; /* in which one ran */
	size_t told;   /* of these, how many left statistics */
	size_t failed; /* of these, how many ended with an error */
	int failed_status;
	bool cpu_known;
	double user_s, system_s;
	double wall_s; /* while they ran, for the share of a CPU */
	uint64_t drawn, skipped, retries, torn;
	double stale_mean_ms, stale_max_ms; /* mean over all frames */
	json_t *runtime; /* counters of all blocks, owned, or NULL */
};

/* Edges of an arm that may be tied to what its runtime did. */
struct hil_arm_edges {
	int64_t *wake_ns, *latency_ns; /* board's clock; heap */
	size_t count, room;
	int64_t *event_ns; /* collections, board's clock; heap */
	size_t events, events_room;
	bool full; /* no more memory is given: what came later is left out */
};

struct hil_arm {
	const char *name;                  /* borrowed */
	const struct hil_variant *variant; /* NULL for a stored run */
	struct hil_compare_block *block;   /* one a round, heap */
	struct hil_tally tally;            /* while it is measured */
	struct hil_distribution latency;   /* of all blocks, afterwards */
	uint64_t edges, matched, ambiguous, missed, in_gap;
	uint64_t without_event; /* coalesced, dropped or never an interrupt */
	bool events_known;      /* there is a board */
	struct hil_arm_front front;
	struct hil_arm_edges near;
	bool effect_known;
	struct hil_events_effect effect; /* of collections on latencies */
};

struct hil_pair {
	size_t a, b; /* arms; differences are b - a */
	double margin_ns[HIL_COMPARE_QUANTITIES];
	struct hil_compare_result of[HIL_COMPARE_QUANTITIES];
};

/* A margin is a time or a share of the first arm's value. */
struct hil_margin {
	double ns;    /* 0: none */
	double share; /* 0: none */
};

/* When a block was measured, since the first sample. While it is, its end is
 * infinite. */
struct hil_block_span {
	double from_s, to_s;
};

struct hil_comparison {
	struct hil_arm arm[HIL_ARMS_MAX];
	size_t arms, rounds;
	struct hil_pair pair[HIL_PAIRS_MAX];
	size_t pairs;
	struct hil_margin margin;
	uint64_t seed;
	bool interleaved; /* false: one run after the other */
	/* of interleaved blocks */
	double block_s, warm_up_s;
	size_t *order;               /* rounds * arms, heap */
	struct hil_block_span *span; /* of these the first @begun, heap */
	size_t begun;
	size_t ended; /* measured to the end: all, or all but the last */
	/* of the run in which it was measured, or the worse of two stored
	 * ones; borrowed */
	const struct hil_result *result;
};

/** hil_comparison_init() - @arms empty arms with room for @rounds each */
int hil_comparison_init(struct hil_comparison *c, size_t arms,
			size_t rounds) HIL_MUST_CHECK;
void hil_comparison_free(struct hil_comparison *c);

/** hil_arm_row() - count one edge of an arm, take its latency */
void hil_arm_row(struct hil_arm *arm, const struct hil_row *row, double edge_s);

/** hil_arm_front_add() - a front end has ended, @wall_s after its start;
 * takes over what @end owns */
void hil_arm_front_add(struct hil_arm *arm, struct hil_front_outcome *end,
		       double wall_s);

/** hil_arm_edge() - remember when an edge was answered, by the board's clock,
 * for the runtime may tell when it collected */
void hil_arm_edge(struct hil_arm *arm, int64_t wake_ns, int64_t latency_ns);

/**
 * hil_arm_effect() - were edges near collections slower?
 * @window_ns: from a collection on
 *
 * Return: 0 also when nothing is known; -ENOMEM.
 */
int hil_arm_effect(struct hil_arm *arm, int64_t window_ns,
		   uint64_t seed) HIL_MUST_CHECK;

/**
 * hil_comparison_judge() - distributions, effects and the verdict of each pair
 * @u_ns: standard uncertainty of a latency
 *
 * Return: 0; -ENOMEM; -EINVAL too many rounds.
 */
int hil_comparison_judge(struct hil_comparison *c, double u_ns) HIL_MUST_CHECK;

/** hil_comparison_beyond() - a difference beyond its margin is shown */
bool hil_comparison_beyond(const struct hil_comparison *c);

/** hil_comparison_decided() - of some pair and quantity the data say enough */
bool hil_comparison_decided(const struct hil_comparison *c);

/** hil_margin_parse() - "20us", "5%", "0". Return: 0; -EINVAL, a message. */
int hil_margin_parse(const char *text, struct hil_margin *m) HIL_MUST_CHECK;

#endif
