/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The board's records: events to the join, and what the verdict needs: totals,
 * settings that changed, complaints. Only events of the ledger's own line are
 * taken; another line's are another ledger's.
 */
#include "rig/ledger/board.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rig/ledger/ledger_private.h"

static int take_events(struct hil_ledger *l, const struct hil_event *e,
		       size_t count)
{
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++) {
		if (e[i].line != l->config.line)
			continue;
		if (e[i].flags & HIL_EVENT_LEVEL_FLOW)
			l->board.level_flow = true;
		ret = hil_join_event(&l->join, &e[i]);
	}
	hil_join_run(&l->join);
	return ret;
}

static int64_t integer(const json_t *root, const char *key)
{
	return json_integer_value(json_object_get(root, key));
}

static uint64_t count(const json_t *root, const char *key)
{
	int64_t value = integer(root, key);

	return value > 0 ? (uint64_t)value : 0;
}

static void take_totals(struct hil_board_stream *b, const json_t *line)
{
	const json_t *coalesced = json_object_get(line, "coalesced");

	if (!json_is_integer(json_object_get(line, "events")) ||
	    !json_is_integer(json_object_get(line, "commands")))
		return;
	b->totals = (struct hil_board_totals){
		.events = count(line, "events"),
		.commands = count(line, "commands"),
		.probe_failures = count(line, "probe_failures"),
		.fifo_drops = integer(line, "fifo_drops"),
		.coalesced_known = json_is_integer(coalesced),
		.coalesced = json_integer_value(coalesced),
		.last_seqno = (uint32_t)integer(line, "last_seqno"),
		.last_line_seqno = (uint32_t)integer(line, "last_line_seqno"),
	};
	b->has_totals = true;
}

static bool is_wished(const char *reason)
{
	return !strcmp(reason, "stopped") || !strcmp(reason, "duration") ||
	       !strcmp(reason, "events");
}

static void take_closed(struct hil_ledger *l, const json_t *root)
{
	struct hil_board_stream *b = &l->board;
	const json_t *lines = json_object_get(root, "lines");
	const char *state = json_string_value(json_object_get(root, "state"));

	b->closed = true;
	b->failed = state && !strcmp(state, "FAILED");
	hil_json_copy_text(b->reason, sizeof(b->reason),
			   json_object_get(root, "reason"));
	b->wished = is_wished(b->reason);
	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *line = json_array_get(lines, i);

		if (integer(line, "line") == l->config.line)
			take_totals(b, line);
	}
	hil_join_board_end(&l->join);
}

static void take_state(struct hil_ledger *l, const json_t *root)
{
	struct hil_board_stream *b = &l->board;
	const char *state = json_string_value(json_object_get(root, "state"));
	int64_t mono_ns = integer(root, "mono_ns");

	if (state && mono_ns > 0 && mono_ns < HIL_ANALYZER_CLOCK_MAX_NS) {
		if (!strcmp(state, "WAITING") && !l->join.armed_ns)
			l->join.armed_ns = mono_ns;
		if (!strcmp(state, "CLOSED"))
			l->join.closed_ns = mono_ns;
	}
	if (!b->complaint[0])
		hil_json_copy_text(b->complaint, sizeof(b->complaint),
				   json_object_get(root, "text"));
}

/* Measured values come with the settings and change of themselves. */
static bool is_setting(const char *key)
{
	return !strstr(key, "temperature") && !strstr(key, "frequency");
}

static void note_change(struct hil_board_stream *b, const char *key)
{
	size_t used = strlen(b->changed);

	snprintf(b->changed + used, sizeof(b->changed) - used, "%s%s",
		 used ? ", " : "", key);
}

static void take_settings(struct hil_ledger *l, json_t *root)
{
	struct hil_board_stream *b = &l->board;
	const char *key;
	json_t *value;

	if (!b->settings) {
		b->settings = json_incref(root);
		hil_folds_tick(l, integer(root, "tick_hz"));
		hil_board_probe(l, root);
		return;
	}
	json_object_foreach(
		root, key,
		value) if (is_setting(key) &&
			   !json_equal(value,
				       json_object_get(b->settings, key)) &&
			   !strstr(b->changed, key)) note_change(b, key);
}

static int take_json(struct hil_ledger *l, uint8_t type, const void *payload,
		     size_t length)
{
	json_t *root = hil_json_read(payload, length);

	if (!root)
		return -EBADMSG;
	if (type == HIL_RECORD_CLOSED)
		take_closed(l, root);
	else if (type == HIL_RECORD_STATE)
		take_state(l, root);
	else
		take_settings(l, root);
	json_decref(root);
	return 0;
}

static int take_lost(struct hil_ledger *l, const struct hil_lost *lost)
{
	if (lost->line != l->config.line)
		return 0;
	if (__builtin_add_overflow(l->board.lost, lost->count, &l->board.lost))
		return -EBADMSG;
	return 0;
}

static int take_watermark(struct hil_ledger *l, const struct hil_watermark *w)
{
	if (w->line == l->config.line)
		hil_join_watermark(&l->join, w->mono_ns);
	return 0;
}

int hil_board_record(struct hil_ledger *l, uint8_t type, const void *payload,
		     size_t length)
{
	if (l->board.closed)
		return type == HIL_RECORD_EVENTS || type == HIL_RECORD_CLOSED
			       ? -EBADMSG
			       : 0;
	switch (type) {
	case HIL_RECORD_EVENTS:
		return length % sizeof(struct hil_event)
			       ? -EBADMSG
			       : take_events(l, payload,
					     length / sizeof(struct hil_event));
	case HIL_RECORD_LOST:
		return length == sizeof(struct hil_lost) ? take_lost(l, payload)
							 : -EBADMSG;
	case HIL_RECORD_WATERMARK:
		return length == sizeof(struct hil_watermark)
			       ? take_watermark(l, payload)
			       : -EBADMSG;
	case HIL_RECORD_CLOSED:
	case HIL_RECORD_STATE:
	case HIL_RECORD_SETTINGS:
		return take_json(l, type, payload, length);
	default:
		return 0;
	}
}
