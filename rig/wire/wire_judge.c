/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The channels of the analyzer: each role's channel shows what it should, or
 * one finding says what it shows. The lines are in wire_judge_lines.c.
 */
#include "rig/wire/wire_judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rig/wire/wire_judge_private.h"

const char *hil_wire_kind_name(enum hil_wire_kind kind)
{
	static const char *const names[] = {
		[HIL_WIRE_SWAPPED] = "swapped",
		[HIL_WIRE_INVERTED] = "inverted",
		[HIL_WIRE_UNCONNECTED] = "unconnected",
		[HIL_WIRE_IS_FLOATING] = "floating",
		[HIL_WIRE_CROSSTALK] = "cross-talk",
		[HIL_WIRE_WRONG_LINE] = "wrong line",
		[HIL_WIRE_WRONG_CHANNEL] = "wrong channel",
	};

	return names[kind];
}

struct hil_wire_finding *hil_wire_tell(struct hil_wire_judge *j,
				       enum hil_wire_kind kind,
				       const char *subject)
{
	struct hil_wire_finding *f = &j->v->finding[j->v->findings];

	/* the last slot may be told again: no caller has to look */
	if (j->v->findings < HIL_WIRE_FINDINGS - 1)
		j->v->findings++;
	*f = (struct hil_wire_finding){ .kind = kind };
	snprintf(f->subject, sizeof(f->subject), "%s", subject);
	return f;
}

void hil_wire_note(struct hil_wire_judge *j, const char *fmt, ...)
{
	va_list args;

	if (j->v->notes == HIL_WIRE_NOTES)
		return;
	va_start(args, fmt);
	vsnprintf(j->v->note[j->v->notes++], HIL_WIRE_TEXT, fmt, args);
	va_end(args);
}

static const struct hil_wire_channel *at(const struct hil_wire_judge *j,
					 int channel)
{
	return &j->w->channel[channel];
}

static const char *name(const struct hil_wire_judge *j, int channel)
{
	return at(j, channel)->name;
}

static void move_role(struct hil_wire_judge *j, enum hil_wire_role role,
		      int channel)
{
	j->v->change.channel[role] = channel;
	j->v->change.channels = true;
}

/* The role's own channel if it shows the source, else any that does. */
static int find_channel(const struct hil_wire_judge *j,
			enum hil_wire_source source, enum hil_wire_role role)
{
	if (j->role[role] >= 0 && at(j, j->role[role])->source == source)
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

	if (s < 0 || p < 0 || at(j, s)->source != HIL_WIRE_FROM_PROBE ||
	    at(j, p)->source != HIL_WIRE_FROM_GENERATOR)
		return false;
	snprintf(subject, sizeof(subject), "%.36s and %.36s", name(j, s),
		 name(j, p));
	f = hil_wire_tell(j, HIL_WIRE_SWAPPED, subject);
	snprintf(f->text, sizeof(f->text),
		 "%s shows the probe and %s the generator", name(j, s),
		 name(j, p));
	snprintf(f->todo, sizeof(f->todo),
		 "exchange the two wires, or write channels = %s=stimulus,"
		 "%s=probe",
		 name(j, p), name(j, s));
	f->config = true;
	move_role(j, HIL_WIRE_STIMULUS, p);
	move_role(j, HIL_WIRE_PROBE, s);
	j->told[s] = j->told[p] = true;
	return true;
}

static const char *wire_to(enum hil_wire_role role)
{
	return role == HIL_WIRE_STIMULUS ? "the generator's output"
	       : role == HIL_WIRE_PROBE  ? "the board's probe line"
					 : "the clock";
}

static void tell_floating(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f =
		hil_wire_tell(j, HIL_WIRE_IS_FLOATING, name(j, c));

	snprintf(f->text, sizeof(f->text),
		 "%s moves without order, also while nothing is on: its wire "
		 "ends in the air",
		 name(j, c));
	snprintf(f->todo, sizeof(f->todo),
		 "connect %s to %s, and the analyzer's ground to the board's",
		 name(j, c), wire_to(role));
}

/* The role's signal is on @found, another channel than the configured one. */
static void tell_moved(struct hil_wire_judge *j, enum hil_wire_role role,
		       int found)
{
	const char *word = hil_wire_role_name(role);
	int c = j->role[role];
	struct hil_wire_finding *f =
		hil_wire_tell(j, HIL_WIRE_WRONG_CHANNEL, name(j, found));

	f->config = at(j, found)->role == HIL_WIRE_NO_ROLE;
	snprintf(f->text, sizeof(f->text), "the %s is on %s, not on %s", word,
		 name(j, found), name(j, c));
	if (f->config)
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire from %s to %s, or write %s=%s in "
			 "channels",
			 name(j, found), name(j, c), name(j, found), word);
	else
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire from %s to %s, and connect %s to %s",
			 name(j, found), name(j, c), name(j, found),
			 wire_to(at(j, found)->role));
	if (f->config)
		move_role(j, role, found);
	j->told[found] = true;
}

/* The role's channel shows something else that is somebody's signal. */
static void tell_other(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f =
		hil_wire_tell(j, HIL_WIRE_WRONG_CHANNEL, name(j, c));

	snprintf(f->text, sizeof(f->text), "%s shows the %s, not the %s",
		 name(j, c), hil_wire_source_name(at(j, c)->source),
		 hil_wire_role_name(role));
	snprintf(f->todo, sizeof(f->todo), "connect %s to %s", name(j, c),
		 wire_to(role));
}

static void tell_generator_lost(struct hil_wire_judge *j, int c)
{
	struct hil_wire_finding *f =
		hil_wire_tell(j, HIL_WIRE_UNCONNECTED, "generator");

	snprintf(f->text, sizeof(f->text),
		 "the generator was on, and neither a channel nor a line of "
		 "the board saw it");
	snprintf(f->todo, sizeof(f->todo),
		 "connect its output (the right one of several) to the "
		 "stimulus line and to %s",
		 name(j, c));
	j->generator_lost = true;
}

static void tell_unconnected(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f;
	const struct hil_wire_line *line =
		hil_wire_line_with(j->w, HIL_WIRE_FROM_GENERATOR);

	if (role == HIL_WIRE_STIMULUS && j->w->board && !line) {
		tell_generator_lost(j, c);
		return;
	}
	f = hil_wire_tell(j, HIL_WIRE_UNCONNECTED, name(j, c));
	if (role == HIL_WIRE_PROBE)
		snprintf(f->text, sizeof(f->text),
			 "the probe, line %u, was toggled, and no channel saw "
			 "it",
			 j->w->probe_line);
	else
		snprintf(f->text, sizeof(f->text),
			 "%s shows nothing, whatever is on", name(j, c));
	snprintf(f->todo, sizeof(f->todo), "connect %s to %s", name(j, c),
		 wire_to(role));
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
			 name(j, try->channel), try->line, j->w->probe_line);
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

	if (c < 0 || j->told[c] || at(j, c)->source == wanted[role])
		return;
	found = find_channel(j, wanted[role], role);
	j->told[c] = true;
	if (at(j, c)->source == HIL_WIRE_FLOATING)
		tell_floating(j, role);
	else if (!was_tested(j, role))
		j->told[c] = false; /* silence says nothing then */
	else if (found >= 0)
		tell_moved(j, role, found);
	else if (role == HIL_WIRE_PROBE && judge_tries(j))
		return;
	else if (at(j, c)->source == HIL_WIRE_NOTHING)
		tell_unconnected(j, role);
	else
		tell_other(j, role);
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
		      name(j, j->role[role]), line->offset);
	return true;
}

static void judge_polarity(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f;

	if (c < 0 || j->told[c] || !at(j, c)->polarity_known ||
	    !at(j, c)->inverted || agrees_with_line(j, role))
		return;
	f = hil_wire_tell(j, HIL_WIRE_INVERTED, name(j, c));
	j->told[c] = true;
	snprintf(f->text, sizeof(f->text), "%s shows the %s upside down",
		 name(j, c), hil_wire_source_name(at(j, c)->source));
	f->config = !j->rules->board;
	if (!f->config)
		snprintf(f->todo, sizeof(f->todo),
			 "take the inverter between %s and %s out: the board "
			 "does not have it, so no setting mends it",
			 wire_to(role), name(j, c));
	else
		snprintf(f->todo, sizeof(f->todo),
			 "take the inverter before %s out, or write the other "
			 "%s",
			 name(j, c),
			 role == HIL_WIRE_STIMULUS ? "edge" : "probe_edge");
	if (f->config && role == HIL_WIRE_STIMULUS)
		j->v->change.edge = true;
	if (f->config && role == HIL_WIRE_PROBE)
		j->v->change.probe_edge = true;
}

static void judge_crosstalk(struct hil_wire_judge *j, int c)
{
	const struct hil_wire_channel *channel = at(j, c);
	struct hil_wire_finding *f;

	if (channel->crosstalk_from < 0 || channel->role == HIL_WIRE_NO_ROLE)
		return;
	f = hil_wire_tell(j, HIL_WIRE_CROSSTALK, channel->name);
	snprintf(f->text, sizeof(f->text),
		 "%s has %llu spikes, and they come with the edges of %s",
		 channel->name, (unsigned long long)channel->spikes,
		 name(j, channel->crosstalk_from));
	snprintf(f->todo, sizeof(f->todo),
		 "lay the wires of %s and %s apart, each twisted with a ground "
		 "wire; a series resistor at the source slows the edge",
		 channel->name, name(j, channel->crosstalk_from));
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
	judge_polarity(&j, HIL_WIRE_STIMULUS);
	judge_polarity(&j, HIL_WIRE_PROBE);
	for (size_t i = 0; i < w->channels; i++)
		judge_crosstalk(&j, (int)i);
	hil_wire_judge_lines(&j);
}
