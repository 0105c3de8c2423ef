/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fake generator behind one of the transports; see peer_tcp.c. */
#ifndef HIL_UNIT_PEER_H
#define HIL_UNIT_PEER_H

#include "tests/unit/fake_generator.h"

struct peer;

/** peer_prepare() - first thing in main(); may start the program again */
void peer_prepare(char **argv);

/** peer_new() - plugged in and switched on */
struct peer *peer_new(enum fake_maker maker);
/** peer_device() - what hil_generator_open() takes */
const char *peer_device(const struct peer *p);
/** peer_generator() - look at it while no command is on its way */
struct fake_generator *peer_generator(struct peer *p);
/** peer_free() - NULL-safe */
void peer_free(struct peer *p);

#endif
