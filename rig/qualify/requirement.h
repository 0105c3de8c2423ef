/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One thing that a rig must be able to do, and what was found of it.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_QUALIFY_REQUIREMENT_H
#define HIL_QUALIFY_REQUIREMENT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_qualify;

/* In order of weight: the first of two that are found stays. */
enum hil_finding_state {
	HIL_FINDING_FAILED,
	HIL_FINDING_NOT_POSSIBLE,   /* here; the text names what is missing */
	HIL_FINDING_NOT_APPLICABLE, /* to this rig; the text says why */
	HIL_FINDING_PASSED,
	HIL_FINDING_NOT_RUN, /* interrupted before */
	HIL_FINDING_STATES
};

#define HIL_FINDING_TEXT 512

struct hil_finding {
	enum hil_finding_state state; /* NOT_RUN at first */
	char text[HIL_FINDING_TEXT];
	json_t *values;   /* owned; name, value, unit, count, U, k */
	json_t *evidence; /* owned; paths in the dossier */
};

/* What a rig must have for a requirement; else it is not tested. */
#define HIL_NEEDS_BOARD     1u /* hilrigd answers: board = exec */
#define HIL_NEEDS_GENERATOR 2u /* one that hilrig switches, and line_volts */

struct hil_requirement {
	const char *id;        /* "OQ-05" */
	const char *text;      /* what must hold, in plain words */
	const char *why;       /* what goes wrong when it does not */
	const char *method;    /* how it is tested */
	const char *criterion; /* what is accepted */
	unsigned int needs;
	void (*check)(struct hil_qualify *q, struct hil_finding *f);
};

/* In the order in which they are tested; a NULL id ends each. */
extern const struct hil_requirement hil_requirements_installation[];
extern const struct hil_requirement hil_requirements_operation[];
extern const struct hil_requirement hil_requirements_performance[];

/* The parts, with their names; a NULL name ends it. */
struct hil_requirement_part {
	const char *name;
	const struct hil_requirement *row;
};
extern const struct hil_requirement_part hil_requirement_parts[];

/** hil_finding_init() - nothing found yet. Return: 0 or -ENOMEM. */
int hil_finding_init(struct hil_finding *f) HIL_MUST_CHECK;
void hil_finding_free(struct hil_finding *f);

/**
 * hil_finding_set() - what was found, in one sentence
 *
 * A worse state takes the place of a better one, with its sentence; of two
 * equal ones the first stays.
 */
void hil_finding_set(struct hil_finding *f, enum hil_finding_state state,
		     const char *fmt, ...) HIL_PRINTF(3, 4);

/** hil_finding_state_name() - "passed", "not possible here", … */
const char *hil_finding_state_name(enum hil_finding_state state);

/* A measured value. */
struct hil_finding_value {
	const char *name;
	double value; /* NAN: unknown */
	const char *unit;
	uint64_t count; /* of what it was made of; 0: not said */
	double u;       /* expanded, k = 2; 0: a count or a setting, that has
			 * none; NAN: unknown */
};

/** hil_finding_value() - put a value beside the sentence */
void hil_finding_value(struct hil_finding *f,
		       const struct hil_finding_value *value);

/** hil_finding_count() - a value that is a whole number */
void hil_finding_count(struct hil_finding *f, const char *name, uint64_t count);

/** hil_finding_evidence() - a file of the dossier that shows it */
void hil_finding_evidence(struct hil_finding *f, const char *path);

#endif
