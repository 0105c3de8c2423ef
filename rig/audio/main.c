/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-audio: a sound card as generator or analyzer, the only program that
 * links PortAudio. A program of its own because PortAudio aborts and hangs;
 * its parents (rig/capture/child.c, rig/instrument/audio_child.c) watch it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "daemon/base/standard.h"
#include "rig/audio/capture_mode.h"
#include "rig/audio/play_mode.h"
#include "rig/audio/sound.h"

struct options {
	char *driver;
	char *channels;
	char *play;
	uint64_t samplerate_hz;
	bool scan;
};

#define AT(field) .offset = offsetof(struct options, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "driver",
	  .letter = 'd',
	  .type = HIL_OPTION_STRING,
	  AT(driver),
	  .argument = "WORDS",
	  .help = "record, \"audio:device=TEXT,rate=48k,floor=0.05\"; steps "
		  "below that part of full scale are no edges" },
	{ .name = "channels",
	  .letter = 'C',
	  .type = HIL_OPTION_STRING,
	  AT(channels),
	  .argument = "LIST",
	  .help = "channels to look at: D0 is left, D1 is right" },
	{ .name = "samplerate",
	  .type = HIL_OPTION_RATE,
	  .unit = "Hz",
	  AT(samplerate_hz),
	  .argument = "HZ",
	  .help = "sample rate, in place of that in the words" },
	{ .name = "play",
	  .type = HIL_OPTION_STRING,
	  AT(play),
	  .argument = "WORDS",
	  .help = "play what lines on standard input say" },
	{ .name = "scan",
	  .type = HIL_OPTION_FLAG,
	  AT(scan),
	  .help = "only say which sound devices there are, as text" },
	{ .name = NULL }
};

static const char usage[] =
	"usage: hilrig-audio --driver WORDS [--channels LIST] | --play WORDS | "
	"--scan\n"
	"A sound card as analyzer (edges as frames to a pipe) or as "
	"generator.\nhilrig starts it; it stops when its input ends.\n";

static int scan(void)
{
	struct hil_fault fault = { "" };

	if (hil_sound_start("hilrig-scan", &fault)) {
		hil_error("%s", fault.text);
		return 1;
	}
	hil_sound_print();
	fflush(stdout);
	_exit(0);
}

static int run(const struct options *o)
{
	if (!o->driver + !o->play + !o->scan != 2)
		hil_error("cannot start: give one of --driver, --play and "
			  "--scan");
	else if (o->driver && isatty(STDOUT_FILENO))
		hil_error("cannot write frames to a terminal: hilrig run shows "
			  "a capture");
	else if (o->driver)
		return hil_audio_capture_mode(o->driver, o->channels,
					      o->samplerate_hz);
	else if (o->play)
		return hil_audio_play_mode(o->play);
	else
		return scan();
	return 1;
}

int main(int argc, char **argv)
{
	struct options o = { .driver = NULL };
	int first, ret;

	hil_standard_keep();
	hil_log_open("hilrig-audio", HIL_LOG_NOTICE);
	/* dies with the thread that started it; also sees its input end */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_IGN);
	/* the parent's Ctrl-C is not ours: it says when to stop */
	signal(SIGINT, SIG_IGN);
	hil_options_init(table, &o);
	ret = hil_options_args(table, &o, argc, argv, usage, &first);
	if (!ret && first < argc) {
		hil_error("cannot use '%s': it takes no operand", argv[first]);
		ret = -EINVAL;
	}
	if (!ret)
		ret = run(&o);
	else
		ret = ret == -ECANCELED ? 0 : 1;
	hil_options_free(table, &o);
	return ret;
}
