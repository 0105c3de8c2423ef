/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record SETTINGS: facts of the machine and what this session chose. */
#include <sched.h>
#include <stdio.h>

#include "daemon/facts.h"
#include "daemon/link/record.h"
#include "daemon/session.h"
#include "daemon/sysfs.h"

static void put_ist(json_t *to, const struct hil_rt_thread *t)
{
	struct sched_param param = { 0 };
	char text[128] = "unknown";
	cpu_set_t set;

	(void)sched_getparam(t->tid, &param);
	json_object_set_new(to, "ist_priority",
			    json_integer(param.sched_priority));
	if (!sched_getaffinity(t->tid, sizeof(set), &set))
		hil_cpu_list_format(&set, text, sizeof(text));
	json_object_set_new(to, "affinity", json_string(text));
}

json_t *hil_session_changing(const struct hil_session *s)
{
	json_t *to = hil_facts_changing("", s->cpu);
	json_t *path = hil_irq_path_to_json("", &s->path);

	if (!to || !path || json_object_update(to, path)) {
		json_decref(to);
		to = NULL;
	} else {
		put_ist(to, &s->thread);
	}
	json_decref(path);
	return to;
}

static json_t *session_constant(const struct hil_session *s)
{
	const struct hil_daemon_options *o = s->options;
	json_t *to = hil_facts_constant("");
	json_t *chosen = json_pack(
		"{s:s, s:s, s:i, s:i, s:i, s:s, s:s, s:i, s:b, s:b, s:I, s:I}",
		"chip", s->lines.chip, "chip_label", s->lines.label,
		"stimulus_line", (int)s->lines.stimulus, "spare_line",
		(int)s->lines.spare, "probe_line", (int)s->lines.probe, "edge",
		o->edge ? "falling" : "rising", "probe_mode",
		o->probe_mode ? "pulse" : "toggle", "cpu", s->cpu, "raised",
		!o->no_raise, "vdso", hil_facts_vdso(), "seed_delay_ns",
		(json_int_t)o->seed_delay_ns, "seed_every",
		(json_int_t)o->seed_every);

	if (to && chosen)
		json_object_update(to, chosen);
	json_decref(chosen);
	if (!to)
		return NULL;
	json_object_set_new(to, "cpu_dma_latency_us",
			    o->latency_us < 0 ? json_string("off")
					      : json_integer(o->latency_us));
	json_object_set_new(to, "version_hilrigd", json_string(HIL_VERSION));
	return to;
}

void hil_session_send_settings(struct hil_session *s)
{
	json_t *all;

	if (!s->constant)
		s->constant = session_constant(s);
	json_decref(s->changing);
	s->changing = hil_session_changing(s);
	if (!s->sender || !s->constant || !s->changing)
		return;
	all = json_copy(s->constant);
	if (!all)
		return;
	json_object_update(all, s->changing);
	json_object_set_new(all, "temperature_mc",
			    hil_facts_temperature_mc(""));
	hil_outbox_put(&s->box, HIL_RECORD_SETTINGS, all);
}
