/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast two channels become rows, histogram and series: ns a pair. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/base/time.h"
#include "tests/sim/feed.h"

#define BATCH 4096u
#define PAIRS UINT64_C(20000000)

/* Of this process alone: others may be busy. */
static int64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (int64_t)ts.tv_sec * HIL_NS_PER_S + ts.tv_nsec;
}

static uint64_t fill(uint64_t *edge, uint64_t number, uint64_t period,
		     uint64_t *random)
{
	uint64_t n = 0;

	for (; n + 3 <= BATCH; n += 3, number++) {
		uint64_t at = (number + 1) * period;

		*random = *random * UINT64_C(6364136223846793005) + 1;
		edge[n] = hil_edge_pack(at, 0, true);
		edge[n + 1] =
			hil_edge_pack(at + 5 + (*random >> 58), 1, number & 1);
		edge[n + 2] = hil_edge_pack(at + period / 2 + 40, 0, false);
	}
	return n;
}

static int run(uint64_t rate_hz)
{
	struct hil_ledger_config config = hil_sim_config(false);
	struct hil_ledger *l = hil_ledger_new(&config, NULL, NULL);
	uint64_t random = 1, pairs = 0, n = 0;
	uint64_t *edge = malloc(BATCH * sizeof(*edge));
	struct hil_result *r;
	int64_t spent_ns = 0;
	int ret = 0;

	if (!l || !edge || hil_sim_capture(l, rate_hz, 1))
		return 1;
	for (; pairs < PAIRS && !ret; pairs += n / 3) {
		int64_t start_ns;

		n = fill(edge, pairs, 200, &random);
		start_ns = cpu_ns();
		ret = hil_ledger_record(l, HIL_RECORD_EDGES, edge, n * 8);
		spent_ns += cpu_ns() - start_ns;
	}
	r = ret || hil_sim_end(l, (pairs + 2) * 200) ? NULL
						     : hil_ledger_finish(l);
	if (r)
		printf("%" PRIu64 " Hz: %" PRIu64 " pairs, %.1f ns a pair\n",
		       rate_hz, r->line[0].accounts.stimulus.matched,
		       (double)spent_ns / (double)pairs);
	ret = !r;
	hil_result_free(r);
	hil_ledger_free(l);
	free(edge);
	return ret;
}

int main(void)
{
	return run(100000000) || run(24000000);
}
