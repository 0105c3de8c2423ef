/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-pins: the options and the two commands. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "daemon/base/standard.h"
#include "daemon/base/time.h"
#include "daemon/pins/pins.h"

#define AT(field)                                                              \
	.offset = offsetof(struct hil_pins_options, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "chip",
	  .type = HIL_OPTION_STRING,
	  .initial = "gpiochip0",
	  AT(chip),
	  .argument = "CHIP",
	  .help = "gpiochip: name, number, path or label" },
	{ .name = "line",
	  .type = HIL_OPTION_STRING,
	  AT(line),
	  .argument = "LINE",
	  .help = "toggle: the line, number or name; it is driven" },
	{ .name = "pulses",
	  .letter = 'n',
	  .type = HIL_OPTION_U64,
	  .initial = "20",
	  .min = 1,
	  .max = HIL_PINS_PULSES_MAX,
	  AT(pulses),
	  .argument = "N",
	  .help = "toggle: how many" },
	{ .name = "period",
	  .letter = 'i',
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "12ms",
	  .min = 1e5,
	  .max = 1e9,
	  .bare_ns = 1000,
	  AT(period_ns),
	  .argument = "TIME",
	  .help = "toggle: from one pulse to the next; bare: microseconds" },
	{ .name = "high",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "3ms",
	  .min = 1e4,
	  .max = 1e9,
	  .bare_ns = 1000,
	  AT(high_ns),
	  .argument = "TIME",
	  .help = "toggle: how long each pulse is high" },
	{ .name = "also",
	  .type = HIL_OPTION_STRING,
	  AT(also),
	  .argument = "LINES",
	  .help = "watch: these too, though they are outputs now; they become "
		  "inputs" },
	{ .name = "skip",
	  .type = HIL_OPTION_STRING,
	  AT(skip),
	  .argument = "LINES",
	  .help = "watch: not these" },
	{ .name = "duration",
	  .letter = 'D',
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .min = 1e6,
	  .max = 3.6e12,
	  .bare_ns = HIL_NS_PER_S,
	  AT(duration_ns),
	  .argument = "TIME",
	  .help = "watch: end after this time; without it each line on "
		  "standard input is a question, and its end is the end" },
	{ .name = NULL },
};

static const char usage[] =
	"usage: hilrig-pins toggle --chip CHIP --line LINE [-n N] [-i TIME]\n"
	"       hilrig-pins watch --chip CHIP [-D TIME]\n"
	"Moves one GPIO line, or counts the edges on all that are free; JSON "
	"on\nstandard output. hilrig wire uses both to find out what is wired "
	"to what.\n";

static int run(const char *command, const struct hil_pins_options *o)
{
	if (!strcmp(command, "watch"))
		return hil_pins_watch(o);
	if (strcmp(command, "toggle")) {
		hil_error("unknown command '%s': toggle or watch", command);
		return 1;
	}
	if (!o->line) {
		hil_error("toggle needs a line: --line LINE");
		return 1;
	}
	if (o->high_ns >= o->period_ns) {
		hil_error("--high must be shorter than --period");
		return 1;
	}
	return hil_pins_toggle(o);
}

int main(int argc, char **argv)
{
	struct hil_pins_options o = { .chip = NULL };
	int first, status = 1, ret;

	hil_standard_keep();
	signal(SIGPIPE, SIG_IGN);
	hil_log_open("hilrig-pins", HIL_LOG_NOTICE);
	hil_options_init(table, &o);
	ret = hil_options_args(table, &o, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = 0;
	else if (!ret && first + 1 != argc)
		hil_error("name one command: toggle or watch");
	else if (!ret)
		status = run(argv[first], &o);
	hil_options_free(table, &o);
	return status;
}
