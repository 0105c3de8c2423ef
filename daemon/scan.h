/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd --scan: which GPIO chips and lines this machine has. */
#ifndef HIL_DAEMON_SCAN_H
#define HIL_DAEMON_SCAN_H

/**
 * hil_scan_print() - every chip with its lines, on standard output
 *
 * A line tells its name, direction and who holds it.
 * Context: start-up only.
 * Return: exit status, 0 or 1 when /dev cannot be read.
 */
int hil_scan_print(void);

#endif
