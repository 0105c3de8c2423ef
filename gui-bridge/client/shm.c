/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stable interface: hands out copies of a view in structs that only grow.
 * Lists are in shm_lists.c; nothing here knows how the memory is laid out.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/time.h"
#include "gui-bridge/client/private.h"

/* The numbers of this header are the memory's own. */
_Static_assert((int)HILRIG_ANALYZER == (int)HIL_SHM_ANALYZER &&
		       (int)HILRIG_IST == (int)HIL_SHM_IST,
	       "witnesses");
_Static_assert((int)HILRIG_LATENCY == (int)HIL_SHM_LATENCY &&
		       (int)HILRIG_WRITE == (int)HIL_SHM_WRITE,
	       "quantities");
_Static_assert((int)HILRIG_FAILED == (int)HIL_SHM_FAILED, "states");
_Static_assert((int)HILRIG_INVALID == (int)HIL_SHM_INVALID, "verdicts");
_Static_assert(sizeof(struct hilrig_event) == sizeof(struct hil_event),
	       "events");
_Static_assert(sizeof(struct hilrig_state) == 144, "stable");
_Static_assert(sizeof(struct hilrig_numbers) == 232, "stable");
_Static_assert(sizeof(struct hilrig_column) == 40, "stable");
_Static_assert(sizeof(struct hilrig_bar) == 24, "stable");
_Static_assert(sizeof(struct hilrig_counter) == 32, "stable");
_Static_assert(sizeof(struct hilrig_worst) == 96, "stable");

uint32_t hilrig_shm_api(void)
{
	return HILRIG_SHM_API;
}

struct hilrig_shm *hilrig_shm_open(const char *path)
{
	struct hilrig_shm *shm = calloc(1, sizeof(*shm));

	if (!shm)
		return NULL;
	shm->source = hil_source_new(path);
	if (!shm->source) {
		free(shm);
		return NULL;
	}
	return shm;
}

void hilrig_shm_close(struct hilrig_shm *shm)
{
	if (!shm)
		return;
	hil_source_free(shm->source);
	free(shm);
}

static void fill(struct hilrig_shm *shm)
{
	struct hil_view *v = &shm->view;
	const struct hil_snapshot *s = hil_source_snapshot(shm->source);
	struct hil_view_witness w;
	uint32_t i;

	hil_view_fill(v, s, &shm->options);
	v->front.retries = s->retries;
	v->front.torn = s->torn;
	v->front.staleness_ns = -1;
	for (i = 0; i < v->witnesses; i++) {
		w = v->witness[i];
		snprintf(shm->witness[i], sizeof(shm->witness[i]), "%s: %s",
			 w.name, w.text);
	}
}

int hilrig_shm_refresh(struct hilrig_shm *shm)
{
	int ret = hil_source_read(shm->source, hil_time_mono_ns());

	fill(shm);
	return ret;
}

const char *hilrig_shm_reason(const struct hilrig_shm *shm)
{
	return shm->view.reason;
}

int hilrig_shm_state(const struct hilrig_shm *shm, struct hilrig_state *state)
{
	const struct hil_snapshot *s = hil_source_snapshot(shm->source);

	memset(state, 0, sizeof(*state));
	state->attached = s->attached;
	state->live = s->live;
	state->state = (int32_t)s->life.state;
	state->verdict =
		s->has_status ? (int32_t)s->status.verdict : HILRIG_NO_VERDICT;
	state->mono_ns = s->mono_ns;
	state->heartbeat_ns = s->life.age_ns;
	state->generation = s->generation;
	state->events = s->life.ist_progress;
	state->retries = s->retries;
	state->torn = s->torn;
	state->u_ns = shm->view.u_ns;
	state->k = shm->view.k;
	state->leg_ns = shm->view.leg_ns;
	return 0;
}

const char *hilrig_shm_verdict(const struct hilrig_shm *shm, uint32_t index)
{
	return index < shm->view.reasons ? shm->view.reason_text[index] : NULL;
}

const char *hilrig_shm_witness(const struct hilrig_shm *shm, uint32_t index)
{
	return index < shm->view.witnesses ? shm->witness[index] : NULL;
}

/* Return: a range in ns that the history can show. */
static int64_t span_within(int64_t span_ns)
{
	return span_ns > 0 ? span_ns : 0;
}

const struct hil_view_quantity *hilrig_quantity(const struct hilrig_shm *shm,
						uint32_t index)
{
	return index < shm->view.quantities ? &shm->view.quantity[index] : NULL;
}

int hilrig_shm_columns(struct hilrig_shm *shm, uint32_t quantity,
		       int64_t span_ns, struct hilrig_column *column,
		       uint32_t most)
{
	const struct hil_view_quantity *q;
	uint32_t i;

	if (!most || !column)
		return -EINVAL;
	/* A pure function of what was read: the same numbers, other curves. */
	if (span_within(span_ns) != shm->options.span_ns ||
	    most != shm->options.columns) {
		shm->options.span_ns = span_within(span_ns);
		shm->options.columns = most;
		fill(shm);
	}
	q = hilrig_quantity(shm, quantity);
	if (!q)
		return -ENOENT;
	for (i = 0; i < q->columns; i++)
		column[i] = (struct hilrig_column){
			.start_ns = q->start_ns + (int64_t)i * q->column_ns,
			.count = q->column[i].count,
			.min_ns = q->column[i].min_ns,
			.max_ns = q->column[i].max_ns,
			.avg_ns = q->column[i].avg_ns,
		};
	return (int)q->columns;
}

char *hilrig_shm_json(struct hilrig_shm *shm, int64_t span_ns)
{
	json_t *json;
	char *text;

	shm->options.span_ns = span_within(span_ns);
	shm->options.columns = 0;
	fill(shm);
	json = hil_view_to_json(&shm->view,
				HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS);
	text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	return text;
}

void hilrig_shm_free(char *text)
{
	free(text);
}
