/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The analyzer's records: checked, counted, and their edges handed to pairing.
 * A stream that goes back in time or does not fit its type is refused as a
 * whole, for nothing after that point could be trusted.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rig/ledger/ledger_private.h"

json_t *hil_json_read(const void *payload, size_t length)
{
	json_t *root =
		json_loadb(payload, length, JSON_REJECT_DUPLICATES, NULL);

	if (!json_is_object(root)) {
		json_decref(root);
		return NULL;
	}
	return root;
}

void hil_json_copy_text(char *to, size_t size, const json_t *value)
{
	const char *text = json_string_value(value);

	snprintf(to, size, "%s", text ? text : "");
}

static void select_roles(struct hil_ledger *l)
{
	static const uint8_t levels[] = {
		[HIL_SELECT_RISING] = 2,
		[HIL_SELECT_FALLING] = 1,
		[HIL_SELECT_BOTH] = 3,
	};
	const struct hil_ledger_config *c = &l->config;
	uint8_t *roles = l->analyzer.roles;

	if (c->heartbeat)
		roles[(c->heartbeat_channel & 127) << 1 | 1] |=
			HIL_ROLE_HEARTBEAT;
	for (unsigned int level = 0; level < 2; level++) {
		if (levels[c->stimulus_edge] >> level & 1)
			roles[(c->stimulus_channel & 127) << 1 | level] |=
				HIL_PAIR_STIMULUS;
		/* with a board the count of all probe edges is known */
		if (c->board || levels[c->probe_edge] >> level & 1)
			roles[(c->probe_channel & 127) << 1 | level] |=
				HIL_PAIR_PROBE;
	}
}

static int64_t integer(json_t *root, const char *key, int64_t otherwise)
{
	json_t *value = json_object_get(root, key);

	return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

static int take_capture(struct hil_ledger *l, const void *payload,
			size_t length)
{
	struct hil_analyzer_stream *a = &l->analyzer;
	json_t *root = hil_json_read(payload, length);
	int64_t num, den;

	if (!root)
		return -EBADMSG;
	num = integer(root, "rate_num", 0);
	den = integer(root, "rate_den", 1);
	a->live = json_is_true(json_object_get(root, "live"));
	json_decref(root);
	if (a->started || num <= 0 || den <= 0 ||
	    hil_analyzer_clock_init(&a->clock, (uint64_t)num, (uint64_t)den))
		return -EBADMSG;
	a->rate_num = (uint64_t)num;
	a->rate_den = (uint64_t)den;
	a->end_samples = UINT64_MAX;
	a->started = true;
	select_roles(l);
	hil_join_clock(&l->join);
	l->bounce_samples =
		hil_analyzer_clock_samples(&a->clock, l->config.bounce_ns);
	if (l->config.max_latency_ns > 0)
		l->pair.max_samples = hil_analyzer_clock_samples(
			&a->clock, l->config.max_latency_ns);
	return 0;
}

static int take_levels(struct hil_ledger *l, const struct hil_levels *levels)
{
	struct hil_analyzer_stream *a = &l->analyzer;
	unsigned int channel;

	if (levels->sample > HIL_EDGE_SAMPLE_MAX || levels->sample < a->floor)
		return -EBADMSG;
	channel = l->config.probe_channel & 127;
	a->level = levels->level[channel / 64] >> channel % 64 & 1;
	a->has_level = true;
	if (!a->has_start) {
		a->start = levels->sample;
		a->has_start = true;
		l->join.initial_high = a->level;
	}
	if (levels->sample > a->seen_end)
		a->seen_end = levels->sample;
	return 0;
}

static int take_cover(struct hil_ledger *l, const struct hil_cover *c)
{
	struct hil_analyzer_stream *a = &l->analyzer;

	if (c->samples > HIL_EDGE_SAMPLE_MAX + 1)
		return -EBADMSG;
	if (c->samples > a->seen_end)
		a->seen_end = c->samples;
	if (c->samples > a->floor)
		a->floor = c->samples;
	if (l->config.board)
		hil_join_cover(&l->join, hil_beat_cover(l, a->floor));
	else
		hil_pair_cover(&l->pair, a->floor);
	if (c->wall_ns <= 0 || c->samples < a->last_cover)
		return 0;
	if (!a->first_wall_ns) {
		a->first_wall_ns = c->wall_ns;
		a->first_cover = c->samples;
	} else if (c->samples - a->last_cover > a->largest_step) {
		a->largest_step = c->samples - a->last_cover;
	}
	a->last_wall_ns = c->wall_ns;
	a->last_cover = c->samples;
	return 0;
}

static int take_gap(struct hil_ledger *l, const struct hil_gap *g)
{
	struct hil_analyzer_stream *a = &l->analyzer;
	int ret;

	if (g->end <= g->first || g->end > HIL_EDGE_SAMPLE_MAX + 1 ||
	    g->first < a->floor)
		return -EBADMSG;
	if (a->gap_count < HIL_RESULT_GAPS)
		a->gap[a->gap_count] =
			(struct hil_gap_result){ g->first, g->end, g->reason };
	a->gap_count++;
	a->gap_samples += g->end - g->first;
	a->floor = g->end;
	if (g->end > a->seen_end)
		a->seen_end = g->end;
	a->has_level = false;
	hil_beat_gap(l, g->end);
	if (!l->config.board) {
		hil_pair_gap(&l->pair, g->first);
		return 0;
	}
	ret = hil_join_gap(&l->join, g->first, g->end);
	hil_join_cover(&l->join, a->floor);
	return ret;
}

static int take_end(struct hil_ledger *l, const void *payload, size_t length)
{
	struct hil_analyzer_stream *a = &l->analyzer;
	json_t *root = hil_json_read(payload, length);
	int64_t samples;

	if (!root)
		return -EBADMSG;
	hil_json_copy_text(a->end_reason, sizeof(a->end_reason),
			   json_object_get(root, "reason"));
	hil_json_copy_text(a->end_text, sizeof(a->end_text),
			   json_object_get(root, "text"));
	samples = integer(root, "samples", -1);
	json_decref(root);
	a->ended = true;
	a->wished = !strcmp(a->end_reason, "stopped") ||
		    !strcmp(a->end_reason, "file-end");
	if (samples < 0)
		return 0;
	a->end_samples = (uint64_t)samples;
	return 0;
}

int hil_analyzer_record(struct hil_ledger *l, uint8_t type, const void *payload,
			size_t length)
{
	if (type == HIL_RECORD_CAPTURE)
		return take_capture(l, payload, length);
	if (!l->analyzer.started || l->analyzer.ended)
		return -EBADMSG;
	switch (type) {
	case HIL_RECORD_LEVELS:
		return length == sizeof(struct hil_levels)
			       ? take_levels(l, payload)
			       : -EBADMSG;
	case HIL_RECORD_EDGES:
		return length % sizeof(uint64_t)
			       ? -EBADMSG
			       : hil_analyzer_edges(l, payload,
						    length / sizeof(uint64_t));
	case HIL_RECORD_COVER:
		return length == sizeof(struct hil_cover)
			       ? take_cover(l, payload)
			       : -EBADMSG;
	case HIL_RECORD_GAP:
		return length == sizeof(struct hil_gap) ? take_gap(l, payload)
							: -EBADMSG;
	case HIL_RECORD_CAPTURE_END:
		return take_end(l, payload, length);
	default:
		return 0;
	}
}
