/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to do about what libsigrok says. */
#ifndef HIL_CAPTURE_LIVE_HINT_H
#define HIL_CAPTURE_LIVE_HINT_H

/**
 * hil_live_hint() - what a user can do about a message of libsigrok
 *
 * Context: any. Return: a sentence without its full stop; NULL nothing known.
 * Source: the texts in libsigrok 0.5.2, hardware/fx2lafw, ezusb.c, resource.c.
 */
const char *hil_live_hint(const char *line);

#endif
