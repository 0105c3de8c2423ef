/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A writer with made-up numbers that serves a socket as hilrigd and `hilrig
 * run` do, for tests of front ends. The numbers are a function of the event's
 * index, so a test knows what must be shown.
 *
 *	fake_writer --socket PATH [--period US] [--speed N] [--events N]
 *		[--host] [--hold] [--duration S]
 *
 * --speed N lets its own clock run N times as fast (a simulated night),
 * --events N stops the stimulus after N events, --host adds what only the
 * measuring host knows (latency, accounts, verdict), --hold writes all events
 * at once and then only beats. SIGTERM closes in order; SIGKILL is a crash.
 */
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/socket.h"
#include "daemon/shm/writer.h"

#define TICK_NS    (10 * HIL_NS_PER_MS)
#define WAKEUP_NS  (50 * HIL_NS_PER_US)
#define LATENCY_NS (92 * HIL_NS_PER_US)
#define SPIKE_NS   (300 * HIL_NS_PER_US)
#define LEG_NS     (6 * HIL_NS_PER_US)

enum { EVENTS, PERIOD, WAKEUP, LATENCY, DELIVERY, WRITE, SPECS };

struct fake {
	const char *path;
	int64_t period_ns, duration_ns;
	uint64_t speed, limit;
	bool host, hold;
	struct hil_shm_writer *shm;
	struct hil_socket_server *server;
	int64_t begin_ns;
	uint64_t next; /* event */
	struct hil_shm_status status;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

/* 0 to 999, looking random: an integer hash (splitmix64). */
static int64_t noise(uint64_t index)
{
	uint64_t z = (index + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int64_t)((z ^ z >> 31) % 1000);
}

/* 50 to 60 us, every 1,000th event 300 us more. */
static int64_t wakeup_ns(uint64_t index)
{
	return WAKEUP_NS + noise(index) * 10 + (index % 1000 == 999) * SPIKE_NS;
}

static void add_worst(struct fake *f, int64_t value_ns, int64_t at_ns,
		      uint64_t index)
{
	const struct hil_shm_worst worst = { .value_ns = value_ns,
					     .at_ns = at_ns,
					     .event = index,
					     .quantity = HIL_SHM_LATENCY };

	hil_shm_status_worst(&f->status, &worst);
}

static void add_event(struct fake *f, uint64_t index)
{
	int64_t edge_ns = f->begin_ns + (int64_t)index * f->period_ns;
	int64_t latency_ns = LATENCY_NS + wakeup_ns(index);
	const struct hil_event event = {
		.index = index,
		.hardirq_ns = edge_ns,
		.wake_ns = edge_ns + wakeup_ns(index),
		.probe_begin_ns = edge_ns + wakeup_ns(index) + 500,
		.probe_end_ns = edge_ns + wakeup_ns(index) + 1500,
		.seqno = (uint32_t)index + 1,
		.line_seqno = (uint32_t)index + 1,
		.batch = 1,
		.commands = index + 2,
	};

	hil_shm_event(f->shm, &event, hil_time_mono_ns());
	if (!f->host)
		return;
	hil_shm_value(f->shm, LATENCY, (int64_t)index * f->period_ns,
		      latency_ns, hil_time_mono_ns());
	/* 6 to 7 us and 1 to 3 us, as the clock fit would give them */
	hil_shm_value(f->shm, DELIVERY, (int64_t)index * f->period_ns,
		      LEG_NS + noise(index + 1), hil_time_mono_ns());
	hil_shm_value(f->shm, WRITE, (int64_t)index * f->period_ns,
		      HIL_NS_PER_US + 2 * noise(index + 2), hil_time_mono_ns());
	add_worst(f, latency_ns, (int64_t)index * f->period_ns, index);
}

static void set_status(struct fake *f)
{
	struct hil_shm_accounts *a = &f->status.account[0];

	f->status.lines = 1;
	a->events = f->next;
	if (f->host) {
		a->edges = f->next;
		a->matched = f->next;
		a->ambiguous = a->missed = a->in_gap = 0;
		a->fifo_drops = a->coalesced = 0;
		a->probe_extra = 0;
		a->never_interrupt = 0;
		f->status.verdict = HIL_SHM_DEGRADED;
		hil_shm_status_reason(&f->status,
				      "calibration: there is none for this "
				      "analyzer");
		f->status.u_ns = 408.2;
		f->status.leg_ns = 3100.0;
	}
	hil_shm_set_status(f->shm, &f->status, hil_time_mono_ns());
}

/* Everything that is due by a clock that runs --speed times as fast. */
static void add_due(struct fake *f)
{
	uint64_t due =
		(uint64_t)((hil_time_mono_ns() - f->begin_ns) / f->period_ns) *
		f->speed;

	if (f->hold)
		due = f->limit;
	if (f->limit && due > f->limit)
		due = f->limit;
	for (; f->next < due; f->next++)
		add_event(f, f->next);
	hil_shm_beat(f->shm, hil_time_mono_ns());
	hil_shm_set_state(f->shm,
			  f->limit && f->next == f->limit ? HIL_SHM_WAITING
							  : HIL_SHM_RUN,
			  0);
	set_status(f);
}

static json_t *status(void *context)
{
	const struct fake *f = context;

	return json_pack("{s:s,s:i}", "program",
			 f->host ? "hilrig run" : "hilrigd", "pid",
			 (int)getpid());
}

static int make(struct fake *f)
{
	const struct hil_shm_spec spec[SPECS] = {
		[EVENTS] = { .kind = HIL_SHM_EVENTS, .witness = HIL_SHM_IST },
		[PERIOD] = { .kind = HIL_SHM_WINDOWS,
			     .witness = HIL_SHM_IST,
			     .quantity = HIL_SHM_PERIOD,
			     .reference_ns = f->period_ns },
		[WAKEUP] = { .kind = HIL_SHM_WINDOWS,
			     .witness = HIL_SHM_IST,
			     .quantity = HIL_SHM_WAKEUP,
			     .reference_ns = WAKEUP_NS },
		[LATENCY] = { .kind = HIL_SHM_WINDOWS,
			      .witness = HIL_SHM_ANALYZER,
			      .quantity = HIL_SHM_LATENCY,
			      .reference_ns = LATENCY_NS + WAKEUP_NS },
		[DELIVERY] = { .kind = HIL_SHM_WINDOWS,
			       .witness = HIL_SHM_ANALYZER,
			       .quantity = HIL_SHM_DELIVERY,
			       .reference_ns = LEG_NS },
		[WRITE] = { .kind = HIL_SHM_WINDOWS,
			    .witness = HIL_SHM_ANALYZER,
			    .quantity = HIL_SHM_WRITE,
			    .reference_ns = HIL_NS_PER_US },
	};
	struct hil_socket_config config = { .path = f->path,
					    .status = status,
					    .context = f };
	int ret = hil_shm_create(spec, f->host ? SPECS : LATENCY, &f->shm);

	if (ret)
		return ret;
	f->begin_ns = hil_time_mono_ns();
	hil_shm_status_init(&f->status);
	config.fd = hil_shm_fd(f->shm);
	add_due(f);
	if (f->hold)
		hil_shm_flush(f->shm, hil_time_mono_ns());
	return hil_socket_serve(&config, &f->server);
}

static bool parse(struct fake *f, int argc, char **argv)
{
	static const struct option options[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "period", required_argument, NULL, 'p' },
		{ "speed", required_argument, NULL, 'x' },
		{ "events", required_argument, NULL, 'n' },
		{ "duration", required_argument, NULL, 'd' },
		{ "host", no_argument, NULL, 'h' },
		{ "hold", no_argument, NULL, 'o' },
		{ NULL, 0, NULL, 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 's':
			f->path = optarg;
			break;
		case 'p':
			f->period_ns = strtol(optarg, NULL, 10) * HIL_NS_PER_US;
			break;
		case 'x':
			f->speed = strtoull(optarg, NULL, 10);
			break;
		case 'n':
			f->limit = strtoull(optarg, NULL, 10);
			break;
		case 'd':
			f->duration_ns =
				strtol(optarg, NULL, 10) * HIL_NS_PER_S;
			break;
		case 'h':
			f->host = true;
			break;
		case 'o':
			f->hold = true;
			break;
		default:
			return false;
		}
	}
	return f->path && f->period_ns > 0 && (!f->hold || f->limit);
}

int main(int argc, char **argv)
{
	struct fake f = { .period_ns = 4 * HIL_NS_PER_MS, .speed = 1 };
	const struct timespec tick = { 0, TICK_NS };
	int ret;

	if (!parse(&f, argc, argv)) {
		fputs("usage: fake_writer --socket PATH [--period US] "
		      "[--speed N] [--events N] [--host] [--hold] "
		      "[--duration S]\n",
		      stderr);
		return 2;
	}
	signal(SIGTERM, stop);
	signal(SIGINT, stop);
	ret = make(&f);
	if (ret) {
		fprintf(stderr, "fake_writer: cannot serve %s: %s\n", f.path,
			strerror(-ret));
		return 1;
	}
	while (!stopped && (!f.duration_ns ||
			    hil_time_mono_ns() - f.begin_ns < f.duration_ns)) {
		nanosleep(&tick, NULL);
		add_due(&f);
	}
	hil_shm_flush(f.shm, hil_time_mono_ns());
	set_status(&f);
	hil_shm_set_state(f.shm, HIL_SHM_CLOSED, 0);
	hil_socket_stop(f.server);
	hil_shm_close(f.shm);
	return 0;
}
