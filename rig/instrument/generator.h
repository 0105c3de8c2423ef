/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The signal generator that makes the stimulus, whatever kind it is.
 *
 * It drives the pin of a board that somebody paid for: there is no output
 * before the line's voltage is known, never one above it or below ground, and
 * whoever turned it on turns it off again.
 */
#ifndef HIL_INSTRUMENT_GENERATOR_H
#define HIL_INSTRUMENT_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/stimulus/pattern.h"

struct hil_generator;

/* A square wave. Levels are those at the load. */
struct hil_generator_wave {
	double frequency_hz;
	double high_volts;
	double low_volts;
	double load_ohms; /* what the line is to the generator; INFINITY: a
			   * pin, by far the usual case */
	double duty;      /* part of the period at the high level, 0 to 1 */
	uint64_t burst;   /* stop after so many periods; 0: go on */
	struct hil_pattern pattern; /* all zero: steady */
	bool buffered; /* a Schmitt trigger of the line's voltage stands
			* between generator and line */
};

/**
 * hil_generator_list() - the kinds of device that hil_generator_open() takes
 *
 * Context: any. Return: one line of text a kind, NULL at the end.
 */
const char *const *hil_generator_list(void);

/**
 * hil_generator_open() - connect and identify; the output stays as it is
 * @device: "lxi:HOST[:PORT]" SCPI on raw TCP, port 5025;
 *	"usbtmc[:serial=TEXT][:vid=HEX,pid=HEX]" SCPI on USB;
 *	"audio[:device=TEXT][,rate=HZ]" a sound card; "manual" somebody turns
 *	knobs
 * @line_volts: the stimulus line's voltage; 0: not known, so no output
 * @g: result; NULL after a failure
 *
 * Every function here prints a message with device and reason when it fails.
 * Context: start-up only; takes up to 4 s when nobody answers.
 * Return: 0; -EINVAL no such kind; -ENOMEM; -errno of the connection;
 * -ETIMEDOUT; -EBADMSG the answer is no SCPI.
 */
int hil_generator_open(const char *device, double line_volts,
		       struct hil_generator **g) HIL_MUST_CHECK;

/**
 * hil_generator_open_board() - hil_generator_open(), for pins of the board too
 * @device: also "gpio:chip=CHIP,line=LINE" and "pwm:chip=CHIP,channel=N"
 * @board: board.exec, how to reach it; NULL or "": this machine is the board
 *
 * Takes up to 10 s when the board does not answer.
 */
int hil_generator_open_board(const char *device, double line_volts,
			     const char *board,
			     struct hil_generator **g) HIL_MUST_CHECK;

/** hil_generator_identity() - "maker,model,serial,version", printable ASCII */
const char *hil_generator_identity(const struct hil_generator *g);

/** hil_generator_switchable() - false for one that only people can turn on */
bool hil_generator_switchable(const struct hil_generator *g);

/**
 * hil_generator_burst_most() - the longest burst that every instrument of its
 *	kind takes
 *
 * Return: periods; 0: it makes no bursts of a steady wave.
 * Source: Keysight 33210A/33220A user's guide, burst count 1 to 50,000; Rigol
 * DG1000Z and Siglent SDG programming guides, 1 to 1,000,000.
 */
uint64_t hil_generator_burst_most(const struct hil_generator *g);

/** hil_generator_patterns() - which it can do: HIL_PATTERN_BIT() of each */
unsigned int hil_generator_patterns(const struct hil_generator *g);

/**
 * hil_generator_set() - output off, then load, wave and levels, read back
 *
 * Return: 0; -EPERM the line's voltage is not known; -EOPNOTSUPP a pattern
 * that it cannot do, the message names those that it can; -ERANGE a level
 * outside the line's, or a value that the generator did not take; -EINVAL not a
 * wave; -EIO the generator reported an error; -errno of the connection.
 */
int hil_generator_set(struct hil_generator *g,
		      const struct hil_generator_wave *wave) HIL_MUST_CHECK;

/** hil_generator_actual_hz() - as read back; 0: not known */
double hil_generator_actual_hz(const struct hil_generator *g);

/**
 * hil_generator_on() - output on; a burst begins
 *
 * From now on a guard process turns it off if this one dies (guard.h).
 * Return: 0; -EPERM nothing was set before; -EOPNOTSUPP not switchable; -EIO;
 * -errno of the connection.
 */
int hil_generator_on(struct hil_generator *g) HIL_MUST_CHECK;

/**
 * hil_generator_turn() - a single shot, when one is due
 *
 * To be called often while it is on: generators that time their pattern
 * themselves need no help, others get each pulse by a trigger from here.
 * Return: 0; -EIO; -errno of the connection.
 */
int hil_generator_turn(struct hil_generator *g, int64_t mono_ns) HIL_MUST_CHECK;

/**
 * hil_generator_off() - output off, read back
 *
 * Connects once more when the connection was lost.
 * Return: 0; -EOPNOTSUPP not switchable; -EIO; -errno of the connection.
 */
int hil_generator_off(struct hil_generator *g) HIL_MUST_CHECK;

/**
 * hil_generator_again() - after the connection was lost: the same instrument,
 *	with its wave set again, and on if it was on
 *
 * Takes up to 1 s when nobody answers.
 * Return: 0; -EOPNOTSUPP not switchable; -EXDEV it is another instrument now,
 * the message is printed; as hil_generator_set() and hil_generator_on().
 */
int hil_generator_again(struct hil_generator *g) HIL_MUST_CHECK;

/** hil_generator_alive() - is the connection up? Does not wait. */
bool hil_generator_alive(const struct hil_generator *g);

/* What a generator says of itself since it was opened by anybody. */
struct hil_generator_report {
	uint64_t skipped; /* periods that it left out, being late */
	uint64_t late;    /* edges that came later than planned */
	uint64_t stalls;  /* times that its own host stood still */
	/* how far edges were behind their time, where it keeps that; 0 edges:
	 * it does not, or made none */
	uint64_t edges;
	int64_t late_min_ns, late_mean_ns, late_p99_ns, late_max_ns;
};

/**
 * hil_generator_report() - the generator's own books, where it keeps any
 *
 * One that is made of software on a busy host has something to tell; a box
 * with a quartz has not.
 * Return: 0; -EOPNOTSUPP it keeps none; -errno, the message is printed.
 */
int hil_generator_report(struct hil_generator *g,
			 struct hil_generator_report *report) HIL_MUST_CHECK;

/** hil_generator_close() - off if it was ours to turn off; NULL-safe */
void hil_generator_close(struct hil_generator *g);

#endif
