/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns and limits of the dialects with SCPI's tree of commands: bursts,
 * sweeps and lists of frequencies that the instrument times itself.
 *
 * Source: Keysight, 33500 Series Operating and Service Guide, BURSt, SWEep,
 * LIST and VOLTage subsystems; Rigol, DG1000Z Series Programming Guide,
 * :SOURce:BURSt and :SOURce:SWEep.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "daemon/base/log.h"
#include "rig/instrument/dialect_tree.h"

#define LIST_BYTES 200

int hil_dialect_tree_switch(const struct hil_dialect *d,
			    struct hil_scpi_link *l, const char *what, bool on)
{
	return hil_scpi_link_command(l, "%s%s %s", d->words->source, what,
				     on ? "ON" : "OFF");
}

/* A command that not every model knows, and whose error says nothing. */
static int try(struct hil_scpi_link *l, const char *command)
{
	char error[HIL_SCPI_REPLY_BYTES];
	int ret = hil_scpi_link_send(l, command);

	return ret ? ret : hil_scpi_link_errors(l, error);
}

int hil_dialect_tree_calm(const struct hil_dialect *d, struct hil_scpi_link *l)
{
	int ret = hil_dialect_tree_switch(d, l, "BURS:STAT", false);

	for (size_t i = 0; !ret && i < 2 && d->words->calm[i]; i++)
		ret = try(l, d->words->calm[i]);
	return ret;
}

static int send_two(struct hil_scpi_link *l, const char *const command[2])
{
	char error[HIL_SCPI_REPLY_BYTES];
	int ret = hil_scpi_link_send(l, command[0]);

	if (!ret)
		ret = hil_scpi_link_send(l, command[1]);
	return ret ? ret : hil_scpi_link_errors(l, error);
}

/* N periods for each trigger, not for each tick of the instrument's timer. */
static int set_triggered(const struct hil_dialect *d, struct hil_scpi_link *l,
			 uint64_t cycles)
{
	int ret = hil_dialect_tree_set(d, l, "BURS:NCYC", (double)cycles, 0);

	if (!ret)
		ret = hil_dialect_tree_switch(d, l, "BURS:STAT", true);
	return ret ? ret : send_two(l, d->words->burst_setup);
}

/* One period first: the pause has to fit whatever was there before. */
static int set_bursts(const struct hil_dialect *d, struct hil_scpi_link *l,
		      const struct hil_dialect_burst *burst)
{
	char one[HIL_DIALECT_HEADER];
	int ret;

	snprintf(one, sizeof(one), "%sBURS:NCYC 1", d->words->source);
	ret = try(l, one);
	if (!ret)
		ret = hil_dialect_tree_set(d, l, "BURS:INT:PER", burst->every_s,
					   HIL_DIALECT_TIME_TOLERANCE *
						   burst->every_s);
	if (!ret)
		ret = hil_dialect_tree_set(d, l, "BURS:NCYC",
					   (double)burst->cycles, 0);
	if (!ret)
		ret = send_two(l, d->words->burst_internal);
	return ret ? ret : hil_dialect_tree_switch(d, l, "BURS:STAT", true);
}

static int set_hz(const struct hil_dialect *d, struct hil_scpi_link *l,
		  const char *what, int64_t period_ns)
{
	double hz = 1e9 / (double)period_ns;

	return hil_dialect_tree_set(d, l, what, hz,
				    HIL_DIALECT_HZ_TOLERANCE * hz);
}

static int set_sweep(const struct hil_dialect *d, struct hil_scpi_link *l,
		     const struct hil_pattern *p)
{
	double over_s = (double)p->over_ns * 1e-9;
	int ret = set_hz(d, l, "FREQ:STAR", p->from_ns);

	if (!ret)
		ret = set_hz(d, l, "FREQ:STOP", p->to_ns);
	if (!ret)
		ret = hil_dialect_tree_set(d, l, "SWE:TIME", over_s,
					   HIL_DIALECT_TIME_TOLERANCE * over_s);
	if (!ret)
		ret = send_two(l, d->words->sweep_setup);
	return ret ? ret : hil_dialect_tree_switch(d, l, "SWE:STAT", true);
}

/* Each frequency for the same time, then the first one again. */
static int set_list(const struct hil_dialect *d, struct hil_scpi_link *l,
		    const struct hil_pattern *p)
{
	const char *source = d->words->source;
	char list[LIST_BYTES], query[HIL_DIALECT_HEADER];
	double dwell_s = (double)p->dwell_ns * 1e-9, points;
	size_t used = 0;
	int ret;

	for (unsigned int i = 0; i < p->steps; i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used,
					 "%s%.9g", i ? "," : "",
					 1e9 / (double)p->step_ns[i]);
	ret = hil_dialect_tree_set(d, l, "LIST:DWEL", dwell_s,
				   HIL_DIALECT_TIME_TOLERANCE * dwell_s);
	if (!ret)
		ret = hil_scpi_link_command(l, "%sLIST:FREQ %s", source, list);
	snprintf(query, sizeof(query), "%sLIST:FREQ:POIN?", source);
	if (!ret)
		ret = hil_scpi_link_number(l, query, &points);
	if (!ret)
		ret = hil_dialect_check(l, "LIST:FREQ:POIN", p->steps, points,
					0);
	if (!ret)
		ret = hil_scpi_link_command(l, "TRIG1:SOUR IMM");
	return ret ? ret : hil_scpi_link_command(l, "%sFREQ:MODE LIST", source);
}

int hil_dialect_tree_pattern(const struct hil_dialect *d,
			     struct hil_scpi_link *l,
			     const struct hil_generator_wave *wave)
{
	struct hil_dialect_burst burst = hil_dialect_as_burst(wave);

	if (burst.every_s > 0)
		return set_bursts(d, l, &burst);
	if (burst.cycles)
		return set_triggered(d, l, burst.cycles);
	if (wave->pattern.kind == HIL_PATTERN_SWEEP)
		return set_sweep(d, l, &wave->pattern);
	if (wave->pattern.kind == HIL_PATTERN_STEP)
		return set_list(d, l, &wave->pattern);
	return 0;
}

int hil_dialect_tree_limit(const struct hil_dialect *d, struct hil_scpi_link *l,
			   double low_volts, double high_volts)
{
	char query[HIL_DIALECT_HEADER], reply[HIL_SCPI_REPLY_BYTES];
	bool on = high_volts > low_volts, actual;
	int ret = 0;

	if (on)
		ret = hil_dialect_tree_set(d, l, "VOLT:LIM:HIGH", high_volts,
					   HIL_DIALECT_VOLTS_TOLERANCE);
	if (!ret && on)
		ret = hil_dialect_tree_set(d, l, "VOLT:LIM:LOW", low_volts,
					   HIL_DIALECT_VOLTS_TOLERANCE);
	if (!ret)
		ret = hil_dialect_tree_switch(d, l, "VOLT:LIM:STAT", on);
	snprintf(query, sizeof(query), "%sVOLT:LIM:STAT?", d->words->source);
	if (!ret)
		ret = hil_scpi_link_query(l, query, reply);
	if (ret || (!hil_scpi_reply_switch(reply, &actual) && actual == on))
		return ret;
	hil_error("generator %s does not turn its voltage limits %s: it says "
		  "\"%.80s\"",
		  l->device, on ? "on" : "off", reply);
	return -ERANGE;
}
