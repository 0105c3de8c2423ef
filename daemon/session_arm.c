/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of a session's beginning: lines, the threads before us, memory,
 * settings, and the IST last, so that nothing is late for the first edge.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/facts.h"
#include "daemon/link/record.h"
#include "daemon/session.h"
#include "daemon/sysfs.h"

static int threads_raise(struct hil_session *s)
{
	const struct hil_daemon_options *o = s->options;
	const struct hil_irq_thread *below;
	int ret = hil_irq_path_find("", s->lines.consumer, s->lines.chip,
				    &s->path);

	/* Some controllers print a name instead of having one. */
	if (!*s->path.irq_chip)
		snprintf(s->path.irq_chip, sizeof(s->path.irq_chip), "%s",
			 s->lines.label);
	if (ret && !o->no_raise) {
		hil_error("cannot find the kernel's thread for line %u of %s: "
			  "%s; run as root with /sys and /proc visible, or "
			  "measure below it with --no-raise",
			  s->lines.stimulus, s->lines.chip,
			  ret == -EXDEV ? "no thread of its interrupt is "
					  "visible"
					: strerror(-ret));
		return ret;
	}
	if (o->no_raise) {
		below = hil_irq_path_below(&s->path, (int)o->priority);
		if (below)
			hil_warning("%s is not above the priority %d of the "
				    "measuring thread: its delays are part of "
				    "the result",
				    below->comm, (int)o->priority);
		return 0;
	}
	return hil_irq_path_raise(&s->path, (int)o->irq_priority, s->cpu);
}

static int memory_create(struct hil_session *s)
{
	const uint32_t flags = s->path.flow == HIL_IRQ_FLOW_LEVEL
				       ? HIL_SHM_COALESCED_UNKNOWN
				       : 0;
	const struct hil_shm_spec spec[] = {
		{ .kind = HIL_SHM_EVENTS, .witness = HIL_SHM_IST },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_IST,
		  .quantity = HIL_SHM_PERIOD,
		  .reference_ns = 4 * HIL_NS_PER_MS,
		  .flags = flags },
		{ .kind = HIL_SHM_WINDOWS,
		  .witness = HIL_SHM_IST,
		  .quantity = HIL_SHM_WAKEUP,
		  .reference_ns = 50 * HIL_NS_PER_US,
		  .flags = flags }
	};
	int ret = hil_shm_create(spec, sizeof(spec) / sizeof(spec[0]), &s->shm);

	if (ret)
		hil_error("cannot make the shared memory: %s", strerror(-ret));
	return ret;
}

static json_t *thread_to_json(const char *role, pid_t pid, pid_t tid)
{
	return json_pack("{s:s, s:i, s:i}", "role", role, "pid", (int)pid,
			 "tid", (int)tid);
}

/* What front ends show beside the numbers. The IST's own thread comes first. */
static json_t *threads(const struct hil_session *s)
{
	json_t *list = json_array();
	size_t i;

	json_array_append_new(list,
			      thread_to_json("IST", getpid(), s->thread.tid));
	for (i = 0; i < s->path.threads; i++)
		json_array_append_new(list,
				      thread_to_json(s->path.thread[i].bank
							     ? "irq bank"
							     : "irq thread",
						     s->path.thread[i].pid,
						     s->path.thread[i].pid));
	return list;
}

static json_t *status(void *context)
{
	const struct hil_session *s = context;

	return json_pack("{s:s, s:i, s:I, s:o}", "program", "hilrigd", "pid",
			 (int)getpid(), "events",
			 (json_int_t)hil_shm_progress(s->shm), "threads",
			 threads(s));
}

/* The socket is for front ends: a measurement does without it. */
static void socket_serve(struct hil_session *s)
{
	struct hil_socket_config config = { .path = s->options->socket,
					    .fd = hil_shm_fd(s->shm),
					    .status = status,
					    .context = s };
	int ret;

	if (config.path && !strcmp(config.path, "none"))
		return;
	ret = hil_socket_serve(&config, &s->server);
	if (!ret)
		return;
	if (config.path)
		hil_warning("cannot serve %s: %s", config.path, strerror(-ret));
	else
		hil_info("no control socket: %s", strerror(-ret));
}

static void run(void *context)
{
	struct hil_session *s = context;

	s->ist_ret = hil_ist_run(&s->ist);
}

static int ist_start(struct hil_session *s)
{
	uint16_t flags = 0;

	if (s->path.flow == HIL_IRQ_FLOW_LEVEL)
		flags |= HIL_EVENT_LEVEL_FLOW;
	if (s->path.stamp == HIL_IRQ_STAMP_DEMUX ||
	    s->path.stamp == HIL_IRQ_STAMP_NESTED)
		flags |= HIL_EVENT_STAMP_THREAD;
	hil_ist_init(&s->ist,
		     &(struct hil_ist_config){
			     .event_fd = s->lines.event_fd,
			     .probe_fd = s->lines.probe_fd,
			     .pulse = s->options->probe_mode == 1,
			     .flags = flags,
			     .limit = s->options->events,
			     .shm = s->shm,
			     .seed_delay_ns = s->options->seed_delay_ns,
			     .seed_every = s->options->seed_every });
	s->thread =
		(struct hil_rt_thread){ .name = "hilrigd-ist",
					.priority = (int)s->options->priority,
					.cpu = s->cpu,
					.run = run,
					.context = s };
	return hil_rt_start(&s->thread);
}

static int reader_start(struct hil_session *s)
{
	int ret = hil_board_status_open(&s->status, hil_shm_fd(s->shm));

	if (ret)
		return ret;
	if (s->sender)
		return hil_sender_attach(s->sender, hil_shm_fd(s->shm),
					 &s->ist);
	if (s->options->quiet || !isatty(STDOUT_FILENO))
		return 0;
	return hil_live_open(&s->live, hil_shm_fd(s->shm),
			     (int)s->options->priority);
}

static int cpu_choose(struct hil_session *s)
{
	char online[256];
	cpu_set_t set;

	s->cpu = s->options->cpu < 0 ? hil_facts_default_cpu("")
				     : (int)s->options->cpu;
	if (hil_sysfs_text("", online, sizeof(online),
			   "/sys/devices/system/cpu/online") < 0 ||
	    hil_cpu_list_parse(online, &set) < 0 ||
	    CPU_ISSET((size_t)s->cpu, &set))
		return 0;
	hil_error("--affinity %d: there is no such CPU, online are %s", s->cpu,
		  online);
	return -EINVAL;
}

int hil_session_arm(struct hil_session *s)
{
	const struct hil_daemon_options *o = s->options;
	const struct hil_lines_config config = { .chip = o->chip,
						 .stimulus = o->line,
						 .spare = o->spare,
						 .probe = o->probe,
						 .falling = o->edge == 1 };
	int ret = cpu_choose(s);

	if (!ret)
		ret = hil_lines_open(&s->lines, &config);
	if (!ret)
		ret = threads_raise(s);
	if (!ret && o->latency_us >= 0) {
		s->latency_fd = hil_rt_latency_hold(o->latency_us);
		ret = s->latency_fd < 0 ? s->latency_fd : 0;
	}
	if (!ret)
		ret = memory_create(s);
	if (ret)
		return ret;
	ret = ist_start(s);
	if (ret)
		return ret;
	socket_serve(s); /* after the threads that it tells of */
	hil_session_send_settings(s);
	ret = reader_start(s);
	if (ret)
		return ret;
	s->begin_ns = hil_time_mono_ns();
	hil_session_set_state(s, HIL_SHM_WAITING);
	if (!s->sender)
		hil_notice("waiting for edges on line %u of %s, answering on "
			   "line %u",
			   s->lines.stimulus, s->lines.chip, s->lines.probe);
	return 0;
}
