/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded rows against their neighbours. */
#include "calibration/seed.h"

#include <math.h>
#include <string.h>

#include "calibration/budget.h"
#include "calibration/uncertainty.h"

/* How far to look for pairs: with each third row seeded, two of three
 * distances meet one. */
#define REACH ((size_t)3 * HIL_SEED_PAIRS)

/* Twice a pair's mean, so that it stays whole. */
struct pair {
	int64_t twice_ns;
	const struct hil_seed_row *before, *behind;
};

void hil_seed_init(struct hil_seed *s, int64_t delay_ns, double step_ns,
		   int64_t posted_ns)
{
	memset(s, 0, sizeof(*s));
	s->delay_ns = delay_ns;
	s->slack_ns = posted_ns + (int64_t)ceil(step_ns) + 1;
}

static void moments_add(struct hil_seed_moments *m, double value)
{
	m->min = m->count ? fmin(m->min, value) : value;
	m->max = m->count ? fmax(m->max, value) : value;
	m->count++;
	m->sum += value;
	m->squares += value * value;
}

static double mean_of(const struct hil_seed_moments *m)
{
	return m->count ? m->sum / (double)m->count : 0;
}

static double stddev_of(const struct hil_seed_moments *m)
{
	double mean = mean_of(m), n = (double)m->count;

	if (m->count < 2)
		return 0;
	return sqrt(fmax(0, (m->squares - n * mean * mean) / (n - 1)));
}

static int64_t seen_ns(const struct hil_seed_row *r)
{
	return r->probe_ns - r->wake_ns;
}

static int64_t waited_ns(const struct hil_seed_row *r)
{
	return r->begin_ns - r->wake_ns;
}

static int64_t ended_ns(const struct hil_seed_row *r)
{
	return r->end_ns - r->wake_ns;
}

static int64_t ioctl_ns(const struct hil_seed_row *r)
{
	return r->end_ns - r->begin_ns;
}

static void insert(struct pair *list, size_t count, struct pair p)
{
	for (; count && list[count - 1].twice_ns > p.twice_ns; count--)
		list[count] = list[count - 1];
	list[count] = p;
}

/* Pairs at equal distances, so that a steady drift cancels; a pair with a
 * seeded row is none. */
static bool middle_pair(const struct hil_seed *s, size_t at, struct pair *p)
{
	struct pair list[HIL_SEED_PAIRS];
	size_t count = 0;

	for (size_t d = 1; d <= REACH && count < HIL_SEED_PAIRS; d++) {
		struct pair now;

		if (d > at || at + d >= s->rows)
			return false;
		now.before = &s->row[at - d];
		now.behind = &s->row[at + d];
		if (now.before->seeded || now.behind->seeded)
			continue;
		now.twice_ns = seen_ns(now.before) + seen_ns(now.behind);
		insert(list, count++, now);
	}
	if (count < HIL_SEED_PAIRS)
		return false;
	*p = list[HIL_SEED_PAIRS / 2];
	return true;
}

static double over_pair(int64_t own, int64_t before, int64_t behind)
{
	return (double)(2 * own - before - behind) / 2;
}

static double bound_of(const struct hil_seed *s, const struct hil_seed_row *r,
		       const struct pair *p)
{
	double neighbours =
		(double)(ioctl_ns(p->before) + ioctl_ns(p->behind)) / 2;

	return fmax((double)ioctl_ns(r), neighbours) + (double)s->slack_ns +
	       (double)s->delay_ns * HIL_BUDGET_CLOCK_PPM * 1e-6;
}

static void judge_row(struct hil_seed *s, const struct hil_seed_row *r,
		      const struct pair *p)
{
	double seen =
		over_pair(seen_ns(r), seen_ns(p->before), seen_ns(p->behind));
	double waited = over_pair(waited_ns(r), waited_ns(p->before),
				  waited_ns(p->behind));
	double ended = over_pair(ended_ns(r), ended_ns(p->before),
				 ended_ns(p->behind));
	double bound = bound_of(s, r, p);
	bool agree = fabs(seen - waited) <= bound;
	bool kept = waited_ns(r) >= s->delay_ns;

	if (!r->seeded) {
		moments_add(&s->plain, seen);
		moments_add(&s->plain_waited, waited);
		moments_add(&s->plain_ended, ended);
		return;
	}
	moments_add(&s->seen, seen);
	moments_add(&s->waited, waited);
	moments_add(&s->ended, ended);
	if (!agree || !kept) {
		s->lost++;
	} else if (bound < (double)s->delay_ns / 2) {
		s->found++;
		s->bound_ns = fmax(s->bound_ns, bound);
		s->error_ns = fmax(s->error_ns, fabs(seen - waited));
	} else {
		s->unclear++;
	}
}

static void forget(struct hil_seed *s)
{
	size_t drop = s->next > REACH ? s->next - REACH : 0;

	memmove(s->row, s->row + drop, (s->rows - drop) * sizeof(s->row[0]));
	s->rows -= drop;
	s->next -= drop;
}

void hil_seed_add(struct hil_seed *s, const struct hil_seed_row *row)
{
	struct pair p;

	if (s->rows == HIL_SEED_ROWS)
		forget(s);
	s->row[s->rows++] = *row;
	s->seeded += row->seeded;
	while (s->next + REACH < s->rows) {
		if (middle_pair(s, s->next, &p))
			judge_row(s, &s->row[s->next], &p);
		s->next++;
	}
}

/* How far the mean is outside what the stamps before and behind the ioctls
 * say: the pin moved between them. */
static double mean_off(const struct hil_seed *s,
		       const struct hil_seed_result *r)
{
	double ended = mean_of(&s->ended) - mean_of(&s->plain_ended);
	double low = fmin(r->waited_ns, ended),
	       high = fmax(r->waited_ns, ended);

	return fmax(0, fmax(low - r->mean_ns, r->mean_ns - high));
}

static void judge_mean(const struct hil_seed *s, double fixed_ns,
		       struct hil_seed_result *r)
{
	double n = (double)s->seen.count, half = r->delay_ns / 2;
	double noise = HIL_COVERAGE_FACTOR * stddev_of(&s->plain);
	double own = HIL_COVERAGE_FACTOR * stddev_of(&s->seen);
	double differ = mean_off(s, r);
	bool enough;

	if (fixed_ns < half)
		r->needed = fmax(1, ceil(noise * noise /
					 (half * half - fixed_ns * fixed_ns)));
	if (s->seen.count < 2)
		return;
	r->mean_U_ns = hypot(own / sqrt(n), fixed_ns);
	enough = r->needed > 0 && n >= r->needed;
	r->mean_found =
		enough && differ <= r->mean_U_ns && r->mean_ns > r->mean_U_ns;
	r->mean_lost = enough && differ > 1.5 * r->mean_U_ns;
}

void hil_seed_judge(const struct hil_seed *s, uint64_t every, double fixed_ns,
		    struct hil_seed_result *r)
{
	/* cleared whole: results are compared with their padding */
	memset(r, 0, sizeof(*r));
	r->known = true;
	r->delay_ns = (double)s->delay_ns;
	r->every = every;
	r->seeded = s->seeded;
	r->found = s->found;
	r->lost = s->lost;
	r->unclear = s->unclear;
	r->aside = s->seeded - s->seen.count;
	r->bound_ns = s->bound_ns;
	r->error_ns = s->error_ns;
	r->min_ns = s->seen.min;
	r->max_ns = s->seen.max;
	r->mean_ns = mean_of(&s->seen) - mean_of(&s->plain);
	r->waited_ns = mean_of(&s->waited) - mean_of(&s->plain_waited);
	judge_mean(s, fixed_ns, r);
}
