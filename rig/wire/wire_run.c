/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of a search. The generator comes first, while the probe line is an
 * input: if the two are wired together, the probe line is never driven.
 */
#include "rig/wire/wire_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/signals.h"
#include "daemon/base/time.h"
#include "rig/run/claim.h"
#include "rig/run/stimulus.h"
#include "rig/wire/wire_run_private.h"

#define QUIET_NS (400 * HIL_NS_PER_MS)
#define FAST_HZ  125.0 /* that a thread can make, and one can count */
#define FAST_NS  (400 * HIL_NS_PER_MS) /* 50 periods */
#define SLOW_HZ  40.0
#define SLOW_NS  (500 * HIL_NS_PER_MS) /* 20 periods */
#define HIGH     0.25                  /* so that upside down is seen */
/* An analyzer's first sample may come so much later than it was told, and an
 * instrument's output may: phases keep that distance. */
#define LEAD_NS  (120 * HIL_NS_PER_MS)
#define TRAIL_NS (150 * HIL_NS_PER_MS)

static int open_generator(struct hil_wire_turns *t)
{
	const struct hil_run_options *o = t->o;
	int ret;

	if (!strcmp(o->generator, "manual")) {
		t->s->rules.no_generator =
			"the generator is switched by hand (device = manual)";
		return 0;
	}
	ret = hil_generator_open_board(o->generator, o->line_volts, o->exec,
				       &t->generator);
	if (ret)
		return ret;
	snprintf(t->s->identity, sizeof(t->s->identity), "%s",
		 hil_generator_identity(t->generator));
	if (hil_generator_switchable(t->generator))
		return hil_generator_off(t->generator);
	t->s->rules.no_generator = "the generator cannot be switched";
	return 0;
}

/* One frequency, on and off again. */
static int sound(struct hil_wire_turns *t, enum hil_wire_phase phase,
		 double frequency_hz, int64_t ns)
{
	struct hil_wire *w = &t->s->wire;
	struct hil_generator_wave wave;
	int64_t begin_ns;
	double hz;
	int ret = hil_stimulus_wave(t->o, &wave), off;

	wave.frequency_hz = frequency_hz;
	wave.duty = HIGH;
	if (!ret)
		ret = hil_generator_set(t->generator, &wave);
	if (!ret)
		ret = hil_wire_pass(t, LEAD_NS);
	if (ret)
		return ret;
	begin_ns = hil_time_mono_ns() - LEAD_NS;
	ret = hil_generator_on(t->generator);
	if (!ret)
		ret = hil_wire_pass(t, ns);
	off = hil_generator_off(t->generator);
	if (!ret)
		ret = off;
	if (!ret)
		ret = hil_wire_pass(t, TRAIL_NS);
	hz = hil_generator_actual_hz(t->generator);
	w->hz[phase] = hz > 0 ? hz : frequency_hz;
	w->high[phase] = HIGH;
	w->window[phase] =
		(struct hil_wire_window){ hil_wire_sample(t, begin_ns),
					  hil_wire_sample(t,
							  hil_time_mono_ns()) };
	return ret ? ret : hil_wire_count(t, phase);
}

static int quiet(struct hil_wire_turns *t)
{
	int64_t begin_ns = hil_time_mono_ns();
	int ret = hil_wire_pass(t, QUIET_NS);

	t->s->wire.window[HIL_WIRE_QUIET] =
		(struct hil_wire_window){ hil_wire_sample(t, begin_ns),
					  hil_wire_sample(t,
							  hil_time_mono_ns()) };
	return ret ? ret : hil_wire_count(t, HIL_WIRE_QUIET);
}

static int listen_generator(struct hil_wire_turns *t)
{
	bool board = t->o->board == HIL_BOARD_EXEC;
	int ret = board ? hil_wire_watch(t, t->o->probe, NULL) : 0;

	if (!ret && board)
		ret = hil_wire_find_lines(t);
	if (!ret)
		ret = quiet(t);
	if (!ret && !t->s->rules.no_generator)
		ret = sound(t, HIL_WIRE_FAST, FAST_HZ, FAST_NS);
	if (!ret && !t->s->rules.no_generator)
		ret = sound(t, HIL_WIRE_SLOW, SLOW_HZ, SLOW_NS);
	return ret;
}

/* Who drives the probe line besides the board? */
static bool probe_is_driven(struct hil_wire *w)
{
	for (size_t i = 0; i < w->lines; i++)
		if (w->line[i].offset == w->probe_line)
			return w->line[i].source == HIL_WIRE_FROM_GENERATOR;
	return false;
}

static bool probe_was_seen(const struct hil_wire *w)
{
	for (size_t i = 0; i < w->channels; i++)
		if (w->channel[i].source == HIL_WIRE_FROM_PROBE)
			return true;
	return false;
}

static int try_line(struct hil_wire_turns *t, const char *word)
{
	struct hil_wire *w = &t->s->wire;
	struct hil_wire_try *try = &w->try[w->tries];
	struct hil_wire_line *line;
	double hz;
	int ret = hil_wire_find_line(w, word, "--try-lines", &line);

	if (!ret)
		ret = hil_wire_claim_line(line, "--try-lines");
	if (!ret && line->source == HIL_WIRE_FROM_GENERATOR) {
		hil_error("--try-lines: line %u is not tried: the generator "
			  "drives it",
			  line->offset);
		ret = -EINVAL;
	}
	if (ret)
		return ret;
	if (w->tries == HIL_WIRE_TRIES) {
		hil_error("--try-lines: at most %d lines", HIL_WIRE_TRIES);
		return -E2BIG;
	}
	try->line = line->offset;
	ret = hil_wire_toggle(t, line->offset, &try->window, &hz);
	w->tries++;
	return ret;
}

static int try_lines(struct hil_wire_turns *t, const char *tries)
{
	char *copy = strdup(tries), *rest = NULL;
	int ret = copy ? 0 : -ENOMEM;

	for (char *word = copy ? strtok_r(copy, ",", &rest) : NULL;
	     word && !ret; word = strtok_r(NULL, ",", &rest))
		ret = try_line(t, word);
	free(copy);
	return ret;
}

static int toggle_probe(struct hil_wire_turns *t, const char *tries)
{
	struct hil_wire *w = &t->s->wire;
	char number[16];
	int ret;

	if (hil_wire_pins_end(&t->watcher))
		return -EREMOTEIO;
	ret = hil_wire_find(w);
	if (ret)
		return ret;
	if (probe_is_driven(w)) {
		t->s->rules.no_toggle = "the generator drives its line, so it "
					"was not toggled";
		return 0;
	}
	snprintf(number, sizeof(number), "%u", w->probe_line);
	ret = hil_wire_watch(t, NULL, number);
	if (!ret)
		ret = hil_wire_toggle(t, w->probe_line,
				      &w->window[HIL_WIRE_TOGGLE],
				      &w->hz[HIL_WIRE_TOGGLE]);
	if (!ret)
		ret = hil_wire_count(t, HIL_WIRE_TOGGLE);
	if (!ret && hil_wire_pins_end(&t->watcher))
		ret = -EREMOTEIO;
	if (!ret)
		ret = hil_wire_cover(t);
	if (!ret)
		ret = hil_wire_find(w);
	if (!ret && tries && !probe_was_seen(w))
		ret = try_lines(t, tries);
	return ret;
}

static int take_turns(struct hil_wire_turns *t, const char *tries)
{
	bool board = t->o->board == HIL_BOARD_EXEC;
	int ret = open_generator(t);

	t->s->rules.board = board;
	if (!board)
		t->s->rules.no_toggle = "there is no board to toggle it "
					"(board = none)";
	if (!ret)
		ret = hil_wire_analyzer_open(t);
	if (!ret)
		ret = hil_wire_set_roles(t);
	if (!ret)
		ret = listen_generator(t);
	if (!ret)
		ret = hil_wire_cover(t);
	if (!ret && board)
		ret = toggle_probe(t, tries);
	if (!ret)
		ret = hil_wire_cover(t);
	return ret ? ret : hil_wire_find(&t->s->wire);
}

int hil_wire_search(const struct hil_run_options *o, const char *tries,
		    struct hil_wire_search *s)
{
	struct hil_wire_turns *t = calloc(1, sizeof(*t));
	int claim[2] = { -1, -1 }, ret;

	memset(s, 0, sizeof(*s));
	if (!t)
		return -ENOMEM;
	t->o = o;
	t->s = s;
	t->signal_fd = hil_signals_open(0);
	ret = t->signal_fd < 0
		      ? t->signal_fd
		      : hil_claim_both(o->analyzer, o->generator, claim);
	if (!ret)
		ret = take_turns(t, tries);
	if (ret == -EINTR)
		hil_error("interrupted: nothing is known");
	hil_generator_close(t->generator);
	(void)hil_wire_pins_end(&t->toggler);
	(void)hil_wire_pins_end(&t->watcher);
	hil_capture_free(t->capture);
	hil_claim_release(claim);
	if (t->signal_fd >= 0)
		close(t->signal_fd);
	free(t);
	return ret;
}

void hil_wire_search_clear(struct hil_wire_search *s)
{
	json_decref(s->capture);
	free(s->edge);
	s->capture = NULL;
	s->edge = NULL;
	s->wire.edge = NULL;
}
