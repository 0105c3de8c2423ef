/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd's command line. */
#ifndef HIL_DAEMON_OPTIONS_H
#define HIL_DAEMON_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/option.h"

struct hil_daemon_options {
	bool stdio, doctor, scan, facts, json, quiet, no_raise, version;
	char *nonce;
	char *chip, *line, *spare, *probe;
	int edge;       /* 0 rising, 1 falling */
	int probe_mode; /* 0 toggle, 1 pulse */
	uint64_t priority, irq_priority;
	int64_t cpu;        /* -1: hil_facts_default_cpu() */
	char *latency;      /* "off" or us */
	int32_t latency_us; /* -1: off */
	char *socket;       /* NULL: the default; "none" */
	int64_t duration_ns;
	uint64_t events;
	int64_t seed_delay_ns;
	uint64_t seed_every; /* 0: none */
	uint64_t readback;   /* toggles; 0: measure edges */
	char *readback_line; /* NULL: the probe itself */
};

/**
 * hil_daemon_options_parse() - read the command line and check it as a whole
 *
 * Context: start-up only.
 * Return: 0; -ECANCELED help or version was printed; -EINVAL, with a message.
 */
int hil_daemon_options_parse(struct hil_daemon_options *o, int argc,
			     char **argv) HIL_MUST_CHECK;

void hil_daemon_options_free(struct hil_daemon_options *o);

#endif
