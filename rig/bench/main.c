/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-bench: the virtual bench. This is the table of its commands. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/standard.h"
#include "daemon/base/suggest.h"
#include "rig/bench/command.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} commands[] = {
	{ "start", hil_command_start, "boot a virtual board" },
	{ "status", hil_command_status, "say how a bench is" },
	{ "list", hil_command_list, "list all benches" },
	{ "exec", hil_command_exec, "run a command on the board" },
	{ "fault", hil_command_fault, "make a fault on purpose" },
	{ "stop", hil_command_stop, "end a bench" },
};

#define COUNT (sizeof(commands) / sizeof(commands[0]))

static int help(void)
{
	puts("usage: hilrig bench COMMAND [options]\n"
	     "A PREEMPT_RT board in QEMU with a signal generator and a logic "
	     "analyzer.\n");
	for (size_t i = 0; i < COUNT; i++)
		printf("  %-8s %s\n", commands[i].name, commands[i].help);
	puts("\n'hilrig bench COMMAND -h' says more.");
	return 0;
}

static int unknown(const char *word)
{
	const char *known[COUNT], *near;

	for (size_t i = 0; i < COUNT; i++)
		known[i] = commands[i].name;
	near = hil_suggest(word, known, COUNT);
	if (near)
		hil_error("unknown command '%s': did you mean '%s'?", word,
			  near);
	else
		hil_error("unknown command '%s'; -h lists them", word);
	return 1;
}

int main(int argc, char **argv)
{
	hil_standard_keep();
	signal(SIGPIPE, SIG_IGN);
	hil_log_open("hilrig-bench", HIL_LOG_NOTICE);
	if (argc < 2) {
		hil_error("a command is missing; -h lists them");
		return 1;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return help();
	if (!strcmp(argv[1], "--version")) {
		puts("hilrig-bench " HIL_VERSION);
		return 0;
	}
	for (size_t i = 0; i < COUNT; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return commands[i].run(argc - 1, argv + 1);
	return unknown(argv[1]);
}
