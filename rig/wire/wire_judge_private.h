/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the judge of the channels and the judge of the lines share. */
#ifndef HIL_WIRE_WIRE_JUDGE_PRIVATE_H
#define HIL_WIRE_WIRE_JUDGE_PRIVATE_H

#include "rig/wire/wire_judge.h"

struct hil_wire_judge {
	const struct hil_wire *w;
	const struct hil_wire_rules *rules;
	struct hil_wire_verdict *v;
	int generator;                    /* channel that shows it, -1: none */
	int role[HIL_WIRE_HEARTBEAT + 1]; /* configured channels, -1: none */
	bool told[HIL_WIRE_CHANNELS];     /* something is wrong with it */
	bool generator_lost;              /* told: nobody sees it */
};

/** hil_wire_tell() - one more finding. Return: NULL when there are too many */
struct hil_wire_finding *hil_wire_tell(struct hil_wire_judge *j,
				       enum hil_wire_kind kind,
				       const char *subject);

/** hil_wire_note() - something worth a line that is no mistake */
void hil_wire_note(struct hil_wire_judge *j, const char *fmt, ...)
	HIL_PRINTF(2, 3);

/** hil_wire_at() - a channel by its place in the list */
static inline const struct hil_wire_channel *
hil_wire_at(const struct hil_wire_judge *j, int channel)
{
	return &j->w->channel[channel];
}

/** hil_wire_name() - its name */
static inline const char *hil_wire_name(const struct hil_wire_judge *j,
					int channel)
{
	return hil_wire_at(j, channel)->name;
}

/** hil_wire_move_role() - the config may say that the role is on @channel */
void hil_wire_move_role(struct hil_wire_judge *j, enum hil_wire_role role,
			int channel);

/** hil_wire_wire_to() - where the wire of a role's channel belongs */
const char *hil_wire_wire_to(enum hil_wire_role role);

/** hil_wire_tell_floating() - the role's channel has no wire */
void hil_wire_tell_floating(struct hil_wire_judge *j, enum hil_wire_role role);

/** hil_wire_tell_moved() - the role's signal is on the channel @found */
void hil_wire_tell_moved(struct hil_wire_judge *j, enum hil_wire_role role,
			 int found);

/** hil_wire_tell_other() - the role's channel shows somebody else's signal */
void hil_wire_tell_other(struct hil_wire_judge *j, enum hil_wire_role role);

/** hil_wire_tell_unconnected() - the role's channel shows nothing */
void hil_wire_tell_unconnected(struct hil_wire_judge *j,
			       enum hil_wire_role role);

/** hil_wire_judge_lines() - which lines of the board are wrong */
void hil_wire_judge_lines(struct hil_wire_judge *j);

/** hil_wire_line_at() - a line by its number, NULL: the board has none */
const struct hil_wire_line *hil_wire_line_at(const struct hil_wire *w,
					     unsigned int offset);

/** hil_wire_line_with() - first line with this source, NULL: none */
const struct hil_wire_line *hil_wire_line_with(const struct hil_wire *w,
					       enum hil_wire_source source);

#endif
