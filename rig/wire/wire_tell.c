/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each finding about a channel says, and what to change. */
#include <stdarg.h>
#include <stdio.h>

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

void hil_wire_move_role(struct hil_wire_judge *j, enum hil_wire_role role,
			int channel)
{
	j->v->change.channel[role] = channel;
	j->v->change.channels = true;
}

const char *hil_wire_wire_to(enum hil_wire_role role)
{
	return role == HIL_WIRE_STIMULUS ? "the generator's output"
	       : role == HIL_WIRE_PROBE  ? "the board's probe line"
					 : "the clock";
}

void hil_wire_tell_floating(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f =
		hil_wire_tell(j, HIL_WIRE_IS_FLOATING, hil_wire_name(j, c));

	snprintf(f->text, sizeof(f->text),
		 "%s moves without order, also while nothing is on: its wire "
		 "ends in the air",
		 hil_wire_name(j, c));
	snprintf(f->todo, sizeof(f->todo),
		 "connect %s to %s, and the analyzer's ground to the board's",
		 hil_wire_name(j, c), hil_wire_wire_to(role));
}

/* The role's signal is on @found, another channel than the configured one. */
void hil_wire_tell_moved(struct hil_wire_judge *j, enum hil_wire_role role,
			 int found)
{
	const char *word = hil_wire_role_name(role);
	int c = j->role[role];
	struct hil_wire_finding *f = hil_wire_tell(j, HIL_WIRE_WRONG_CHANNEL,
						   hil_wire_name(j, found));

	f->config = hil_wire_at(j, found)->role == HIL_WIRE_NO_ROLE;
	snprintf(f->text, sizeof(f->text), "the %s is on %s, not on %s", word,
		 hil_wire_name(j, found), hil_wire_name(j, c));
	if (f->config)
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire from %s to %s, or write %s=%s in "
			 "channels",
			 hil_wire_name(j, found), hil_wire_name(j, c),
			 hil_wire_name(j, found), word);
	else
		snprintf(f->todo, sizeof(f->todo),
			 "move the wire from %s to %s, and connect %s to %s",
			 hil_wire_name(j, found), hil_wire_name(j, c),
			 hil_wire_name(j, found),
			 hil_wire_wire_to(hil_wire_at(j, found)->role));
	if (f->config)
		hil_wire_move_role(j, role, found);
	j->told[found] = true;
}

/* The role's channel shows something else that is somebody's signal. */
void hil_wire_tell_other(struct hil_wire_judge *j, enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f =
		hil_wire_tell(j, HIL_WIRE_WRONG_CHANNEL, hil_wire_name(j, c));

	snprintf(f->text, sizeof(f->text), "%s shows the %s, %s the %s",
		 hil_wire_name(j, c),
		 hil_wire_source_name(hil_wire_at(j, c)->source),
		 hil_wire_at(j, c)->also_probe ? "and also" : "not",
		 hil_wire_role_name(role));
	snprintf(f->todo, sizeof(f->todo), "connect %s to %s",
		 hil_wire_name(j, c), hil_wire_wire_to(role));
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
		 hil_wire_name(j, c));
	j->generator_lost = true;
}

/* Silent inputs without a job, the first few; false: there is none. */
static bool free_lines(const struct hil_wire *w, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < w->lines && used + 8 < size && !w->tries; i++) {
		const struct hil_wire_line *l = &w->line[i];

		if (l->source != HIL_WIRE_NOTHING || l->spare ||
		    l->role != HIL_WIRE_NO_ROLE)
			continue;
		used += (size_t)snprintf(text + used, size - used, "%s%u",
					 used ? "," : "", l->offset);
	}
	return used > 0;
}

void hil_wire_tell_unconnected(struct hil_wire_judge *j,
			       enum hil_wire_role role)
{
	int c = j->role[role];
	struct hil_wire_finding *f;
	const struct hil_wire_line *line =
		hil_wire_line_with(j->w, HIL_WIRE_FROM_GENERATOR);
	char lines[80];

	if (role == HIL_WIRE_STIMULUS && j->w->board && !line) {
		tell_generator_lost(j, c);
		return;
	}
	f = hil_wire_tell(j, HIL_WIRE_UNCONNECTED, hil_wire_name(j, c));
	if (role == HIL_WIRE_PROBE)
		snprintf(f->text, sizeof(f->text),
			 "the probe, line %u, was toggled, and no channel saw "
			 "it",
			 j->w->probe_line);
	else
		snprintf(f->text, sizeof(f->text),
			 "%s shows nothing, whatever is on",
			 hil_wire_name(j, c));
	if (role == HIL_WIRE_PROBE && free_lines(j->w, lines, sizeof(lines)))
		snprintf(f->todo, sizeof(f->todo),
			 "connect %s to line %u; --try-lines %s would find it "
			 "on one of these",
			 hil_wire_name(j, c), j->w->probe_line, lines);
	else
		snprintf(f->todo, sizeof(f->todo), "connect %s to %s",
			 hil_wire_name(j, c), hil_wire_wire_to(role));
}
