/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig: the table of commands. A command that is not built in is the program
 * hilrig-COMMAND, beside this one or in PATH, as git does it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/beside.h"
#include "daemon/base/log.h"
#include "daemon/base/standard.h"
#include "daemon/base/suggest.h"
#include "rig/cmd/cmd.h"

struct command {
	const char *name;
	int (*run)(int argc, char **argv); /* NULL: hilrig-NAME */
	const char *help;
};

static const struct command commands[] = {
	{ "run", hil_cmd_run, "measure once, by the run protocol" },
	{ "measure", hil_cmd_measure,
	  "the same analysis on a recorded capture" },
	{ "compare", hil_cmd_compare,
	  "which front end changes the latency, measured" },
	{ "diff", hil_cmd_diff, "what differs between two stored runs" },
	{ "show", hil_cmd_show, "print a stored run again" },
	{ "calibrate", hil_cmd_calibrate,
	  "what the instruments add to a latency" },
	{ "qualify", hil_cmd_qualify,
	  "test the rig's requirements, write a dossier" },
	{ "budget", hil_cmd_budget,
	  "uncertainty of a stored run, line by line" },
	{ "wire", hil_cmd_wire,
	  "what is connected to what, and what is wrong with it" },
	{ "scan", hil_cmd_scan, "list GPIO chips, analyzers, generators" },
	{ "board", hil_cmd_board, "pins, volts and flaws of known boards" },
	{ "rate", hil_cmd_rate,
	  "sample rate and analyzer that a wanted uncertainty needs" },
	{ "doctor", hil_cmd_doctor, "what would spoil a measurement" },
	{ "gui", NULL, "watch a run or a board live: term, web, window" },
	{ "bench", NULL, "the virtual bench: start, status, stop, exec" },
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void print_help(void)
{
	size_t i;

	printf("usage: hilrig COMMAND [OPTIONS]\n"
	       "\n"
	       "How long after an edge on a wire a board answers, judged by a "
	       "logic analyzer.\n"
	       "\n"
	       "commands:\n");
	for (i = 0; i < COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].help);
	printf("\n"
	       "`hilrig COMMAND --help` tells the options of each.\n"
	       "exit status: 0 VALID or DEGRADED, 1 error, 2 a limit was hit, "
	       "3 INVALID,\n"
	       "             4 nothing to test with\n");
}

static const struct command *find(const char *name)
{
	size_t i;

	for (i = 0; i < COMMANDS; i++) {
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	}
	return NULL;
}

static int run_outside(const char *name, char **argv)
{
	const char *known[COMMANDS], *near;
	char *program = NULL, *path = NULL;
	size_t i;
	int ret;

	if (strchr(name, '/') || asprintf(&program, "hilrig-%s", name) < 0)
		program = NULL;
	path = program ? hil_beside(program) : NULL;
	if (path) {
		argv[0] = path;
		execvp(path, argv);
	}
	ret = path ? errno : ENOENT;
	for (i = 0; i < COMMANDS; i++)
		known[i] = commands[i].name;
	near = hil_suggest(name, known, COMMANDS);
	if (ret != ENOENT)
		hil_error("cannot run %s: %s", path, strerror(ret));
	else if (find(name))
		hil_error("%s is not installed: it is neither beside hilrig "
			  "nor in PATH",
			  program);
	else
		hil_error("\"%s\" is no command%s%s%s; see hilrig --help", name,
			  near ? ", did you mean \"" : "", near ? near : "",
			  near ? "\"?" : "");
	free(path);
	free(program);
	return HIL_STATUS_ERROR;
}

/* What could not be printed was not told: that is no success. */
static int flushed(int status)
{
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	if (status != HIL_STATUS_OK)
		return status;
	hil_error("cannot write to standard output");
	return HIL_STATUS_ERROR;
}

int main(int argc, char **argv)
{
	const struct command *command;

	hil_standard_keep();
	hil_log_open("hilrig", HIL_LOG_NOTICE);
	if (argc < 2) {
		print_help();
		return HIL_STATUS_ERROR;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help") ||
	    !strcmp(argv[1], "help")) {
		print_help();
		return flushed(HIL_STATUS_OK);
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		printf("hilrig %s\n", HIL_VERSION);
		return HIL_STATUS_OK;
	}
	command = find(argv[1]);
	if (command && command->run)
		return flushed(command->run(argc - 1, argv + 1));
	return run_outside(argv[1], argv + 1);
}
