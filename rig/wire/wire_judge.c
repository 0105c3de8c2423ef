/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The channels of the analyzer: each role's channel shows what it should, or
 * one finding says what it shows. The lines are in wire_judge_lines.c.
 */
#include "rig/wire/wire_judge.h"

#include <stdio.h>
#include <string.h>

#include "rig/wire/wire_judge_private.h"

/* The role's own channel if it shows the source, else any that does. */
static int find_channel(const struct hil_wire_judge *j,
			enum hil_wire_source source, enum hil_wire_role role)
{
	if (j->role[role] >= 0 &&
	    hil_wire_at(j, j->role[role])->source == source)
		return j->role[role];
	for (size_t i = 0; i < j->w->channels; i++)
		if (j->w->channel[i].source == source)
			return (int)i;
	return -1;
}

static bool judge_swapped(struct hil_wire_judge *j)
{
	int s = j->role[HIL_WIRE_STIMULUS], p = j->role[HIL_WIRE_PROBE];
	struct hil_wire_finding *f;
	char subject[80];

	if (s < 0 || p < 0 ||
	    hil_wire_at(j, s)->source != HIL_WIRE_FROM_PROBE ||
	    hil_wire_at(j, p)->source != HIL_WIRE_FROM_GENERATOR)
		return false;
	snprintf(subject, sizeof(subject), "%.36s and %.36s",
		 hil_wire_name(j, s), hil_wire_name(j, p));
	f = hil_wire_tell(j, HIL_WIRE_SWAPPED, subject);
	snprintf(f->text, sizeof(f->text),
		 "%s shows the probe and %s the generator", hil_wire_name(j, s),
		 hil_wire_name(j, p));
	snprintf(f->todo, sizeof(f->todo),
		 "exchange the two wires, or write channels = %s=stimulus,"
		 "%s=probe",
		 hil_wire_name(j, p), hil_wire_name(j, s));
	f->config = true;
	hil_wire_move_role(j, HIL_WIRE_STIMULUS, p);
	hil_wire_move_role(j, HIL_WIRE_PROBE, s);
	j->told[s] = j->told[p] = true;
	return true;
}

/* The stimulus is on its channel, and the probe is there as well. */
static void judge_shorted(struct hil_wire_judge *j)
{
	int c = j->role[HIL_WIRE_STIMULUS];
	const struct hil_wire_line *line =
		hil_wire_line_at(j->w, j->w->stimulus_line);
	struct hil_wire_finding *f;

	/* told with the line, when it is the board's end that touches */
	if (c < 0 || j->told[c] || !hil_wire_at(j, c)->also_probe ||
	    (j->w->board && line && line->also_probe))
		return;
	f = hil_wire_tell(j, HIL_WIRE_WRONG_CHANNEL, hil_wire_name(j, c));
	j->told[c] = true;
	snprintf(f->text, sizeof(f->text),
		 "%s shows the generator, and also the probe",
		 hil_wire_name(j, c));
	snprintf(f->todo, sizeof(f->todo), "take the probe's wire off %s",
		 hil_wire_name(j, c));
}

/* The probe's wire may be on a line that was toggled as well. */
static bool judge_tries(struct hil_wire_judge *j)
{
	for (size_t t = 0; t < j->w->tries; t++) {
		const struct hil_wire_try *try = &j->w->try[t];
		struct hil_wire_finding *f;
		char subject[80];

		if (try->channel < 0)
			continue;
		snprintf(subject, sizeof(subject), "line %u", try->line);
		f = hil_wire_tell(j, HIL_WIRE_WRONG_LINE, subject);
		snprintf(f->text, sizeof(f->text),
			 "%s is wired to line %u, the configured probe is line "
			 "%u",
			 hil_wire_name(j, try->channel), try->line,
			 j->w->probe_line);
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire to line %u, or write probe = %u",
			 j->w->probe_line, try->line);
		f->config = true;
		j->v->change.probe_line = try->line;
		j->v->change.probe = true;
		j->told[try->channel] = true;
		return true;
	}
	return false;
}

static bool was_tested(const struct hil_wire_judge *j, enum hil_wire_role role)
{
	if (role == HIL_WIRE_STIMULUS)
		return hil_wire_generator_ran(j->w);
	return role == HIL_WIRE_HEARTBEAT || j->w->pulses;
}

static void judge_role(struct hil_wire_judge *j, enum hil_wire_role role)
{
	static const enum hil_wire_source wanted[] = {
		[HIL_WIRE_STIMULUS] = HIL_WIRE_FROM_GENERATOR,
		[HIL_WIRE_PROBE] = HIL_WIRE_FROM_PROBE,
		[HIL_WIRE_HEARTBEAT] = HIL_WIRE_FROM_CLOCK,
	};
	int c = j->role[role], found;

	if (c < 0 || j->told[c] || hil_wire_at(j, c)->source == wanted[role])
		return;
	found = find_channel(j, wanted[role], role);
	j->told[c] = true;
	if (hil_wire_at(j, c)->source == HIL_WIRE_FLOATING)
		hil_wire_tell_floating(j, role);
	else if (!was_tested(j, role))
		j->told[c] = false; /* silence says nothing then */
	else if (found >= 0)
		hil_wire_tell_moved(j, role, found);
	else if (role == HIL_WIRE_PROBE && judge_tries(j))
		return;
	else if (hil_wire_at(j, c)->source == HIL_WIRE_NOTHING)
		hil_wire_tell_unconnected(j, role);
	else
		hil_wire_tell_other(j, role);
}

/* Both may be turned over: analyzer and board take the same edge then. */
static bool agrees_with_line(struct hil_wire_judge *j, enum hil_wire_role role)
{
	const struct hil_wire_line *line =
		hil_wire_line_at(j->w, j->w->stimulus_line);

	if (role != HIL_WIRE_STIMULUS || !j->w->board || !line ||
	    line->source != HIL_WIRE_FROM_GENERATOR || !line->polarity_known ||
	    !line->inverted)
		return false;
	hil_wire_note(j,
		      "the generator is upside down for %s and line %u alike: "
		      "no harm",
		      hil_wire_name(j, j->role[role]), line->offset);
	return true;
}

static void judge_polarity(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f;

	if (c < 0 || j->told[c] || !hil_wire_at(j, c)->polarity_known ||
	    !hil_wire_at(j, c)->inverted || agrees_with_line(j, role))
		return;
	f = hil_wire_tell(j, HIL_WIRE_INVERTED, hil_wire_name(j, c));
	j->told[c] = true;
	snprintf(f->text, sizeof(f->text), "%s shows the %s upside down",
		 hil_wire_name(j, c),
		 hil_wire_source_name(hil_wire_at(j, c)->source));
	f->config = !j->rules->board;
	if (!f->config)
		snprintf(f->todo, sizeof(f->todo),
			 "take the inverter between %s and %s out: the board "
			 "does not have it, so no setting mends it",
			 hil_wire_wire_to(role), hil_wire_name(j, c));
	else
		snprintf(f->todo, sizeof(f->todo),
			 "take the inverter before %s out, or write the other "
			 "%s",
			 hil_wire_name(j, c),
			 role == HIL_WIRE_STIMULUS ? "edge" : "probe_edge");
	if (f->config && role == HIL_WIRE_STIMULUS)
		j->v->change.edge = true;
	if (f->config && role == HIL_WIRE_PROBE)
		j->v->change.probe_edge = true;
}

static void judge_crosstalk(struct hil_wire_judge *j, int c)
{
	const struct hil_wire_channel *channel = hil_wire_at(j, c);
	struct hil_wire_finding *f;

	if (channel->crosstalk_from < 0 || channel->role == HIL_WIRE_NO_ROLE)
		return;
	f = hil_wire_tell(j, HIL_WIRE_CROSSTALK, channel->name);
	snprintf(f->text, sizeof(f->text),
		 "%s has %llu spikes, and they come with the edges of %s",
		 channel->name, (unsigned long long)channel->spikes,
		 hil_wire_name(j, channel->crosstalk_from));
	snprintf(f->todo, sizeof(f->todo),
		 "lay the wires of %s and %s apart, each twisted with a ground "
		 "wire; a series resistor at the source slows the edge",
		 channel->name, hil_wire_name(j, channel->crosstalk_from));
}

static void note_unknown(struct hil_wire_judge *j)
{
	const struct hil_wire_rules *r = j->rules;

	if (r->no_generator)
		hil_wire_note(j, "the stimulus is unknown: %s",
			      r->no_generator);
	if (r->no_toggle)
		hil_wire_note(j, "the probe is unknown: %s", r->no_toggle);
}

void hil_wire_judge(const struct hil_wire *w,
		    const struct hil_wire_rules *rules,
		    struct hil_wire_verdict *v)
{
	struct hil_wire_judge j = { .w = w, .rules = rules, .v = v };

	memset(v, 0, sizeof(*v));
	v->change.stimulus_line = w->stimulus_line;
	v->change.spare_line = w->spare_line;
	v->change.probe_line = w->probe_line;
	for (int r = 0; r <= HIL_WIRE_HEARTBEAT; r++)
		j.role[r] = -1;
	for (size_t i = 0; i < w->channels; i++)
		if (w->channel[i].role != HIL_WIRE_NO_ROLE)
			j.role[w->channel[i].role] = (int)i;
	memcpy(v->change.channel, j.role, sizeof(j.role));
	j.generator =
		find_channel(&j, HIL_WIRE_FROM_GENERATOR, HIL_WIRE_STIMULUS);
	note_unknown(&j);
	judge_swapped(&j);
	for (int r = HIL_WIRE_STIMULUS; r <= HIL_WIRE_HEARTBEAT; r++)
		judge_role(&j, (enum hil_wire_role)r);
	judge_shorted(&j);
	judge_polarity(&j, HIL_WIRE_STIMULUS);
	judge_polarity(&j, HIL_WIRE_PROBE);
	for (size_t i = 0; i < w->channels; i++)
		judge_crosstalk(&j, (int)i);
	hil_wire_judge_lines(&j);
}
