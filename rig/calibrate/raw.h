/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The raw data of a calibration: edges of two channels and the moments at
 * which samples were in hand, out of a stored run. */
#ifndef HIL_CALIBRATE_RAW_H
#define HIL_CALIBRATE_RAW_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_RAW_SHA256 65

struct hil_raw {
	/* rising edges, first channel and second one */
	uint64_t *edge[2];
	size_t edges[2], edge_room[2];
	uint64_t *fall[2]; /* falling ones */
	size_t falls[2], fall_room[2];
	int64_t *at_ns, *seen_ns; /* COVER: by samples, by CLOCK_MONOTONIC */
	size_t covers, at_room, seen_room;
	json_t *capture; /* CAPTURE record */
	double step_ns;
	size_t gaps;
	char sha256[HIL_RAW_SHA256]; /* of types and payloads of all records */
};

/**
 * hil_raw_read() - read a stored run
 * @run: directory
 * @channel: two channels of the analyzer
 * @raw: result; hil_raw_free() frees it, also after an error
 *
 * Context: any but RT. Messages are printed.
 * Return: 0; -EBADMSG the run is damaged; -EFBIG; -ENOMEM; other -errno.
 */
int hil_raw_read(const char *run, const unsigned int channel[2],
		 struct hil_raw *raw) HIL_MUST_CHECK;

void hil_raw_free(struct hil_raw *raw);

#endif
