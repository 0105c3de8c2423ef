/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors 0 to 2 of a program that was started without them. */
#ifndef HIL_BASE_STANDARD_H
#define HIL_BASE_STANDARD_H

/**
 * hil_standard_keep() - occupy descriptors 0, 1 and 2 where they are closed
 *
 * Without it the next file or socket gets the number of standard output or
 * error, and what is printed goes into a run's segment or to an instrument.
 * They are opened for reading: writing to them fails, and that is said.
 *
 * Context: first thing in main().
 */
void hil_standard_keep(void);

#endif
