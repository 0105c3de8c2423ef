/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guest's end of the message stream: all sessions on one port. */
#ifndef HIL_AGENT_AGENT_H
#define HIL_AGENT_AGENT_H

/**
 * hil_agent_serve() - run sessions until the port ends
 * @port: stream to the bench, non-blocking, read and write
 *
 * SIGPIPE must be ignored by the program. All commands still running at the
 * end are killed.
 *
 * Context: any but RT. Return: 0 the port ended; -errno.
 */
int hil_agent_serve(int port);

#endif
