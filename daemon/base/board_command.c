/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words that run a program on the board: directly on this machine, or
 * behind the rig's exec command, which a shell splits as it does for ssh users.
 */
#include "daemon/base/board_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/beside.h"

static size_t count_words(const char *const *args)
{
	size_t n = 0;

	while (args[n])
		n++;
	return n;
}

/* sh -c 'exec COMMAND "$@"' sh PROGRAM ARGS… */
static bool put_shell(char **argv, const char *exec)
{
	argv[0] = strdup("/bin/sh");
	argv[1] = strdup("-c");
	if (asprintf(&argv[2], "exec %s \"$@\"", exec) < 0)
		argv[2] = NULL;
	argv[3] = strdup("sh");
	return argv[0] && argv[1] && argv[2] && argv[3];
}

char **hil_board_command(const char *exec, const char *program,
			 const char *const *args)
{
	bool remote = exec && *exec;
	size_t n = remote ? 4 : 0, count = count_words(args), i;
	char **argv = calloc(n + count + 2, sizeof(*argv));
	bool ok = argv != NULL;

	if (ok && remote)
		ok = put_shell(argv, exec);
	if (ok) {
		argv[n] = remote ? strdup(program) : hil_beside(program);
		ok = argv[n] != NULL;
	}
	for (i = 0; ok && i < count; i++) {
		argv[n + 1 + i] = strdup(args[i]);
		ok = argv[n + 1 + i] != NULL;
	}
	if (!ok) {
		hil_board_command_free(argv);
		return NULL;
	}
	return argv;
}

void hil_board_command_free(char **argv)
{
	size_t i;

	/* A vector that was not filled has NULL holes only behind its end. */
	for (i = 0; argv && argv[i]; i++)
		free(argv[i]);
	free(argv);
}

bool hil_board_word_ok(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._:/+,-";

	return *word && *word != '-' && !word[strspn(word, plain)];
}
