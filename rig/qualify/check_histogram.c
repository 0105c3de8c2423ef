/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operation: quantiles of the histogram against the sorted latencies. */
#include <math.h>
#include <stdlib.h>

#include "rig/qualify/checks.h"
#include "rig/run/replay.h"

#define VALUES_MOST ((size_t)16 << 20)
#define ERROR_MOST  1e-3 /* of a value */

struct latencies {
	int64_t *ns;
	size_t count, room;
	bool full;
};

static void keep_latency(void *context, const struct hil_row *row)
{
	struct latencies *l = context;
	size_t more = l->room ? 2 * l->room : 4096;
	void *moved;

	if (row->row_class != HIL_ROW_MATCHED || l->full)
		return;
	if (l->count == l->room) {
		moved = more <= VALUES_MOST
				? realloc(l->ns, more * sizeof(l->ns[0]))
				: NULL;
		l->full = !moved;
		if (!moved)
			return;
		l->ns = moved;
		l->room = more;
	}
	l->ns[l->count++] = row->latency_ns;
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The smallest value that a fraction @q of the values does not exceed. */
static int64_t exact(const struct latencies *l, double q)
{
	size_t rank = (size_t)ceil(q * (double)l->count);

	return l->ns[rank ? rank - 1 : 0];
}

static void judge_histogram(struct latencies *l,
			    const struct hil_distribution *d,
			    struct hil_finding *f)
{
	struct hil_finding_value v = { "largest error", 0, "%", l->count, 0 };
	double error;

	qsort(l->ns, l->count, sizeof(l->ns[0]), by_value);
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++) {
		double want = (double)exact(l, d->quantile[i].q);

		error = fabs((double)d->quantile[i].value_ns - want);
		v.value = fmax(v.value, want > 0 ? error / want : error);
	}
	if (!(v.value <= ERROR_MOST))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"a quantile is %.4f %% off", 100 * v.value);
	v.value *= 100;
	hil_finding_value(f, &v);
	if (d->histogram->count != l->count ||
	    d->histogram->min_ns != l->ns[0] ||
	    d->histogram->max_ns != l->ns[l->count - 1])
		hil_finding_set(f, HIL_FINDING_FAILED,
				"count, minimum or maximum are not those of "
				"the %zu latencies",
				l->count);
	hil_finding_set(f, HIL_FINDING_PASSED,
			"%d quantiles of %zu latencies are within %.4f %%, "
			"minimum and maximum are exact",
			HIL_RESULT_QUANTILES, l->count, v.value);
}

void hil_check_histogram(struct hil_qualify *q, struct hil_finding *f)
{
	struct latencies l = { 0 };
	const struct hil_replay_watch watch = { .context = &l,
						.row = keep_latency };
	struct hil_result *r = NULL;
	struct hil_replay replay;

	if (!hil_qualify_main(q, f))
		return;
	if (!hil_replay_watched(&replay, q->run.path, &watch))
		r = hil_feed_finish(&replay.feed);
	if (!r || l.full || !l.count || !r->line[0].of[HIL_LATENCY].known)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run has %zu latencies to compare%s",
				l.count, l.full ? ", too many" : "");
	else
		judge_histogram(&l, &r->line[0].of[HIL_LATENCY], f);
	hil_result_free(r);
	hil_replay_clear(&replay);
	free(l.ns);
}
