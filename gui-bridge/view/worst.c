/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ten largest values with their times: the writer's own list, else the
 * windows with the largest maxima of what comes nearest to a latency.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/base/time.h"
#include "gui-bridge/view/private.h"

#define LONGEST_AGO_NS (INT64_C(400) * 24 * 3600 * HIL_NS_PER_S)

/*
 * The analyzer counts from its first sample; a board's clock is this machine's
 * if its writer is, and then has a time of day.
 */
static void say_when(struct hil_view_worst *w, uint32_t witness,
		     const struct hil_snapshot *s)
{
	int64_t ago_ns, wall_ns;
	struct tm tm;
	time_t t;

	/* Bounded first: a hostile time must not overflow the difference. */
	if (w->at_ns < 0 || w->at_ns > INT64_MAX / 4)
		w->at_ns = 0;
	ago_ns = s->mono_ns - w->at_ns;
	if (witness == HIL_SHM_ANALYZER || s->remotes || ago_ns < 0 ||
	    ago_ns > LONGEST_AGO_NS) {
		snprintf(w->at, sizeof(w->at), "%" PRId64 ".%06" PRId64 " s",
			 (int64_t)(w->at_ns / HIL_NS_PER_S),
			 (int64_t)(w->at_ns % HIL_NS_PER_S / HIL_NS_PER_US));
		return;
	}
	wall_ns = s->wall_ns - ago_ns;
	t = (time_t)(wall_ns / HIL_NS_PER_S);
	gmtime_r(&t, &tm);
	snprintf(w->at, sizeof(w->at), "%02d:%02d:%02d.%03d UTC", tm.tm_hour,
		 tm.tm_min, tm.tm_sec,
		 (int)(wall_ns % HIL_NS_PER_S / HIL_NS_PER_MS));
}

static void add_worst(struct hil_view *view, const struct hil_snapshot *s,
		      const struct hil_shm_worst *from, uint32_t witness)
{
	struct hil_view_worst *w = &view->worst[view->worsts++];

	snprintf(w->name, sizeof(w->name), "%s",
		 hil_view_quantity_name(from->quantity));
	snprintf(w->witness, sizeof(w->witness), "%s",
		 hil_view_witness_name(witness));
	w->value_ns = from->value_ns;
	w->at_ns = from->at_ns;
	w->event = from->event;
	say_when(w, witness, s);
}

static const struct hil_snapshot_series *
main_series(const struct hil_snapshot *s, uint32_t line)
{
	static const uint32_t order[] = { HIL_SHM_LATENCY, HIL_SHM_WAKEUP,
					  HIL_SHM_PERIOD };
	size_t i, j;

	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		for (j = 0; j < s->series_count; j++) {
			if (s->series[j].ring.quantity == order[i] &&
			    s->series[j].ring.line == line)
				return &s->series[j];
		}
	}
	return NULL;
}

static void from_windows(struct hil_view *view, const struct hil_snapshot *s,
			 uint32_t line)
{
	const struct hil_snapshot_series *series = main_series(s, line);
	struct hil_history_worst worst[HIL_HISTORY_WORST];
	struct hil_shm_worst one;
	size_t i, count;

	if (!series)
		return;
	count = hil_history_worst(series->history, worst);
	for (i = 0; i < count; i++) {
		one = (struct hil_shm_worst){ .value_ns = worst[i].value_ns,
					      .at_ns = worst[i].at_ns,
					      .event = UINT64_MAX,
					      .quantity =
						      series->ring.quantity };
		add_worst(view, s, &one, series->ring.witness);
	}
}

static uint32_t witness_of(const struct hil_snapshot *s, uint32_t quantity)
{
	size_t i;

	for (i = 0; i < s->series_count; i++) {
		if (s->series[i].ring.quantity == quantity)
			return s->series[i].ring.witness;
	}
	return quantity == HIL_SHM_LATENCY ? HIL_SHM_ANALYZER : HIL_SHM_IST;
}

void hil_view_worsts(struct hil_view *view, const struct hil_snapshot *s,
		     uint32_t line)
{
	uint32_t i;

	view->worsts = 0;
	for (i = 0; s->has_status && i < s->status.worsts; i++) {
		if (s->status.worst[i].line == line)
			add_worst(view, s, &s->status.worst[i],
				  witness_of(s, s->status.worst[i].quantity));
	}
	if (!view->worsts)
		from_windows(view, s, line);
}
