/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig scan: GPIO chips with their lines (hilrigd's list, here or on the
 * board), analyzers of a driver (hilrig-capture's list), generators.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/beside.h"
#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "daemon/base/time.h"
#include "rig/capture/child.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/scan_usb.h"
#include "rig/instrument/generator.h"
#include "rig/report/clean.h"
#include "rig/run/board.h"
#include "rig/run/collect.h"
#include "rig/run/options.h"

static const char usage[] =
	"usage: hilrig scan [--board --config FILE] [--driver DRIVER]\n"
	"       hilrig scan --watch\n"
	"\n"
	"Lists GPIO chips with their lines, analyzers of a named driver, sound "
	"cards and\ngenerators.\n"
	"Only a named driver is asked: a scan of all would open every "
	"instrument in reach.\n";

#define SCAN_WAIT_NS (20 * HIL_NS_PER_S)
#define SCAN_BYTES   (1024u * 1024)

struct scan {
	char *driver, *config, *generator;
	bool board, watch;
};

#define AT(field) .offset = offsetof(struct scan, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "driver",
	  .letter = 'd',
	  .type = HIL_OPTION_STRING,
	  AT(driver),
	  .argument = "DRIVER",
	  .help = "analyzers of this driver, in sigrok's words" },
	{ .name = "generator",
	  .letter = 'g',
	  .type = HIL_OPTION_STRING,
	  AT(generator),
	  .argument = "DEVICE",
	  .help = "ask this generator who it is, \"lxi:HOST:PORT\" or "
		  "\"usbtmc\"" },
	{ .name = "config",
	  .letter = 'c',
	  .type = HIL_OPTION_STRING,
	  AT(config),
	  .argument = "FILE",
	  .help = "scan what the rig's config names" },
	{ .name = "board",
	  .type = HIL_OPTION_FLAG,
	  AT(board),
	  .help = "GPIO chips of the board in the config" },
	{ .name = "watch",
	  .letter = 'w',
	  .type = HIL_OPTION_FLAG,
	  AT(watch),
	  .help = "generators on USB as they are plugged in and pulled out, "
		  "until interrupted" },
	{ .name = NULL },
};

/* What a program says may be a board's: lines, and no control sequence. */
static void print_lines(char *text)
{
	char *line;

	while ((line = strsep(&text, "\n"))) {
		if (!text && !*line)
			return;
		hil_clean_text(stdout, line);
		putchar('\n');
	}
}

/* Prints what a program says under a heading; 0 or its failure. */
static int print_output(const char *heading, char **argv)
{
	char *text = NULL;
	int status = 0;
	int ret = hil_collect(argv, SCAN_WAIT_NS, SCAN_BYTES, &text, &status);

	printf("%s\n", heading);
	if (ret)
		printf("  cannot ask %s: %s\n", argv[0],
		       ret == -ETIME ? "no answer in time" : strerror(-ret));
	else if (*text)
		print_lines(text);
	else
		printf("  none\n");
	free(text);
	if (ret)
		return ret;
	return status ? -ENODEV : 0;
}

static int scan_chips(const struct hil_run_options *o, bool board)
{
	const char *const args[] = { "--scan", NULL };
	char **argv =
		hil_board_command(board ? o->exec : NULL, o->hilrigd, args);
	int ret = -ENOMEM;

	if (argv)
		ret = print_output(board ? "GPIO chips of the board"
					 : "GPIO chips of this machine",
				   argv);
	hil_board_command_free(argv);
	return ret;
}

static int scan_analyzers(char *driver)
{
	char *program = hil_beside("hilrig-capture"), *heading = NULL;
	char scan_word[] = "--scan", driver_word[] = "--driver";
	char *argv[] = { program, scan_word, driver_word, driver, NULL };
	int ret = -ENOMEM;

	if (program && asprintf(&heading, "analyzers of %s", driver) >= 0)
		ret = print_output(heading, argv);
	free(heading);
	free(program);
	return ret;
}

/* Not to have one is no fault of a rig. */
static int scan_sound(void)
{
	char *program = hil_beside("hilrig-audio"), scan_word[] = "--scan";
	char *argv[] = { program, scan_word, NULL };
	int ret = program ? 0 : -ENOMEM;

	if (!ret)
		print_output("sound cards, as generator or analyzer", argv);
	free(program);
	return ret;
}

static int scan_generator(const char *device, double line_volts)
{
	struct hil_generator *g = NULL;
	int ret;

	printf("generator %s\n", device);
	ret = hil_generator_open(device, line_volts, &g);
	if (ret)
		printf("  no answer\n");
	else
		printf("  %s\n", hil_generator_identity(g));
	hil_generator_close(g);
	return ret;
}

static int scan_all(const struct scan *s, struct hil_run_options *o)
{
	char *driver = s->driver ? s->driver : o->analyzer;
	const char *generator = s->generator ? s->generator : o->generator;
	int ret = scan_chips(o, s->board), one;

	if (driver && !hil_capture_is_sound(driver)) {
		one = scan_analyzers(driver);
		ret = ret ? ret : one;
	} else if (!driver) {
		printf("analyzers\n  not asked: name a driver with --driver, "
		       "\"fx2lafw\" or \"demo\"\n");
	}
	one = scan_sound();
	ret = ret ? ret : one;
	one = hil_scan_usb();
	ret = ret ? ret : one;
	if (strcmp(generator, "manual")) {
		one = scan_generator(generator, o->line_volts);
		ret = ret ? ret : one;
	} else {
		printf("generators on a network\n  not asked: name one with "
		       "--generator "
		       "lxi:HOST[:PORT]\n");
	}
	return ret;
}

int hil_cmd_scan(int argc, char **argv)
{
	struct scan s = { 0 };
	struct hil_run_options o = { 0 };
	int status = HIL_STATUS_ERROR, first, ret;

	hil_options_init(table, &s);
	hil_options_init(hil_run_option_table, &o);
	ret = hil_options_args(table, &s, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = HIL_STATUS_OK;
	if (!ret && first < argc) {
		hil_error("scan takes no operand, got \"%s\"", argv[first]);
		ret = -EINVAL;
	}
	if (!ret && s.board && !s.config) {
		hil_error("--board needs the config of the rig: --config FILE");
		ret = -EINVAL;
	}
	if (!ret && s.watch && (s.board || s.driver || s.generator)) {
		hil_error("--watch is for USB, and for nothing else");
		ret = -EINVAL;
	}
	if (!ret && s.config)
		ret = hil_options_config(hil_run_option_table, &o, s.config);
	if (!ret && s.watch)
		status =
			hil_scan_usb_watch() ? HIL_STATUS_ERROR : HIL_STATUS_OK;
	else if (!ret)
		status = scan_all(&s, &o) ? HIL_STATUS_NOTHING : HIL_STATUS_OK;
	hil_options_free(hil_run_option_table, &o);
	hil_options_free(table, &s);
	return status;
}
