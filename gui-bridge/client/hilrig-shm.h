/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libhilrig-shm: the live numbers of hilrigd or of `hilrig run`, for front ends
 * of your own in any language. The library maps the writer's memory read-only:
 * whatever a front end does, the real-time side neither waits nor notices.
 *
 *	struct hilrig_shm *shm = hilrig_shm_open(NULL);
 *
 *	for (;;) {
 *		if (hilrig_shm_refresh(shm) != 0)
 *			puts(hilrig_shm_reason(shm));
 *		hilrig_shm_numbers(shm, 0, &numbers);
 *		…
 *		usleep(50000);
 *	}
 *
 * Rules of this interface: plain structs of fixed width, no bit-fields, no
 * callbacks, nothing to free but what hilrig_shm_open() and hilrig_shm_json()
 * return. A handle belongs to one thread at a time. Texts are UTF-8 and end
 * with NUL. Times and values are nanoseconds. Functions return 0 or more, or a
 * negative errno. Structs only ever grow at the end of their reserved words, so
 * programs that were compiled with an older version keep working.
 */
#ifndef HIL_CLIENT_HILRIG_SHM_H
#define HIL_CLIENT_HILRIG_SHM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HILRIG_SHM_API     1
#define HILRIG_SHM_UNKNOWN INT64_MIN /* of a value that nobody here knows */

/* Who says a thing. */
enum {
	HILRIG_ANALYZER = 1, /* times on the analyzer's clock */
	HILRIG_KERNEL = 2,   /* CLOCK_MONOTONIC of the board */
	HILRIG_IST = 3       /* likewise: the interrupt service thread */
};

enum {
	HILRIG_LATENCY = 1,  /* from the edge to the answer, at the pins */
	HILRIG_PERIOD = 2,   /* between activations of the IST */
	HILRIG_WAKEUP = 3,   /* from the hard IRQ to the IST */
	HILRIG_DELIVERY = 4, /* from the edge to the hard IRQ */
	HILRIG_RESPONSE = 5, /* from the wake-up to the probe's command */
	HILRIG_WRITE = 6     /* from the command to the pin */
};

/* What the writer says it is doing. */
enum {
	HILRIG_STARTING = 0,
	HILRIG_WAITING = 1, /* armed, no stimulus (any more) */
	HILRIG_RUN = 2,
	HILRIG_PAUSED = 3,
	HILRIG_CLOSED = 4,
	HILRIG_FAILED = 5
};

enum {
	HILRIG_NO_VERDICT = 0,
	HILRIG_VALID = 1,
	HILRIG_DEGRADED = 2,
	HILRIG_INVALID = 3
};

struct hilrig_shm;

/* The whole memory. */
struct hilrig_state {
	int32_t attached;     /* 1: there is something to show */
	int32_t live;         /* 1: the writer lives, or has closed in order */
	int32_t state;        /* HILRIG_STARTING … */
	int32_t verdict;      /* HILRIG_NO_VERDICT … */
	int64_t mono_ns;      /* CLOCK_MONOTONIC when it was read */
	int64_t heartbeat_ns; /* age of the writer's heartbeat */
	uint64_t generation;  /* another number: another run */
	uint64_t events;      /* handled by the IST */
	uint64_t retries;     /* reads that met the writer */
	uint64_t torn;        /* reads that contradict themselves: never */
	double u_ns;          /* expanded uncertainty; negative: unknown */
	double k;             /* its coverage factor */
	double leg_ns; /* delivery and write are true within so much; negative:
			* unknown */
	uint64_t reserved[7];
};

/* One quantity by one witness, without its curves. */
struct hilrig_numbers {
	char name[16];    /* "period" */
	char witness[24]; /* "IST" */
	int32_t quantity; /* HILRIG_PERIOD … */
	int32_t by;       /* HILRIG_IST … */
	uint64_t count;   /* since the start; 0: the next four mean nothing */
	int64_t min_ns, max_ns;
	double avg_ns;
	double deviation_ns; /* standard deviation; negative: unknown */
	uint64_t last_count; /* the same for the last second */
	int64_t last_min_ns, last_max_ns;
	double last_avg_ns;
	int64_t p50_ns, p99_ns, p999_ns; /* negative: unknown */
	int64_t ideal_ns;                /* 0: none */
	uint64_t got, lost; /* values read one by one, and only as sums */
	uint64_t reserved[8];
};

/* A slice of time of a curve; count 0: nothing happened in it. */
struct hilrig_column {
	int64_t start_ns; /* on the witness's clock */
	uint64_t count;
	int64_t min_ns, max_ns;
	double avg_ns;
};

/* A bar of a histogram: values in [low_ns, high_ns). */
struct hilrig_bar {
	int64_t low_ns, high_ns;
	uint64_t count;
};

struct hilrig_counter {
	char name[24];
	int64_t value; /* HILRIG_SHM_UNKNOWN: nobody here knows */
};

struct hilrig_worst {
	char name[16];
	char witness[24];
	char at[40]; /* when, in words */
	int64_t value_ns;
	int64_t at_ns;
};

/* What the board knows of one edge. Times are CLOCK_MONOTONIC of the board. */
struct hilrig_event {
	uint64_t index;
	int64_t hardirq_ns, wake_ns, probe_begin_ns, probe_end_ns;
	uint32_t seqno, line_seqno;
	uint16_t line, flags;
	uint32_t batch;
	uint64_t commands;
};

/** hilrig_shm_api() - HILRIG_SHM_API of the library that is loaded */
uint32_t hilrig_shm_api(void);

/**
 * hilrig_shm_open() - a handle, not connected yet
 * @path: of the socket; NULL: hilrigd's of this machine, else that of a
 *	`hilrig run` of this user
 *
 * Return: NULL without memory. hilrig_shm_close() frees it.
 */
struct hilrig_shm *hilrig_shm_open(const char *path);

/** hilrig_shm_close() - NULL is allowed */
void hilrig_shm_close(struct hilrig_shm *shm);

/**
 * hilrig_shm_refresh() - read what is new
 *
 * Connects, and follows a writer that was started afresh, by itself. What was
 * read last stays until there is something newer. All other functions tell
 * what this one has read.
 *
 * Return: 0 live; -ESTALE the writer died or is silent; other: no connection.
 */
int hilrig_shm_refresh(struct hilrig_shm *shm);

/** hilrig_shm_reason() - why the last refresh was not 0, in words; or "" */
const char *hilrig_shm_reason(const struct hilrig_shm *shm);

/** hilrig_shm_state() - Return: 0. */
int hilrig_shm_state(const struct hilrig_shm *shm, struct hilrig_state *state);

/** hilrig_shm_verdict() - @index-th reason of the verdict; NULL: no more */
const char *hilrig_shm_verdict(const struct hilrig_shm *shm, uint32_t index);

/**
 * hilrig_shm_witness() - state of the @index-th witness in words: "real-time
 *	side: waiting for edges, 340 ms"
 *
 * Return: valid until the next refresh; NULL: no more.
 */
const char *hilrig_shm_witness(const struct hilrig_shm *shm, uint32_t index);

/** hilrig_shm_quantities() - how many there are now */
int hilrig_shm_quantities(const struct hilrig_shm *shm);

/** hilrig_shm_numbers() - Return: 0; -ENOENT no such quantity. */
int hilrig_shm_numbers(const struct hilrig_shm *shm, uint32_t quantity,
		       struct hilrig_numbers *numbers);

/**
 * hilrig_shm_columns() - a quantity over time
 * @span_ns: how far back; 20 ms to 68 h
 * @column: result, room for @most (1 to 400)
 *
 * Return: how many were written; -ENOENT no such quantity; -EINVAL.
 */
int hilrig_shm_columns(struct hilrig_shm *shm, uint32_t quantity,
		       int64_t span_ns, struct hilrig_column *column,
		       uint32_t most);

/**
 * hilrig_shm_bars() - its histogram since the start
 * @bar: result, room for @most (1 to 120)
 *
 * Return: how many were written; -ENOENT no such quantity; -EINVAL.
 */
int hilrig_shm_bars(struct hilrig_shm *shm, uint32_t quantity,
		    struct hilrig_bar *bar, uint32_t most);

/**
 * hilrig_shm_counter() - events, FIFO drops, coalesced, matched, …
 *
 * Return: 0; -ENOENT: @index is beyond the last one.
 */
int hilrig_shm_counter(const struct hilrig_shm *shm, uint32_t index,
		       struct hilrig_counter *counter);

/** hilrig_shm_worst() - the largest first. Return: 0; -ENOENT no more. */
int hilrig_shm_worst(const struct hilrig_shm *shm, uint32_t index,
		     struct hilrig_worst *worst);

/**
 * hilrig_shm_events() - the events of a line that are new
 * @next: 0 for the first call; moved on
 * @event: result, room for @most
 * @lost: result: how many were overwritten before these
 *
 * Reads the memory itself, so call it until it returns 0.
 * Return: how many were written, at most 256; -ENOENT no such line or not
 * attached; -ESTALE another run has begun: set @next to 0.
 */
int hilrig_shm_events(struct hilrig_shm *shm, uint32_t line, uint64_t *next,
		      struct hilrig_event *event, uint32_t most,
		      uint64_t *lost);

/**
 * hilrig_shm_json() - all that hilrig's own front ends show, as JSON
 * @span_ns: of the curves; 0: 40 s
 *
 * Schema "hilrig-view-1". Return: hilrig_shm_free() frees it; NULL without
 * memory.
 */
char *hilrig_shm_json(struct hilrig_shm *shm, int64_t span_ns);

/** hilrig_shm_free() - a text of hilrig_shm_json() */
void hilrig_shm_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
