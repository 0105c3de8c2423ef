/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each witness is doing, in words. */
#include <stdio.h>
#include <string.h>

#include "daemon/base/time.h"
#include "gui-bridge/view/private.h"

#define LATE_NS (250 * HIL_NS_PER_MS) /* running, yet nothing new */

/* Kernel and IST are one side: the board. */
static bool same_side(uint32_t a, uint32_t b)
{
	return (a == HIL_SHM_ANALYZER) == (b == HIL_SHM_ANALYZER);
}

static bool has_side(const struct hil_snapshot *s, uint32_t witness)
{
	size_t i;

	for (i = 0; i < s->series_count; i++) {
		if (same_side(s->series[i].ring.witness, witness))
			return true;
	}
	return false;
}

/* Since the newest publication; negative: there was none. */
static int64_t silence_of(const struct hil_snapshot *s, uint32_t witness)
{
	int64_t newest_ns = 0;
	size_t i;

	for (i = 0; i < s->series_count; i++) {
		if (same_side(s->series[i].ring.witness, witness) &&
		    s->series[i].published_ns > newest_ns)
			newest_ns = s->series[i].published_ns;
	}
	if (!newest_ns)
		return -1;
	return newest_ns < s->mono_ns ? s->mono_ns - newest_ns : 0;
}

static const struct hil_snapshot_remote *remote_of(const struct hil_snapshot *s,
						   uint32_t witness)
{
	size_t i;

	for (i = 0; i < s->remotes; i++) {
		if (same_side((uint32_t)s->remote[i].witness, witness))
			return &s->remote[i];
	}
	return NULL;
}

static void say_stale(struct hil_view_witness *w, const struct hil_snapshot *s)
{
	char at[32] = "an unknown time";
	int64_t age_ns = s->life.age_ns;

	if (age_ns >= 0 && age_ns < s->wall_ns)
		hil_time_utc_format(s->wall_ns - age_ns, at, sizeof(at));
	snprintf(w->text, sizeof(w->text), "writer died at %s: %s", at,
		 s->reason);
}

static void say_state(struct hil_view_witness *w, const struct hil_snapshot *s,
		      const char *name)
{
	char age[32];

	hil_view_text_age(w->silent_ns, age, sizeof(age));
	switch (s->life.state) {
	case HIL_SHM_STARTING:
		snprintf(w->text, sizeof(w->text), "starting");
		break;
	case HIL_SHM_WAITING:
		if (w->silent_ns < 0)
			snprintf(w->text, sizeof(w->text),
				 "waiting for the first edge");
		else
			snprintf(w->text, sizeof(w->text),
				 "waiting for edges, the last came %s ago",
				 age);
		break;
	case HIL_SHM_PAUSED:
		snprintf(w->text, sizeof(w->text), "paused");
		break;
	case HIL_SHM_CLOSED:
		snprintf(w->text, sizeof(w->text),
			 "closed in order: these are its last values");
		break;
	case HIL_SHM_FAILED:
		snprintf(w->text, sizeof(w->text), "FAILED(%u): %.63s",
			 s->life.code,
			 s->has_status && *s->status.failure
				 ? s->status.failure
				 : "its log says why");
		w->alive = 0;
		break;
	default:
		if (w->silent_ns < 0 || w->silent_ns > LATE_NS)
			snprintf(w->text, sizeof(w->text),
				 "waiting for the %s, %s", name, age);
		else
			snprintf(w->text, sizeof(w->text), "running");
	}
}

/* The words of a writer of its own, where the mirror gives a state's name. */
static const char *words_of(const char *state)
{
	static const char *const words[][2] = {
		{ "RUN", "running" },
		{ "WAITING", "waiting for edges" },
		{ "STARTING", "starting" },
		{ "PAUSED", "paused" },
		{ "CLOSED", "closed in order" },
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(state, words[i][0]))
			return words[i][1];
	}
	return state;
}

static void say_remote(struct hil_view_witness *w,
		       const struct hil_snapshot_remote *r, const char *name)
{
	char age[32];

	if (!strcmp(r->state, "RUN") && w->silent_ns > LATE_NS)
		snprintf(w->text, sizeof(w->text), "waiting for the %s, %s",
			 name,
			 hil_view_text_age(w->silent_ns, age, sizeof(age)));
	else
		snprintf(w->text, sizeof(w->text), "%s%s%s", words_of(r->state),
			 *r->text ? ": " : "", r->text);
	if (!strcmp(r->state, "FAILED"))
		w->alive = 0;
}

static void fill_witness(struct hil_view *view, const struct hil_snapshot *s,
			 uint32_t witness, const char *name)
{
	struct hil_view_witness *w = &view->witness[view->witnesses++];
	const struct hil_snapshot_remote *remote = remote_of(s, witness);

	snprintf(w->name, sizeof(w->name), "%s", name);
	w->alive = s->live;
	w->silent_ns = silence_of(s, witness);
	if (!s->attached)
		snprintf(w->text, sizeof(w->text), "%s", s->reason);
	else if (!s->live)
		say_stale(w, s);
	else if (remote && s->life.state != HIL_SHM_CLOSED)
		say_remote(w, remote, name);
	else
		say_state(w, s, name);
}

void hil_view_witnesses(struct hil_view *view, const struct hil_snapshot *s)
{
	view->witnesses = 0;
	if (!s->attached || s->has_events || has_side(s, HIL_SHM_IST))
		fill_witness(view, s, HIL_SHM_IST, "real-time side");
	if (has_side(s, HIL_SHM_ANALYZER))
		fill_witness(view, s, HIL_SHM_ANALYZER, "analyzer");
}
