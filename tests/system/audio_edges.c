/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a capture saw, as JSON, for scripts that drive a sound server.
 *
 *	audio_edges DRIVER CHANNELS SAMPLES
 *
 * When so many samples are covered it prints one object: head, covered, end,
 * text, last, gaps as [first, end], and for each channel its edges as
 * [sample, level].
 */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/base/number.h"
#include "tests/system/collect_capture.h"

static json_t *edges_of(const struct collected *c, unsigned int channel)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->edges; i++)
		if (hil_edge_channel(c->edge[i]) == channel)
			json_array_append_new(
				list,
				json_pack(
					"[I,b]",
					(json_int_t)hil_edge_sample(c->edge[i]),
					(int)hil_edge_level(c->edge[i])));
	return list;
}

static json_t *gaps_of(const struct collected *c)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->gap_count && i < 64; i++)
		json_array_append_new(
			list, json_pack("[I,I]", (json_int_t)c->gap[i].first,
					(json_int_t)c->gap[i].end));
	return list;
}

int main(int argc, char **argv)
{
	struct hil_capture_options o = { 0 };
	struct collected c;
	uint64_t samples;

	if (argc != 4 || hil_number_u64(argv[3], &samples)) {
		fprintf(stderr, "usage: audio_edges DRIVER CHANNELS SAMPLES\n");
		return 1;
	}
	o.driver = argv[1];
	o.channels = argv[2];
	if (collect_capture(&o, samples, 0, &c))
		return 1;
	json_dumpf(json_pack("{s:O?,s:I,s:i,s:s,s:O?,s:o,s:o,s:o,s:b}", "head",
			     c.head, "covered", (json_int_t)c.covered, "end",
			     (int)c.end, "text", c.text, "last", c.last, "gaps",
			     gaps_of(&c), "d0", edges_of(&c, 0), "d1",
			     edges_of(&c, 1), "back", (int)c.covers_go_back),
		   stdout, JSON_COMPACT);
	puts("");
	collected_free(&c);
	return 0;
}
