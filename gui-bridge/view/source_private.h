/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of a source: shared by its connecting and its reading half. */
#ifndef HIL_VIEW_SOURCE_PRIVATE_H
#define HIL_VIEW_SOURCE_PRIVATE_H

#include <jansson.h>
#include <stdbool.h>

#include "gui-bridge/view/source.h"

#define HIL_SOURCE_PATH 256

/* Where the rings of a series are in the memory, and how far we are. */
struct source_series {
	size_t ring[HIL_SHM_LEVELS];
	struct hil_shm_cursor cursor[HIL_SHM_LEVELS];
	int histogram; /* ring; -1: none */
};

enum source_question { SOURCE_NOTHING, SOURCE_MEMORY, SOURCE_STATUS };

struct hil_source {
	char asked[HIL_SOURCE_PATH]; /* "": the default ones */
	char path[HIL_SOURCE_PATH];  /* that answered last, or is tried first */
	struct hil_shm_reader *reader;
	int socket; /* of the question that has no answer yet, else -1 */
	enum source_question question;
	int64_t asked_ns;
	bool slow;          /* it did not answer in time: do not wait for it */
	int64_t connect_ns; /* no sooner than these */
	int64_t status_ns;  /* ask the socket what its writer knows */
	int64_t threads_ns; /* read /proc */
	int64_t histogram_ns; /* copy histograms */
	uint64_t version;     /* counts the copies */
	struct source_series series[HIL_SNAPSHOT_SERIES];
	struct hil_snapshot snapshot;
};

/**
 * hil_source_ask() - for the memory that is served now, or for the status
 *
 * At most one question is open; its answer is hil_source_answer()'s matter.
 * Return: 0; -errno, and snapshot.reason says it in words.
 */
int hil_source_ask(struct hil_source *s, enum source_question question,
		   int64_t mono_ns);

/**
 * hil_source_answer() - take the answer, if it has come
 *
 * A memory that is attached already stays. Waits a moment for a server that has
 * always answered, and not at all for others.
 * Return: 0 taken; -EAGAIN not yet; -ENODATA nothing was asked; -errno, and
 * snapshot.reason says it in words.
 */
int hil_source_answer(struct hil_source *s, int64_t mono_ns);

/** hil_source_take_status() - an answer, which may hold anything */
void hil_source_take_status(struct hil_snapshot *snapshot,
			    const json_t *answer);

/** hil_source_adopt() - take over a memory; the old one is let go */
int hil_source_adopt(struct hil_source *s, struct hil_shm_reader *reader);

/**
 * hil_source_take() - read all that is new of the attached memory
 *
 * Return: 0; -ESTALE its numbers contradict themselves.
 */
int hil_source_take(struct hil_source *s, int64_t mono_ns);

#endif
