/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A made-up writer and a web bridge that shows it, and a client of it that can
 * be as rude as it likes. */
#ifndef HIL_TESTS_WEB_RIG_H
#define HIL_TESTS_WEB_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct rig {
	char folder[64]; /* temporary */
	char socket[96]; /* of the writer */
	pid_t writer, bridge;
	unsigned int port;
	char host[32]; /* "127.0.0.1:PORT" */
};

/**
 * rig_open() - start both; fails the test otherwise
 * @option: further options of the bridge, ends with NULL; NULL for none
 */
void rig_open(struct rig *r, const char *const option[]);
/** rig_close() - end what is left of both */
void rig_close(struct rig *r);

/** rig_bridge_start() - again, after it was ended; listens at r->port if set */
void rig_bridge_start(struct rig *r, const char *const option[]);
/** rig_end() - signal, wait; Return: status of waitpid(), 0 for pid 0 */
int rig_end(pid_t *pid, int signal);

/** rig_refused() - run the bridge to its end; Return: it failed with @words */
bool rig_refused(const struct rig *r, const char *const option[],
		 const char *words);

/** rig_connect() - Return: a socket to the bridge, with a time-out of 30 s */
int rig_connect(const struct rig *r);

/** rig_try_connect() - Return: a socket; -1: nobody listens any more */
int rig_try_connect(const struct rig *r);

/** rig_send() - all of it, or until the peer has closed */
void rig_send(int fd, const char *bytes, size_t count);

/**
 * rig_receive() - until the peer closes, or @size - 1 bytes, or @end is there
 * @end: text that ends what is wanted; NULL: only the peer does
 *
 * Return: bytes; @reply ends with NUL.
 */
size_t rig_receive(int fd, char *reply, size_t size, const char *end);

/**
 * rig_ask() - one request on a connection of its own
 * @format: header and body; $H is the host, $P the padding
 * @padding: how many letters $P stands for
 *
 * Return: status of the last answer; 0: closed without one.
 */
int rig_ask(const struct rig *r, const char *request, size_t padding,
	    char *reply, size_t size);

/** rig_status() - of the last answer in a reply; 0 for none */
int rig_status(const char *reply);

#endif
