/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the ledger share; nobody else includes this. */
#ifndef HIL_LEDGER_LEDGER_PRIVATE_H
#define HIL_LEDGER_LEDGER_PRIVATE_H

#include <jansson.h>

#include "calibration/analyzer_clock.h"
#include "calibration/fold.h"
#include "calibration/heartbeat.h"
#include "calibration/phase.h"
#include "calibration/seed.h"
#include "rig/ledger/board.h"
#include "rig/ledger/join.h"
#include "rig/ledger/ledger.h"
#include "rig/ledger/pair.h"
#include "rig/ledger/tally.h"
#include "rig/ledger/worst.h"

/* The analyzer's stream so far. */
struct hil_analyzer_stream {
	bool started; /* CAPTURE was seen */
	bool live;
	bool ended;  /* CAPTURE_END was seen */
	bool wished; /* ... and somebody had asked for the end */
	char end_reason[32];
	char end_text[128];
	struct hil_analyzer_clock clock;
	uint64_t rate_num, rate_den;
	/* role of an edge by its low 8 bits: channel and level */
	uint8_t roles[256];
	bool has_start;
	uint64_t start;    /* first sample */
	uint64_t floor;    /* no edge may come below */
	uint64_t seen_end; /* covered up to here, gaps included */
	uint64_t gap_samples;
	bool has_level, level; /* of the probe, as its last edge left it */
	bool skipped_level;    /* an edge that did not change the level */
	struct hil_gap_result gap[HIL_RESULT_GAPS];
	size_t gap_count;
	/* live: samples against CLOCK_MONOTONIC, from first to last COVER */
	uint64_t first_cover, last_cover;
	int64_t first_wall_ns, last_wall_ns;
	uint64_t largest_step; /* samples between two COVERs */
	uint64_t end_samples;  /* by CAPTURE_END; UINT64_MAX: not said */
};

/* What else the verdict needs. */
struct hil_bench_state {
	bool unanchored; /* the generator was on before the board was */
	uint64_t generator_skipped;
	uint64_t generator_stalls;
};

/* Role of an edge, beside those of pair.h. */
#define HIL_ROLE_HEARTBEAT 4

/* The signal that shows silent losses: see beat.c. */
struct hil_beat {
	struct hil_heartbeat signal;
	bool has_last;
	uint64_t last;    /* edge */
	uint64_t held;    /* rows up to here are vouched for */
	uint64_t gap_end; /* of the last splice that is a gap */
};

struct hil_ledger {
	struct hil_ledger_config config;
	void (*row)(void *context, const struct hil_row *row);
	void (*leg)(void *context, const struct hil_leg *leg);
	void *context;
	struct hil_analyzer_stream analyzer;
	struct hil_bench_state bench;
	struct hil_board_stream board;
	struct hil_beat beat;
	struct hil_pair pair; /* without a board */
	struct hil_join join; /* with one */
	struct hil_tally of[HIL_QUANTITIES];
	struct hil_worst_list worst;
	struct hil_seed seed;
	uint64_t seed_marked;  /* events */
	int64_t seed_until_ns; /* board's time: the last seeded answer's end */
	bool calibrated;       /* an effect of the instruments is known */
	struct hil_phase edge_phase, probe_phase; /* of matched rows */
	struct hil_fold fold[HIL_RESULT_FOLDS];
	uint64_t rows[4]; /* by enum hil_row_class */
	uint64_t number;  /* rows decided */
	uint64_t probe_edges;
	uint64_t stimulus_edges;
	uint64_t last_edge, last_probe;
	uint64_t first_row, last_row; /* their edges */
	uint64_t bursts;
	uint64_t bounce_samples;
	bool limit_hit;
	int64_t limit_latency_ns;
	int64_t last_latency_ns;
};

/** hil_ledger_decide() - count a row, tally it, hand it on
 * @row: all but @number is filled in */
void hil_ledger_decide(struct hil_ledger *l, struct hil_row *row);

/** hil_ledger_leg() - tally a leg, hand it on */
void hil_ledger_leg(struct hil_ledger *l, const struct hil_leg *leg);

/* In seed.c. */

/**
 * hil_ledger_is_seeded() - was an event delayed on purpose, or waiting while
 *	the one before was: its times are no result
 */
bool hil_ledger_is_seeded(const struct hil_ledger *l, uint16_t flags,
			  int64_t hardirq_ns);

/** hil_ledger_seed_row() - a decided row, with event or without */
void hil_ledger_seed_row(struct hil_ledger *l, const struct hil_row *row);

/** hil_ledger_seed_finish() - result and verdict of the seeded edges */
void hil_ledger_seed_finish(struct hil_ledger *l, struct hil_result *r);

/** hil_analyzer_record() - CAPTURE to CAPTURE_END. Return: 0; -EBADMSG;
 * -ENOMEM. */
int hil_analyzer_record(struct hil_ledger *l, uint8_t type, const void *payload,
			size_t length);

/** hil_analyzer_edges() - EDGES. Return: 0; -EBADMSG; -ENOMEM. */
int hil_analyzer_edges(struct hil_ledger *l, const uint64_t *edge,
		       size_t count);

/* In folds.c. */

/** hil_folds_init() - of the usual ticks and of the stimulus's period */
void hil_folds_init(struct hil_ledger *l);
/** hil_folds_tick() - the board says what its tick is */
void hil_folds_tick(struct hil_ledger *l, int64_t hz);
/** hil_folds_add() - a matched row, @at_ns since the first sample */
void hil_folds_add(struct hil_ledger *l, const struct hil_row *row,
		   int64_t at_ns);
/** hil_folds_fill() - judge them, into the result of the line */
void hil_folds_fill(const struct hil_ledger *l, double duration_s,
		    struct hil_line_result *line);

/* In beat.c. */

/** hil_beat_init() - by the channel of that role, else by the stimulus */
void hil_beat_init(struct hil_ledger *l);
/** hil_beat_edge() - of the heartbeat, else of the stimulus. Return: 0;
 * -ENOMEM. */
int hil_beat_edge(struct hil_ledger *l, uint64_t sample);
/** hil_beat_cover() - up to where rows may be decided */
uint64_t hil_beat_cover(const struct hil_ledger *l, uint64_t floor);
/** hil_beat_gap() - up to @end the analyzer has told of a gap */
void hil_beat_gap(struct hil_ledger *l, uint64_t end);
/** hil_beat_finish() - no more edges. Return: 0; -ENOMEM. */
int hil_beat_finish(struct hil_ledger *l);
/** hil_beat_fill() - result and verdict */
void hil_beat_fill(const struct hil_ledger *l, struct hil_result *r);

/** hil_json_read() - a record's JSON object. Return: NULL if it is none. */
json_t *hil_json_read(const void *payload, size_t length);

/** hil_json_copy_text() - a string, cut to fit; "" for anything else */
void hil_json_copy_text(char *to, size_t size, const json_t *value);

/** hil_join_fill() - accounts, fit and distributions of a joined line */
void hil_join_fill(struct hil_ledger *l, struct hil_line_result *line);

/** hil_board_verdict() - reasons for what the board's stream lacks */
void hil_board_verdict(const struct hil_ledger *l, struct hil_result *r);

/** hil_ledger_verdict() - reasons for everything the streams lack */
void hil_ledger_verdict(const struct hil_ledger *l, struct hil_result *r);

#endif
