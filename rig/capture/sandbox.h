/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No network, no programs, no writing: what a reader of files never needs. */
#ifndef HIL_CAPTURE_SANDBOX_H
#define HIL_CAPTURE_SANDBOX_H

#include "daemon/base/attr.h"

/**
 * hil_sandbox_enter() - from here on only read files and write to open ones
 *
 * Other system calls fail with EPERM. It lasts until the process ends. Where
 * the kernel or this build has no filter, nothing changes.
 *
 * Context: start-up only, before threads. Return: 0; -errno.
 */
int hil_sandbox_enter(void) HIL_MUST_CHECK;

#endif
