/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The generator in a run: opened, watched, taken back when it returns.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_RUN_STIMULUS_H
#define HIL_RUN_STIMULUS_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"
#include "daemon/stimulus/pattern.h"
#include "rig/instrument/generator.h"
#include "rig/run/options.h"

struct hil_run;

/**
 * hil_stimulus_pattern() - the pattern that the options name
 *
 * Return: 0; -EINVAL, the message is printed.
 */
int hil_stimulus_pattern(const struct hil_run_options *o,
			 struct hil_pattern *p) HIL_MUST_CHECK;

/** hil_stimulus_bounds() - from edge to edge, with options that are checked */
struct hil_pattern_bounds hil_stimulus_bounds(const struct hil_run_options *o);

/**
 * hil_stimulus_sentence() - what is to be said of a stimulus without a period,
 *	or of one made by an ordinary thread
 * @settings: as recorded
 * @text: result, @size bytes; 512 suffice
 *
 * Return: @text; NULL when there is nothing to be said.
 */
const char *hil_stimulus_sentence(json_t *settings, char *text, size_t size);

/** hil_stimulus_steady() - has it a period? @settings as recorded */
bool hil_stimulus_steady(json_t *settings);

/**
 * hil_stimulus_wave() - a steady wave with the options' period and levels
 *
 * Return: 0; -EINVAL, the message is printed.
 */
int hil_stimulus_wave(const struct hil_run_options *o,
		      struct hil_generator_wave *wave) HIL_MUST_CHECK;

/**
 * hil_stimulus_open() - the generator, off, with its wave set
 * @identity: result: identity, frequency asked and read back
 *
 * Return: 0; -errno, the message is printed.
 */
int hil_stimulus_open(struct hil_run *run, json_t **identity) HIL_MUST_CHECK;

/**
 * hil_stimulus_books() - the generator's own books of this run, as a mark: what
 *	it left out is in the verdict
 *
 * Return: 0; -ENOMEM.
 */
int hil_stimulus_books(struct hil_run *run) HIL_MUST_CHECK;

/**
 * hil_stimulus_turn() - single shots, and a connection that was lost
 *
 * A lost one is named at once and tried again each half second, for
 * generator_wait_ns; the rows meanwhile just have no edges. One that stays
 * away ends the run.
 * Return: 0; -errno when the run cannot even be summarised.
 */
int hil_stimulus_turn(struct hil_run *run) HIL_MUST_CHECK;

#endif
