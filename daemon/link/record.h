/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records of a run. One numbering serves the link from the board, the
 * pipe from hilrig-capture and the segments of the run store, so that a record
 * goes from its witness to the ledger and to the disk without translation.
 * Everything is little endian. JSON records are UTF-8 objects without NUL.
 */
#ifndef HIL_LINK_RECORD_H
#define HIL_LINK_RECORD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum hil_record {
	/* from the board */
	HIL_RECORD_HELLO = 1,     /* JSON: abi, nonce, version, pid, boot_id */
	HIL_RECORD_STATE = 2,     /* JSON: state, code, text */
	HIL_RECORD_SETTINGS = 3,  /* JSON: what changes the result */
	HIL_RECORD_EVENTS = 4,    /* struct hil_event[] */
	HIL_RECORD_LOST = 5,      /* struct hil_lost: ring overrun at sender */
	HIL_RECORD_WATERMARK = 6, /* struct hil_watermark */
	HIL_RECORD_CLOSED = 7,    /* JSON: the board's totals; the last */
	HIL_RECORD_MESSAGE = 8,   /* JSON: level, text */
	/* to the board */
	HIL_RECORD_STOP = 32, /* empty: probe low, totals, exit */
	/* from hilrig-capture */
	HIL_RECORD_CAPTURE = 64, /* JSON: rate_num, rate_den, channels[],
				  * driver, model, live, start_wall_ns */
	HIL_RECORD_LEVELS = 65,  /* struct hil_levels: at start, after gaps */
	HIL_RECORD_EDGES = 66,   /* uint64_t[], hil_edge_pack() */
	HIL_RECORD_COVER = 67,   /* struct hil_cover */
	HIL_RECORD_GAP = 68,     /* struct hil_gap */
	HIL_RECORD_CAPTURE_END = 69, /* JSON: reason, text, samples, wall_s */
	HIL_RECORD_TRIGGERED = 70,   /* reserved */
	/* to hilrig-capture */
	HIL_RECORD_CAPTURE_STOP = 80, /* empty */
	/* of hilrig itself, in the store */
	HIL_RECORD_RUN = 96, /* JSON: options, roles of channels, rig */
	HIL_RECORD_MARK = 97 /* JSON: mark (generator_on, generator_off,
			      * drain_end …), samples, board_mono_ns,
			      * wall_ns */
};

/* An edge of the analyzer: 56 bits sample index, 7 bits channel, 1 bit level */
#define HIL_EDGE_CHANNEL_MAX 127u
#define HIL_EDGE_SAMPLE_MAX  ((UINT64_C(1) << 56) - 1)

static inline uint64_t hil_edge_pack(uint64_t sample, unsigned int channel,
				     bool level)
{
	return sample << 8 | (uint64_t)(channel & 127u) << 1 |
	       (level ? 1u : 0u);
}

static inline uint64_t hil_edge_sample(uint64_t edge)
{
	return edge >> 8;
}

static inline unsigned int hil_edge_channel(uint64_t edge)
{
	return (unsigned int)(edge >> 1) & 127u;
}

/* The level after the edge. */
static inline bool hil_edge_level(uint64_t edge)
{
	return edge & 1;
}

/* Levels of all channels at @sample; edges follow from there. */
struct hil_levels {
	uint64_t sample;
	uint64_t level[2]; /* bit n % 64 of word n / 64 is channel n */
};

/* All edges below sample index @samples have been sent. */
struct hil_cover {
	uint64_t samples;
	int64_t wall_ns; /* hilrig-capture's CLOCK_MONOTONIC at that moment */
};

enum hil_gap_reason {
	HIL_GAP_OVERFLOW = 1,   /* hilrig-capture's edge buffer was full */
	HIL_GAP_INSTRUMENT = 2, /* the analyzer lost samples */
	HIL_GAP_RESTART = 3     /* the analyzer was started again */
};

/* Samples from @first up to, not including, @end were not seen. */
struct hil_gap {
	uint64_t first;
	uint64_t end;
	uint32_t reason; /* enum hil_gap_reason */
	uint32_t reserved;
};

/* @count events from index @first on were overwritten before they were sent. */
struct hil_lost {
	uint64_t first;
	uint64_t count;
	uint16_t line;
	uint16_t reserved[3];
};

/* Every event of @line with wake_ns < @mono_ns has been sent. */
struct hil_watermark {
	int64_t mono_ns;
	uint64_t events; /* sent so far on this line */
	uint16_t line;
	uint16_t reserved[3];
};

_Static_assert(sizeof(struct hil_levels) == 24, "wire");
_Static_assert(sizeof(struct hil_cover) == 16, "wire");
_Static_assert(sizeof(struct hil_gap) == 24, "wire");
_Static_assert(sizeof(struct hil_lost) == 24, "wire");
_Static_assert(sizeof(struct hil_watermark) == 24, "wire");

#endif
