/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A run's directory: manifest.json and append-only segments that hold the
 * records of all witnesses as they came. Everything else
 * in the directory is derived and can be made again.
 */
#ifndef HIL_STORE_RUN_STORE_H
#define HIL_STORE_RUN_STORE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_store_writer;

/**
 * hil_store_create() - make a run's directory and its first segment
 * @root: folder of all runs; NULL: $HILRIG_RUNS, else
 *	$XDG_STATE_HOME/hilrig/runs, else ~/.local/state/hilrig/runs
 * @name: part of the directory's name after the UTC time; [A-Za-z0-9._-]
 * @expected_bytes: free space asked for before the start, times 1.2
 * @w: result
 *
 * Context: any but RT. Messages are printed.
 * Return: 0; -ENOSPC not enough space; other -errno.
 */
int hil_store_create(const char *root, const char *name,
		     uint64_t expected_bytes,
		     struct hil_store_writer **w) HIL_MUST_CHECK;

/** hil_store_path() - the run's directory, absolute */
const char *hil_store_path(const struct hil_store_writer *w);

/**
 * hil_store_append() - add one record; payloads over 4 KB are cut by type
 *	(edges, events) so that each piece is a record of its own
 *
 * fdatasync each second or MiB, a new segment each 10 min or 64 MiB.
 * Return: 0; -errno once: from then on the store is failed, keeps counting
 * what it refused and says so in the manifest.
 */
int hil_store_append(struct hil_store_writer *w, uint8_t type,
		     const void *payload, size_t length) HIL_MUST_CHECK;

/**
 * hil_store_close() - footer, sync, manifest.json (atomically renamed)
 * @manifest: borrowed; schema, times, options, settings, verdict, totals; the
 *	store adds its segments with sizes and SHA-256
 *
 * NULL-safe; frees @w. Return: 0 or the first -errno of the whole run.
 */
int hil_store_close(struct hil_store_writer *w, json_t *manifest);

/**
 * hil_store_read() - hand all records of a stored run to a function
 * @run: directory, or the end of a run's name under the root, or "last"
 * @record: payload is 8-byte aligned; a value other than 0 ends the reading
 * @manifest: result, new reference, there before the first record; NULL when
 *	the run was cut off (a power cut): its records up to the cut are still
 *	delivered
 *
 * A record whose CRC, sequence or length is wrong ends its segment: what
 * follows is counted as lost and printed, never guessed.
 * Return: 0; -ENOENT no such run; -EBADMSG damaged (after delivering what is
 * sound); other -errno; what @record returned.
 */
int hil_store_read(const char *run,
		   int (*record)(void *context, uint8_t type,
				 const void *payload, size_t length),
		   void *context, json_t **manifest) HIL_MUST_CHECK;

/**
 * hil_store_find() - the directory that @run names
 *
 * Return: heap path; NULL with a message when there is none or several.
 */
char *hil_store_find(const char *run);

#endif
