/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The front ends that there are, and those that this program has. */
#ifndef HIL_GUI_BRIDGE_FRONT_ENDS_H
#define HIL_GUI_BRIDGE_FRONT_ENDS_H

#include <stddef.h>

#include "gui-bridge/front/front.h"

struct hil_front_row {
	const char *name;
	const char *needs;               /* to be built: for the message */
	const struct hil_front_end *end; /* NULL: not in this program */
	const char *program;             /* that has it; NULL: none */
};

extern const struct hil_front_row hil_front_rows[];
extern const size_t hil_front_row_count;

#endif
