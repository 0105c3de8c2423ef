/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Performance: a delay that hilrigd makes on purpose is found by the analyzer,
 * through all that lies between. */
#include <stdio.h>
#include <string.h>

#include "rig/qualify/checks.h"
#include "rig/run/feed.h"

#define EVERY      10
#define DELAY_MOST (500 * HIL_NS_PER_US)

/* Return: as the analyzer saw it, in the mean. */
static struct hil_finding_value tell_values(const json_t *seed, uint64_t edges,
					    uint64_t found,
					    struct hil_finding *f)
{
	struct hil_finding_value planted = { "planted delay", 0, "us", edges,
					     0 };
	struct hil_finding_value seen = { "as the analyzer saw it, mean", 0,
					  "us", edges, 0 };
	const json_t *mean = json_object_get(seed, "mean_ns");

	planted.value =
		json_number_value(json_object_get(seed, "delay_ns")) / 1e3;
	seen.value = json_number_value(mean) / 1e3;
	seen.u = json_number_value(json_object_get(seed, "mean_U_ns")) / 1e3;
	hil_finding_value(f, &planted);
	if (json_is_number(mean))
		hil_finding_value(f, &seen);
	hil_finding_count(f, "found, each within its U", found);
	return seen;
}

static void judge(const json_t *seed, struct hil_finding *f)
{
	const char *outcome = hil_feed_string(seed, "outcome");
	bool mean_found = json_is_true(json_object_get(seed, "mean_found"));
	json_int_t edges = hil_json_integer_at(seed, "edges");
	json_int_t found = hil_json_integer_at(seed, "found");
	json_int_t lost = hil_json_integer_at(seed, "lost");
	struct hil_finding_value seen =
		tell_values(seed, edges > 0 ? (uint64_t)edges : 0,
			    found > 0 ? (uint64_t)found : 0, f);
	double waited_us =
		json_number_value(json_object_get(seed, "board_mean_ns")) / 1e3;

	if (edges < 1)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"no edge was delayed, or none was answered");
	else if (lost)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%lld of %lld delayed edges were not found",
				(long long)lost, (long long)edges);
	else if (!strcmp(outcome, "NOT FOUND"))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"in the mean the analyzer saw %.3f us, the "
				"board waited %.3f us, U = %.3f us",
				seen.value, waited_us, seen.u);
	else if (found < 1 && !mean_found)
		hil_finding_set(f, HIL_FINDING_NOT_POSSIBLE,
				"the uncertainty of %lld delayed edges is too "
				"large to tell: a longer run, or a faster "
				"analyzer",
				(long long)edges);
	else
		hil_finding_set(f, HIL_FINDING_PASSED,
				"of %lld delayed edges %lld were found within "
				"their U, none was lost: %s",
				(long long)edges, (long long)found, outcome);
}

void hil_check_seed(struct hil_qualify *q, struct hil_finding *f)
{
	int64_t delay_ns = q->o->period_ns / 8;
	char delay[64] = "--seed-delay=", every[32];
	const char *const extra[] = { delay, every, NULL };
	struct hil_qualify_run r = { 0 };
	const json_t *seed;

	if (delay_ns > DELAY_MOST)
		delay_ns = DELAY_MOST;
	hil_duration_format(delay_ns, delay + strlen(delay),
			    sizeof(delay) - strlen(delay));
	snprintf(every, sizeof(every), "--seed-every=%d", EVERY);
	hil_qualify_measure(q, "seeded", q->wish->duration_ns, extra, &r);
	if (hil_qualify_run_ok(q, &r, f)) {
		seed = hil_json_at(r.json, "lines.0.seed");
		if (json_is_object(seed))
			judge(seed, f);
		else
			hil_finding_set(f, HIL_FINDING_FAILED,
					"the run tells nothing of its delayed "
					"edges");
	}
	hil_qualify_run_clear(&r);
}
