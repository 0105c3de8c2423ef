/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What V8 prints of its collections with --trace-gc.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_COMPARE_GC_LOG_H
#define HIL_COMPARE_GC_LOG_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_GC_LINE 256

struct hil_gc_log {
	uint64_t young, full; /* collections of the young space, of all */
	int64_t time_ns, longest_ns;
	uint64_t unread; /* lines like one, that cannot be read */
	char line[HIL_GC_LINE];
	size_t len;
};

/**
 * hil_gc_log_add() - more of what was printed
 * @log: zeroed before the first call
 *
 * Anything else that is printed in between is passed over.
 */
void hil_gc_log_add(struct hil_gc_log *log, const char *bytes, size_t count);

/**
 * hil_gc_log_to_json() - put into an object as browser_…
 *
 * Null when no line came or one could not be read: then more may have been.
 */
void hil_gc_log_to_json(const struct hil_gc_log *log, json_t *object);

#endif
