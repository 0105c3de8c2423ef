/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Toggles of the probe that were read back. */
#include "calibration/readback.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "calibration/uncertainty.h"

#define INTERRUPTED_TIMES 4
#define INTERRUPTED_MOST  50 /* one in so many */
/* Quartiles of a normal distribution are 1.349 deviations apart; a median's
 * own deviation is 1.2533 of the mean's. */
#define QUARTILES 1.349
#define MEDIAN    1.2533

static int by_value(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

struct spread {
	double median, between; /* quartiles */
};

static int64_t set_ns(const struct hil_readback_sample *s)
{
	return s->set_ns;
}

static int64_t idle_ns(const struct hil_readback_sample *s)
{
	return s->idle_ns;
}

static int64_t seen_ns(const struct hil_readback_sample *s)
{
	return s->seen_ns;
}

static struct spread
spread_of(const struct hil_readback_sample *s, size_t count,
	  int64_t (*of)(const struct hil_readback_sample *), int64_t *list)
{
	for (size_t i = 0; i < count; i++)
		list[i] = of(&s[i]);
	qsort(list, count, sizeof(*list), by_value);
	return (struct spread){
		.median = (double)list[count / 2],
		.between = (double)(list[count * 3 / 4] - list[count / 4]),
	};
}

static double sampling_of(const struct spread *s, size_t count)
{
	return MEDIAN * s->between / QUARTILES / sqrt((double)count);
}

static void take_bound(const struct hil_readback_sample *s, size_t count,
		       const struct spread *set, const struct spread *seen,
		       struct hil_readback *r)
{
	double calm = 0, all = 0;

	for (size_t i = 0; i < count; i++) {
		double late = (double)s[i].seen_ns;
		bool long_read = late > INTERRUPTED_TIMES * seen->median;
		bool long_set =
			(double)s[i].set_ns > INTERRUPTED_TIMES * set->median;

		r->set_max_ns = fmax(r->set_max_ns, (double)s[i].set_ns);
		r->repeated += s[i].reads > 1;
		all = fmax(all, late);
		if (long_read || long_set)
			r->interrupted++;
		else
			calm = fmax(calm, late);
	}
	if (r->interrupted > count / INTERRUPTED_MOST) {
		r->interrupted = 0;
		calm = all;
	}
	r->posted_ns = calm;
}

static void take_delay(const struct spread *idle, const struct spread *seen,
		       struct hil_readback *r)
{
	double delay = seen->median - idle->median;
	double u[] = { sampling_of(idle, r->count), sampling_of(seen, r->count),
		       hil_uncertainty_rectangular(idle->between),
		       hil_uncertainty_rectangular(seen->between),
		       /* a read that is faster with a write under way says how
			* well the two compare */
		       delay < 0 ? hil_uncertainty_rectangular(-2 * delay)
				 : 0 };

	r->delay_ns = fmax(delay, 0);
	r->u_ns = hil_uncertainty_combine(u, sizeof(u) / sizeof(u[0]));
}

int hil_readback_judge(const struct hil_readback_sample *s, size_t count,
		       struct hil_readback *r)
{
	struct spread set, idle, seen;
	int64_t *list;

	*r = (struct hil_readback){ .count = count };
	if (count < HIL_READBACK_LEAST)
		return -ENODATA;
	for (size_t i = 0; i < count; i++)
		if (s[i].reads < 1)
			return -ENXIO;
	list = malloc(count * sizeof(*list));
	if (!list)
		return -ENOMEM;
	set = spread_of(s, count, set_ns, list);
	idle = spread_of(s, count, idle_ns, list);
	seen = spread_of(s, count, seen_ns, list);
	free(list);
	r->set_median_ns = set.median;
	r->idle_median_ns = idle.median;
	take_bound(s, count, &set, &seen, r);
	take_delay(&idle, &seen, r);
	return 0;
}
