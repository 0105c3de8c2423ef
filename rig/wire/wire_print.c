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
const char *hil_wire_polarity(enum hil_wire_source source, bool known,
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

bool hil_wire_has_threshold(const struct hil_wire_search *s)
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
	bool more;

	snprintf(names, sizeof(names), "%.10s %.11s", c->name, c->device_name);
	if (hil_wire_has_threshold(s))
		level_text(s, c, level, sizeof(level));
	more = *level || c->crosstalk_from >= 0;
	printf("  %-11s %-11s %-10s %-9s %-*s%s%s", names,
	       role_text(c->role, false), hil_wire_source_name(c->source),
	       hil_wire_polarity(c->source, c->polarity_known, c->inverted),
	       more ? 10 : 0, rate_text(c->hz, rate, sizeof(rate)),
	       *level ? "  " : "", level);
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
	       hil_wire_polarity(l->source, l->polarity_known, l->inverted),
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
	       hil_wire_has_threshold(s) ? "        level" : "");
	for (size_t i = 0; i < w->channels; i++)
		print_channel(s, &w->channel[i]);
	if (w->board)
		printf("  line        configured  sees       polarity  rate    "
		       "  "
		       "(%s)\n",
		       s->chip);
	for (size_t i = 0; w->board && i < w->lines; i++)
		print_line(&w->line[i]);
	if (!hil_wire_has_threshold(s))
		puts("  levels are unknown: the analyzer's threshold cannot be "
		     "moved");
	print_findings(v);
}
