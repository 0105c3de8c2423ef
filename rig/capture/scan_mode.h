/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-capture --scan: the analyzers that a driver finds, as text. */
#ifndef HIL_CAPTURE_SCAN_MODE_H
#define HIL_CAPTURE_SCAN_MODE_H

/**
 * hil_scan_mode() - look for analyzers and print what they are
 * @words: sigrok's words, "fx2lafw:conn=1.7"
 *
 * Context: main thread; may block as long as the driver does.
 * Return: exit status, 0; 1 none was found, the message is printed.
 */
int hil_scan_mode(const char *words);

#endif
