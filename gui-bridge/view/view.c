/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the parts of a view together. */
#include "gui-bridge/view/view.h"

#include <stdio.h>
#include <string.h>

#include "gui-bridge/view/private.h"

#define SPAN_NS INT64_C(40000000000)

static void say(char *text, size_t size, const char *words)
{
	snprintf(text, size, "%s", words);
}

static void fill_verdict(struct hil_view *v, const struct hil_snapshot *s)
{
	static const char *const name[] = {
		[HIL_SHM_NO_VERDICT] = "none yet",
		[HIL_SHM_VALID] = "VALID",
		[HIL_SHM_DEGRADED] = "DEGRADED",
		[HIL_SHM_INVALID] = "INVALID",
	};
	uint32_t verdict = s->has_status ? s->status.verdict : 0;

	say(v->verdict, sizeof(v->verdict),
	    name[verdict <= HIL_SHM_INVALID ? verdict : 0]);
	v->reasons = s->has_status ? s->status.reasons : 0;
	memcpy(v->reason_text, s->status.reason, sizeof(v->reason_text));
	v->k = s->has_status ? s->status.k : 2.0;
	v->u_ns = s->has_status && s->status.u_ns >= 0
			  ? s->status.k * s->status.u_ns
			  : -1.0;
	v->leg_ns =
		s->has_status && s->status.leg_ns > 0 ? s->status.leg_ns : -1.0;
}

static void fill_threads(struct hil_view *v, const struct hil_snapshot *s)
{
	size_t i;

	v->threads = 0;
	for (i = 0; i < s->threads; i++) {
		const struct hil_thread *from = &s->thread[i];
		struct hil_view_thread *t = &v->thread[v->threads++];

		memset(t, 0, sizeof(*t));
		say(t->role, sizeof(t->role), from->role);
		say(t->comm, sizeof(t->comm), from->comm);
		say(t->policy, sizeof(t->policy),
		    hil_thread_policy_name(from->policy));
		t->tid = from->tid;
		t->known = from->policy >= 0;
		t->priority = from->priority;
		t->cpu = from->cpu;
		t->idle_ns = from->ran_ns ? s->mono_ns - from->ran_ns : -1;
		t->voluntary = from->voluntary;
		t->involuntary = from->involuntary;
		t->minor = from->minor;
		t->major = from->major;
	}
}

static void fill_writer(struct hil_view *v, const struct hil_snapshot *s)
{
	static const char *const name[] = {
		[HIL_SHM_STARTING] = "STARTING", [HIL_SHM_WAITING] = "WAITING",
		[HIL_SHM_RUN] = "RUN",           [HIL_SHM_PAUSED] = "PAUSED",
		[HIL_SHM_CLOSED] = "CLOSED",     [HIL_SHM_FAILED] = "FAILED",
	};

	v->mono_ns = s->mono_ns;
	v->wall_ns = s->wall_ns;
	v->generation = s->generation;
	v->attached = s->attached;
	v->live = s->live;
	say(v->reason, sizeof(v->reason), s->reason);
	say(v->state, sizeof(v->state),
	    !s->attached                      ? ""
	    : s->life.state <= HIL_SHM_FAILED ? name[s->life.state]
					      : "unknown");
	if (*s->program)
		snprintf(v->writer, sizeof(v->writer), "%s, pid %d", s->program,
			 s->pid);
	else
		say(v->writer, sizeof(v->writer), "");
}

void hil_view_fill(struct hil_view *view, const struct hil_snapshot *snapshot,
		   const struct hil_view_options *options)
{
	fill_writer(view, snapshot);
	fill_verdict(view, snapshot);
	view->span_ns = options->span_ns > 0 ? options->span_ns : SPAN_NS;
	hil_view_quantities(view, snapshot, options);
	hil_view_counters(view, snapshot, options->line);
	hil_view_witnesses(view, snapshot);
	hil_view_worsts(view, snapshot, options->line);
	fill_threads(view, snapshot);
}
