/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permutation test of events against values over time. Sums over a window
 * are differences of two running sums, so a shift costs events, not values. */
#include "calibration/compare_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calibration/compare_random.h"

struct near_sum {
	uint64_t count;
	int64_t sum_ns;
};

static int check(const struct hil_events_data *d,
		 const struct hil_events_options *o)
{
	size_t i;

	if (o->span_ns <= 0 || o->window_ns <= 0)
		return -EINVAL;
	for (i = 0; i < d->count; i++) {
		if (d->at_ns[i] < (i ? d->at_ns[i - 1] : 0) ||
		    d->at_ns[i] >= o->span_ns)
			return -EINVAL;
	}
	for (i = 0; i < d->events; i++) {
		if (d->event_ns[i] < (i ? d->event_ns[i - 1] : 0) ||
		    d->event_ns[i] >= o->span_ns)
			return -EINVAL;
	}
	return 0;
}

/* Index of the first value at or after a time. */
static size_t first_from(const struct hil_events_data *d, int64_t at_ns)
{
	size_t low = 0, high = d->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (d->at_ns[middle] < at_ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Windows overlap and the last one may pass the end: no value counts twice,
 * and what passes the end is cut off there. */
static void add_window(const struct hil_events_data *d, const int64_t *running,
		       int64_t from_ns, int64_t window_ns, size_t *done,
		       struct near_sum *s)
{
	size_t first = first_from(d, from_ns);
	size_t end = first_from(d, from_ns + window_ns);

	if (first < *done)
		first = *done;
	if (end <= first)
		return;
	s->count += end - first;
	s->sum_ns += running[end] - running[first];
	*done = end;
}

/* Events from @start on come first once they have passed the end. */
static struct near_sum near_events(const struct hil_events_data *d,
				   const struct hil_events_options *o,
				   const int64_t *running, int64_t shift_ns)
{
	struct near_sum s = { 0, 0 };
	size_t start = 0, done = 0, i;
	int64_t at;

	while (start < d->events && d->event_ns[start] + shift_ns < o->span_ns)
		start++;
	for (i = 0; i < d->events; i++) {
		at = d->event_ns[(start + i) % d->events] + shift_ns;
		add_window(d, running, at < o->span_ns ? at : at - o->span_ns,
			   o->window_ns, &done, &s);
	}
	return s;
}

/* How much slower near ones are; the sum of all is the same for each shift. */
static double slower(const struct near_sum *s, uint64_t count, int64_t sum_ns)
{
	if (!s->count || s->count == count)
		return 0.0;
	return (double)s->sum_ns / (double)s->count -
	       (double)(sum_ns - s->sum_ns) / (double)(count - s->count);
}

static void test(const struct hil_events_data *d,
		 const struct hil_events_options *o, const int64_t *running,
		 struct hil_events_effect *effect)
{
	struct hil_compare_random random = { o->seed };
	struct near_sum s = near_events(d, o, running, 0);
	int64_t all = running[d->count];
	double seen = slower(&s, d->count, all);
	uint64_t as_slow = 1, i;

	effect->near = s.count;
	effect->far = d->count - s.count;
	if (!effect->near || !effect->far)
		return;
	effect->near_mean_ns = (double)s.sum_ns / (double)effect->near;
	effect->far_mean_ns = (double)(all - s.sum_ns) / (double)effect->far;
	for (i = 0; i < o->shifts; i++) {
		s = near_events(d, o, running,
				(int64_t)hil_compare_random_below(
					&random, (uint64_t)o->span_ns));
		as_slow += slower(&s, d->count, all) >= seen;
	}
	effect->p = (double)as_slow / (double)(o->shifts + 1);
}

int hil_compare_events(const struct hil_events_data *data,
		       const struct hil_events_options *o,
		       struct hil_events_effect *effect)
{
	int64_t *running;
	size_t i;
	int ret = check(data, o);

	memset(effect, 0, sizeof(*effect));
	effect->p = 1.0;
	effect->shifts = o->shifts;
	effect->seed = o->seed;
	if (ret)
		return ret;
	running = calloc(data->count + 1, sizeof(*running));
	if (!running)
		return -ENOMEM;
	for (i = 0; i < data->count; i++)
		running[i + 1] = running[i] + data->value_ns[i];
	test(data, o, running, effect);
	free(running);
	return 0;
}
