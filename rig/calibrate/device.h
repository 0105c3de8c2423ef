/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Devices as an entry of a calibration record names them.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_CALIBRATE_DEVICE_H
#define HIL_CALIBRATE_DEVICE_H

#include <jansson.h>
#include <stdbool.h>

/** hil_device_analyzer() - of a CAPTURE record; new or NULL */
json_t *hil_device_analyzer(const json_t *capture);

/** hil_device_board() - of a SETTINGS record; new or NULL */
json_t *hil_device_board(const json_t *settings);

/**
 * hil_device_generator() - of what a run says of its generator; new or NULL
 *
 * An *IDN? of four fields is taken apart. Source: IEEE 488.2, 10.14.
 */
json_t *hil_device_generator(json_t *generator);

/** hil_device_host() - of `hilrigd --facts` on this host; new or NULL */
json_t *hil_device_host(const json_t *facts);

/** hil_device_board_in() - the board that an entry is of; NULL: of none */
const char *hil_device_board_in(const json_t *entry);

/** hil_device_same_analyzer() - is an entry of this analyzer */
bool hil_device_same_analyzer(const json_t *entry, const json_t *capture);

#endif
