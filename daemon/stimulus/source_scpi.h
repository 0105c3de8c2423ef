/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The SCPI commands of a pin.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_STIMULUS_SOURCE_SCPI_H
#define HIL_STIMULUS_SOURCE_SCPI_H

#include "daemon/stimulus/scpi.h"
#include "daemon/stimulus/source.h"

struct hil_source_scpi {
	struct hil_scpi scpi;
	const struct hil_source_kind *kind;
	void *member;
	const char *model; /* "gpiochip0 4" */
	struct hil_source_wave wave;
	double actual_hz;
};

/** hil_source_scpi_init() - as after *RST, off; @model is borrowed */
void hil_source_scpi_init(struct hil_source_scpi *s,
			  const struct hil_source_kind *kind, void *member,
			  const char *model);

#endif
