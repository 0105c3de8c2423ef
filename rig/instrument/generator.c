/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any generator: which kind a device is, and who turns it off. The limits that
 * protect the board are in generator_check.c, talking to the device is for
 * generator_<kind>.c.
 */
#include "rig/instrument/generator.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/instrument/generator_private.h"
#include "rig/instrument/guard.h"

static const struct hil_generator_kind *const kinds[] = {
	&hil_generator_lxi,  &hil_generator_usbtmc, &hil_generator_audio,
	&hil_generator_gpio, &hil_generator_pwm,    &hil_generator_manual
};
#define BURST_MOST 50000
#define KINDS      (sizeof(kinds) / sizeof(kinds[0]))

const char *const *hil_generator_list(void)
{
	static const char *const words[] = {
		"lxi:HOST[:PORT]  SCPI on raw TCP, port 5025",
		"usbtmc[:serial=TEXT][:vid=HEX,pid=HEX]  SCPI on USB",
		"audio[:device=TEXT][,rate=HZ]  a sound card's line-out",
		"gpio:chip=CHIP,line=LINE  a line of the board, by an ordinary "
		"thread",
		"pwm:chip=CHIP,channel=N   a PWM pin of the board",
		"manual           somebody turns the knobs",
		NULL,
	};

	return words;
}

/* NULL: there is no such kind. */
static const struct hil_generator_kind *find_kind(const char *device)
{
	size_t len = strcspn(device, ":");

	for (size_t i = 0; i < KINDS; i++) {
		const struct hil_generator_kind *kind = kinds[i];

		if (strlen(kind->name) == len &&
		    !strncmp(device, kind->name, len) &&
		    (device[len] ? kind->address != HIL_ADDRESS_NONE
				 : kind->address != HIL_ADDRESS_NEEDED))
			return kind;
	}
	return NULL;
}

static int open_at(const char *device, double line_volts, const char *board,
		   struct hil_generator **result)
{
	const struct hil_generator_kind *kind = find_kind(device);
	struct hil_generator *g;
	int ret;

	*result = NULL;
	if (!kind) {
		hil_error("cannot open generator \"%s\": it is none of "
			  "lxi:HOST[:PORT], usbtmc[:serial=TEXT], "
			  "audio[:device=TEXT], gpio:chip=CHIP,line=LINE, "
			  "pwm:chip=CHIP,channel=N and manual",
			  device);
		return -EINVAL;
	}
	g = calloc(1, sizeof(*g));
	if (!g)
		return -ENOMEM;
	g->kind = kind;
	g->line_volts = line_volts;
	g->board = board;
	g->patterns = kind->patterns;
	g->device = strdup(device);
	ret = g->device ? kind->open(g) : -ENOMEM;
	if (ret)
		hil_generator_close(g);
	else
		*result = g;
	return ret;
}

int hil_generator_open(const char *device, double line_volts,
		       struct hil_generator **g)
{
	return open_at(device, line_volts, NULL, g);
}

int hil_generator_open_board(const char *device, double line_volts,
			     const char *board, struct hil_generator **g)
{
	return open_at(device, line_volts, board ? board : "", g);
}

const char *hil_generator_identity(const struct hil_generator *g)
{
	return g->identity;
}

bool hil_generator_switchable(const struct hil_generator *g)
{
	return g->kind->switchable;
}

double hil_generator_actual_hz(const struct hil_generator *g)
{
	return g->actual_hz;
}

uint64_t hil_generator_burst_most(const struct hil_generator *g)
{
	/* what starts single shots starts longer bursts as well */
	return g->kind->trigger &&
			       g->patterns & HIL_PATTERN_BIT(HIL_PATTERN_SINGLE)
		       ? BURST_MOST
		       : 0;
}

unsigned int hil_generator_patterns(const struct hil_generator *g)
{
	return g->patterns;
}

int hil_generator_set(struct hil_generator *g,
		      const struct hil_generator_wave *wave)
{
	int ret = hil_generator_check(g, wave);

	g->ready = false;
	g->actual_hz = 0;
	if (!ret)
		ret = g->kind->set(g, wave);
	g->wave = *wave;
	g->ready = !ret;
	return ret;
}

/* From before the output may be on until it is known to be off. */
static int guard(struct hil_generator *g)
{
	int ret = 0;

	if (g->kind->ends_with_us)
		return 0;
	if (!g->guard)
		ret = hil_guard_start(g->device, &g->guard);
	if (!ret)
		ret = hil_guard_set(g->guard, true);
	if (ret)
		hil_error("cannot turn generator %s on: there would be nobody "
			  "to turn it off after a crash, " HIL_GUARD_PROGRAM
			  ": %s",
			  g->device, strerror(-ret));
	return ret;
}

int hil_generator_on(struct hil_generator *g)
{
	int ret;

	if (!g->kind->switchable)
		return -EOPNOTSUPP;
	if (!g->ready) {
		hil_error("cannot turn generator %s on: no wave was set",
			  g->device);
		return -EPERM;
	}
	ret = guard(g);
	if (ret)
		return ret;
	g->due_ns = hil_time_mono_ns();
	hil_stimulus_start(&g->single, &g->wave.pattern, g->wave.frequency_hz,
			   g->wave.duty, g->due_ns);
	/* whatever the answer is, the output may be on now */
	g->may_run = true;
	return g->kind->on(g);
}

int hil_generator_turn(struct hil_generator *g, int64_t mono_ns)
{
	struct hil_schedule_edge edge;

	if (!g->by_trigger || g->wave.pattern.kind != HIL_PATTERN_SINGLE ||
	    !g->may_run || mono_ns < g->due_ns)
		return 0;
	/* being late makes no two at once */
	while (g->due_ns <= mono_ns) {
		hil_stimulus_next(&g->single, &edge);
		g->due_ns = edge.rise_ns;
	}
	return g->kind->trigger(g);
}

int hil_generator_off(struct hil_generator *g)
{
	int ret;

	if (!g->kind->switchable)
		return -EOPNOTSUPP;
	/* also after a failure: a second try takes time and says no more */
	g->may_run = false;
	ret = g->kind->off(g);
	/* a guard that does not hear it turns off what is off */
	if (!ret && g->guard && hil_guard_set(g->guard, false))
		hil_debug("the guard of %s is gone", g->device);
	return ret;
}

int hil_generator_again(struct hil_generator *g)
{
	struct hil_generator_wave wave = g->wave;
	bool on = g->may_run;
	int ret = g->kind->again ? g->kind->again(g) : -EOPNOTSUPP;

	if (!ret && g->ready)
		ret = hil_generator_set(g, &wave);
	return ret || !on ? ret : hil_generator_on(g);
}

bool hil_generator_alive(const struct hil_generator *g)
{
	return g->kind->alive(g);
}

int hil_generator_report(struct hil_generator *g,
			 struct hil_generator_report *report)
{
	return g->kind->report ? g->kind->report(g, report) : -EOPNOTSUPP;
}

void hil_generator_close(struct hil_generator *g)
{
	int ignored = 0;

	if (!g)
		return;
	if (g->may_run)
		ignored = hil_generator_off(g); /* it printed the reason */
	(void)ignored;
	g->kind->close(g);
	hil_guard_stop(g->guard);
	free(g->device);
	free(g);
}
