/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every front end shows, so that all show the same numbers in the same
 * order. A pure function of a snapshot; plain structs of fixed width, so that
 * foreign languages can read them in place.
 */
#ifndef HIL_VIEW_VIEW_H
#define HIL_VIEW_VIEW_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "gui-bridge/view/snapshot.h"

#define HIL_VIEW_QUANTITIES 8
#define HIL_VIEW_COLUMNS    400
#define HIL_VIEW_BARS       120
#define HIL_VIEW_COUNTERS   12
#define HIL_VIEW_WITNESSES  3
#define HIL_VIEW_WORST      10
#define HIL_VIEW_THREADS    (HIL_SNAPSHOT_THREADS + 1)

/* What the user has chosen. */
struct hil_view_options {
	int64_t span_ns;  /* of the columns; 0: 40 s */
	uint32_t columns; /* at most; 0: HIL_VIEW_COLUMNS */
	uint32_t bars;    /* at most; 0: HIL_VIEW_BARS */
	uint32_t line;    /* which stimulus/probe pair */
	uint32_t reserved;
	int64_t ideal_ns; /* ideal period; 0: the writer's, if near the
			   * average */
};

struct hil_view_bar {
	int64_t low_ns, high_ns; /* [low, high) */
	uint64_t count;
};

/*
 * One curve and its numbers. Order in a view: period, wake-up, latency,
 * delivery, response, write; each by the analyzer before the board's.
 */
struct hil_view_quantity {
	char name[16];    /* "period", "wake-up", "latency", … */
	char witness[24]; /* "IST", "analyzer": who says it */
	uint32_t quantity_id, witness_id;
	struct hil_view_column all;  /* since the start */
	struct hil_view_column last; /* the last second: the white block */
	double deviation_ns;         /* standard deviation; negative: unknown */
	int64_t p50_ns, p99_ns, p999_ns; /* negative: unknown */
	int64_t ideal_ns;                /* 0: none */
	uint64_t got, lost, missed_windows;
	int64_t start_ns, column_ns; /* first column, on the witness's clock */
	uint32_t columns, bars;
	uint32_t bars_most, reserved;
	uint64_t histogram_version; /* what bars and quantiles are made of */
	struct hil_view_column column[HIL_VIEW_COLUMNS];
	struct hil_view_bar bar[HIL_VIEW_BARS];
};

struct hil_view_counter {
	char name[24];
	int64_t value;
	uint32_t known; /* 0: nobody here knows; never shown as 0 */
	uint32_t reserved;
};

struct hil_view_witness {
	char name[24]; /* "real-time side", "analyzer" */
	char text[256];
	uint32_t alive; /* 1: it runs or waits or has closed in order */
	uint32_t reserved;
	int64_t silent_ns; /* since its last value; negative: never heard */
};

struct hil_view_worst {
	char name[16];
	char witness[24];
	char at[40]; /* time in words, "20:14:03.120" or "12.345678 s" */
	int64_t value_ns;
	int64_t at_ns;
	uint64_t event; /* UINT64_MAX: unknown */
};

struct hil_view_thread {
	char role[16], comm[16], policy[12];
	int32_t tid;
	uint32_t known; /* 0: nothing after this is set */
	int32_t priority, cpu;
	int64_t idle_ns; /* since it was last seen to run; negative: not seen */
	uint64_t voluntary, involuntary, minor, major;
};

/* What the front end says of itself; filled by hil_front. */
struct hil_view_front {
	char name[16];
	char sched[24];
	char cpus[64];
	int64_t refresh_ns;
	uint64_t drawn, skipped, retries, torn;
	int64_t staleness_ns; /* age of the newest value; negative: none */
};

struct hil_view {
	int64_t mono_ns, wall_ns;
	uint64_t generation;
	uint32_t attached, live;
	char state[16];   /* "STARTING", "RUN", …; "" when detached */
	char reason[192]; /* not live: why */
	char writer[48];  /* "hilrigd, pid 123" */
	char verdict[16]; /* "none yet", "VALID", "DEGRADED", "INVALID" */
	uint32_t reasons;
	uint32_t quantities, counters, witnesses, worsts, threads;
	char reason_text[HIL_SHM_STATUS_REASONS][96];
	double u_ns; /* expanded uncertainty U = k u; negative: unknown */
	double k;
	double leg_ns; /* delivery and write are true within so much; negative:
			* unknown */
	int64_t span_ns;
	struct hil_view_front front;
	struct hil_view_counter counter[HIL_VIEW_COUNTERS];
	struct hil_view_witness witness[HIL_VIEW_WITNESSES];
	struct hil_view_worst worst[HIL_VIEW_WORST];
	struct hil_view_thread thread[HIL_VIEW_THREADS];
	struct hil_view_quantity quantity[HIL_VIEW_QUANTITIES];
};

/**
 * hil_view_fill() - everything but @view->front, which stays as it is
 * @view: result; about 130 KiB; zeroed before its first use
 *
 * Context: any. No clock, no allocation.
 */
void hil_view_fill(struct hil_view *view, const struct hil_snapshot *snapshot,
		   const struct hil_view_options *options);

/* How much of a view hil_view_to_json() tells. */
enum hil_view_part {
	HIL_VIEW_NUMBERS = 0,        /* without columns and bars */
	HIL_VIEW_PLOTS = 1 << 0,     /* with columns */
	HIL_VIEW_HISTOGRAMS = 1 << 1 /* with bars */
};

/**
 * hil_view_to_json() - schema "hilrig-view-1"
 * @parts: enum hil_view_part, or-ed
 *
 * Unknown is null. Times and values are integers in ns.
 * Context: any but RT. Return: new reference; NULL without memory.
 */
json_t *hil_view_to_json(const struct hil_view *view, unsigned int parts);

/**
 * hil_view_text_ns() - a value as every front end writes it: us, 3 decimals
 * @text: result, @size bytes; 32 suffice
 *
 * Return: @text.
 */
char *hil_view_text_ns(double ns, char *text, size_t size);

/** hil_view_text_age() - "340 ms", "12 s", "3 min"; "never" when negative */
char *hil_view_text_age(int64_t ns, char *text, size_t size);

/** hil_view_text_counter() - digits, or "unknown" */
char *hil_view_text_counter(const struct hil_view_counter *c, char *text,
			    size_t size);

#endif
