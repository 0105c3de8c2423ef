/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Effects of the instruments to JSON and back. A stored run may be anybody's,
 * so what comes back is checked. */
#include "rig/run/effects.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#define TIME_MOST_NS 1e9 /* a skew of a second is none */
#define PPM_MOST     1e4

static json_t *effect_to_json(const struct hil_effect *e)
{
	if (!e->known)
		return json_null();
	return json_pack("{s:f,s:f}", "value", e->value, "u", e->u);
}

json_t *hil_effects_to_json(const struct hil_ledger_calibration *c)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:s}", "clock_ppm",
			 effect_to_json(&c->clock_ppm), "skew_ns",
			 effect_to_json(&c->skew_ns), "threshold_ns",
			 effect_to_json(&c->threshold_ns), "probe_ns",
			 effect_to_json(&c->probe_ns), "post_ns",
			 effect_to_json(&c->post_ns), "board", c->board);
}

static int effect_from_json(const json_t *json, double most,
			    struct hil_effect *e)
{
	json_t *value = json_object_get(json, "value");
	json_t *u = json_object_get(json, "u");

	*e = (struct hil_effect){ 0 };
	if (!json || json_is_null(json))
		return 0;
	if (!json_is_number(value) || !json_is_number(u))
		return -EBADMSG;
	e->known = true;
	e->value = json_number_value(value);
	e->u = json_number_value(u);
	if (!(fabs(e->value) <= most) || !(e->u >= 0 && e->u <= most))
		return -EBADMSG;
	return 0;
}

int hil_effects_from_json(const json_t *json, struct hil_ledger_calibration *c)
{
	const char *board = json_string_value(json_object_get(json, "board"));
	int ret = 0;

	if (json && !json_is_object(json))
		return -EBADMSG;
	ret |= effect_from_json(json_object_get(json, "clock_ppm"), PPM_MOST,
				&c->clock_ppm);
	ret |= effect_from_json(json_object_get(json, "skew_ns"), TIME_MOST_NS,
				&c->skew_ns);
	ret |= effect_from_json(json_object_get(json, "threshold_ns"),
				TIME_MOST_NS, &c->threshold_ns);
	ret |= effect_from_json(json_object_get(json, "probe_ns"), TIME_MOST_NS,
				&c->probe_ns);
	ret |= effect_from_json(json_object_get(json, "post_ns"), TIME_MOST_NS,
				&c->post_ns);
	if (board)
		snprintf(c->board, sizeof(c->board), "%s", board);
	return ret || c->post_ns.value < 0 ? -EBADMSG : 0;
}
