/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that ask a program to end, as a descriptor for its poll loop. */
#ifndef HIL_BASE_SIGNALS_H
#define HIL_BASE_SIGNALS_H

#include "daemon/base/attr.h"

/**
 * hil_signals_open() - SIGINT, SIGTERM and SIGHUP come by a descriptor
 * @more: another one that does, SIGQUIT; 0: none
 *
 * They are blocked from here on, and SIGINT does not stay ignored, as a shell
 * has it for what it starts in the background: whether a blocked signal that
 * is ignored is kept, POSIX leaves open, and children inherit it. A SIGHUP that
 * is ignored stays so: that is what nohup is for. SIGPIPE is ignored: what
 * writes sees -EPIPE.
 *
 * Context: start-up only, before there is a second thread.
 * Return: a signalfd that does not block; -errno, nothing is printed.
 */
int hil_signals_open(int more) HIL_MUST_CHECK;

#endif
