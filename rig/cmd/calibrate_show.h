/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a calibration record. */
#ifndef HIL_CMD_CALIBRATE_SHOW_H
#define HIL_CMD_CALIBRATE_SHOW_H

/**
 * hil_calibrate_show() - a record as text, or as JSON in its place
 * @path: of the record
 * @json: NULL, "-" or a file
 *
 * Return: exit status of the program; a record that does not exist is
 * HIL_STATUS_NOTHING.
 */
int hil_calibrate_show(const char *path, const char *json);

#endif
