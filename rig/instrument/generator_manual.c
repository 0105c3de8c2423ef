/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A generator that hilrig cannot reach: somebody turns its knobs. */
#include <errno.h>
#include <stdio.h>

#include "rig/instrument/generator_private.h"

static int manual_open(struct hil_generator *g)
{
	snprintf(g->identity, sizeof(g->identity), "manual");
	return 0;
}

static int manual_set(struct hil_generator *g,
		      const struct hil_generator_wave *wave)
{
	(void)g;
	(void)wave;
	return 0;
}

static int manual_switch(struct hil_generator *g)
{
	(void)g;
	return -EOPNOTSUPP;
}

static bool manual_alive(const struct hil_generator *g)
{
	(void)g;
	return true;
}

static void manual_close(struct hil_generator *g)
{
	(void)g;
}

const struct hil_generator_kind hil_generator_manual = {
	.name = "manual",
	.address = HIL_ADDRESS_NONE,
	.switchable = false,
	.patterns = HIL_PATTERN_ALL, /* what its user says that he set */
	.open = manual_open,
	.set = manual_set,
	.on = manual_switch,
	.off = manual_switch,
	.alive = manual_alive,
	.close = manual_close,
};
