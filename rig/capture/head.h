/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first and the last record of a capture, as JSON text. */
#ifndef HIL_CAPTURE_HEAD_H
#define HIL_CAPTURE_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "rig/capture/channels.h"

struct hil_capture_head {
	uint64_t rate_num;
	uint64_t rate_den;
	const struct hil_channels *channels;
	struct hil_sample wanted;
	const char *driver; /* live: sigrok's name; file: the format */
	const char *model;  /* may be NULL */
	const char *serial; /* may be NULL */
	bool live;
	bool threshold_adjustable;
	double threshold_volts; /* NAN: not known */
	int64_t start_wall_ns;
	int64_t start_mono_ns;
	uint64_t total_samples; /* UINT64_MAX: not known */
};

/** hil_capture_head_text() - payload of CAPTURE. Return: heap text or NULL */
char *hil_capture_head_text(const struct hil_capture_head *head);

/**
 * hil_capture_end_text() - payload of CAPTURE_END
 * @reason: stopped, file-end, early or error
 * @text: a sentence; bytes that are not UTF-8 are replaced
 *
 * Return: heap text or NULL.
 */
char *hil_capture_end_text(const char *reason, const char *text,
			   uint64_t samples, double wall_s);

#endif
