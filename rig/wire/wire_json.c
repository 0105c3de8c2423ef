/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search as JSON: the table, what it was decided by, and the findings. */
#include "rig/wire/wire_print.h"

#include <string.h>

static json_t *polarity_json(enum hil_wire_source source, bool known,
			     bool inverted)
{
	const char *text = hil_wire_polarity(source, known, inverted);

	return known && strcmp(text, "-") ? json_string(text) : json_null();
}

static json_t *hz_json(double hz)
{
	return hz > 0 ? json_real(hz) : json_null();
}

static json_t *role_json(enum hil_wire_role role, bool spare)
{
	if (spare)
		return json_string("spare");
	return role == HIL_WIRE_NO_ROLE ? json_null()
					: json_string(hil_wire_role_name(role));
}

static const char *const phases[] = { "quiet", "fast", "slow", "toggle" };

/* What the source was decided by; a phase that was not made is null. */
static json_t *signals_json(const struct hil_wire *w,
			    const struct hil_wire_channel *c)
{
	json_t *all = json_object();

	for (int p = 0; p < HIL_WIRE_PHASES; p++) {
		const struct hil_wire_signal *s = &c->signal[p];
		json_t *one = json_null();

		if (w->window[p].end)
			one = json_pack("{s:I,s:I,s:I,s:o,s:o}", "rising",
					(json_int_t)s->rising, "falling",
					(json_int_t)s->falling, "spikes",
					(json_int_t)s->spikes, "hz",
					hz_json(s->hz), "high",
					s->high < 0 ? json_null()
						    : json_real(s->high));
		json_object_set_new(all, phases[p], one);
	}
	return all;
}

static json_t *counts_json(const struct hil_wire *w,
			   const struct hil_wire_line *l)
{
	json_t *all = json_object();

	for (int p = 0; p < HIL_WIRE_PHASES; p++) {
		const struct hil_wire_count *c = &l->count[p];
		json_t *one = json_null();

		if (w->watched[p] && l->source != HIL_WIRE_UNKNOWN)
			one = json_pack("{s:I,s:I,s:I,s:I}", "rising",
					(json_int_t)c->rising, "falling",
					(json_int_t)c->falling, "span_ns",
					(json_int_t)c->span_ns, "high_ns",
					(json_int_t)c->high_ns);
		json_object_set_new(all, phases[p], one);
	}
	return all;
}

static json_t *channels_json(const struct hil_wire_search *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->wire.channels; i++) {
		const struct hil_wire_channel *c = &s->wire.channel[i];

		json_array_append_new(
			list,
			json_pack("{s:s,s:s,s:o,s:s,s:o,s:o,s:I,s:o,s:o,s:o}",
				  "channel", c->name, "device_name",
				  *c->device_name ? c->device_name : c->name,
				  "configured", role_json(c->role, false),
				  "shows", hil_wire_source_name(c->source),
				  "polarity",
				  polarity_json(c->source, c->polarity_known,
						c->inverted),
				  "hz", hz_json(c->hz), "spikes",
				  (json_int_t)c->spikes, "spikes_from",
				  c->crosstalk_from < 0
					  ? json_null()
					  : json_string(
						    s->wire.channel
							    [c->crosstalk_from]
								    .name),
				  "phases", signals_json(&s->wire, c),
				  "crosses_volts",
				  hil_wire_has_threshold(s) &&
						  c->source != HIL_WIRE_NOTHING
					  ? json_incref(json_object_get(
						    s->capture,
						    "threshold_volts"))
					  : json_null()));
	}
	return list;
}

static json_t *lines_json(const struct hil_wire *w)
{
	json_t *list = json_array();

	for (size_t i = 0; i < w->lines; i++) {
		const struct hil_wire_line *l = &w->line[i];

		json_array_append_new(
			list,
			json_pack("{s:i,s:s,s:o,s:s,s:s,s:s,s:o,s:o,s:o}",
				  "line", (int)l->offset, "name", l->name,
				  "configured", role_json(l->role, l->spare),
				  "sees", hil_wire_source_name(l->source),
				  "state", l->state, "owner", l->owner,
				  "polarity",
				  polarity_json(l->source, l->polarity_known,
						l->inverted),
				  "hz", hz_json(l->hz), "phases",
				  counts_json(w, l)));
	}
	return list;
}

static json_t *findings_json(const struct hil_wire_verdict *v)
{
	json_t *list = json_array();

	for (size_t i = 0; i < v->findings; i++) {
		const struct hil_wire_finding *f = &v->finding[i];

		json_array_append_new(
			list, json_pack("{s:s,s:s,s:s,s:s,s:b}", "kind",
					hil_wire_kind_name(f->kind), "subject",
					f->subject, "text", f->text, "to_do",
					f->todo, "config", f->config));
	}
	return list;
}

json_t *hil_wire_to_json(const struct hil_wire_search *s,
			 const struct hil_wire_verdict *v)
{
	json_t *notes = json_array();

	for (size_t i = 0; i < v->notes; i++)
		json_array_append_new(notes, json_string(v->note[i]));
	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:b,s:O?,s:s}", "schema",
			 "hilrig-wire-1", "channels", channels_json(s), "lines",
			 s->wire.board ? lines_json(&s->wire) : json_null(),
			 "findings", findings_json(v), "notes", notes,
			 "threshold_adjustable", hil_wire_has_threshold(s),
			 "analyzer", s->capture, "generator", s->identity);
}
