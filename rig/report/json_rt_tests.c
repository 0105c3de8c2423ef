/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keys that readers of rt-tests' JSON know, in us of true latency.
 * Source: rt-tests 2.40, cyclictest --json. Its key "cmdline:" carries a stray
 * colon and is left out.
 */
#include <inttypes.h>

#include "daemon/base/time.h"
#include "rig/report/json_part.h"
#include "rig/report/micros.h"

#define FILE_VERSION 1 /* rt-tests' */

static void add_us(void *context, int64_t us, uint64_t count)
{
	char key[32];

	snprintf(key, sizeof(key), "%" PRId64, us);
	json_object_set_new(context, key, hil_json_count(count));
}

static json_t *histogram_us(const struct hil_histogram *h)
{
	json_t *object = json_object();

	if (object)
		hil_micros_each(h, add_us, object);
	return object;
}

static json_t *thread(const struct hil_line_result *line)
{
	const struct hil_distribution *d = &line->of[HIL_LATENCY];
	const struct hil_histogram *h = d->known ? d->histogram : NULL;

	if (!h || !h->count)
		return json_pack("{s:n,s:n,s:n,s:i,s:{}}", "min", "avg", "max",
				 "cycles", 0, "histogram");
	return json_pack("{s:I,s:o,s:I,s:o,s:o}", "min",
			 (json_int_t)(h->min_ns / HIL_NS_PER_US), "avg",
			 hil_json_number(d->mean_ns / HIL_NS_PER_US), "max",
			 (json_int_t)(h->max_ns / HIL_NS_PER_US), "cycles",
			 hil_json_count(h->count), "histogram",
			 histogram_us(h));
}

int hil_json_rt_tests(json_t *report, const struct hil_result *r,
		      const struct hil_report_info *info)
{
	json_t *threads = json_object();
	int failed = !threads;

	for (size_t i = 0; !failed && i < r->lines; i++) {
		char key[32];

		snprintf(key, sizeof(key), "%zu", i);
		failed |=
			json_object_set_new(threads, key, thread(&r->line[i]));
	}
	failed |= json_object_set_new(report, "file_version",
				      json_integer(FILE_VERSION));
	failed |= json_object_set_new(report, "start_time",
				      hil_json_text(info->start_utc));
	failed |= json_object_set_new(report, "num_threads",
				      json_integer((json_int_t)r->lines));
	failed |= json_object_set_new(report, "resolution_in_ns",
				      json_integer(0));
	failed |= json_object_set_new(report, "thread", threads);
	failed |= json_object_set_new(report, "return_code",
				      json_integer(info->return_code));
	failed |= json_object_set_new(report, "sysinfo",
				      info->sysinfo ? json_incref(info->sysinfo)
						    : json_null());
	return failed ? -1 : 0;
}
