/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of a VCD file's channels while its changes are read. */
#ifndef HIL_CAPTURE_VCD_VALUES_H
#define HIL_CAPTURE_VCD_VALUES_H

#include "rig/capture/vcd_header.h"

#define HIL_VCD_SLOTS 512u /* hash table, at most 128 variables are in it */

struct hil_vcd_values {
	const struct hil_vcd_header *header;
	uint16_t slot[HIL_VCD_SLOTS]; /* variable + 1, 0: free */
	struct hil_sample level;
	struct hil_sample known; /* neither x nor z */
};

/** hil_vcd_values_init() - nothing is known of the header's channels */
void hil_vcd_values_init(struct hil_vcd_values *v,
			 const struct hil_vcd_header *header);

/**
 * hil_vcd_values_set() - a new value of all variables with a short name
 * @value: @length characters 0, 1, x or z, the last is the lowest bit
 *
 * Short names of no channel are passed over.
 */
void hil_vcd_values_set(struct hil_vcd_values *v, const char *id,
			const char *value, size_t length);

#endif
