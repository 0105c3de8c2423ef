/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the rounds of two arms to a verdict. */
#include "calibration/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibration/compare_private.h"

#define TAIL_DIFFERS 0.025 /* each side of the 95 % interval */
#define TAIL_EQUAL   0.05  /* each of the two one-sided tests */

const char *hil_compare_quantity_name(enum hil_compare_quantity q)
{
	static const char *const name[HIL_COMPARE_QUANTITIES] = { "mean", "p50",
								  "p99", "max",
								  "jitter" };

	return name[q];
}

const char *hil_compare_verdict_name(enum hil_compare_verdict v)
{
	static const char *const name[] = { "no_difference", "differs",
					    "not_enough" };

	return name[v];
}

static double mean_of(const double *d, size_t n)
{
	double sum = 0.0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += d[i];
	return n ? sum / (double)n : 0.0;
}

static double deviation_of(const double *d, size_t n, double mean)
{
	double sum = 0.0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += (d[i] - mean) * (d[i] - mean);
	return n > 1 ? sqrt(sum / (double)(n - 1)) : 0.0;
}

/* Cornish-Fisher from the normal quantile; see the header. */
static double student(double tail, double freedom)
{
	double z = tail < 0.04 ? 1.959964 : 1.644854, z2 = z * z;

	return z + z * (z2 + 1) / (4 * freedom) +
	       z * ((5 * z2 + 16) * z2 + 3) / (96 * freedom * freedom);
}

uint64_t hil_compare_more(double deviation, size_t rounds, double tail,
			  double width)
{
	double z = student(tail, 1e9) * deviation / width;
	double n = fmax(ceil(z * z), HIL_COMPARE_LEAST_ROUNDS);

	if (!(n < (double)HIL_COMPARE_MORE_MOST))
		return HIL_COMPARE_MORE_MOST;
	while (student(tail, n - 1) * deviation / sqrt(n) > width)
		n += 1;
	return n > (double)rounds ? (uint64_t)n - rounds : 1;
}

/* The nearer of the two ends: a difference shown, or none above the margin. */
static uint64_t wanting(const double *d, const struct hil_compare_result *r,
			double margin)
{
	double deviation = deviation_of(d, r->rounds, r->difference_ns);
	double size = fabs(r->difference_ns);
	uint64_t more = HIL_COMPARE_MORE_MOST, other;

	if (r->rounds < 2)
		return HIL_COMPARE_LEAST_ROUNDS - r->rounds;
	if (size > 0)
		more = hil_compare_more(deviation, r->rounds, TAIL_DIFFERS,
					size);
	if (size < margin) {
		other = hil_compare_more(deviation, r->rounds, TAIL_EQUAL,
					 margin - size);
		more = other < more ? other : more;
	}
	return more;
}

static int judge(const double *d, const struct hil_compare_options *o,
		 struct hil_compare_result *r)
{
	struct hil_subset_means m;
	double low, high;
	int ret = hil_subset_means_init(&m, d, r->rounds, o->seed);

	if (ret)
		return ret;
	r->subsets = m.count + 1;
	r->p = hil_subset_means_p(&m);
	r->interval = hil_subset_means_limit(&m, TAIL_DIFFERS, &r->low_ns,
					     &r->high_ns);
	if (r->interval &&
	    hil_subset_means_limit(&m, TAIL_EQUAL, &low, &high)) {
		r->within_ns = fmax(fabs(low), fabs(high));
		r->beyond_margin =
			r->low_ns > o->margin_ns || r->high_ns < -o->margin_ns;
		if (r->within_ns < o->margin_ns)
			r->verdict = HIL_COMPARE_NO_DIFFERENCE;
		else if (r->low_ns > 0 || r->high_ns < 0)
			r->verdict = HIL_COMPARE_DIFFERS;
	}
	hil_subset_means_free(&m);
	return 0;
}

int hil_compare(const struct hil_compare_block *a,
		const struct hil_compare_block *b, size_t rounds,
		enum hil_compare_quantity q,
		const struct hil_compare_options *o,
		struct hil_compare_result *r)
{
	double *d;
	int ret = 0;

	memset(r, 0, sizeof(*r));
	r->verdict = HIL_COMPARE_NOT_ENOUGH;
	r->seed = o->seed;
	r->p = 1.0;
	if (rounds > HIL_COMPARE_MOST_ROUNDS || !(o->margin_ns >= 0))
		return -EINVAL;
	d = calloc(rounds + 1, sizeof(*d));
	if (!d)
		return -ENOMEM;
	r->rounds = hil_compare_differences(a, b, rounds, q, d);
	r->difference_ns = mean_of(d, r->rounds);
	if (r->rounds)
		ret = judge(d, o, r);
	if (!ret && r->verdict == HIL_COMPARE_NOT_ENOUGH)
		r->more_rounds = wanting(d, r, o->margin_ns);
	free(d);
	return ret;
}
