/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast a run with a board is joined, ns an edge, and what memory it takes:
 * the streams are made before the clock starts. */
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>

#include "daemon/base/time.h"
#include "tests/sim/sim.h"

/* Of this process alone: others may be busy. */
static int64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (int64_t)ts.tv_sec * HIL_NS_PER_S + ts.tv_nsec;
}

static long resident_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

int main(void)
{
	struct hil_sim_config config = hil_sim_default(1, true);
	struct hil_ledger_config ledger_config;
	struct hil_result *r = NULL;
	struct hil_ledger *l;
	struct hil_sim *sim;
	int64_t start_ns;
	long before_kib;

	config.edges = 1000000;
	config.period_ns = 100000;
	sim = hil_sim_run(&config);
	if (!sim)
		return 1;
	before_kib = resident_kib();
	ledger_config = hil_sim_ledger_config(sim);
	l = hil_ledger_new(&ledger_config, NULL, NULL);
	start_ns = cpu_ns();
	if (l && !hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0))
		r = hil_ledger_finish(l);
	if (r)
		printf("%" PRIu64 " of %zu edges joined, %.0f ns an edge, "
		       "%ld KiB more memory\n",
		       r->line[0].accounts.stimulus.matched, config.edges,
		       (double)(cpu_ns() - start_ns) / (double)config.edges,
		       resident_kib() - before_kib);
	hil_result_free(r);
	hil_ledger_free(l);
	hil_sim_free(sim);
	return !r;
}
