/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of one measurement, shared by run*.c and phase.c only. */
#ifndef HIL_RUN_RUN_PRIVATE_H
#define HIL_RUN_RUN_PRIVATE_H

#include "rig/capture/child.h"
#include "rig/instrument/generator.h"
#include "rig/run/board.h"
#include "rig/run/mirror.h"
#include "rig/run/run.h"

/* One witness cannot starve another. */
#define HIL_RUN_RECORDS_A_TURN 512

/* In the order of the protocol; a phase only ever moves on. */
enum hil_run_phase {
	HIL_PHASE_CAPTURE, /* analyzer is being armed */
	HIL_PHASE_BOARD,   /* board is being armed */
	HIL_PHASE_QUIET,   /* both prove silent */
	HIL_PHASE_MEASURE, /* generator is on */
	HIL_PHASE_DRAIN,   /* generator is off, last answers come */
	HIL_PHASE_CLOSE,   /* board's totals */
	HIL_PHASE_TAIL,    /* analyzer sees the final "probe low" */
	HIL_PHASE_END,     /* analyzer is being stopped */
	HIL_PHASE_DONE
};

struct hil_run {
	const struct hil_run_options *o;
	const struct hil_run_watch *watch; /* NULL: nobody follows */
	bool enough;                       /* the watch has seen enough */
	struct hil_feed feed;
	struct hil_mirror *mirror; /* for front ends; NULL: none */
	struct hil_channel_roles roles;
	struct hil_ledger_config config;
	json_t *calibration; /* record that was there, owned; NULL: none */
	struct hil_capture *capture;
	struct hil_board *board;
	struct hil_generator *generator;
	json_t *described; /* of the generator, borrowed; NULL: not known */
	int claim[2];      /* of analyzer and generator; negative: none */
	bool switchable;   /* generator can be turned on and off by us */
	struct hil_generator_report books; /* before it was turned on */
	bool books_known;
	int64_t generator_lost_ns;  /* since then; 0: it is there */
	int64_t generator_again_ns; /* when to try again */
	bool capture_over, board_over, board_waiting;
	enum hil_run_phase phase;
	int64_t phase_since_ns;
	int64_t sample0_mono_ns; /* this host's clock at sample 0 */
	double rate_hz;
	uint64_t target_samples; /* what the phase waits for, 0: not yet set */
	uint64_t last_events;
	uint64_t last_stimulus_samples; /* covered when an edge last came */
	bool stimulus_lost;
	int64_t limit_ns; /* -b: above it, by an event's stamps; 0: not yet */
	bool burst; /* the generator makes so many edges as were asked for */
	int64_t board_heard_ns; /* when its last frame came */
	char board_error[200];  /* its last message of that level */
	int board_pid;          /* hilrigd's, on the board; 0: unknown */
	int stop_signals;
	int64_t signal_ns; /* of the last one that counted */
	bool failed;       /* a failure was recorded: end in order */
};

/**
 * hil_phase_step() - do what the present phase has to do and move on if it is
 *	over
 *
 * Return: 0; -errno when the run cannot even be summarised (no memory).
 */
int hil_phase_step(struct hil_run *run) HIL_MUST_CHECK;

/** hil_run_open_capture() - start the analyzer; the message is printed */
int hil_run_open_capture(struct hil_run *run) HIL_MUST_CHECK;

/**
 * hil_run_pump_capture() - take in what the analyzer has sent, without waiting
 *
 * With its first record ledger and store begin.
 *
 * Return: 0, also when it ended and that was recorded; -ENODEV it failed before
 * there was a ledger; -EBADMSG its first record is wrong; other -errno.
 */
int hil_run_pump_capture(struct hil_run *run) HIL_MUST_CHECK;

/**
 * hil_run_pump_board() - take in what the board has sent, without waiting
 *
 * Return: 0, also when it ended and that was recorded; -errno.
 */
int hil_run_pump_board(struct hil_run *run) HIL_MUST_CHECK;

/** hil_run_fail() - record a failure and end the run in order */
int hil_run_fail(struct hil_run *run, enum hil_verdict verdict,
		 const char *code, const char *fmt, ...) HIL_PRINTF(4, 5);

/** hil_run_mark() - a MARK record with the time on all clocks we have */
int hil_run_mark(struct hil_run *run, const char *mark) HIL_MUST_CHECK;

#endif
