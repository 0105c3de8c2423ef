/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all front ends do the same way: begin, refresh, end. */
#include "gui-bridge/front/front.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/signals.h"
#include "daemon/base/time.h"
#include "gui-bridge/front/private.h"

static int open_signals(void)
{
	int fd = hil_signals_open(0);

	if (fd < 0)
		hil_error("cannot wait for signals: %s", strerror(-fd));
	return fd;
}

static int apply_sched(const struct hil_front_options *o)
{
	struct hil_sched sched;
	int ret = o->sched ? hil_sched_parse(o->sched, &sched) : 0;

	return ret ? ret : hil_sched_apply(o->sched ? &sched : NULL, o->cpus);
}

int hil_front_open(struct hil_front *f, const char *name,
		   const struct hil_front_options *options)
{
	int64_t now_ns = hil_time_mono_ns();
	int ret;

	memset(f, 0, sizeof(*f));
	f->options = options;
	f->name = name;
	f->signal_fd = -1;
	ret = apply_sched(options);
	if (ret)
		return ret;
	f->signal_fd = open_signals();
	if (f->signal_fd < 0)
		return f->signal_fd;
	f->source = hil_source_new(options->socket);
	f->view = calloc(1, sizeof(*f->view));
	if (!f->source || !f->view) {
		hil_error("cannot start: no memory");
		return -ENOMEM;
	}
	f->choice.span_ns = options->span_ns;
	f->choice.ideal_ns = options->ideal_ns;
	f->choice.line = (uint32_t)options->line;
	f->begin_ns = now_ns;
	if (options->duration_ns)
		f->end_ns = now_ns + options->duration_ns;
	hil_refresh_init(&f->refresh, options->refresh_ns, now_ns);
	return 0;
}

int hil_front_close(struct hil_front *f)
{
	int ret = 0;

	if (f->source && f->options->stats)
		ret = hil_front_write_stats(f);
	hil_source_free(f->source);
	free(f->view);
	json_decref(f->runtime);
	if (f->signal_fd >= 0)
		close(f->signal_fd);
	memset(f, 0, sizeof(*f));
	f->signal_fd = -1;
	return ret;
}

/* Age of the newest value of all; the analyzer's come later by design. */
static int64_t staleness(const struct hil_snapshot *s, int64_t now_ns)
{
	int64_t newest_ns = 0;
	size_t i;

	for (i = 0; i < s->series_count; i++) {
		if (s->series[i].published_ns > newest_ns)
			newest_ns = s->series[i].published_ns;
	}
	if (!newest_ns)
		return -1;
	return newest_ns < now_ns ? now_ns - newest_ns : 0;
}

static void fill_front(struct hil_front *f, int64_t now_ns)
{
	const struct hil_snapshot *s = hil_source_snapshot(f->source);
	struct hil_view_front *v = &f->view->front;

	snprintf(v->name, sizeof(v->name), "%s", f->name);
	hil_sched_read(v->sched, sizeof(v->sched));
	hil_sched_read_cpus(v->cpus, sizeof(v->cpus));
	v->refresh_ns = f->refresh.period_ns;
	v->drawn = f->refresh.drawn;
	v->skipped = f->refresh.skipped;
	v->retries = s->retries;
	v->torn = s->torn;
	v->staleness_ns = staleness(s, now_ns);
}

bool hil_front_begin(struct hil_front *f)
{
	int64_t now_ns = hil_time_mono_ns();

	if (f->paused) {
		f->refresh.due_ns = now_ns + f->refresh.period_ns;
		return false;
	}
	if (!hil_refresh_begin(&f->refresh, now_ns))
		return false;
	hil_source_read(f->source, now_ns);
	hil_view_fill(f->view, hil_source_snapshot(f->source), &f->choice);
	fill_front(f, now_ns);
	return true;
}

/* Counted while edges come: when they stop, nothing is late. */
static void note_staleness(struct hil_front *f, int64_t now_ns)
{
	const struct hil_snapshot *s = hil_source_snapshot(f->source);
	int64_t age_ns = staleness(s, now_ns);

	if (age_ns < 0 || !s->live || s->life.state != HIL_SHM_RUN)
		return;
	f->staleness_sum_ns += (double)age_ns;
	f->staleness_count++;
	if (age_ns > f->staleness_max_ns)
		f->staleness_max_ns = age_ns;
}

void hil_front_end(struct hil_front *f)
{
	int64_t now_ns = hil_time_mono_ns();

	hil_refresh_end(&f->refresh, now_ns);
	note_staleness(f, now_ns);
}

bool hil_front_done(struct hil_front *f)
{
	struct signalfd_siginfo info;

	while (read(f->signal_fd, &info, sizeof(info)) == sizeof(info))
		f->stop = true;
	return f->stop || (f->end_ns && hil_time_mono_ns() >= f->end_ns);
}

int hil_front_wait_ms(const struct hil_front *f)
{
	int64_t now_ns = hil_time_mono_ns();
	int64_t wait_ns = hil_refresh_wait(&f->refresh, now_ns);

	if (f->end_ns && f->end_ns - now_ns < wait_ns)
		wait_ns = f->end_ns - now_ns;
	if (wait_ns <= 0)
		return 0;
	return (int)((wait_ns + HIL_NS_PER_MS - 1) / HIL_NS_PER_MS);
}
