/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a bench says of itself: the status object and the rig config. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rig/bench/bench.h"

#define PERIOD "4ms" /* of the config: 250 Hz */

static const char *state_name(enum hil_bench_state state)
{
	switch (state) {
	case HIL_BENCH_STARTING:
		return "starting";
	case HIL_BENCH_READY:
		return "ready";
	default:
		return "failed";
	}
}

static json_t *counters_json(struct hil_bench *b)
{
	const struct hil_analyzer_counters *a = &b->analyzer->counters;
	struct hil_generator_counters g;

	hil_generator_counters(b->generator, &g);
	return json_pack(
		"{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
		"s:I, s:I, s:I, s:I, s:I}",
		"edges_sent", (json_int_t)g.sent, "skipped",
		(json_int_t)g.skipped, "late_edges", (json_int_t)g.late,
		"worst_late_ns", (json_int_t)g.worst_ns, "refused",
		(json_int_t)g.refused, "stalls", (json_int_t)b->stalls.count,
		"worst_stall_ns", (json_int_t)b->stalls.worst_ns, "pin_changes",
		(json_int_t)b->pins.changes, "late_stamps",
		(json_int_t)b->analyzer->samples.late, "lost_stamps",
		(json_int_t)b->analyzer->samples.overflow, "wall_steps",
		(json_int_t)b->pins.wall_steps, "captures",
		(json_int_t)a->captures, "samples_sent", (json_int_t)a->samples,
		"reader_gaps", (json_int_t)a->reader_gaps, "samples_lost",
		(json_int_t)a->lost, "analyzer_busy", (json_int_t)a->busy,
		"exec_sessions", (json_int_t)hil_relay_sessions(b->relay));
}

static json_t *scheduling_json(const struct hil_bench *b)
{
	const struct hil_schedule *s = &b->schedule;

	return json_pack("{s:b, s:b, s:i, s:i, s:s}", "real_time", s->real_time,
			 "locked", s->locked, "main_cpu", s->main_cpu,
			 "vcpu_cpu", s->vcpu_cpu, "text", s->text);
}

json_t *hil_bench_status(struct hil_bench *b)
{
	char config[PATH_MAX + 16];
	double volts = hil_scpi_generator_pin_volts(&b->instrument.settings);

	snprintf(config, sizeof(config), "%s/bench.conf", b->path);
	return json_pack(
		"{s:s, s:s, s:b, s:s, s:s, s:s, s:{s:i, s:i}, "
		"s:{s:i, s:i}, s:{s:i, s:i, s:i}, s:I, s:I, s:I, s:f, s:b, "
		"s:o, s:o}",
		"name", b->options->name, "state", state_name(b->state),
		"ready", b->state == HIL_BENCH_READY, "text", b->text, "config",
		config, "state_dir", b->path, "pids", "server", (int)getpid(),
		"qemu", (int)b->qemu.pid, "threads", "generator",
		hil_generator_tid(b->generator), "vcpu", b->facts.vcpu_tid,
		"ports", "generator", hil_scpi_server_port(b->scpi), "analyzer",
		b->analyzer->port, "web", b->facts.web_port,
		"heartbeat_half_ns", (json_int_t)HIL_ANALYZER_HEARTBEAT_HALF_NS,
		"hold_ns", (json_int_t)HIL_ANALYZER_HOLD_NS, "started_mono_ns",
		(json_int_t)b->started_ns, "pin_volts", volts, "output",
		b->instrument.settings.on, "scheduling", scheduling_json(b),
		"counters", counters_json(b));
}

/* A reader sees the old file or the new one, never a part. */
static int replace_file(int folder, const char *name, const char *text)
{
	char fresh[64];
	size_t size = strlen(text);
	int fd, ret = 0;

	snprintf(fresh, sizeof(fresh), "%s.new", name);
	fd = openat(folder, fresh,
		    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		    0600);
	if (fd < 0)
		return -errno;
	if (write(fd, text, size) != (ssize_t)size)
		ret = errno ? -errno : -EIO;
	close(fd);
	if (!ret && renameat(folder, fresh, folder, name))
		ret = -errno;
	return ret;
}

void hil_bench_status_write(struct hil_bench *b)
{
	json_t *status = hil_bench_status(b);
	char *text = status ? json_dumps(status, JSON_INDENT(2)) : NULL;

	if (text)
		(void)replace_file(b->folder, "bench.status", text);
	free(text);
	json_decref(status);
}

int hil_bench_conf_write(const struct hil_bench *b)
{
	char program[PATH_MAX], text[2 * PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	int size;

	if (n < 0)
		return -errno;
	program[n] = '\0';
	size = snprintf(text, sizeof(text),
			"# Written by hilrig bench start: a rig like any "
			"other.\n"
			"[rig]\nname = bench-%s\nline_volts = 3.3\n\n"
			"[board]\nexec = %s exec --name %s --\n"
			"chip = gpiochip0\nline = 0\nspare = 2\nprobe = 1\n\n"
			"[analyzer]\n"
			"device = beaglelogic:conn=tcp-raw/127.0.0.1/%d:"
			"samplerate=1m\n"
			"channels = D0=stimulus,D1=probe,D2=heartbeat\n"
			"heartbeat = 2ms\n\n"
			"[generator]\ndevice = lxi:127.0.0.1:%d\n"
			"period = " PERIOD "\n",
			b->options->name, program, b->options->name,
			b->analyzer->port, hil_scpi_server_port(b->scpi));
	if (size >= (int)sizeof(text))
		return -ENAMETOOLONG;
	return replace_file(b->folder, "bench.conf", text);
}
