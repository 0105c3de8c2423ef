/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads one memory again and again: connects, attaches, takes what is new,
 * follows a writer that was started afresh. Says why when there is nothing.
 */
#ifndef HIL_VIEW_SOURCE_H
#define HIL_VIEW_SOURCE_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "gui-bridge/view/snapshot.h"

struct hil_source;

/**
 * hil_source_new() - a source that is not connected yet
 * @path: of the socket; NULL: hilrigd's, else that of `hilrig run`
 *
 * Return: NULL without memory.
 */
struct hil_source *hil_source_new(const char *path);
/** hil_source_free() - NULL-safe */
void hil_source_free(struct hil_source *s);

/**
 * hil_source_read() - take what is new
 * @mono_ns: now
 *
 * Without a live writer it tries again to connect, at most twice a second; what
 * was read last stays. Histograms are copied at most four times a second.
 *
 * Context: any but RT; one thread. Waits 20 ms at most for a server, and never
 * for one that was slow.
 * Return: 0 live; -ESTALE a memory is shown but its writer is not; -errno of
 * the connection: nothing to show. snapshot->reason says it in words.
 */
int hil_source_read(struct hil_source *s, int64_t mono_ns);

/** hil_source_snapshot() - what was read; valid until hil_source_free() */
const struct hil_snapshot *hil_source_snapshot(const struct hil_source *s);

/** hil_source_reader() - for rings beyond the snapshot; NULL when detached */
const struct hil_shm_reader *hil_source_reader(const struct hil_source *s);

/**
 * hil_source_path() - the socket in use or asked for, for messages
 *
 * Return: never NULL.
 */
const char *hil_source_path(const struct hil_source *s);

#endif
