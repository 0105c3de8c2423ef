/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of hil_view_fill(), in files of their own. */
#ifndef HIL_VIEW_PRIVATE_H
#define HIL_VIEW_PRIVATE_H

#include "gui-bridge/view/view.h"

/** hil_view_bars() - a histogram as at most @most bars of one nice width */
uint32_t hil_view_bars(const struct hil_histogram *h, uint32_t most,
		       struct hil_view_bar bar[]);

/** hil_view_quantities() - numbers and curves, in their order */
void hil_view_quantities(struct hil_view *view,
			 const struct hil_snapshot *snapshot,
			 const struct hil_view_options *options);

/** hil_view_counters() - the counters of a line, in their order */
void hil_view_counters(struct hil_view *view,
		       const struct hil_snapshot *snapshot, uint32_t line);

/** hil_view_witnesses() - the state of each witness in words */
void hil_view_witnesses(struct hil_view *view,
			const struct hil_snapshot *snapshot);

/** hil_view_worsts() - after hil_view_quantities() */
void hil_view_worsts(struct hil_view *view, const struct hil_snapshot *snapshot,
		     uint32_t line);

/** hil_view_quantity_name() - "latency"; "unknown" */
const char *hil_view_quantity_name(uint32_t quantity);
/** hil_view_witness_name() - "analyzer", "kernel", "IST" */
const char *hil_view_witness_name(uint32_t witness);

#endif
