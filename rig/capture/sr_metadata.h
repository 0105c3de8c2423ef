/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The "metadata" member of a sigrok session file. */
#ifndef HIL_CAPTURE_SR_METADATA_H
#define HIL_CAPTURE_SR_METADATA_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/channels.h"
#include "rig/capture/fault.h"

struct hil_sr_metadata {
	char capturefile[64];   /* "logic-1" */
	uint64_t samplerate_hz; /* 0: not said */
	unsigned int unit;      /* bytes a sample */
	struct hil_channels channels;
};

/**
 * hil_sr_metadata_parse() - read the first device with logic channels
 * @text: @length bytes and one more for a terminator; changed
 *
 * Context: any but RT.
 * Return: 0; -EBADMSG not such a text; -EINVAL a number in it is absurd.
 * Source: libsigrok 0.5.2, src/session_file.c and src/output/srzip.c.
 */
int hil_sr_metadata_parse(char *text, size_t length, struct hil_sr_metadata *m,
			  struct hil_fault *fault) HIL_MUST_CHECK;

#endif
