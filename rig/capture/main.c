/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-capture: a logic analyzer or a recorded capture, as edges. A program
 * of its own because libsigrok's drivers hang, spin and end silently, and
 * because files of others are read here; its parent (child.c) watches it.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "daemon/base/standard.h"
#include "rig/capture/file_mode.h"
#include "rig/capture/live.h"
#include "rig/capture/scan_mode.h"

struct options {
	char *driver;
	char *file;
	char *channels;
	char *format;
	uint64_t samplerate_hz;
	uint64_t unit;
	bool scan;
};

static const struct hil_option table[] = {
	{ .name = "driver",
	  .letter = 'd',
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct options, driver),
	  .set_offset = -1,
	  .argument = "WORDS",
	  .help = "analyzer in sigrok's words, "
		  "fx2lafw:conn=1.7:samplerate=24m" },
	{ .name = "file",
	  .letter = 'f',
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct options, file),
	  .set_offset = -1,
	  .argument = "FILE",
	  .help = "recorded capture: .sr, VCD, CSV or raw samples" },
	{ .name = "channels",
	  .letter = 'C',
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct options, channels),
	  .set_offset = -1,
	  .argument = "LIST",
	  .help = "channels to look at, names or numbers: D0,D1" },
	{ .name = "samplerate",
	  .type = HIL_OPTION_RATE,
	  .unit = "Hz",
	  .offset = offsetof(struct options, samplerate_hz),
	  .set_offset = -1,
	  .argument = "HZ",
	  .help = "sample rate, for an analyzer or a file without one" },
	{ .name = "format",
	  .type = HIL_OPTION_STRING,
	  .offset = offsetof(struct options, format),
	  .set_offset = -1,
	  .argument = "WORD",
	  .help = "sr, vcd, csv or raw; otherwise by content and name" },
	{ .name = "unit",
	  .type = HIL_OPTION_U64,
	  .unit = "bytes",
	  .initial = "1",
	  .min = 1,
	  .max = HIL_EDGE_UNIT_MAX,
	  .offset = offsetof(struct options, unit),
	  .set_offset = -1,
	  .argument = "BYTES",
	  .help = "bytes per sample of a raw file" },
	{ .name = "scan",
	  .type = HIL_OPTION_FLAG,
	  .offset = offsetof(struct options, scan),
	  .set_offset = -1,
	  .help = "only say which analyzers --driver finds, as text" },
	{ .name = NULL }
};

static const char usage[] =
	"usage: hilrig-capture --driver WORDS | --file FILE [--channels LIST]\n"
	"Sends the edges of a logic analyzer or a recorded capture as frames "
	"to a pipe.\nhilrig starts it; it stops when its input ends.\n";

static int check(const struct options *o)
{
	if (!o->driver == !o->file)
		hil_error("cannot start: give either --driver or --file");
	else if (o->scan && o->file)
		hil_error("cannot scan a file: --scan goes with --driver");
	else if (!o->scan && isatty(STDOUT_FILENO))
		hil_error("cannot write frames to a terminal: hilrig measure "
			  "shows a capture");
	else
		return 0;
	return -1;
}

static int run(const struct options *o)
{
	if (o->scan)
		return hil_scan_mode(o->driver);
	if (o->file)
		return hil_file_mode(&(struct hil_reader_options){
			.path = o->file,
			.format = o->format,
			.channels = o->channels,
			.samplerate_hz = o->samplerate_hz,
			.unit_bytes = (unsigned int)o->unit });
	return hil_live_mode(&(struct hil_live_options){
		.driver = o->driver,
		.channels = o->channels,
		.samplerate_hz = o->samplerate_hz });
}

int main(int argc, char **argv)
{
	struct options o = { .driver = NULL };
	int first, ret;

	hil_standard_keep();
	hil_log_open("hilrig-capture", HIL_LOG_NOTICE);
	/* dies with the thread that started it; also sees its input end */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_IGN);
	/* the parent's Ctrl-C is not ours: it says when to stop */
	signal(SIGINT, SIG_IGN);
	hil_options_init(table, &o);
	ret = hil_options_args(table, &o, argc, argv, usage, &first);
	if (!ret && first < argc) {
		hil_error("cannot use '%s': give files with --file",
			  argv[first]);
		ret = -1;
	}
	if (!ret)
		ret = check(&o);
	if (!ret)
		ret = run(&o);
	else
		ret = ret == -ECANCELED ? 0 : 1;
	hil_options_free(table, &o);
	return ret;
}
