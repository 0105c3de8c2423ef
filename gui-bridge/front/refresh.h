/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When to draw. A refresh never starts while one is in progress: it is skipped
 * and counted. Knows no clock; the caller says what time it is.
 */
#ifndef HIL_FRONT_REFRESH_H
#define HIL_FRONT_REFRESH_H

#include <stdbool.h>
#include <stdint.h>

#define HIL_REFRESH_MIN_NS     INT64_C(20000000)
#define HIL_REFRESH_MAX_NS     INT64_C(5000000000)
#define HIL_REFRESH_DEFAULT_NS INT64_C(50000000)

struct hil_refresh {
	int64_t period_ns;
	int64_t due_ns; /* of the next one */
	bool busy;      /* one is in progress */
	uint64_t drawn, skipped;
};

/** hil_refresh_init() - the first one is due at once */
void hil_refresh_init(struct hil_refresh *r, int64_t period_ns, int64_t now_ns);

/**
 * hil_refresh_set() - another period, also while one is in progress
 * @period_ns: brought into HIL_REFRESH_MIN_NS to HIL_REFRESH_MAX_NS
 */
void hil_refresh_set(struct hil_refresh *r, int64_t period_ns, int64_t now_ns);

/**
 * hil_refresh_begin() - may a refresh start now?
 *
 * Return: true: draw, then call hil_refresh_end(); false: none is due, or one
 * is in progress, and then those that are due were skipped and counted.
 */
bool hil_refresh_begin(struct hil_refresh *r, int64_t now_ns);

/** hil_refresh_end() - drawn; those that came due meanwhile are skipped */
void hil_refresh_end(struct hil_refresh *r, int64_t now_ns);

/** hil_refresh_wait() - ns until the next one is due, 0 if it is */
int64_t hil_refresh_wait(const struct hil_refresh *r, int64_t now_ns);

/** hil_refresh_step() - the next period up (+1) or down (-1): 20 50 100 … */
int64_t hil_refresh_step(int64_t period_ns, int direction);

#endif
