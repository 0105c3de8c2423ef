/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with the wires, and the one thing to change for each. */
#ifndef HIL_WIRE_WIRE_JUDGE_H
#define HIL_WIRE_WIRE_JUDGE_H

#include "daemon/base/attr.h"
#include "rig/wire/wire_find.h"

#define HIL_WIRE_FINDINGS 16
#define HIL_WIRE_NOTES    16
#define HIL_WIRE_TEXT     240

enum hil_wire_kind {
	HIL_WIRE_SWAPPED,
	HIL_WIRE_INVERTED,
	HIL_WIRE_UNCONNECTED,
	HIL_WIRE_IS_FLOATING,
	HIL_WIRE_CROSSTALK,
	HIL_WIRE_WRONG_LINE,   /* of the board */
	HIL_WIRE_WRONG_CHANNEL /* of the analyzer */
};

struct hil_wire_finding {
	enum hil_wire_kind kind;
	char subject[80];         /* "D0", "line 5", "D0 and D1" */
	char text[HIL_WIRE_TEXT]; /* what is wrong */
	char todo[HIL_WIRE_TEXT]; /* the one thing to change */
	bool config; /* the config can say it as it is, see hil_wire_change */
};

/* The config that would be true of the wires as they are. */
struct hil_wire_change {
	int channel[HIL_WIRE_HEARTBEAT + 1]; /* by role, -1: none */
	bool channels;                       /* that differ from the config */
	unsigned int stimulus_line, spare_line, probe_line;
	bool line, spare, probe; /* these differ from the config */
	bool edge;               /* the other edge of the stimulus */
	bool probe_edge;         /* and of the answer */
};

struct hil_wire_verdict {
	size_t findings;
	struct hil_wire_finding finding[HIL_WIRE_FINDINGS];
	size_t notes; /* what is no mistake, or could not be found out */
	char note[HIL_WIRE_NOTES][HIL_WIRE_TEXT];
	struct hil_wire_change change;
};

/* What the config says beside channels and lines. */
struct hil_wire_rules {
	bool board; /* a hilrigd answers, and takes the same edges */
	const char *no_generator; /* why no signature was made, or NULL */
	const char *no_toggle;    /* why the probe was not toggled, or NULL */
};

/**
 * hil_wire_judge() - compare what was found with what is configured
 * @w: after hil_wire_find()
 *
 * Each mistake is told once: what follows from it is not told beside it.
 * Context: any.
 */
void hil_wire_judge(const struct hil_wire *w,
		    const struct hil_wire_rules *rules,
		    struct hil_wire_verdict *v);

/** hil_wire_kind_name() - "swapped", "wrong line" */
const char *hil_wire_kind_name(enum hil_wire_kind kind);

#endif
