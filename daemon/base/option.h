/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One table of options per program: it makes long and short options, config
 * keys, --help, range errors and the recorded settings, and checks itself.
 */
#ifndef HIL_BASE_OPTION_H
#define HIL_BASE_OPTION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

enum hil_option_type {
	HIL_OPTION_FLAG,     /* bool; config: yes no true false 1 0 on off */
	HIL_OPTION_U64,      /* uint64_t */
	HIL_OPTION_I64,      /* int64_t */
	HIL_OPTION_DOUBLE,   /* double */
	HIL_OPTION_DURATION, /* int64_t ns; see bare_ns */
	HIL_OPTION_RATE,     /* uint64_t Hz, sigrok's suffixes */
	HIL_OPTION_STRING,   /* char *, owned by the target, may be NULL */
	HIL_OPTION_CHOICE    /* int, index into choices */
};

struct hil_option {
	const char *name; /* long option, "period"; NULL ends the table */
	char letter;      /* 'i' or 0 */
	const char *key;  /* "generator.period" in a config file, or NULL */
	enum hil_option_type type;
	bool optional_value; /* "--json" as well as "--json=FILE" */
	const char *implied; /* text taken when the optional value is absent */
	const char *unit;    /* shown in help and ranges: "ns", "Hz", "" */
	const char *initial; /* default as text, NULL: none (0, false, NULL) */
	double min, max;     /* range in the type's base unit; both 0: any */
	int64_t bare_ns;     /* DURATION: what a bare number means, 0: error */
	const char *const *choices; /* CHOICE: NULL-terminated words */
	size_t offset;              /* of the field in the target struct */
	ptrdiff_t set_offset;       /* of a bool "was given", by command line or
				     * config; -1: none, not possible with a key */
	const char *argument;       /* name in help: "PERIOD"; NULL for flags */
	const char *help;           /* one sentence */
};

/**
 * hil_options_init() - check the table and fill a target with the defaults
 * @table: ends with a NULL name
 * @target: struct that the offsets point into, zeroed by the caller
 *
 * Context: start-up only. The table's own mistakes are assertion failures.
 */
void hil_options_init(const struct hil_option *table, void *target);

/** hil_options_free() - free the strings of a target and set them to NULL */
void hil_options_free(const struct hil_option *table, void *target);

/**
 * hil_options_set() - set one option from text
 * @where: "--period" or "bench.conf:12", for the message
 *
 * Prints a message for a value that does not fit, with range and unit.
 * Context: any but RT. Return: 0; -EINVAL; -ERANGE; -ENOMEM.
 */
int hil_options_set(const struct hil_option *option, void *target,
		    const char *text, const char *where) HIL_MUST_CHECK;

/**
 * hil_options_args() - set options from a command line (getopt_long order)
 * @argc, @argv: argv[0] is the program or command name
 * @usage: text for --help before the table, ends with a newline
 * @first: index of the first operand; operands are moved to the end unless
 *	a "--" stands before them
 *
 * -h and --help print to stdout and return -ECANCELED. An unknown option is
 * named together with the nearest known one. A flag takes "=no" as well, to
 * undo a config file.
 *
 * Context: start-up only. Return: 0; -ECANCELED help was printed; -EINVAL.
 */
int hil_options_args(const struct hil_option *table, void *target, int argc,
		     char **argv, const char *usage, int *first) HIL_MUST_CHECK;

/**
 * hil_options_config() - set options from an INI file and its drop-ins
 *
 * Keys are "section.key". What was given before (set_offset), by the command
 * line or by another config, stays, so the first one wins: the most specific
 * comes first. An unknown section or key is an error with file:line and the
 * nearest one.
 * Context: start-up only. Return: 0 or -errno; the message is printed.
 */
int hil_options_config(const struct hil_option *table, void *target,
		       const char *path) HIL_MUST_CHECK;

/** hil_options_help() - print the table, 80 columns */
void hil_options_help(const struct hil_option *table, const char *usage);

/**
 * hil_options_to_json() - all values as an object, for the recorded settings
 *
 * Names have '_' for '-', and end in _ns (durations) or _hz (rates).
 * Context: any but RT. Return: new reference, NULL without memory.
 */
json_t *hil_options_to_json(const struct hil_option *table, const void *target);

#endif
