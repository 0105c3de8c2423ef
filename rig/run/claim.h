/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run at a time on one instrument: the second would switch it off. */
#ifndef HIL_RUN_CLAIM_H
#define HIL_RUN_CLAIM_H

#include "daemon/base/attr.h"

/**
 * hil_claim() - keep other runs on this machine away from an instrument
 * @device: as the rig's config names it
 *
 * The claim ends with the descriptor, also when the program is killed; it
 * leaves no file.
 *
 * Context: any but RT.
 * Return: descriptor to close; -EBUSY another run has it, the message is
 * printed; other -errno.
 */
int hil_claim(const char *device) HIL_MUST_CHECK;

#endif
