/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is compared: a front end beside the IST and how it is scheduled. */
#ifndef HIL_COMPARE_VARIANT_H
#define HIL_COMPARE_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

enum hil_front_kind {
	HIL_FRONT_NONE,
	HIL_FRONT_TERM,
	HIL_FRONT_WEB,
	HIL_FRONT_WINDOW,
	HIL_FRONT_MANAGED,
	HIL_FRONT_COMMAND, /* any program */
	HIL_FRONTS
};

/** hil_front_kind_name() - "none", "term", …, "cmd" */
const char *hil_front_kind_name(enum hil_front_kind front);

struct hil_variant {
	char *name; /* what the user calls it, or made of the rest */
	enum hil_front_kind front;
	char *command;      /* HIL_FRONT_COMMAND */
	char *load;         /* a program beside it; NULL: none */
	uint64_t clients;   /* HIL_FRONT_WEB */
	char *browser;      /* that opens the page so often; NULL: none,
			     * its stream is read on the board */
	char *sched;        /* "other", "fifo:40"; NULL: as it comes */
	char *cpus;         /* NULL: as it comes */
	int64_t refresh_ns; /* 0: the front end's own */
};

#define HIL_VARIANTS_MAX 12

struct hil_variants {
	struct hil_variant of[HIL_VARIANTS_MAX];
	size_t count;
};

/**
 * hil_variants_add() - one variant from its words
 * @spec: words with commas between them: a front end (none, term,
 *	web[:clients=N], window, managed, cmd:COMMAND) and any of
 *	other|batch|idle|fifo:PRIO|rr:PRIO, refresh=TIME, cpus=LIST,
 *	name=TEXT, for web browser[=PROGRAM], and at the end load:COMMAND, a
 *program that runs beside the front end. What follows cmd: or load: is the
 *command, commas too.
 *
 * Context: start-up only. Messages are printed.
 * Return: 0; -EINVAL; -ENOSPC too many; -ENOMEM.
 */
int hil_variants_add(struct hil_variants *v, const char *spec) HIL_MUST_CHECK;

/** hil_variant_runs() - there is a program to start */
bool hil_variant_runs(const struct hil_variant *v);

/**
 * hil_variants_default() - none, term and managed, both ordinary and FIFO
 * @ist_priority: the FIFO ones are below it
 */
int hil_variants_default(struct hil_variants *v,
			 uint64_t ist_priority) HIL_MUST_CHECK;

/**
 * hil_variants_file() - one variant a line; empty lines and # are left out
 *
 * Return: 0; -errno with a message that names file and line.
 */
int hil_variants_file(struct hil_variants *v, const char *path) HIL_MUST_CHECK;

void hil_variants_free(struct hil_variants *v);

#endif
