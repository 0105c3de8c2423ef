/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator's SCPI lines on TCP. */
#ifndef HIL_BENCH_SCPI_SERVER_H
#define HIL_BENCH_SCPI_SERVER_H

#include "rig/bench/loop.h"
#include "rig/bench/scpi_generator.h"

struct hil_scpi_server;

/**
 * hil_scpi_server_new() - serve on a free port of 127.0.0.1
 * @instrument: one for all connections, as in a real one
 *
 * Context: start-up only. Return: NULL without memory or port.
 */
struct hil_scpi_server *
hil_scpi_server_new(struct hil_loop *loop,
		    struct hil_scpi_generator *instrument);
/** hil_scpi_server_free() - close all; NULL-safe */
void hil_scpi_server_free(struct hil_scpi_server *s);
/** hil_scpi_server_port() - the TCP port */
int hil_scpi_server_port(const struct hil_scpi_server *s);

#endif
