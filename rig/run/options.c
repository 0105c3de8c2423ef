/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option table of `hilrig run` and how it is filled: defaults, then the
 * rig's config file, then the command line. What several options mean
 * together is checked in options_check.c.
 */
#include "rig/run/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/shm/event.h"

static const char *const board_modes[] = { "exec", "none", NULL };
static const char *const edges[] = { "rising", "falling", "both", NULL };
static const char *const buffers[] = { "none", "schmitt", NULL };
static const char *const probe_modes[] = { "toggle", "pulse", NULL };

/* An option of the command line only, and one that a config file has too. */
#define CALL(field)                                                            \
	.offset = offsetof(struct hil_run_options, field), .set_offset = -1
#define FIELD(field)                                                           \
	.offset = offsetof(struct hil_run_options, field),                     \
	.set_offset = offsetof(struct hil_run_options, given.field)

const struct hil_option hil_run_option_table[] = {
	{ .name = "config",
	  .letter = 'c',
	  .type = HIL_OPTION_STRING,
	  CALL(config),
	  .argument = "FILE",
	  .help = "config file of the rig; a virtual bench writes its own" },
	{ .name = "duration",
	  .letter = 'D',
	  .key = "run.duration",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "10s",
	  .min = 1e6,
	  .max = 3.2e15,
	  .bare_ns = 1000000000,
	  FIELD(duration_ns),
	  .argument = "TIME",
	  .help = "how long the stimulus runs; a bare number is seconds" },
	{ .name = "period",
	  .letter = 'i',
	  .key = "generator.period",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "4ms",
	  .min = 1000,
	  .max = 6e10,
	  .bare_ns = 1000,
	  FIELD(period_ns),
	  .argument = "TIME",
	  .help = "period of the stimulus; a bare number is microseconds" },
	{ .name = "edges",
	  .letter = 'l',
	  .key = "run.edges",
	  .type = HIL_OPTION_U64,
	  .max = 1e15,
	  FIELD(edges),
	  .argument = "N",
	  .help = "stop when N stimulus edges are paired; some more come "
		  "in until then" },
	{ .name = "breaktrace",
	  .letter = 'b',
	  .key = "run.limit",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1,
	  .max = 3.6e12,
	  .bare_ns = 1000,
	  FIELD(limit_ns),
	  .argument = "TIME",
	  .help = "stop at the first latency above TIME (bare: microseconds), "
		  "exit status 2" },
	{ .name = "seed-delay",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1,
	  .max = HIL_SEED_DELAY_MAX_NS,
	  .bare_ns = 1000,
	  CALL(seed_delay_ns),
	  .argument = "TIME",
	  .help = "hilrigd delays each N-th answer by TIME, and the analyzer "
		  "must find that; bare: microseconds" },
	{ .name = "seed-every",
	  .type = HIL_OPTION_U64,
	  .min = 2,
	  .max = 1e9,
	  CALL(seed_every),
	  .argument = "N",
	  .help = "the N of --seed-delay; delayed edges are in no "
		  "distribution" },
	{ .name = "histogram",
	  .letter = 'H',
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "",
	  CALL(histogram),
	  .argument = "US",
	  .help = "print the histogram, up to US" },
	{ .name = "json",
	  .type = HIL_OPTION_STRING,
	  .optional_value = true,
	  .implied = "-",
	  CALL(json),
	  .argument = "FILE",
	  .help = "result as JSON on standard output, or in FILE" },
	{ .name = "socket",
	  .type = HIL_OPTION_STRING,
	  CALL(socket),
	  .argument = "PATH|none",
	  .help = "where front ends (hilrig gui) find this run, default "
		  "/run/hilrig/run.sock or $XDG_RUNTIME_DIR/hilrig/run.sock" },
	{ .name = "nsecs",
	  .letter = 'N',
	  .type = HIL_OPTION_FLAG,
	  CALL(nanoseconds),
	  .help = "print nanoseconds" },
	{ .name = "strict",
	  .key = "run.strict",
	  .type = HIL_OPTION_FLAG,
	  FIELD(strict),
	  .help = "DEGRADED is exit status 3" },
	{ .name = "quiet",
	  .letter = 'q',
	  .type = HIL_OPTION_FLAG,
	  CALL(quiet),
	  .help = "no live line and no notices" },
	{ .name = "verbose",
	  .letter = 'v',
	  .type = HIL_OPTION_FLAG,
	  CALL(verbose),
	  .help = "say more" },

	{ .name = "name",
	  .key = "rig.name",
	  .type = HIL_OPTION_STRING,
	  .initial = "run",
	  FIELD(name),
	  .argument = "NAME",
	  .help = "name of the rig, part of the run directory's name" },
	{ .name = "runs",
	  .key = "rig.runs",
	  .type = HIL_OPTION_STRING,
	  FIELD(runs),
	  .argument = "DIR",
	  .help = "folder of the runs, instead of $HILRIG_RUNS" },
	{ .name = "board",
	  .key = "rig.board",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "exec",
	  .choices = board_modes,
	  FIELD(board),
	  .argument = "exec|none",
	  .help = "none: no hilrigd, any stimulus and any answering pin" },
	{ .name = "line-volts",
	  .key = "rig.line_volts",
	  .type = HIL_OPTION_DOUBLE,
	  .unit = "V",
	  .min = 0.5,
	  .max = 24,
	  FIELD(line_volts),
	  .argument = "VOLTS",
	  .help = "highest voltage the board's line stands; no default, and "
		  "no output before it is said" },
	{ .name = "edge",
	  .key = "rig.edge",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "rising",
	  .choices = edges,
	  FIELD(edge),
	  .argument = "rising|falling|both",
	  .help = "edges of the stimulus that ask for an answer; both needs "
		  "board = none" },
	{ .name = "probe-edge",
	  .key = "rig.probe_edge",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "both",
	  .choices = edges,
	  FIELD(probe_edge),
	  .argument = "rising|falling|both",
	  .help = "edges of the answering pin that count, with board = none" },
	{ .name = "max-latency",
	  .key = "rig.max_latency",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 3.6e12,
	  .bare_ns = 1000,
	  FIELD(max_latency_ns),
	  .argument = "TIME",
	  .help = "with board = none: a later edge is no answer" },
	{ .name = "bounce",
	  .key = "rig.bounce",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 1e9,
	  .bare_ns = 1000,
	  FIELD(bounce_ns),
	  .argument = "TIME",
	  .help = "count stimulus edges closer than this as bursts" },

	{ .name = "exec",
	  .key = "board.exec",
	  .type = HIL_OPTION_STRING,
	  FIELD(exec),
	  .argument = "COMMAND",
	  .help = "how to reach the board, \"ssh pi@board\"; empty: here" },
	{ .name = "hilrigd",
	  .key = "board.hilrigd",
	  .type = HIL_OPTION_STRING,
	  .initial = "hilrigd",
	  FIELD(hilrigd),
	  .argument = "PROGRAM",
	  .help = "hilrigd's name or path on the board" },
	{ .name = "chip",
	  .key = "board.chip",
	  .type = HIL_OPTION_STRING,
	  .initial = "gpiochip0",
	  FIELD(chip),
	  .argument = "CHIP",
	  .help = "GPIO chip of the board" },
	{ .name = "line",
	  .key = "board.line",
	  .type = HIL_OPTION_STRING,
	  .initial = "0",
	  FIELD(line),
	  .argument = "LINE",
	  .help = "line of the stimulus" },
	{ .name = "spare",
	  .key = "board.spare",
	  .type = HIL_OPTION_STRING,
	  .initial = "2",
	  FIELD(spare),
	  .argument = "LINE",
	  .help = "a free line; held so that edges are counted in the hard "
		  "IRQ" },
	{ .name = "probe",
	  .key = "board.probe",
	  .type = HIL_OPTION_STRING,
	  .initial = "1",
	  FIELD(probe),
	  .argument = "LINE",
	  .help = "line of the probe" },
	{ .name = "readback",
	  .key = "board.readback",
	  .type = HIL_OPTION_STRING,
	  FIELD(readback),
	  .argument = "LINE",
	  .help = "input that is wired to the probe, for `hilrig calibrate "
		  "probe`; else the probe itself is read" },
	{ .name = "probe-mode",
	  .key = "board.probe_mode",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "toggle",
	  .choices = probe_modes,
	  FIELD(probe_mode),
	  .argument = "toggle|pulse",
	  .help = "how the probe answers" },
	{ .name = "priority",
	  .letter = 'p',
	  .key = "board.priority",
	  .type = HIL_OPTION_U64,
	  .min = 1,
	  .max = 98,
	  .initial = "80",
	  FIELD(priority),
	  .argument = "PRIO",
	  .help = "SCHED_FIFO priority of the IST; its irq threads get one "
		  "more" },
	{ .name = "affinity",
	  .letter = 'a',
	  .key = "board.cpus",
	  .type = HIL_OPTION_STRING,
	  FIELD(cpus),
	  .argument = "CPU",
	  .help = "CPU of the IST and its irq threads" },
	{ .name = "cpu-dma-latency",
	  .key = "board.cpu_dma_latency",
	  .type = HIL_OPTION_STRING,
	  FIELD(cpu_dma_latency),
	  .argument = "US|off",
	  .help = "value held in /dev/cpu_dma_latency during the run" },

	{ .name = "analyzer",
	  .letter = 'd',
	  .key = "analyzer.device",
	  .type = HIL_OPTION_STRING,
	  FIELD(analyzer),
	  .argument = "DRIVER",
	  .help = "analyzer in sigrok's words, \"fx2lafw:conn=1.7\", or "
		  "\"audio[:device=TEXT][,rate=HZ]\", a sound card's line-in" },
	{ .name = "channels",
	  .letter = 'C',
	  .key = "analyzer.channels",
	  .type = HIL_OPTION_STRING,
	  .initial = "D0=stimulus,D1=probe",
	  FIELD(channels),
	  .argument = "ROLES",
	  .help = "channels with their roles, \"D0=stimulus,D1=probe"
		  "[,D2=heartbeat]\"" },
	{ .name = "heartbeat",
	  .key = "analyzer.heartbeat",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1000,
	  .max = 6e10,
	  .bare_ns = 1000,
	  FIELD(heartbeat_ns),
	  .argument = "TIME",
	  .help = "period of the heartbeat, rise to rise, which shows samples "
		  "lost without a word; else the data tell it" },
	{ .name = "samplerate",
	  .key = "analyzer.samplerate",
	  .type = HIL_OPTION_RATE,
	  .unit = "Hz",
	  .min = 1,
	  .max = 1e12,
	  FIELD(samplerate_hz),
	  .argument = "RATE",
	  .help = "sample rate, \"24m\"; else the one in the driver's words" },

	{ .name = "generator",
	  .letter = 'g',
	  .key = "generator.device",
	  .type = HIL_OPTION_STRING,
	  .initial = "manual",
	  FIELD(generator),
	  .argument = "DEVICE",
	  .help = "\"lxi:HOST[:PORT]\", \"usbtmc[:serial=TEXT]\", "
		  "\"audio[:device=TEXT][,rate=HZ]\", a pin of the board "
		  "\"gpio:chip=CHIP,line=LINE\" or "
		  "\"pwm:chip=CHIP,channel=N\", or \"manual\"" },
	{ .name = "pattern",
	  .key = "generator.pattern",
	  .type = HIL_OPTION_STRING,
	  .initial = "steady",
	  FIELD(pattern),
	  .argument = "NAME[:PARAM=VALUE,...]",
	  .help = "when its edges come: steady, jitter, sweep, step, prime, "
		  "burst, single or missing, \"burst:count=5,every=100ms\"" },
	{ .name = "generator-wait",
	  .key = "generator.wait",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "2s",
	  .max = 3.6e12,
	  .bare_ns = 1000000000,
	  FIELD(generator_wait_ns),
	  .argument = "TIME",
	  .help = "how long to wait for a generator that was unplugged; a "
		  "bare number is seconds" },
	{ .name = "high-volts",
	  .key = "generator.high_volts",
	  .type = HIL_OPTION_DOUBLE,
	  .unit = "V",
	  .min = 0.1,
	  .max = 24,
	  FIELD(high_volts),
	  .argument = "VOLTS",
	  .help = "high level of the stimulus; else line-volts" },
	{ .name = "low-volts",
	  .key = "generator.low_volts",
	  .type = HIL_OPTION_DOUBLE,
	  .unit = "V",
	  .min = -0.1,
	  .max = 5,
	  FIELD(low_volts),
	  .argument = "VOLTS",
	  .help = "low level of the stimulus" },
	{ .name = "load",
	  .key = "generator.load",
	  .type = HIL_OPTION_STRING,
	  .initial = "inf",
	  FIELD(load),
	  .argument = "inf|OHMS",
	  .help = "load the generator drives; a GPIO is inf" },
	{ .name = "buffer",
	  .key = "generator.buffer",
	  .type = HIL_OPTION_CHOICE,
	  .initial = "none",
	  .choices = buffers,
	  FIELD(buffer),
	  .argument = "none|schmitt",
	  .help = "schmitt: a Schmitt trigger of the line's voltage stands "
		  "between a sound card and the line; without it none is "
		  "turned on, for line-out swings below ground" },
	{ .name = NULL },
};

/* The config file that is taken when none is named, or NULL. Heap. */
static char *default_config(void)
{
	const char *home = getenv("HOME");
	const char *xdg = getenv("XDG_CONFIG_HOME");
	const char *named = getenv("HILRIG_CONFIG");
	char *path = NULL;

	if (named && *named)
		return strdup(named);
	if (xdg && *xdg) {
		if (asprintf(&path, "%s/hilrig/rig.conf", xdg) < 0)
			return NULL;
	} else if (home && *home) {
		if (asprintf(&path, "%s/.config/hilrig/rig.conf", home) < 0)
			return NULL;
	}
	if (path && access(path, F_OK) == 0)
		return path;
	free(path);
	if (access("/etc/hilrig/rig.conf", F_OK) == 0)
		return strdup("/etc/hilrig/rig.conf");
	return NULL;
}

struct hil_option *hil_run_options_after(const struct hil_option *own,
					 size_t count)
{
	const size_t rows =
		sizeof(hil_run_option_table) / sizeof(hil_run_option_table[0]);
	struct hil_option *table = calloc(count + rows, sizeof(*table));

	if (!table)
		return NULL;
	memcpy(table, own, count * sizeof(*table));
	memcpy(table + count, hil_run_option_table,
	       sizeof(hil_run_option_table));
	return table;
}

int hil_run_options_file(struct hil_run_options *o)
{
	if (!o->config)
		o->config = default_config();
	return o->config
		       ? hil_options_config(hil_run_option_table, o, o->config)
		       : 0;
}

int hil_run_options_read(struct hil_run_options *o, int argc, char **argv,
			 const char *usage)
{
	int first, ret;

	hil_options_init(hil_run_option_table, o);
	ret = hil_options_args(hil_run_option_table, o, argc, argv, usage,
			       &first);
	if (ret)
		return ret;
	if (first < argc) {
		hil_error("%s takes no operand, got \"%s\"", argv[0],
			  argv[first]);
		return -EINVAL;
	}
	return hil_run_options_file(o);
}

void hil_run_options_free(struct hil_run_options *o)
{
	hil_options_free(hil_run_option_table, o);
}
