/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a front end did and what it cost, for comparisons. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "gui-bridge/front/front.h"
#include "gui-bridge/front/private.h"

static double seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

static json_t *staleness_to_json(const struct hil_front *f)
{
	if (!f->staleness_count)
		return json_pack("{s:n,s:n}", "mean", "max");
	return json_pack("{s:f,s:f}", "mean",
			 f->staleness_sum_ns / (double)f->staleness_count /
				 (double)HIL_NS_PER_MS,
			 "max",
			 (double)f->staleness_max_ns / (double)HIL_NS_PER_MS);
}

json_t *hil_front_stats(const struct hil_front *f)
{
	const struct hil_snapshot *s = hil_source_snapshot(f->source);
	char sched[32], cpus[64];
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return json_pack(
		"{s:s,s:s,s:s,s:s,s:f,s:I,s:I,s:I,s:I,s:o,s:{s:f,s:f},s:f,s:I,"
		"s:O?}",
		"schema", "hilrig-gui-stats-1", "front_end", f->name, "sched",
		hil_sched_read(sched, sizeof(sched)), "cpus",
		hil_sched_read_cpus(cpus, sizeof(cpus)), "refresh_ms",
		(double)f->refresh.period_ns / (double)HIL_NS_PER_MS,
		"frames_drawn", (json_int_t)f->refresh.drawn, "frames_skipped",
		(json_int_t)f->refresh.skipped, "retries",
		(json_int_t)s->retries, "torn", (json_int_t)s->torn,
		"staleness_ms", staleness_to_json(f), "cpu_s", "user",
		seconds(&usage.ru_utime), "system", seconds(&usage.ru_stime),
		"duration_s",
		(double)(hil_time_mono_ns() - f->begin_ns) /
			(double)HIL_NS_PER_S,
		"max_rss_kib", (json_int_t)usage.ru_maxrss, "runtime",
		f->runtime);
}

int hil_front_write_stats(const struct hil_front *f)
{
	const char *path = f->options->stats;
	json_t *stats = hil_front_stats(f);
	FILE *file = !strcmp(path, "-") ? stdout : fopen(path, "we");
	int ret = stats ? 0 : -ENOMEM;

	if (!file)
		ret = -errno;
	if (!ret && (json_dumpf(stats, file, JSON_INDENT(2)) ||
		     fputc('\n', file) == EOF || fflush(file)))
		ret = errno ? -errno : -EIO;
	if (file && file != stdout && fclose(file) && !ret)
		ret = -errno;
	json_decref(stats);
	if (ret)
		hil_error("cannot write statistics to %s: %s", path,
			  strerror(-ret));
	return ret;
}
