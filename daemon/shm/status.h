/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The status block: what a front end shows beside the curves. One record,
 * published under a stamp in a ring of two slots by an ordinary thread.
 */
#ifndef HIL_SHM_STATUS_H
#define HIL_SHM_STATUS_H

#include <assert.h>
#include <stdint.h>

#define HIL_SHM_STATUS_SLOTS   2
#define HIL_SHM_STATUS_BYTES   2048 /* of a slot, its stamp included */
#define HIL_SHM_STATUS_LINES   4
#define HIL_SHM_STATUS_REASONS 6
#define HIL_SHM_STATUS_WORST   10
#define HIL_SHM_UNKNOWN        UINT64_MAX /* a term that nobody here knows */

enum hil_shm_verdict {
	HIL_SHM_NO_VERDICT = 0, /* still nothing to judge */
	HIL_SHM_VALID = 1,
	HIL_SHM_DEGRADED = 2,
	HIL_SHM_INVALID = 3
};

/* The accounts of one line; each term a count or HIL_SHM_UNKNOWN. */
struct hil_shm_accounts {
	uint64_t edges, matched, ambiguous, missed, in_gap;
	uint64_t events, fifo_drops, coalesced, never_interrupt, spurious;
	uint64_t probe_edges, commands, probe_missing, probe_extra;
	uint64_t probe_failures;
	uint64_t reserved;
};

/* One of the largest values. */
struct hil_shm_worst {
	int64_t value_ns;
	int64_t at_ns;     /* on the clock of its witness */
	uint64_t event;    /* index of the event or row */
	uint32_t quantity; /* enum hil_shm_quantity */
	uint32_t line;
};

struct hil_shm_status {
	uint32_t verdict;       /* enum hil_shm_verdict */
	uint32_t lines;         /* of accounts[] in use */
	uint32_t reasons;       /* of reason[] in use */
	uint32_t worsts;        /* of worst[] in use */
	uint64_t settings_hash; /* changes when a setting changes; 0 unknown */
	uint64_t samples;       /* of the analyzer, or HIL_SHM_UNKNOWN */
	uint64_t coverage_ppm;  /* likewise */
	double u_ns; /* standard uncertainty of a latency; negative: unknown */
	double k;    /* coverage factor: U = k u */
	char failure[64]; /* words for the code of FAILED, else "" */
	struct hil_shm_accounts account[HIL_SHM_STATUS_LINES];
	char reason[HIL_SHM_STATUS_REASONS][96]; /* each ends with NUL */
	struct hil_shm_worst worst[HIL_SHM_STATUS_WORST]; /* largest first */
	double leg_ns; /* delivery and write are true within so much; 0 (an
			* older writer too): unknown */
	uint8_t reserved[504];
};

static_assert(sizeof(struct hil_shm_accounts) == 128, "shared");
static_assert(sizeof(struct hil_shm_worst) == 32, "shared");
static_assert(sizeof(struct hil_shm_status) == HIL_SHM_STATUS_BYTES - 8,
	      "shared");

/** hil_shm_status_init() - all unknown, no verdict. Context: any. */
void hil_shm_status_init(struct hil_shm_status *s);

/** hil_shm_status_worst() - keep @w if it is among the ten largest */
void hil_shm_status_worst(struct hil_shm_status *s,
			  const struct hil_shm_worst *w);

/** hil_shm_status_reason() - add a reason, cut to fit; a double is dropped */
void hil_shm_status_reason(struct hil_shm_status *s, const char *text);

#endif
