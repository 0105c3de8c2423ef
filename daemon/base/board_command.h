/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a program is started on the board: here, or behind board.exec. */
#ifndef HIL_BASE_BOARD_COMMAND_H
#define HIL_BASE_BOARD_COMMAND_H

#include <stdbool.h>

/**
 * hil_board_command() - the argument vector of a program on the board
 * @exec: board.exec or NULL for this machine
 * @program: "hilrigd" or a path; on this machine, beside ours first
 * @args: NULL-terminated, @program not included; no blanks in them
 *
 * Return: NULL-terminated heap vector of heap strings; NULL without memory.
 */
char **hil_board_command(const char *exec, const char *program,
			 const char *const *args);

/** hil_board_command_free() - NULL-safe */
void hil_board_command_free(char **argv);

/**
 * hil_board_word_ok() - may this go through the shells of board.exec as it is?
 *
 * Context: any. Return: true for letters, digits and ._:/+,- only, no hyphen
 * first.
 */
bool hil_board_word_ok(const char *word);

#endif
