/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the parts of hil_front. */
#ifndef HIL_FRONT_PRIVATE_H
#define HIL_FRONT_PRIVATE_H

#include "gui-bridge/front/front.h"

/** hil_front_write_stats() - to --stats. Return: 0; -errno, with a message. */
int hil_front_write_stats(const struct hil_front *f);

#endif
