/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the board: who counted the generator's edges and the probe's. */
#include <stdio.h>
#include <string.h>

#include "rig/wire/wire_judge_private.h"

const struct hil_wire_line *hil_wire_line_at(const struct hil_wire *w,
					     unsigned int offset)
{
	for (size_t i = 0; i < w->lines; i++)
		if (w->line[i].offset == offset)
			return &w->line[i];
	return NULL;
}

const struct hil_wire_line *hil_wire_line_with(const struct hil_wire *w,
					       enum hil_wire_source source)
{
	for (size_t i = 0; i < w->lines; i++)
		if (w->line[i].source == source)
			return &w->line[i];
	return NULL;
}

static struct hil_wire_finding *tell_line(struct hil_wire_judge *j,
					  enum hil_wire_kind kind,
					  unsigned int offset)
{
	char subject[80];

	snprintf(subject, sizeof(subject), "line %u", offset);
	return hil_wire_tell(j, kind, subject);
}

/* The config can say it unless the line has another job that stays. */
static void take_line(struct hil_wire_judge *j, struct hil_wire_finding *f,
		      unsigned int found)
{
	const struct hil_wire *w = j->w;
	struct hil_wire_change *c = &j->v->change;

	f->config = found != w->probe_line;
	if (!f->config)
		return;
	c->stimulus_line = found;
	c->line = true;
	if (found != w->spare_line)
		return;
	c->spare_line = w->stimulus_line;
	c->spare = true;
}

static void tell_wrong_line(struct hil_wire_judge *j, unsigned int found)
{
	const struct hil_wire *w = j->w;
	struct hil_wire_finding *f = tell_line(j, HIL_WIRE_WRONG_LINE, found);

	snprintf(f->text, sizeof(f->text),
		 "the board counts the generator's edges on line %u, the "
		 "configured one is line %u",
		 found, w->stimulus_line);
	take_line(j, f, found);
	if (!f->config)
		snprintf(f->todo, sizeof(f->todo),
			 "move the generator's wire to line %u at once: line "
			 "%u is the probe, an output",
			 w->stimulus_line, found);
	else if (j->v->change.spare)
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire to line %u, or write line = %u and "
			 "spare = %u",
			 w->stimulus_line, found, w->stimulus_line);
	else
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire to line %u, or write line = %u",
			 w->stimulus_line, found);
}

static void tell_line_unconnected(struct hil_wire_judge *j)
{
	struct hil_wire_finding *f =
		tell_line(j, HIL_WIRE_UNCONNECTED, j->w->stimulus_line);

	snprintf(f->text, sizeof(f->text),
		 "%s shows the generator, and no line of the board counts its "
		 "edges",
		 j->generator >= 0 ? j->w->channel[j->generator].name
				   : "a channel");
	snprintf(f->todo, sizeof(f->todo),
		 "connect the generator's output to line %u",
		 j->w->stimulus_line);
}

static void tell_line_floating(struct hil_wire_judge *j)
{
	struct hil_wire_finding *f =
		tell_line(j, HIL_WIRE_IS_FLOATING, j->w->stimulus_line);

	snprintf(f->text, sizeof(f->text),
		 "line %u moves without order, also while nothing is on",
		 j->w->stimulus_line);
	snprintf(f->todo, sizeof(f->todo),
		 "connect the generator's output to line %u, and its ground to "
		 "the board's",
		 j->w->stimulus_line);
}

static void judge_stimulus_line(struct hil_wire_judge *j)
{
	const struct hil_wire *w = j->w;
	const struct hil_wire_line *mine =
		hil_wire_line_at(w, w->stimulus_line);
	const struct hil_wire_line *found =
		hil_wire_line_with(w, HIL_WIRE_FROM_GENERATOR);

	if (mine && mine->source == HIL_WIRE_FROM_GENERATOR)
		return;
	if (mine && mine->source == HIL_WIRE_FLOATING)
		tell_line_floating(j);
	else if (found)
		tell_wrong_line(j, found->offset);
	else if (!mine || mine->source == HIL_WIRE_UNKNOWN)
		hil_wire_note(j, "line %u is unknown: it cannot be watched, %s",
			      w->stimulus_line,
			      mine ? mine->state : "the chip has no such line");
	else if (mine->source == HIL_WIRE_FROM_PROBE)
		return; /* told with the probe's other ends */
	else if (j->generator >= 0)
		tell_line_unconnected(j);
}

/* A second end of a wire where none belongs. */
static void judge_other_end(struct hil_wire_judge *j,
			    const struct hil_wire_line *line)
{
	const char *from =
		line->also_probe ? "probe" : hil_wire_source_name(line->source);
	struct hil_wire_finding *f;

	if (line->role == HIL_WIRE_NO_ROLE && !line->spare) {
		hil_wire_note(j, "line %u also sees the %s", line->offset,
			      from);
		return;
	}
	f = tell_line(j, HIL_WIRE_WRONG_LINE, line->offset);
	snprintf(f->text, sizeof(f->text), "line %u, the %s, also gets the %s",
		 line->offset, line->spare ? "spare" : "stimulus", from);
	snprintf(f->todo, sizeof(f->todo), "take the %s's wire off line %u",
		 from, line->offset);
}

/* The channel of the stimulus shows it upright, the board does not. */
static void judge_line_polarity(struct hil_wire_judge *j,
				const struct hil_wire_line *line)
{
	const struct hil_wire_channel *c =
		j->generator >= 0 ? &j->w->channel[j->generator] : NULL;
	struct hil_wire_finding *f;

	if (!line->polarity_known || !line->inverted || !c ||
	    !c->polarity_known || c->inverted)
		return;
	f = tell_line(j, HIL_WIRE_INVERTED, line->offset);
	snprintf(f->text, sizeof(f->text),
		 "line %u sees the generator upside down, and %s does not",
		 line->offset, c->name);
	snprintf(f->todo, sizeof(f->todo),
		 "take the inverter before line %u out, or connect %s behind "
		 "it",
		 line->offset, c->name);
}

static void judge_line(struct hil_wire_judge *j,
		       const struct hil_wire_line *line)
{
	const struct hil_wire_line *mine =
		hil_wire_line_at(j->w, j->w->stimulus_line);
	bool mine_sees = mine && mine->source == HIL_WIRE_FROM_GENERATOR;

	if (line->source == HIL_WIRE_FROM_PROBE || line->also_probe ||
	    (line->source == HIL_WIRE_FROM_GENERATOR && line != mine &&
	     mine_sees))
		judge_other_end(j, line);
	if (line == mine && mine_sees)
		judge_line_polarity(j, line);
}

void hil_wire_judge_lines(struct hil_wire_judge *j)
{
	if (!j->w->board)
		return;
	if (hil_wire_generator_ran(j->w) && !j->generator_lost)
		judge_stimulus_line(j);
	for (size_t i = 0; i < j->w->lines; i++)
		judge_line(j, &j->w->line[i]);
}
