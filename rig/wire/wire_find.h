/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is connected to what, from edges and counts alone: pure, so that every
 * mistake can be tested without a wire.
 *
 * The generator makes two frequencies, one after the other, the board's probe
 * line makes counted pulses, and in between all is silent. Nothing else does
 * that: a channel or line that shows both frequencies is wired to the
 * generator, one that shows the pulses is wired to the probe.
 */
#ifndef HIL_WIRE_WIRE_FIND_H
#define HIL_WIRE_WIRE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rig/wire/wire_signal.h"

#define HIL_WIRE_CHANNELS 128
#define HIL_WIRE_LINES    128
#define HIL_WIRE_TRIES    16

enum hil_wire_phase {
	HIL_WIRE_QUIET,  /* nothing is on */
	HIL_WIRE_FAST,   /* generator, first frequency */
	HIL_WIRE_SLOW,   /* generator, second frequency */
	HIL_WIRE_TOGGLE, /* the probe line */
	HIL_WIRE_PHASES
};

enum hil_wire_role {
	HIL_WIRE_NO_ROLE,
	HIL_WIRE_STIMULUS,
	HIL_WIRE_PROBE,
	HIL_WIRE_HEARTBEAT
};

/* What drives a channel or a line. */
enum hil_wire_source {
	HIL_WIRE_NOTHING, /* no edge at all */
	HIL_WIRE_FROM_GENERATOR,
	HIL_WIRE_FROM_PROBE,
	HIL_WIRE_FROM_CLOCK, /* steady, and not ours */
	HIL_WIRE_FLOATING,   /* edges without order, or mains */
	HIL_WIRE_UNKNOWN     /* could not be looked at */
};

struct hil_wire_channel {
	unsigned int index;      /* bit in the samples */
	char name[64];           /* as the config has it, else the device */
	char device_name[64];    /* "": the same */
	enum hil_wire_role role; /* as configured */
	/* result */
	enum hil_wire_source source;
	bool polarity_known, inverted;
	double hz;          /* of what it shows; 0: unknown */
	bool also_probe;    /* the probe beside the generator */
	int crosstalk_from; /* index into the channels, -1: none */
	uint64_t spikes;
	struct hil_wire_signal signal[HIL_WIRE_PHASES];
};

/* A line's edges in one phase, as the board counted them. */
struct hil_wire_count {
	uint64_t rising, falling;
	int64_t span_ns, high_ns;
};

struct hil_wire_line {
	unsigned int offset;
	char name[32];
	char state[24];          /* "watched", or why not */
	char owner[32];          /* of a busy one */
	enum hil_wire_role role; /* as configured */
	bool spare;
	struct hil_wire_count count[HIL_WIRE_PHASES];
	/* result */
	enum hil_wire_source source;
	bool polarity_known, inverted;
	double hz;
	bool also_probe; /* the probe beside the generator */
};

/* A free line that was toggled because the probe's was not seen. */
struct hil_wire_try {
	unsigned int line;
	struct hil_wire_window window;
	int channel; /* result: index into the channels, -1: none */
};

struct hil_wire {
	/* input: what was made. A frequency or a count of 0 was not. */
	double hz[HIL_WIRE_PHASES];
	double high[HIL_WIRE_PHASES]; /* part of the period; 0.5 tells no
				       * polarity */
	uint64_t pulses;
	/* input: the analyzer */
	double rate_hz;
	const uint64_t *edge; /* all channels, in order */
	size_t edges;
	struct hil_wire_window window[HIL_WIRE_PHASES];
	size_t channels;
	struct hil_wire_channel channel[HIL_WIRE_CHANNELS];
	/* input: the board */
	bool board; /* it was asked */
	bool watched[HIL_WIRE_PHASES];
	unsigned int stimulus_line, spare_line, probe_line;
	size_t lines;
	struct hil_wire_line line[HIL_WIRE_LINES];
	size_t tries;
	struct hil_wire_try try[HIL_WIRE_TRIES];
};

/**
 * hil_wire_find() - fill the results of all channels and lines in
 *
 * Context: any but RT. Return: 0; -ENOMEM.
 */
int hil_wire_find(struct hil_wire *w);

/** hil_wire_generator_ran() - were both frequencies made? */
bool hil_wire_generator_ran(const struct hil_wire *w);

/** hil_wire_source_name() - "generator" */
const char *hil_wire_source_name(enum hil_wire_source source);

/** hil_wire_role_name() - as `channels` has it; "" for none */
const char *hil_wire_role_name(enum hil_wire_role role);

#endif
