/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells systemd how we are, where it asked for that. */
#ifndef HIL_DAEMON_NOTIFY_H
#define HIL_DAEMON_NOTIFY_H

/**
 * hil_notify() - one sd_notify(3) message
 * @text: "READY=1", "WATCHDOG=1", "STOPPING=1"
 *
 * Does nothing without $NOTIFY_SOCKET. Context: any but RT; never waits.
 * Source: systemd, sd_notify(3), "Standalone implementations".
 */
void hil_notify(const char *text);

#endif
