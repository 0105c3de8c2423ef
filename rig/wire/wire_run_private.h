/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search that is going on: the analyzer's side, the board's, the order. */
#ifndef HIL_WIRE_WIRE_RUN_PRIVATE_H
#define HIL_WIRE_WIRE_RUN_PRIVATE_H

#include "rig/capture/child.h"
#include "rig/instrument/generator.h"
#include "rig/wire/wire_pins.h"
#include "rig/wire/wire_run.h"

struct hil_wire_turns {
	const struct hil_run_options *o;
	struct hil_wire_search *s;
	struct hil_capture *capture;
	struct hil_generator *generator;
	int64_t sample0_mono_ns;
	uint64_t samples; /* covered */
	size_t room;      /* for edges */
	struct hil_wire_pins watcher, toggler;
	int signal_fd;
};

/** hil_wire_analyzer_open() - arm it, all channels, and wait for samples */
int hil_wire_analyzer_open(struct hil_wire_turns *t) HIL_MUST_CHECK;

/**
 * hil_wire_pass() - take in what comes for so long
 *
 * Return: 0; -EINTR a signal; -EIO the analyzer failed; other -errno. The
 * message is printed.
 */
int hil_wire_pass(struct hil_wire_turns *t, int64_t ns) HIL_MUST_CHECK;

/** hil_wire_cover() - until all before now has been seen; as hil_wire_pass() */
int hil_wire_cover(struct hil_wire_turns *t) HIL_MUST_CHECK;

/** hil_wire_sample() - the sample that the analyzer took at this time */
uint64_t hil_wire_sample(const struct hil_wire_turns *t, int64_t mono_ns);

/** hil_wire_answer() - wait for a word of hilrig-pins; as hil_wire_pass() */
int hil_wire_answer(struct hil_wire_turns *t, struct hil_wire_pins *p,
		    json_t **json) HIL_MUST_CHECK;

/**
 * hil_wire_watch() - a watcher on the board, and what lines there are
 * @also: line to watch though it may be an output; NULL: none
 * @skip: line to leave alone; NULL: none
 */
int hil_wire_watch(struct hil_wire_turns *t, const char *also,
		   const char *skip) HIL_MUST_CHECK;

/** hil_wire_count() - the watcher's counts of the phase that has just ended */
int hil_wire_count(struct hil_wire_turns *t,
		   enum hil_wire_phase phase) HIL_MUST_CHECK;

/**
 * hil_wire_toggle() - pulses on one line
 * @window: result, when it was done; @hz: result, as the board made them
 */
int hil_wire_toggle(struct hil_wire_turns *t, unsigned int line,
		    struct hil_wire_window *window, double *hz) HIL_MUST_CHECK;

/** hil_wire_copy() - a text of others, '?' for all but printable ASCII */
void hil_wire_copy(char *to, size_t size, const char *from);

/**
 * hil_wire_find_line() - a line of the board by its number or name
 * @key: who named it, for the message: "line"
 *
 * Return: 0; -EINVAL there is none, the message is printed.
 */
int hil_wire_find_line(struct hil_wire *w, const char *text, const char *key,
		       struct hil_wire_line **line) HIL_MUST_CHECK;

/** hil_wire_claim_line() - Return: 0; -EBUSY, the message names the owner */
int hil_wire_claim_line(const struct hil_wire_line *line,
			const char *key) HIL_MUST_CHECK;

/** hil_wire_find_lines() - the three lines of the config, all of them free */
int hil_wire_find_lines(struct hil_wire_turns *t) HIL_MUST_CHECK;

/** hil_wire_set_roles() - the channels of the config get their roles */
int hil_wire_set_roles(struct hil_wire_turns *t) HIL_MUST_CHECK;

#endif
