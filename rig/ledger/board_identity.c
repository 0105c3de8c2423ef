/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which board and pin a calibration of the probe is of, and whether this run
 * has the same one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig/ledger/ledger_private.h"

static const char *text_of(const json_t *settings, const char *key)
{
	const char *text = json_string_value(json_object_get(settings, key));

	return text ? text : "unknown";
}

void hil_board_identity(const json_t *settings, char text[HIL_BOARD_IDENTITY])
{
	json_t *line = json_object_get(settings, "probe_line");

	snprintf(text, HIL_BOARD_IDENTITY, "%.40s, %.40s, %.40s, probe line ",
		 text_of(settings, "nodename"), text_of(settings, "model"),
		 text_of(settings, "chip_label"));
	if (json_is_integer(line))
		snprintf(text + strlen(text), HIL_BOARD_IDENTITY - strlen(text),
			 "%lld", (long long)json_integer_value(line));
	else
		strcat(text, "unknown");
}

void hil_board_probe(struct hil_ledger *l, const json_t *settings)
{
	struct hil_ledger_calibration *c = &l->config.calibration;
	char now[HIL_BOARD_IDENTITY];

	if (!c->probe_ns.known && !c->post_ns.known)
		return;
	hil_board_identity(settings, now);
	if (!strcmp(now, c->board)) {
		l->join.posted_known = c->post_ns.known;
		l->join.posted_ns = (int64_t)ceil(c->post_ns.value);
		return;
	}
	c->probe_ns = (struct hil_effect){ 0 };
	c->post_ns = (struct hil_effect){ 0 };
	l->board.other_probe = true;
}
