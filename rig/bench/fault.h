/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults that the bench can make on purpose, and how they are written. */
#ifndef HIL_BENCH_FAULT_H
#define HIL_BENCH_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hil_fault_kind {
	HIL_FAULT_NONE,
	HIL_FAULT_CLEAR, /* end the lasting faults below */
	/* each Nth probe edge, lasting */
	HIL_FAULT_MISSING, /* does not happen; the pin stays turned over */
	HIL_FAULT_EXTRA,   /* another edge 300 us later */
	HIL_FAULT_GLITCH,  /* a pulse of two samples, 20 us later */
	HIL_FAULT_BURST,   /* ten pulses, 10 us apart, from 20 us later */
	/* of the analyzer's clock and inputs, lasting */
	HIL_FAULT_CLOCK,     /* ppm */
	HIL_FAULT_RATE,      /* Hz, while the nominal rate is claimed */
	HIL_FAULT_SKEW,      /* ns that the probe is seen late */
	HIL_FAULT_EDGE_TIME, /* ns that the generator's edges take */
	HIL_FAULT_THRESHOLD, /* mV, of the probe's channel */
	HIL_FAULT_LOOPBACK,  /* the probe's channel is wired to the stimulus */
	/* of the wires, lasting */
	HIL_FAULT_SWAP,   /* stimulus and probe are on each other's channel */
	HIL_FAULT_INVERT, /* a channel is seen inverted */
	HIL_FAULT_OPEN,   /* a channel has no wire, and stays low */
	HIL_FAULT_FLOAT,  /* a channel has no wire, and picks up noise */
	HIL_FAULT_CROSSTALK,     /* a channel's edges are spikes on another */
	HIL_FAULT_STIMULUS_LINE, /* the generator is on this line */
	HIL_FAULT_PROBE_LINE,    /* the probe's channel is on this line */
	HIL_FAULT_WIRE, /* an output line of the board drives another */
	/* once, in the sample stream */
	HIL_FAULT_GAP,       /* samples lost without a word */
	HIL_FAULT_EARLY_END, /* the stream ends (half-closed), without a word */
	HIL_FAULT_CLOSE,     /* the peer closes the connection */
	HIL_FAULT_RESET,     /* the peer resets it */
	HIL_FAULT_STALL,     /* no more samples, the connection stays */
	HIL_FAULT_GENERATOR_STOP, /* no more edges though the output is on */
	HIL_FAULT_KINDS
};

struct hil_fault {
	enum hil_fault_kind kind;
	int64_t value;    /* edges, ppb, Hz, ns, samples, channel or line */
	int64_t to;       /* the other channel or line of two */
	int64_t after_ns; /* since the capture's start; -1: at once */
};

/**
 * hil_fault_parse() - read "KIND", "KIND=VALUE", "KIND=FROM:TO", each with
 *	"@SECONDS" or without
 * @text: one fault
 * @f: result
 * @problem: result on failure, a text for the user, @size bytes
 *
 * Context: any. Return: 0; -EINVAL.
 */
int hil_fault_parse(const char *text, struct hil_fault *f, char *problem,
		    size_t size);

/** hil_fault_name() - "missing", as it is written */
const char *hil_fault_name(enum hil_fault_kind kind);

/** hil_fault_help() - one line for each kind, ends with a newline */
const char *hil_fault_help(void);

#endif
