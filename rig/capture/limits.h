/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of the process that reads files of others. */
#ifndef HIL_CAPTURE_LIMITS_H
#define HIL_CAPTURE_LIMITS_H

#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_limits_set() - bound memory and processor time from here on
 * @file_bytes: size of the file to read; time is allowed in proportion
 *
 * 48 MiB above what is mapped now, no core file. A breach of
 * memory is an allocation that fails, one of time ends the process.
 * Context: start-up only. Return: 0; -errno.
 */
int hil_limits_set(uint64_t file_bytes) HIL_MUST_CHECK;

#endif
