/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the changes of chosen channels in a stream of logic samples, near
 * memory bandwidth. Pure: memory in, packed edges out.
 */
#ifndef HIL_CAPTURE_EDGE_SEARCH_H
#define HIL_CAPTURE_EDGE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_EDGE_UNIT_MAX 16u /* bytes per sample: 128 channels */

/* The channels of one sample, bit n % 64 of word n / 64 is channel n. */
struct hil_sample {
	uint64_t word[2];
};

enum hil_edge_variant {
	HIL_EDGE_FASTEST, /* the best that this processor has */
	HIL_EDGE_PORTABLE,
	HIL_EDGE_AVX2,
	HIL_EDGE_NEON
};

struct hil_edge_search;
struct hil_edge_output;

/* Edges of whole blocks of 64 samples; data[-unit] is readable. */
typedef size_t hil_edge_blocks(const struct hil_edge_search *search,
			       const uint8_t *data, size_t blocks,
			       struct hil_edge_output *out);

struct hil_edge_search {
	hil_edge_blocks *blocks; /* NULL: sample by sample */
	struct hil_sample wanted;
	struct hil_sample last; /* the sample before the next one */
	uint64_t sample;        /* index of the next sample */
	unsigned int unit;      /* bytes per sample */
	unsigned int channels;  /* wanted ones, the most edges in one sample */
};

/**
 * hil_edge_search_init() - begin a search at sample 0 with all levels low
 * @unit: bytes per sample, 1 to HIL_EDGE_UNIT_MAX, little endian
 * @wanted: channels whose edges are reported
 * @variant: HIL_EDGE_FASTEST but for tests
 *
 * Set .last and .sample afterwards to begin elsewhere.
 * Context: any.
 * Return: 0; -EINVAL unit out of range; -ENOTSUP this processor lacks the
 * variant.
 */
int hil_edge_search_init(struct hil_edge_search *search, unsigned int unit,
			 const struct hil_sample *wanted,
			 enum hil_edge_variant variant) HIL_MUST_CHECK;

/**
 * hil_edge_search_run() - report the edges of the next samples
 * @data: @samples times unit bytes, any alignment
 * @edge: result, room for @max packed edges (hil_edge_pack()); @max is at
 *	least the number of wanted channels
 * @count: result, edges written
 *
 * The edges of one sample are never split, and come by rising channel. Call
 * again with the rest when it stops early because @edge is full.
 *
 * Context: any; no allocation, no call.
 * Return: samples consumed.
 */
size_t hil_edge_search_run(struct hil_edge_search *search, const uint8_t *data,
			   size_t samples, uint64_t edge[], size_t max,
			   size_t *count);

/** hil_edge_sample_load() - one sample of @unit bytes, little endian */
struct hil_sample hil_edge_sample_load(const uint8_t *data, unsigned int unit);

#endif
