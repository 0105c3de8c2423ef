/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row a channel, one a line of the board, then what to change. */
#include "rig/wire/wire_print.h"

#include <stdio.h>
#include <string.h>

static const char *role_text(enum hil_wire_role role, bool spare)
{
	if (spare)
		return "spare";
	return role == HIL_WIRE_NO_ROLE ? "-" : hil_wire_role_name(role);
}

/* What nothing drives has no polarity; what makes no difference is unknown. */
static const char *polarity_text(enum hil_wire_source source, bool known,
				 bool inverted)
{
	if (source != HIL_WIRE_FROM_GENERATOR && source != HIL_WIRE_FROM_PROBE)
		return "-";
	return !known ? "unknown" : inverted ? "inverted" : "normal";
}

static const char *rate_text(double hz, char *text, size_t size)
{
	if (hz > 0)
		snprintf(text, size, "%.4g Hz", hz);
	else
		snprintf(text, size, "-");
	return text;
}

static bool has_threshold(const struct hil_wire_search *s)
{
	return json_is_true(
		json_object_get(s->capture, "threshold_adjustable"));
}

/* A channel with edges crosses the threshold; more is not known of it. */
static const char *level_text(const struct hil_wire_search *s,
			      const struct hil_wire_channel *c, char *text,
			      size_t size)
{
	const json_t *volts = json_object_get(s->capture, "threshold_volts");

	if (c->source == HIL_WIRE_NOTHING)
		snprintf(text, size, "-");
	else if (json_is_number(volts))
		snprintf(text, size, "crosses %.3g V",
			 json_number_value(volts));
	else
		snprintf(text, size, "unknown");
	return text;
}

static void print_channel(const struct hil_wire_search *s,
			  const struct hil_wire_channel *c)
{
	char rate[32], level[32] = "", names[24];

	snprintf(names, sizeof(names), "%.10s %.11s", c->name, c->device_name);
	if (has_threshold(s))
		level_text(s, c, level, sizeof(level));
	printf("  %-11s %-11s %-10s %-9s %-10s%s%s", names,
	       role_text(c->role, false), hil_wire_source_name(c->source),
	       polarity_text(c->source, c->polarity_known, c->inverted),
	       rate_text(c->hz, rate, sizeof(rate)), *level ? "  " : "", level);
	if (c->crosstalk_from >= 0)
		printf("  %llu spikes from %s", (unsigned long long)c->spikes,
		       s->wire.channel[c->crosstalk_from].name);
	putchar('\n');
}

static void print_line(const struct hil_wire_line *l)
{
	char name[48], rate[32];
	bool known = l->source != HIL_WIRE_UNKNOWN;

	snprintf(name, sizeof(name), "%u%s%.24s", l->offset,
		 *l->name ? " " : "", l->name);
	printf("  %-11s %-11s %-10s %-9s %s", name,
	       role_text(l->role, l->spare), hil_wire_source_name(l->source),
	       polarity_text(l->source, l->polarity_known, l->inverted),
	       rate_text(l->hz, rate, sizeof(rate)));
	if (!known)
		printf("  %s%s%s", l->state, *l->owner ? " by " : "", l->owner);
	putchar('\n');
}

static void print_findings(const struct hil_wire_verdict *v)
{
	putchar('\n');
	for (size_t i = 0; i < v->findings; i++) {
		const struct hil_wire_finding *f = &v->finding[i];

		printf("%s, %s: %s\n    %s\n", f->subject,
		       hil_wire_kind_name(f->kind), f->text, f->todo);
	}
	for (size_t i = 0; i < v->notes; i++)
		printf("note: %s\n", v->note[i]);
	if (!v->findings)
		puts(v->notes ? "no mistake found in what could be tested"
			      : "wired as configured");
}

void hil_wire_print(const struct hil_wire_search *s,
		    const struct hil_wire_verdict *v)
{
	const struct hil_wire *w = &s->wire;

	printf("  channel     configured  shows      polarity  rate%s\n",
	       has_threshold(s) ? "        level" : "");
	for (size_t i = 0; i < w->channels; i++)
		print_channel(s, &w->channel[i]);
	if (w->board)
		printf("  line        configured  sees       polarity  rate    "
		       "  "
		       "(%s)\n",
		       s->chip);
	for (size_t i = 0; w->board && i < w->lines; i++)
		print_line(&w->line[i]);
	if (!has_threshold(s))
		puts("  levels are unknown: the analyzer's threshold cannot be "
		     "moved");
	print_findings(v);
}

static json_t *polarity_json(enum hil_wire_source source, bool known,
			     bool inverted)
{
	const char *text = polarity_text(source, known, inverted);

	return known && strcmp(text, "-") ? json_string(text) : json_null();
}

static json_t *hz_json(double hz)
{
	return hz > 0 ? json_real(hz) : json_null();
}

static json_t *role_json(enum hil_wire_role role, bool spare)
{
	return role == HIL_WIRE_NO_ROLE && !spare
		       ? json_null()
		       : json_string(role_text(role, spare));
}

static json_t *channels_json(const struct hil_wire_search *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->wire.channels; i++) {
		const struct hil_wire_channel *c = &s->wire.channel[i];

		json_array_append_new(
			list,
			json_pack("{s:s,s:s,s:o,s:s,s:o,s:o,s:I,s:o,s:o}",
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
				  "crosses_volts",
				  has_threshold(s) &&
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
			json_pack("{s:i,s:s,s:o,s:s,s:s,s:s,s:o,s:o}", "line",
				  (int)l->offset, "name", l->name, "configured",
				  role_json(l->role, l->spare), "sees",
				  hil_wire_source_name(l->source), "state",
				  l->state, "owner", l->owner, "polarity",
				  polarity_json(l->source, l->polarity_known,
						l->inverted),
				  "hz", hz_json(l->hz)));
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
			 "threshold_adjustable", has_threshold(s), "analyzer",
			 s->capture, "generator", s->identity);
}
