/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The declarations of a VCD file: timescale and variables. */
#ifndef HIL_CAPTURE_VCD_HEADER_H
#define HIL_CAPTURE_VCD_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/channels.h"
#include "rig/capture/fault.h"
#include "rig/capture/text_input.h"

#define HIL_VCD_VARIABLES_MAX 65536u
#define HIL_VCD_ID_MAX        15u

/* One variable; a vector is @width channels, the first its highest bit. */
struct hil_vcd_variable {
	char id[HIL_VCD_ID_MAX + 1];
	char name[HIL_CHANNEL_NAME_MAX];
	unsigned int width;
	unsigned int channel; /* of the highest bit, once chosen */
	int high, step;       /* index of the highest bit, towards the next */
};

struct hil_vcd_header {
	uint64_t rate_num; /* ticks of the timescale a second */
	uint64_t rate_den;
	uint64_t samplerate_hz; /* from sigrok's comment, 0: none */
	size_t count;
	size_t room;
	struct hil_vcd_variable *variable; /* heap */
};

/**
 * hil_vcd_header_read() - read up to $enddefinitions
 *
 * Return: 0; -EBADMSG not a VCD file; -EFBIG too many variables; -ENOMEM.
 * The caller frees header->variable also then.
 * Source: IEEE 1364-2005, clause 18.
 */
int hil_vcd_header_read(struct hil_text_input *in, struct hil_vcd_header *h,
			struct hil_fault *fault) HIL_MUST_CHECK;

/**
 * hil_vcd_header_channels() - number the channels
 * @wanted: the user's list: when there are more than 128 only those named in
 *	it become channels; NULL then is an error
 *
 * Variables that are no channel are removed.
 * Return: 0; -EFBIG.
 */
int hil_vcd_header_channels(struct hil_vcd_header *h, const char *wanted,
			    struct hil_channels *list,
			    struct hil_fault *fault) HIL_MUST_CHECK;

#endif
