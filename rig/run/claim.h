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

/**
 * hil_claim_both() - an analyzer and a generator, as hil_claim()
 * @generator: "manual" is nobody's, and a sound card that is @analyzer too is
 *	claimed once
 * @claim: result, also of a failure: descriptors, -1 where nothing is claimed
 *
 * Context: any but RT. Return: 0; as hil_claim().
 */
int hil_claim_both(const char *analyzer, const char *generator,
		   int claim[2]) HIL_MUST_CHECK;

/** hil_claim_release() - what hil_claim_both() claimed; once more is harmless
 */
void hil_claim_release(int claim[2]);

#endif
