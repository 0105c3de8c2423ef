/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd --readback: what a probe command costs, and when its pin has moved.
 */
#ifndef HIL_DAEMON_READBACK_H
#define HIL_DAEMON_READBACK_H

#include "daemon/options.h"

/**
 * hil_readback_print() - toggle the probe and read it back, as JSON on stdout
 * @o: checked; o->readback toggles
 *
 * Each toggle is one ioctl as the IST makes it, at its priority; then the
 * value is read until it shows the new level. A read of the device returns
 * only after the writes before it have arrived there, so the end of that read
 * bounds how long a posted write is under way. Before each toggle one more
 * value is read with nothing under way, to tell what the reading costs.
 *
 * With o->readback_line the level is that of an input wired to the probe.
 * Without it, it is the probe's own line, of which some drivers return what
 * they last wrote without asking the device: only the analyzer can tell.
 *
 * Context: start-up only.
 * Return: exit status, 0; 1 with a message.
 */
int hil_readback_print(const struct hil_daemon_options *o);

#endif
