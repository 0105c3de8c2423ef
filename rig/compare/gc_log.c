/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line is "[PID:0xISOLATE] 150 ms: Scavenge 1.5 (2.5) -> 1.2 (3.5) MB,
 * pooled: 0.0 MB, 4.80 / 0.00 ms …"; the pause stands before the slash. Source:
 * V8, src/heap/gc-tracer.cc, GCTracer::Print().
 */
#include "rig/compare/gc_log.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define PAUSE_MOST_NS INT64_C(60000000000) /* longer is no pause */

/* The number that ends at @end: "4.80". Return: in ns of a ms; -1 none. */
static int64_t read_ms(const char *start, const char *end)
{
	int64_t ns = 0, unit = 1000000;
	const char *c = end;

	while (c > start && (isdigit((unsigned char)c[-1]) || c[-1] == '.'))
		c--;
	if (c == end || !isdigit((unsigned char)*c) || end - c > 12)
		return -1;
	for (; c < end && *c != '.'; c++)
		ns = ns * 10 + (*c - '0') * unit;
	if (c < end)
		c++;
	for (; c < end; c++) {
		if (*c == '.')
			return -1;
		unit /= 10;
		ns += (*c - '0') * unit;
	}
	return ns <= PAUSE_MOST_NS ? ns : -1;
}

/* Return: pause in ns; -1 it is a collection but cannot be read. */
static int64_t read_pause(const char *text)
{
	const char *heap = strstr(text, " -> ");
	const char *slash = heap ? strstr(heap, " / ") : NULL;

	if (!slash || !strstr(slash, " ms"))
		return -1;
	return read_ms(heap, slash);
}

/* Return: what follows "[…] N ms: ", or NULL. */
static const char *after_head(const char *line)
{
	const char *text = *line == '[' ? strstr(line, "] ") : NULL;

	text = text ? strstr(text, " ms: ") : NULL;
	return text ? text + 5 : NULL;
}

static void take_line(struct hil_gc_log *log)
{
	const char *text;
	int64_t ns;
	bool full;

	log->line[log->len] = '\0';
	text = after_head(log->line);
	if (!text)
		return;
	full = !strncmp(text, "Mark-Compact ", 13);
	if (!full && strncmp(text, "Scavenge ", 9) &&
	    strncmp(text, "Minor Mark-", 11))
		return;
	ns = read_pause(text);
	if (ns < 0) {
		log->unread++;
		return;
	}
	log->full += full;
	log->young += !full;
	log->time_ns += ns;
	if (ns > log->longest_ns)
		log->longest_ns = ns;
}

/* All that matters stands in the first characters of a line. */
void hil_gc_log_add(struct hil_gc_log *log, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] == '\n') {
			take_line(log);
			log->len = 0;
		} else if (log->len < sizeof(log->line) - 1) {
			log->line[log->len++] = bytes[i];
		}
	}
}

void hil_gc_log_to_json(const struct hil_gc_log *log, json_t *object)
{
	const struct {
		const char *name;
		int64_t value;
	} rows[] = {
		{ "browser_collections_young", (int64_t)log->young },
		{ "browser_collections_full", (int64_t)log->full },
		{ "browser_collection_time_ns", log->time_ns },
		{ "browser_collection_longest_ns", log->longest_ns },
	};
	bool known = !log->unread && log->young + log->full;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		json_object_set_new(object, rows[i].name,
				    known ? json_integer(rows[i].value)
					  : json_null());
}
