/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TCP ports on 127.0.0.1 that are free. */
#ifndef HIL_BENCH_PORT_H
#define HIL_BENCH_PORT_H

/**
 * hil_port_listen() - listen on a free port
 * @port: result
 *
 * Context: any but RT. Return: non-blocking descriptor; -errno.
 */
int hil_port_listen(int *port);

/** hil_port_free() - a port that is free right now. Return: -errno */
int hil_port_free(void);

/** hil_port_accept() - non-blocking connection without delay; -1: none */
int hil_port_accept(int fd);

#endif
