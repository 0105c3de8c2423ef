/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a run does with its generator between "on" and "off". Silence of the
 * stimulus, whoever causes it, is phase.c's matter.
 */
#include "rig/run/stimulus.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "rig/run/run_private.h"

#define AGAIN_NS (500 * HIL_NS_PER_MS)

int hil_stimulus_pattern(const struct hil_run_options *o, struct hil_pattern *p)
{
	char problem[HIL_PATTERN_TEXT];
	int ret;

	memset(p, 0, sizeof(*p));
	if (!o->pattern)
		return 0;
	ret = hil_pattern_parse(o->pattern, p, problem);
	if (!ret)
		ret = hil_pattern_check(p, o->period_ns, problem);
	if (ret)
		hil_error("cannot use pattern \"%s\": %s", o->pattern, problem);
	return ret;
}

struct hil_pattern_bounds hil_stimulus_bounds(const struct hil_run_options *o)
{
	struct hil_pattern p;
	char problem[HIL_PATTERN_TEXT];

	if (!o->pattern || hil_pattern_parse(o->pattern, &p, problem) ||
	    hil_pattern_check(&p, o->period_ns, problem))
		p = (struct hil_pattern){ .kind = HIL_PATTERN_STEADY };
	return hil_pattern_bounds(&p, o->period_ns);
}

/* How late an ordinary thread was. Return: bytes written */
static int write_lateness(json_t *lateness, char *text, size_t size)
{
	json_int_t edges, skipped, low, mean, p99, high;

	if (json_unpack(lateness, "{s:I,s:I,s:I,s:I,s:I,s:I}", "edges", &edges,
			"skipped", &skipped, "min", &low, "mean", &mean, "p99",
			&p99, "max", &high))
		return 0;
	return snprintf(text, size,
			"edges late by %.6g us to %.6g us (mean %.6g, 99 %% up "
			"to %.6g; %lld edges, %lld left out)",
			(double)low / 1000, (double)high / 1000,
			(double)mean / 1000, (double)p99 / 1000,
			(long long)edges, (long long)skipped);
}

const char *hil_stimulus_sentence(json_t *settings, char *text, size_t size)
{
	json_t *options = json_object_get(settings, "options");
	json_t *generator = json_object_get(settings, "generator");
	const char *pattern =
		json_string_value(json_object_get(options, "pattern"));
	struct hil_run_options o = {
		.period_ns = json_integer_value(
			json_object_get(options, "period_ns")),
	};
	struct hil_pattern_bounds b;
	int used = 0;

	text[0] = '\0';
	if (pattern && strcmp(pattern, "steady")) {
		o.pattern = strndupa(pattern, HIL_PATTERN_TEXT);
		b = hil_stimulus_bounds(&o);
		used = snprintf(text, size,
				"%.200s: edges %.6g us to %.6g us apart, %.6g "
				"us in the mean",
				pattern, (double)b.min_ns / 1000,
				(double)b.max_ns / 1000, b.mean_ns / 1000);
	}
	if (used)
		used += snprintf(text + used, size - (size_t)used, "; ");
	if (!write_lateness(json_object_get(generator, "lateness_ns"),
			    text + used, size - (size_t)used) &&
	    used)
		text[used - 2] = '\0';
	return *text ? text : NULL;
}

bool hil_stimulus_steady(json_t *settings)
{
	const char *pattern = json_string_value(json_object_get(
		json_object_get(settings, "options"), "pattern"));

	return !pattern || !strcmp(pattern, "steady");
}

static int read_load(const char *text, double *ohms)
{
	*ohms = (double)INFINITY;
	if (!strcmp(text, "inf"))
		return 0;
	if (!hil_number_double(text, ohms) && *ohms > 0)
		return 0;
	hil_error("load \"%s\" is neither inf nor a number of ohms", text);
	return -EINVAL;
}

static json_t *describe(const struct hil_generator *g,
			const struct hil_generator_wave *wave)
{
	char text[HIL_PATTERN_TEXT];

	return json_pack("{s:s,s:f,s:f,s:s}", "identity",
			 hil_generator_identity(g), "asked_hz",
			 wave->frequency_hz, "actual_hz",
			 hil_generator_actual_hz(g), "pattern",
			 hil_pattern_format(&wave->pattern, text));
}

int hil_stimulus_wave(const struct hil_run_options *o,
		      struct hil_generator_wave *wave)
{
	*wave = (struct hil_generator_wave){
		.frequency_hz = 1e9 / (double)o->period_ns,
		.high_volts =
			o->given.high_volts ? o->high_volts : o->line_volts,
		.low_volts = o->low_volts,
		.duty = 0.5,
		.buffered = o->buffer == HIL_BUFFER_SCHMITT,
	};
	return read_load(o->load, &wave->load_ohms);
}

/* -l N: a generator that can makes N edges and no more. */
static uint64_t burst_of(const struct hil_run *run,
			 const struct hil_generator_wave *wave)
{
	const struct hil_run_options *o = run->o;
	uint64_t most = hil_generator_burst_most(run->generator);
	uint64_t periods = o->edges;

	if (o->edge == HIL_SELECT_BOTH)
		periods = o->edges / 2 + o->edges % 2;
	return wave->pattern.kind == HIL_PATTERN_STEADY && periods <= most
		       ? periods
		       : 0;
}

int hil_stimulus_open(struct hil_run *run, json_t **identity)
{
	const struct hil_run_options *o = run->o;
	struct hil_generator_wave wave;
	int ret = hil_stimulus_wave(o, &wave);

	if (!ret)
		ret = hil_stimulus_pattern(o, &wave.pattern);
	if (!ret)
		ret = hil_generator_open_board(o->generator, o->line_volts,
					       o->exec, &run->generator);
	if (ret)
		return ret;
	run->switchable = hil_generator_switchable(run->generator);
	if (!run->switchable)
		return 0;
	wave.burst = burst_of(run, &wave);
	run->burst = wave.burst > 0;
	ret = hil_generator_off(run->generator);
	if (!ret)
		ret = hil_generator_set(run->generator, &wave);
	if (!ret)
		*identity = run->described = describe(run->generator, &wave);
	return ret;
}

/* A generator that was switched off and on between counts from 0 again. */
static uint64_t since(uint64_t now, uint64_t before)
{
	return now >= before ? now - before : now;
}

/* Beside the settings, so that the report says how bad it was. */
static void describe_lateness(struct hil_run *run,
			      const struct hil_generator_report *r)
{
	json_t *lateness = json_pack(
		"{s:I,s:I,s:I,s:I,s:I,s:I}", "edges", (json_int_t)r->edges,
		"skipped", (json_int_t)r->skipped, "min",
		(json_int_t)r->late_min_ns, "mean", (json_int_t)r->late_mean_ns,
		"p99", (json_int_t)r->late_p99_ns, "max",
		(json_int_t)r->late_max_ns);

	json_object_set_new(run->described, "lateness_ns", lateness);
}

int hil_stimulus_books(struct hil_run *run)
{
	struct hil_generator_report now;

	if (!run->switchable || !run->books_known ||
	    hil_generator_report(run->generator, &now))
		return 0;
	if (now.edges)
		describe_lateness(run, &now);
	return hil_feed_json(
		&run->feed, HIL_RECORD_MARK,
		json_pack("{s:s,s:I,s:I,s:I}", "mark", "generator_status",
			  "skipped",
			  (json_int_t)since(now.skipped, run->books.skipped),
			  "late", (json_int_t)since(now.late, run->books.late),
			  "stalls",
			  (json_int_t)since(now.stalls, run->books.stalls)));
}

/* It is back: the verdict says how long nothing was driven. */
static int came_back(struct hil_run *run, int64_t away_ns)
{
	char text[100];
	int ret = hil_run_mark(run, "generator_back");

	run->generator_lost_ns = 0;
	run->last_stimulus_samples = run->feed.samples;
	run->books_known = !hil_generator_report(run->generator, &run->books);
	snprintf(text, sizeof(text), "the generator was lost for %.1f s",
		 (double)away_ns * 1e-9);
	hil_notice("%s, and is on again", text);
	return ret ? ret
		   : hil_feed_failure(&run->feed, HIL_DEGRADED,
				      "generator-lost", text);
}

static int try_again(struct hil_run *run, int64_t now_ns)
{
	int64_t away_ns = now_ns - run->generator_lost_ns;
	int ret;

	if (now_ns < run->generator_again_ns)
		return 0;
	run->generator_again_ns = now_ns + AGAIN_NS;
	ret = hil_generator_again(run->generator);
	if (!ret)
		return came_back(run,
				 hil_time_mono_ns() - run->generator_lost_ns);
	if (ret != -EXDEV && away_ns < run->o->generator_wait_ns)
		return 0;
	return hil_run_fail(run, HIL_INVALID, "generator-died",
			    ret == -EXDEV ? "another generator is there now"
					  : "the generator's connection was "
					    "lost, and it did not come back");
}

int hil_stimulus_turn(struct hil_run *run)
{
	int64_t now_ns = hil_time_mono_ns();

	if (!run->switchable)
		return 0;
	if (run->generator_lost_ns)
		return try_again(run, now_ns);
	if (hil_generator_alive(run->generator)) {
		/* a shot that failed is one that is not there; a connection
		 * that failed is seen in the next turn */
		if (hil_generator_turn(run->generator, now_ns))
			hil_debug("no single pulse this time");
		return 0;
	}
	hil_warning("the generator's connection was lost; trying to get it "
		    "back");
	run->generator_lost_ns = now_ns;
	run->generator_again_ns = now_ns;
	return hil_run_mark(run, "generator_lost");
}
