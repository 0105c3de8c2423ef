/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The join: which stimulus edge, which event and which probe edge belong
 * together, by causality through the clock fit, by the kernel's counters and
 * by the number of probe commands. Never by how long an answer takes.
 *
 * Three steps, each strictly in the order of events, so that a decision
 * depends on the streams alone and not on when their records came in:
 *
 * start   (join_start.c) one offset of the clocks is chosen among a few
 *         candidates by how well the first events fit;
 * answers (join_answer.c) each probe command gets the one probe edge in its
 *         time window;
 * groups  (join_group.c) each event gets the edges between the event before
 *         and itself; how many these are and how many the kernel counted says
 *         whether one edge met one answer. Rows leave in join_row.c, legs once
 *         a block of rows has fixed the clocks, in join_leg.c.
 *
 * join_track.c watches that the clocks still fit, and starts the join again
 * when one of them has jumped. join_clock.c turns the board's times into
 * intervals on the analyzer's clock, join_input.c fills the queues, join_tail.c
 * takes what no event is known for.
 *
 * A step that needs more of a stream waits for it. What waits is bounded by
 * how far the streams lie apart, not by the length of the run.
 */
#ifndef HIL_LEDGER_JOIN_H
#define HIL_LEDGER_JOIN_H

#include "calibration/clock_bounds.h"
#include "calibration/clock_fit.h"
#include "daemon/shm/event.h"
#include "rig/ledger/join_legs.h"
#include "rig/ledger/ledger.h"
#include "rig/ledger/queue.h"

/* An edge of the analyzer. */
struct hil_join_edge {
	uint64_t sample;
	int64_t ns; /* analyzer's time */
};

struct hil_join_gap {
	int64_t first_ns, end_ns;
};

enum hil_answer {
	HIL_ANSWER_OPEN,      /* not yet looked for */
	HIL_ANSWER_SEEN,      /* exactly the edges that the command makes */
	HIL_ANSWER_MISSING,   /* the pin did not move */
	HIL_ANSWER_AMBIGUOUS, /* it moved too often, or for whom is unclear */
	HIL_ANSWER_IN_GAP
};

struct hil_join_event {
	struct hil_event event;
	int64_t steps;     /* events since the one before, by index */
	int64_t delivered; /* likewise by line_seqno: dropped ones included */
	int64_t irqs;      /* likewise by seqno: coalesced ones included */
	int64_t commands;  /* probe commands since the event before */
	int64_t watermark_ns; /* that came before it */
	enum hil_answer answer;
	bool extra_before; /* edges that no command explains came before */
	int64_t extra_first_ns, extra_last_ns; /* of those before it, with
						* @extra_before */
	struct hil_join_edge probe; /* SEEN: the answer; AMBIGUOUS: the first
				     * one that may be it */
	/* of its edges, of the first one, analyzer's time */
	int64_t window_low_ns, window_high_ns, first_high_ns;
};

/* The edges that may belong to one event, until the next event is known. */
struct hil_join_group {
	bool open;
	struct hil_join_event of;
	size_t edges;      /* at the front of the stimulus queue */
	int64_t answers;   /* events that may answer them */
	int64_t before_ns; /* hard IRQ of the event before, analyzer's time */
	bool unclear;      /* which event some of them belong to */
	bool shared;       /* perhaps to the event before */
	bool in_gap;
};

enum hil_join_state {
	HIL_JOIN_STARTING,
	HIL_JOIN_RUNNING,
	HIL_JOIN_FAILED /* no offset fits: nothing can be joined */
};

struct hil_join_counts {
	uint64_t events;     /* that reached the host */
	uint64_t last_index; /* + 1: events by the board's own count */
	int64_t irqs;        /* by seqno, since arming */
	int64_t delivered;   /* by line_seqno, since arming */
	uint64_t never, spurious;
	/* in groups that touch a gap, or that nothing can be said about */
	int64_t aside_edges, aside_irqs;
	uint64_t commands, missing, extra, probe_edges;
	uint64_t single_edges; /* initial and final "probe low" that had to
				* move the pin: one edge each */
	uint64_t unplaced;     /* probe edges that a gap leaves no word about */
	uint64_t tail_edges;   /* behind the last event */
};

#define HIL_JOIN_SUSPECTS 4

/* Events whose stamps may be wrong, until one behind them fits again. */
struct hil_join_suspects {
	struct hil_contradiction of[HIL_JOIN_SUSPECTS];
	size_t count;
	bool missing;    /* the last event had no answer */
	int64_t high_ns; /* the end of its window */
	uint64_t event;
	unsigned int steps; /* events in a row that took a neighbour's edge */
};

struct hil_ledger;

struct hil_join {
	struct hil_ledger *ledger;
	enum hil_join_state state;
	bool pulse;
	bool board_ended; /* no event will come */
	bool analyzer_ended;
	uint64_t edges_per_command;
	int64_t guard_ns;   /* one sample and the skew */
	int64_t posted_ns;  /* a pin moves no later behind its ioctl ... */
	bool posted_known;  /* ... by calibration of this board */
	int64_t covered_ns; /* every edge before it is known */
	int64_t watermark_ns;
	bool has_last; /* of the fields below: an event came before */
	struct hil_event last;
	struct hil_queue stimulus, probe; /* struct hil_join_edge */
	struct hil_queue events;          /* struct hil_join_event */
	struct hil_queue gaps;            /* struct hil_join_gap */
	size_t answered; /* events at the front whose answer is decided */
	struct hil_clock_bounds bounds;
	int64_t base_ns;      /* offsets of legs are relative to it */
	bool tie;             /* another start fits as well */
	bool started_at_edge; /* the first edge belongs to the first event */
	uint64_t parts;       /* starts so far */
	int64_t period_ns;    /* between the last two matched edges */
	int64_t matched_ns;   /* the last of them */
	uint64_t orphans_to;  /* events before this index have lost their edges
			       * in the jump */
	bool started;         /* and nothing taken since */
	unsigned int astray;  /* events in a row that fit nothing */
	int64_t armed_ns, closed_ns; /* board's time; 0: not said */
	uint64_t outside;            /* edges while the board was not armed */
	bool initial_high;      /* the probe was high when the capture began */
	int64_t answered_to_ns; /* windows up to here are done */
	struct hil_join_group group;
	bool unclear_before;   /* the last event was, by itself */
	int64_t surplus;       /* edges less hard IRQs, not yet settled */
	int64_t group_to_ns;   /* hard IRQ of the last group, analyzer's time */
	int64_t activation_ns; /* last wake-up of the IST; 0: unknown */
	int64_t wake_before_ns; /* of the last group's event */
	struct hil_join_counts counts;
	struct hil_join_suspects suspects;
	struct hil_join_legs legs;
};

/* --- for the ledger ---------------------------------------------------- */

/** hil_join_init() - Return: 0; -ENOMEM. */
int hil_join_init(struct hil_join *j, struct hil_ledger *l) HIL_MUST_CHECK;
/** hil_join_clock() - the sample rate is known */
void hil_join_clock(struct hil_join *j);
void hil_join_free(struct hil_join *j);

/** hil_join_stimulus(), hil_join_probe() - an edge. Return: 0; -ENOMEM. */
int hil_join_stimulus(struct hil_join *j, uint64_t sample);
int hil_join_probe(struct hil_join *j, uint64_t sample);
/** hil_join_gap() - samples from @first up to @end were not seen */
int hil_join_gap(struct hil_join *j, uint64_t first, uint64_t end);
/** hil_join_cover() - every edge below @samples is known: decide what can be */
void hil_join_cover(struct hil_join *j, uint64_t samples);

/**
 * hil_join_event() - an event of the board
 *
 * Return: 0; -EBADMSG its index, times or commands go back; -ENOMEM.
 */
int hil_join_event(struct hil_join *j, const struct hil_event *event);
/** hil_join_run() - decide what the events taken so far allow */
void hil_join_run(struct hil_join *j);
/** hil_join_watermark() - every event that woke before was taken */
void hil_join_watermark(struct hil_join *j, int64_t mono_ns);
/** hil_join_board_end() - no more events will come */
void hil_join_board_end(struct hil_join *j);

/* What the board says of a line in CLOSED. */
struct hil_board_totals {
	uint64_t events, commands, probe_failures;
	int64_t fifo_drops, coalesced;
	bool coalesced_known;
	uint32_t last_seqno, last_line_seqno;
};

/**
 * hil_join_finish() - no more edges and events: decide the rest
 * @end: samples from here on were not seen
 * @totals: of CLOSED; NULL without
 *
 * Return: 0; -ENOMEM.
 */
int hil_join_finish(struct hil_join *j, uint64_t end,
		    const struct hil_board_totals *totals);

/* --- between the steps -------------------------------------------------- */

/** hil_join_start() - Return: true when the state is no longer STARTING */
bool hil_join_start(struct hil_join *j);
/** hil_join_track() - did an event with so many edges fit */
void hil_join_track(struct hil_join *j, const struct hil_join_event *e,
		    size_t edges, bool in_gap);
/**
 * hil_join_suspect() - do an event's stamps fit what the pins did
 * @edges: of its own
 *
 * Return: true when the edge of the event before may be among them.
 */
bool hil_join_suspect(struct hil_join *j, const struct hil_join_event *e,
		      size_t edges);
/** hil_join_suspect_end() - no event comes any more
 * @extra_ns: an edge that no command explains, behind the last; 0: none */
void hil_join_suspect_end(struct hil_join *j, int64_t extra_ns);
/** hil_join_suspect_reset() - the clock has jumped: no stamp was wrong */
void hil_join_suspect_reset(struct hil_join *j);
/** hil_join_is_astray() - too many have not */
bool hil_join_is_astray(const struct hil_join *j);
/** hil_join_lose_track() - so is this: start again before the next event */
void hil_join_lose_track(struct hil_join *j);
/** hil_join_has_jumped() - before @e lies more than the board knows of */
bool hil_join_has_jumped(struct hil_join *j, const struct hil_join_event *e);
/** hil_join_again() - start again behind a jump of a clock */
void hil_join_again(struct hil_join *j);
/** hil_join_answer() - decide answers at the front of events
 * Return: false while it must wait for a stream. */
bool hil_join_answer(struct hil_join *j);
/** hil_join_answer_end() - probe edges behind the last event */
void hil_join_answer_end(struct hil_join *j,
			 const struct hil_board_totals *totals);
/** hil_join_group() - take the first event, its answer decided */
void hil_join_group(struct hil_join *j, const struct hil_join_event *e);
/** hil_join_group_end() - edges behind the last event */
void hil_join_group_end(struct hil_join *j,
			const struct hil_board_totals *totals);
/** hil_join_silence() - edges older than a minute before a watermark */
void hil_join_silence(struct hil_join *j, int64_t watermark_ns);
/** hil_join_row() - the rows of a group whose next event is known */
void hil_join_row(struct hil_join *j);
/** hil_join_settle() - count @difference edges more than interrupts */
void hil_join_settle(struct hil_join *j, int64_t difference);
/** hil_join_settle_rest() - nothing will take it back any more */
void hil_join_settle_rest(struct hil_join *j);
/** hil_join_tail() - edges behind the last event
 * @answered: events behind it that the host never got
 * @irqs: hard IRQs behind it
 * @known: the board has said so */
void hil_join_tail(struct hil_join *j, uint64_t answered, int64_t irqs,
		   bool known);
/** hil_join_row_plain() - the first @count edges as rows of one class that no
 * event is known for */
void hil_join_row_plain(struct hil_join *j, size_t count,
			enum hil_row_class row_class);
/** hil_join_earliest() - no later on the analyzer's clock than @mono_ns */
int64_t hil_join_earliest(const struct hil_join *j, int64_t mono_ns);
/** hil_join_latest() - no sooner than @mono_ns */
int64_t hil_join_latest(const struct hil_join *j, int64_t mono_ns);
/** hil_join_in_gap() - does [@low_ns, @high_ns] touch a gap */
bool hil_join_in_gap(const struct hil_join *j, int64_t low_ns, int64_t high_ns);
/** hil_join_posted_ns() - how long behind its ioctl a pin may move */
int64_t hil_join_posted_ns(const struct hil_join *j);
/** hil_join_end_ns() - the first edge of a command is not behind this */
int64_t hil_join_end_ns(const struct hil_join *j, const struct hil_event *e);
/** hil_join_window() - where on the analyzer's clock a command's edges are */
void hil_join_window(const struct hil_join *j, const struct hil_clock_bounds *b,
		     struct hil_join_event *e);

static inline struct hil_join_edge *hil_join_stimulus_at(struct hil_join *j,
							 size_t i)
{
	return hil_queue_at(&j->stimulus, i);
}

static inline struct hil_join_edge *hil_join_probe_at(struct hil_join *j,
						      size_t i)
{
	return hil_queue_at(&j->probe, i);
}

static inline struct hil_join_event *hil_join_event_at(struct hil_join *j,
						       size_t i)
{
	return hil_queue_at(&j->events, i);
}

#endif
