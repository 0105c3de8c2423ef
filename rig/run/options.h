/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `hilrig run` can be told, by command line or by a rig's config file. */
#ifndef HIL_RUN_OPTIONS_H
#define HIL_RUN_OPTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/base/option.h"
#include "rig/ledger/ledger.h"

/* What stands between generator and line. */
enum hil_buffer { HIL_BUFFER_NONE, HIL_BUFFER_SCHMITT };

enum hil_board_mode { HIL_BOARD_EXEC, HIL_BOARD_NONE };

struct hil_run_options {
	/* this call */
	char *config;
	int64_t duration_ns;
	uint64_t edges;
	int64_t limit_ns;
	char *histogram; /* "" without a bound, a number of us, or NULL */
	char *json;      /* path, "-" for stdout, or NULL */
	char *socket;    /* for front ends: "none", a path, or NULL */
	int64_t seed_delay_ns;
	uint64_t seed_every; /* 0: no answer is delayed */
	bool quiet, verbose, strict, nanoseconds;
	/* [rig] */
	char *name;
	char *runs;
	int board; /* enum hil_board_mode */
	double line_volts;
	int edge;       /* enum hil_edge_select */
	int probe_edge; /* enum hil_edge_select */
	int64_t max_latency_ns;
	int64_t bounce_ns;
	/* [board] */
	char *exec;
	char *hilrigd;
	char *chip;
	char *line, *spare, *probe; /* numbers or names */
	char *readback; /* input wired to the probe; NULL: the probe */
	int probe_mode; /* enum hil_probe_mode */
	uint64_t priority;
	char *cpus;
	char *cpu_dma_latency;
	/* [analyzer] */
	char *analyzer;
	int64_t heartbeat_ns;
	char *channels;
	uint64_t samplerate_hz;
	/* [generator] */
	char *generator;
	int64_t period_ns;
	char *pattern;             /* "jitter:percent=50" */
	int64_t generator_wait_ns; /* for one whose connection was lost */
	double high_volts, low_volts;
	char *load; /* "inf" or ohms */
	int buffer; /* enum hil_buffer */
	/* said by the command line or the config file, not a default */
	struct {
		bool duration_ns, period_ns, edges, limit_ns, strict, name,
			runs, board, line_volts, edge, probe_edge,
			max_latency_ns, bounce_ns, exec, hilrigd, chip, line,
			spare, probe, readback, probe_mode, priority, cpus,
			cpu_dma_latency, analyzer, heartbeat_ns, channels,
			samplerate_hz, generator, pattern, generator_wait_ns,
			high_volts, low_volts, load, buffer;
	} given;
};

/* The one table: long and short options, config keys, help, recorded values. */
extern const struct hil_option hil_run_option_table[];

/**
 * hil_run_options_after() - the table with a command's own options before it
 * @own: @count rows, without the empty last one
 *
 * Context: start-up only. Return: heap, to free(); NULL without memory.
 */
struct hil_option *hil_run_options_after(const struct hil_option *own,
					 size_t count);

/**
 * hil_run_options_read() - command line, then config file, then defaults
 * @argv: argv[0] is the command's name
 * @usage: text before the table in --help
 *
 * Without --config: $HILRIG_CONFIG, else $XDG_CONFIG_HOME/hilrig/rig.conf,
 * else ~/.config/hilrig/rig.conf, else /etc/hilrig/rig.conf, where there is
 * one.
 *
 * Context: start-up only. Messages are printed.
 * Return: 0; -ECANCELED help was printed; -EINVAL; other -errno of the file.
 */
int hil_run_options_read(struct hil_run_options *o, int argc, char **argv,
			 const char *usage) HIL_MUST_CHECK;

/**
 * hil_run_options_file() - the config file's part of hil_run_options_read(),
 *	for a command whose table holds more than a run's
 *
 * Return: 0; -errno of the file.
 */
int hil_run_options_file(struct hil_run_options *o) HIL_MUST_CHECK;

void hil_run_options_free(struct hil_run_options *o);

/**
 * hil_run_options_check() - what one option alone cannot tell
 *
 * Missing analyzer, a channel role named twice, a wave above the line's
 * voltage, a period shorter than the samples can show.
 * Return: 0; -EINVAL with a message.
 */
int hil_run_options_check(const struct hil_run_options *o) HIL_MUST_CHECK;

/* Channel numbers or names by role, from "D0=stimulus,D1=probe". */
struct hil_channel_roles {
	char stimulus[32], probe[32], heartbeat[32]; /* "" when absent */
};

/** hil_channel_roles_parse() - Return: 0; -EINVAL with a message */
int hil_channel_roles_parse(const char *text,
			    struct hil_channel_roles *roles) HIL_MUST_CHECK;

/**
 * hil_ledger_config_to_json() - as the RUN record of a stored run carries it
 *
 * Return: new reference; NULL without memory.
 */
json_t *hil_ledger_config_to_json(const struct hil_ledger_config *c);

/** hil_ledger_config_from_json() - Return: 0; -EBADMSG a key is wrong */
int hil_ledger_config_from_json(json_t *json,
				struct hil_ledger_config *c) HIL_MUST_CHECK;

#endif
