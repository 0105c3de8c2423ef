/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Small text files of /sys and /proc, below a root that tests can move.
 * @root is "" on a real system. Paths are printf formats and start with '/'.
 */
#ifndef HIL_DAEMON_SYSFS_H
#define HIL_DAEMON_SYSFS_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_sysfs_text() - read a file's text, without blanks at its end
 * @text: result, at most @size - 1 bytes, always terminated
 *
 * Context: any but RT. Return: length; -errno of open or read.
 */
int hil_sysfs_text(const char *root, char *text, size_t size, const char *fmt,
		   ...) HIL_PRINTF(4, 5);

/**
 * hil_sysfs_i64() - read a file that holds one number
 *
 * Context: any but RT. Return: 0; -errno; -EINVAL it is not a number.
 */
int hil_sysfs_i64(const char *root, int64_t *value, const char *fmt, ...)
	HIL_PRINTF(3, 4);

/** hil_sysfs_put() - write @text to a file. Return: 0 or -errno. */
int hil_sysfs_put(const char *root, const char *text, const char *fmt, ...)
	HIL_PRINTF(3, 4);

/** hil_sysfs_exists() - is there such a path */
bool hil_sysfs_exists(const char *root, const char *fmt, ...) HIL_PRINTF(2, 3);

/**
 * hil_sysfs_each() - call a function for each name in a folder
 * @name: gets names without "." and ".."; other than 0 ends the walk
 *
 * Context: any but RT. Return: 0; -errno of opendir; what @name returned.
 */
int hil_sysfs_each(const char *root, const char *folder,
		   int (*name)(void *context, const char *name), void *context);

/**
 * hil_cpu_list_parse() - the kernel's "0-3,5" as a set
 *
 * Context: any. Return: number of CPUs, 0 for ""; -EINVAL.
 */
int hil_cpu_list_parse(const char *text, cpu_set_t *set);

/** hil_cpu_list_format() - a set as "0-3,5". Return: @text. */
char *hil_cpu_list_format(const cpu_set_t *set, char *text, size_t size);

/** hil_cpu_list_first() - lowest CPU of a set, -1 when it is empty */
int hil_cpu_list_first(const cpu_set_t *set);

#endif
