/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of hilrig-bench. */
#ifndef HIL_BENCH_COMMAND_H
#define HIL_BENCH_COMMAND_H

#include "daemon/base/option.h"

#define HIL_BENCH_EXIT_LOST 255 /* exec: the bench or the board is gone */

/* What every command takes. */
struct hil_command_options {
	char *name;
	bool json;
};

#define HIL_COMMAND_NAME_OPTION(owner, member)                                 \
	{                                                                      \
		.name = "name", .letter = 'n', .type = HIL_OPTION_STRING,      \
		.initial = "default", .offset = offsetof(owner, member),       \
		.set_offset = -1, .argument = "NAME",                          \
		.help = "which bench, where several run"                       \
	}

#define HIL_COMMAND_JSON_OPTION(owner, member)                                 \
	{                                                                      \
		.name = "json", .type = HIL_OPTION_FLAG,                       \
		.offset = offsetof(owner, member), .set_offset = -1,           \
		.help = "print JSON"                                           \
	}

/** hil_command_start() - "start" and so on; each returns an exit status */
int hil_command_start(int argc, char **argv);
int hil_command_status(int argc, char **argv);
int hil_command_list(int argc, char **argv);
int hil_command_stop(int argc, char **argv);
int hil_command_exec(int argc, char **argv);
int hil_command_fault(int argc, char **argv);

/**
 * hil_command_parse() - options that only have a name and --json
 * @operands: result, index of the first; NULL: none are taken
 *
 * Return: 0 go on; 1 exit with *@status.
 */
int hil_command_parse(struct hil_command_options *o, int argc, char **argv,
		      const char *usage, int *operands, int *status);
void hil_command_options_free(struct hil_command_options *o);

/** hil_command_name_ok() - prints what a name may be. Return: is it one? */
bool hil_command_name_ok(const char *name);

#endif
