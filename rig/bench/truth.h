/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the bench did on purpose, or what went wrong with it, and when. */
#ifndef HIL_BENCH_TRUTH_H
#define HIL_BENCH_TRUTH_H

#include <stdint.h>

#define HIL_TRUTH_NO_SAMPLE UINT64_MAX
#define HIL_TRUTH_BYTES     (64 << 20) /* the log ends there, and says so */

struct hil_truth {
	int fd;
	uint64_t bytes;
};

/**
 * hil_truth_open() - truth.jsonl in the bench's folder, empty
 *
 * Context: start-up only. Return: 0; -errno.
 */
int hil_truth_open(struct hil_truth *t, int folder);

/** hil_truth_close() - NULL-safe towards one that was never opened */
void hil_truth_close(struct hil_truth *t);

/**
 * hil_truth_write() - add a line
 * @kind: a fault's name, or a word of the bench's own
 * @sample: index in the present capture, HIL_TRUTH_NO_SAMPLE: none runs
 * @value: count, ppb, Hz or ns, as the kind has it
 *
 * Context: any but RT.
 */
void hil_truth_write(struct hil_truth *t, const char *kind, uint64_t sample,
		     int64_t value);

#endif
