/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic of refreshes; it knows no clock and draws nothing. */
#include "gui-bridge/front/refresh.h"

#include <stddef.h>

static int64_t into_range(int64_t period_ns)
{
	if (period_ns < HIL_REFRESH_MIN_NS)
		return HIL_REFRESH_MIN_NS;
	return period_ns < HIL_REFRESH_MAX_NS ? period_ns : HIL_REFRESH_MAX_NS;
}

void hil_refresh_init(struct hil_refresh *r, int64_t period_ns, int64_t now_ns)
{
	*r = (struct hil_refresh){ .period_ns = into_range(period_ns),
				   .due_ns = now_ns };
}

void hil_refresh_set(struct hil_refresh *r, int64_t period_ns, int64_t now_ns)
{
	r->period_ns = into_range(period_ns);
	if (r->due_ns > now_ns + r->period_ns)
		r->due_ns = now_ns + r->period_ns;
}

/* How many have come due by now; the next one is then in the future. */
static uint64_t pass_due(struct hil_refresh *r, int64_t now_ns)
{
	int64_t n;

	if (now_ns < r->due_ns)
		return 0;
	n = (now_ns - r->due_ns) / r->period_ns + 1;
	r->due_ns += n * r->period_ns;
	return (uint64_t)n;
}

bool hil_refresh_begin(struct hil_refresh *r, int64_t now_ns)
{
	uint64_t due = pass_due(r, now_ns);

	if (due == 0)
		return false;
	if (r->busy) {
		r->skipped += due;
		return false;
	}
	r->skipped += due - 1; /* the caller comes late: they are one now */
	r->busy = true;
	return true;
}

void hil_refresh_end(struct hil_refresh *r, int64_t now_ns)
{
	r->skipped += pass_due(r, now_ns);
	r->busy = false;
	r->drawn++;
}

int64_t hil_refresh_wait(const struct hil_refresh *r, int64_t now_ns)
{
	return r->due_ns > now_ns ? r->due_ns - now_ns : 0;
}

int64_t hil_refresh_step(int64_t period_ns, int direction)
{
	static const int64_t step_ms[] = { 20,  50,   100,  200,
					   500, 1000, 2000, 5000 };
	const size_t count = sizeof(step_ms) / sizeof(step_ms[0]);
	size_t i;

	if (direction > 0) {
		for (i = 0; i < count; i++) {
			if (step_ms[i] * 1000000 > period_ns)
				return step_ms[i] * 1000000;
		}
		return HIL_REFRESH_MAX_NS;
	}
	for (i = count; i-- > 0;) {
		if (step_ms[i] * 1000000 < period_ns)
			return step_ms[i] * 1000000;
	}
	return HIL_REFRESH_MIN_NS;
}
