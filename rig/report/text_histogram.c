/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The latency histogram in the format of cyclictest -H. */
#include <inttypes.h>

#include "daemon/base/time.h"
#include "rig/report/micros.h"
#include "rig/report/text_rows.h"

#define ROWS_MAX 10000000 /* empty ones are printed too: 10 s are enough */

struct rows {
	FILE *out;
	int64_t next_us, end_us;
	uint64_t total, overflow;
};

static void empty_rows(struct rows *r, int64_t end_us)
{
	for (; r->next_us < end_us; r->next_us++)
		fprintf(r->out, "%06" PRId64 " 000000\n", r->next_us);
}

static void print_row(void *context, int64_t us, uint64_t count)
{
	struct rows *r = context;

	if (us >= r->end_us) {
		r->overflow += count;
		return;
	}
	empty_rows(r, us);
	fprintf(r->out, "%06" PRId64 " %06" PRIu64 "\n", us, count);
	r->next_us = us + 1;
	r->total += count;
}

void hil_text_histogram(FILE *out, const struct hil_histogram *h,
			int64_t max_us)
{
	struct rows r = { .out = out, .end_us = max_us };
	int64_t last_us =
		h->count && h->max_ns > 0 ? h->max_ns / HIL_NS_PER_US : 0;

	if (max_us <= 0)
		r.end_us = last_us + 1;
	if (r.end_us > ROWS_MAX)
		r.end_us = ROWS_MAX;
	fputs("\n# Histogram\n", out);
	hil_micros_each(h, print_row, &r);
	if (max_us > 0)
		empty_rows(&r, r.end_us);
	fprintf(out, "# Total: %09" PRIu64 "\n", r.total);
	if (h->count) {
		fprintf(out, "# Min Latencies: %05" PRId64 "\n",
			(int64_t)(h->min_ns / HIL_NS_PER_US));
		fprintf(out, "# Avg Latencies: %05.0f\n",
			hil_histogram_mean(h) / HIL_NS_PER_US);
		fprintf(out, "# Max Latencies: %05" PRId64 "\n", last_us);
	}
	fprintf(out, "# Histogram Overflows: %05" PRIu64 "\n", r.overflow);
}
