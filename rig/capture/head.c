/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CAPTURE and CAPTURE_END. Names come from files and devices: any bytes. */
#include "rig/capture/head.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/link/record.h"

/* A string of unknown origin; '?' where it is not UTF-8. */
static json_t *safe_string(const char *text)
{
	json_t *string;
	char copy[1024];

	if (!text)
		return json_null();
	string = json_string(text);
	if (string)
		return string;
	for (size_t i = 0; i < sizeof(copy); i++) {
		copy[i] = text[i];
		if (!text[i])
			break;
		if ((unsigned char)text[i] >= 0x80)
			copy[i] = '?';
	}
	copy[sizeof(copy) - 1] = '\0';
	return json_string(copy);
}

/*
 * Frames of edges lie on 8-byte borders in the reader's buffer as long as
 * every payload is a multiple of 8 bytes: blanks at the end are still JSON.
 */
static char *dump_padded(json_t *root)
{
	size_t n = root ? json_dumpb(root, NULL, 0, JSON_COMPACT) : 0;
	size_t padded = (n + 7) & ~(size_t)7;
	char *text = n ? malloc(padded + 1) : NULL;

	if (text) {
		json_dumpb(root, text, n, JSON_COMPACT);
		memset(text + n, ' ', padded - n);
		text[padded] = '\0';
	}
	json_decref(root);
	return text;
}

static json_t *channel_list(const struct hil_capture_head *head)
{
	json_t *list = json_array();

	for (size_t i = 0; i < head->channels->count; i++) {
		const struct hil_channel *c = &head->channels->item[i];

		if (!hil_sample_bit(&head->wanted, c->index))
			continue;
		json_array_append_new(list, json_pack("{si so}", "index",
						      (int)c->index, "name",
						      safe_string(c->name)));
	}
	return list;
}

char *hil_capture_head_text(const struct hil_capture_head *head)
{
	json_t *total = head->total_samples == UINT64_MAX
				? json_null()
				: json_integer((json_int_t)head->total_samples);
	json_t *root = json_pack(
		"{sI sI so so so so sb sb so sI sI so}", "rate_num",
		(json_int_t)head->rate_num, "rate_den",
		(json_int_t)head->rate_den, "channels", channel_list(head),
		"driver", safe_string(head->driver), "model",
		safe_string(head->model), "serial", safe_string(head->serial),
		"live", (int)head->live, "threshold_adjustable",
		(int)head->threshold_adjustable, "threshold_volts",
		head->threshold_adjustable && isfinite(head->threshold_volts)
			? json_real(head->threshold_volts)
			: json_null(),
		"start_wall_ns", (json_int_t)head->start_wall_ns,
		"start_mono_ns", (json_int_t)head->start_mono_ns,
		"total_samples", total);

	return dump_padded(root);
}

char *hil_capture_end_text(const char *reason, const char *text,
			   uint64_t samples, double wall_s)
{
	json_t *root = json_pack("{ss so sI sf}", "reason", reason, "text",
				 safe_string(text), "samples",
				 (json_int_t)samples, "wall_s", wall_s);

	return dump_padded(root);
}
