/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of a handle. */
#ifndef HIL_CLIENT_PRIVATE_H
#define HIL_CLIENT_PRIVATE_H

#include "gui-bridge/client/hilrig-shm.h"
#include "gui-bridge/view/source.h"
#include "gui-bridge/view/view.h"

struct hilrig_shm {
	struct hil_source *source;
	struct hil_view_options options;
	struct hil_view view;
	uint64_t generation; /* as of the last hilrig_shm_events() */
	char witness[HIL_VIEW_WITNESSES][300];
};

/** hilrig_quantity() - @index-th of the view; NULL: there is none */
const struct hil_view_quantity *hilrig_quantity(const struct hilrig_shm *shm,
						uint32_t index);

#endif
