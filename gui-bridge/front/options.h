/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-gui's command line: one table for all front ends. */
#ifndef HIL_FRONT_OPTIONS_H
#define HIL_FRONT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/base/option.h"
#include "gui-bridge/front/sched.h"

struct hil_front_options {
	bool term, web, window, managed; /* the forms --term, --web, … */
	char *socket;                    /* NULL: the default */
	int64_t refresh_ns;
	int64_t span_ns;
	int64_t ideal_ns; /* 0: the writer's */
	uint64_t line;
	char *sched; /* as given; NULL: left as it is */
	char *cpus;
	int64_t duration_ns; /* 0: until told to end */
	char *stats;         /* path, "-" for stdout, or NULL */
	bool json;           /* one view as JSON on stdout, then end */
	bool pty;            /* term */
	char *listen;        /* web: address or address:port */
	char *token_file;    /* web */
	char *host;          /* web: names allowed beside its address */
	uint64_t clients;    /* web: connections at once */
	bool version;
};

/* hilrig-gui --help and the man page are made of it. */
extern const struct hil_option hil_front_option_table[];

/**
 * hil_front_options_read() - command line, checked as a whole
 * @name: result: "term", "web", …, owned by argv or constant; NULL: none given
 *
 * Context: start-up only. Messages are printed.
 * Return: 0; -ECANCELED help or version was printed; -EINVAL.
 */
int hil_front_options_read(struct hil_front_options *o, int argc, char **argv,
			   const char **name) HIL_MUST_CHECK;

void hil_front_options_free(struct hil_front_options *o);

#endif
