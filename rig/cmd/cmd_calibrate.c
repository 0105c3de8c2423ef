/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig calibrate: what the instruments, the probe and the whole rig add to a
 * latency, into the record that `run` uses. The methods are in calibrate_*.c.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/suggest.h"
#include "rig/cmd/calibrate.h"
#include "rig/cmd/calibrate_show.h"
#include "rig/cmd/cmd.h"

static const char usage[] =
	"usage: hilrig calibrate METHOD --config FILE [OPTIONS]\n"
	"       hilrig calibrate show --config FILE\n"
	"\n"
	"  loopback   wire the generator to both channels: their skew, its "
	"spread "
	"and\n"
	"             drift; skew is another name for it\n"
	"  clock      the analyzer's clock against this host's "
	"CLOCK_MONOTONIC; "
	"-D 60s\n"
	"             or more\n"
	"  threshold  wired as for loopback: what slow edges add, from the "
	"same "
	"edges at\n"
	"             three high levels\n"
	"  probe      hilrigd toggles its probe and reads it back: cost of a "
	"command,\n"
	"             delay of the pin, bound on posted writes\n"
	"  seed       hilrigd delays one answer in N, and the analyzer must "
	"find "
	"each\n"
	"  all        what this set-up can do, and why not the rest\n"
	"  show       the record: values, devices, dates, raw data\n"
	"\n"
	"Each measures, corrects, and measures again what is left. The record "
	"is FILE\n"
	"with .calibration.json for .conf. `hilrig run` corrects each latency "
	"by it and\n"
	"is DEGRADED when it has expired or is of another device.\n"
	"Options are those of `hilrig run`:\n";

enum wiring {
	NEEDS_NOTHING,
	NEEDS_LOOP,  /* the generator on both channels */
	NEEDS_BOARD, /* hilrigd, and the probe on its channel */
	NEEDS_HILRIGD
};

static int run_loopback(struct hil_calibrate *c)
{
	return hil_calibrate_analyzer(c, true, false);
}

static int run_clock(struct hil_calibrate *c)
{
	return hil_calibrate_analyzer(c, false, true);
}

/* In the order of `all`. */
static const struct method {
	const char *name;
	int (*run)(struct hil_calibrate *c);
	enum wiring wiring;
} methods[] = {
	{ "loopback", run_loopback, NEEDS_LOOP },
	{ "skew", run_loopback, NEEDS_LOOP },
	{ "clock", run_clock, NEEDS_NOTHING },
	{ "threshold", hil_calibrate_threshold, NEEDS_LOOP },
	{ "probe", hil_calibrate_probe, NEEDS_HILRIGD },
	{ "seed", hil_calibrate_seed, NEEDS_BOARD },
};

#define METHODS (sizeof(methods) / sizeof(methods[0]))

static const struct method *method_of(const char *name)
{
	for (size_t i = 0; i < METHODS; i++)
		if (!strcmp(name, methods[i].name))
			return &methods[i];
	return NULL;
}

/* Why a method cannot be done here; NULL: it can. */
static const char *hindrance(const struct hil_calibrate *c,
			     const struct method *m, bool looped)
{
	bool board = m->wiring == NEEDS_BOARD || m->wiring == NEEDS_HILRIGD;

	if (m->wiring == NEEDS_LOOP && !looped)
		return "the generator is not on both channels";
	if (m->wiring == NEEDS_BOARD && looped)
		return "the probe's channel sees the generator; wire the probe "
		       "to it again";
	if (board && c->o->board != HIL_BOARD_EXEC)
		return "board = none";
	if (board && !c->board)
		return "hilrigd on the board is not reached";
	return NULL;
}

static int save(const struct hil_calibrate *c)
{
	return json_object_size(c->record)
		       ? hil_calibration_save(c->path, c->record)
		       : 0;
}

/* Loopback and clock share their runs; whether the loop is wired is seen by
 * whether an entry has come of it. */
static int run_all(struct hil_calibrate *c)
{
	json_t *before = json_incref(json_object_get(
		json_object_get(c->record, "entries"), "loopback"));
	int ret;
	bool looped;

	hil_notice("measuring: loopback and clock, twice");
	ret = hil_calibrate_analyzer(c, true, true);
	looped = json_object_get(json_object_get(c->record, "entries"),
				 "loopback") != before;

	json_decref(before);
	if (!ret)
		ret = save(c);
	for (size_t i = 3; i < METHODS && !ret; i++) {
		const char *why = hindrance(c, &methods[i], looped);

		if (!why) {
			hil_notice("measuring: %s", methods[i].name);
			ret = methods[i].run(c);
		}
		if (!why && ret == -ENODATA)
			why = "see above";
		if (why) {
			hil_notice("skipped: %s: %s", methods[i].name, why);
			ret = 0;
		} else if (!ret) {
			ret = save(c);
		}
	}
	return ret;
}

static int calibrate(struct hil_calibrate *c, const char *name)
{
	const struct method *method = method_of(name);
	int ret = hil_calibration_load(c->path, &c->record);

	if (ret == -ENOENT) {
		c->record = json_object();
		ret = c->record ? 0 : -ENOMEM;
	}
	if (ret)
		return ret;
	hil_calibrate_machines(c);
	c->all = !method;
	if (!method)
		return run_all(c);
	ret = method->run(c);
	return ret ? ret : save(c);
}

static int status_of(int ret)
{
	switch (ret) {
	case 0:
		return HIL_STATUS_OK;
	case -ENODEV:
	case -EBUSY:
		return HIL_STATUS_NOTHING;
	case -EBADE:
		return HIL_STATUS_INVALID;
	default:
		return HIL_STATUS_ERROR;
	}
}

static int run_method(const char *name, struct hil_run_options *o)
{
	struct hil_calibrate c = { .o = o };
	int status, ret;

	c.path = hil_calibration_path(o->config);
	ret = c.path ? hil_run_options_check(o) : -ENOMEM;
	if (!ret)
		ret = calibrate(&c, name);
	status = status_of(ret);
	if (!ret)
		status = hil_calibrate_show(c.path, o->json);
	json_decref(c.record);
	json_decref(c.board);
	json_decref(c.host);
	free(c.path);
	return status;
}

static int show(const struct hil_run_options *o)
{
	char *path = hil_calibration_path(o->config);
	int status =
		path ? hil_calibrate_show(path, o->json) : HIL_STATUS_ERROR;

	free(path);
	return status;
}

static void refuse(const char *name)
{
	const char *names[METHODS + 2];
	const char *near;

	for (size_t i = 0; i < METHODS; i++)
		names[i] = methods[i].name;
	names[METHODS] = "all";
	names[METHODS + 1] = "show";
	near = name ? hil_suggest(name, names, METHODS + 2) : NULL;
	hil_error("calibrate: %s%s%sname a method: loopback, clock, threshold, "
		  "probe, seed, all or show",
		  near ? "did you mean \"" : "", near ? near : "",
		  near ? "\"? Else " : "");
}

int hil_cmd_calibrate(int argc, char **argv)
{
	const char *name = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	bool shown = name && !strcmp(name, "show");
	bool known =
		shown || (name && (!strcmp(name, "all") || method_of(name)));
	struct hil_run_options o = { 0 };
	int status = HIL_STATUS_ERROR;
	int ret = hil_run_options_read(&o, name ? argc - 1 : argc,
				       name ? argv + 1 : argv, usage);

	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	else if (!ret && !known)
		refuse(name);
	else if (!ret && !o.config)
		hil_error("calibrate %s: the record stands beside the rig's "
			  "config, so name one: --config FILE",
			  name);
	else if (!ret)
		status = shown ? show(&o) : run_method(name, &o);
	hil_run_options_free(&o);
	return status;
}
