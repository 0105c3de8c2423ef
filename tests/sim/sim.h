/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that never happened: stimulus edges, a kernel, an IST, a probe pin, an
 * analyzer and a link, with faults, and the truth about every edge.
 *
 * All times are true time in ns from the analyzer's first sample. The board's
 * clock shows true time + offset + drift.
 */
#ifndef HIL_SIM_SIM_H
#define HIL_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/link/record.h"
#include "daemon/shm/event.h"
#include "rig/ledger/ledger.h"
#include "tests/sim/random.h"

/* A time that some step takes: floor + exponential, seldom a spike. */
struct hil_sim_delay {
	int64_t floor_ns, mean_ns;
	double spike_chance;
	int64_t spike_ns; /* mean */
};

struct hil_sim_config {
	uint64_t seed;
	bool board;
	size_t edges;
	int64_t period_ns, period_jitter_ns;
	uint64_t rate_num, rate_den;
	int64_t skew_ns; /* of the probe's channel, -1 to 1 sample */
	int64_t offset_ns, drift_ppb;
	int64_t wander_ns; /* amplitude of a slow sine on the offset */
	int64_t bend_ppb;  /* the drift changes by this in the middle */
	double wrong;      /* chance that an event's stamps are wrong */
	int64_t wrong_ns;  /* by this at most */
	struct hil_sim_delay delivery; /* edge to hard IRQ */
	struct hil_sim_delay thread;   /* hard IRQ to event queued */
	struct hil_sim_delay wake;     /* event queued to IST running */
	struct hil_sim_delay response; /* read() to probe_begin */
	int64_t ioctl_ns, ioctl_jitter_ns;
	bool pulse;
	size_t fifo; /* events */
	uint32_t seqno_start;
	double never;     /* chance that an edge raises no interrupt */
	double spurious;  /* chance of an interrupt without an edge */
	double race;      /* ... that the thread runs with the next hard IRQ */
	double missing;   /* a probe edge is not seen, what follows is turned */
	double stuck;     /* the pin does not follow the command */
	double extra;     /* the probe turns over by itself */
	double glitch;    /* it does so twice within a few samples */
	double gap;       /* per edge */
	size_t jump_edge; /* behind it the board's clock jumps; 0: never */
	int64_t jump_ns;
	int64_t pause_ns; /* the generator pauses meanwhile */
	double lost;      /* per edge: the link loses some events */
	int64_t seed_delay_ns;
	uint64_t seed_every; /* 0: never */
};

/* What became of a stimulus edge. */
struct hil_sim_edge {
	int64_t at_ns;
	uint64_t sample;  /* where the analyzer sees it */
	bool seen;        /* not in a gap */
	bool answered;    /* its own probe edge was seen */
	uint64_t probe;   /* sample of that */
	int64_t probe_ns; /* and when the pin moved */
	bool indistinct;  /* no observer could tell its answer from another's */
};

struct hil_sim_record {
	uint8_t type;
	int64_t at_ns;        /* when it would have been sent */
	size_t start, length; /* in bytes */
};

struct hil_sim_stream {
	struct hil_sim_record *record;
	size_t count, capacity;
	char *bytes;
	size_t used, room;
};

/* A change of the probe's pin, or of what is seen of it. */
struct hil_sim_turn {
	int64_t at_ns;
	uint64_t event; /* whose command; UINT64_MAX: nobody's */
	bool set;       /* to @level, else turned over */
	bool level;
	bool first; /* the command's first */
	bool seen;  /* alone at its sample, and the level changed */
};

struct hil_sim_gap {
	uint64_t first, end;
};

struct hil_sim {
	struct hil_sim_config config;
	struct hil_random random;
	struct hil_sim_edge *edge;
	size_t edges;
	int64_t end_ns;
	int64_t jump_at_ns;
	/* board */
	struct hil_event *event; /* times already on the board's clock */
	size_t events;
	size_t *event_edge;            /* SIZE_MAX: spurious or coalesced */
	int64_t *begin_ns, *end_ns_of; /* of each event's command, true time */
	int64_t *interrupt_off_ns, *command_off_ns; /* stamped so much late */
	int64_t middle_ns;
	uint64_t commands, probe_failures;
	uint32_t last_seqno, last_line_seqno;
	int64_t fifo_drops, coalesced;
	uint64_t lost;
	/* probe */
	struct hil_sim_turn *turn;
	size_t turns, turn_room;
	uint64_t *shown; /* samples of its edges that the analyzer sent */
	size_t showns;
	/* analyzer */
	struct hil_sim_gap *gap;
	size_t gaps;
	struct hil_sim_stream analyzer, link;
};

/** hil_sim_default() - a clean run of a board at @period_ns */
struct hil_sim_config hil_sim_default(uint64_t seed, bool board);

/** hil_sim_wild() - random everything, faults included */
struct hil_sim_config hil_sim_wild(uint64_t seed, bool board);

/** hil_sim_run() - Return: NULL without memory. */
struct hil_sim *hil_sim_run(const struct hil_sim_config *config);
void hil_sim_free(struct hil_sim *s);

/** hil_sim_board_ns() - the board's clock at a true time */
int64_t hil_sim_board_ns(const struct hil_sim *s, int64_t true_ns);
/** hil_sim_delay_ns() - one draw */
int64_t hil_sim_delay_ns(struct hil_sim *s, const struct hil_sim_delay *d);
/** hil_sim_turn() - note a change of the probe */
void hil_sim_turn(struct hil_sim *s, const struct hil_sim_turn *turn);

/* Steps of hil_sim_run(). */
void hil_sim_board(struct hil_sim *s);
void hil_sim_stamps(struct hil_sim *s);
void hil_sim_pins(struct hil_sim *s);
void hil_sim_link(struct hil_sim *s);
void hil_sim_doubt(struct hil_sim *s);

void hil_sim_put(struct hil_sim_stream *stream, uint8_t type, int64_t at_ns,
		 const void *payload, size_t length);

/* How records of the two streams are handed over. */
enum hil_sim_order {
	HIL_SIM_BY_TIME,
	HIL_SIM_ANALYZER_FIRST,
	HIL_SIM_BOARD_FIRST,
	HIL_SIM_RANDOM /* and cut into other batches */
};

/** hil_sim_feed() - Return: 0 or what the ledger says. */
int hil_sim_feed(const struct hil_sim *s, struct hil_ledger *l,
		 enum hil_sim_order order, uint64_t seed);

/** hil_sim_ledger_config() - the configuration that fits */
struct hil_ledger_config hil_sim_ledger_config(const struct hil_sim *s);

#endif
