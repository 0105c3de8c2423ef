/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-capture on a recorded capture. */
#ifndef HIL_CAPTURE_FILE_MODE_H
#define HIL_CAPTURE_FILE_MODE_H

#include "rig/capture/reader.h"

/**
 * hil_file_mode() - send a recorded capture as frames on standard output
 *
 * Context: start-up only. Return: exit status; the message is printed.
 */
int hil_file_mode(const struct hil_reader_options *options);

#endif
