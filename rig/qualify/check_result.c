/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Performance: what the judged run says of itself. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig/qualify/checks.h"
#include "rig/run/feed.h"

bool hil_qualify_main(struct hil_qualify *q, struct hil_finding *f)
{
	hil_qualify_measure(q, "run", q->wish->duration_ns, NULL, &q->run);
	return hil_qualify_run_ok(q, &q->run, f);
}

static const char *verdict_of(const struct hil_qualify *q)
{
	return hil_feed_string(q->run.json, "verdict");
}

/* The reasons of the verdict in one line. */
static void reasons_of(const struct hil_qualify *q, char *text, size_t size)
{
	json_t *reasons = json_object_get(q->run.json, "reasons"), *reason;
	size_t i, used = 0;

	text[0] = '\0';
	json_array_foreach(reasons, i, reason)
	{
		const char *words = json_string_value(reason);

		if (words && used < size)
			used += (size_t)snprintf(text + used, size - used,
						 "%s%s", i ? "; " : "", words);
	}
}

static bool imbalance(const struct hil_qualify *q, const char *account,
		      struct hil_finding *f)
{
	char path[64];
	json_t *value;

	snprintf(path, sizeof(path), "lines.0.imbalance.%s", account);
	value = hil_json_at(q->run.json, path);
	if (json_is_integer(value) && !json_integer_value(value))
		return false;
	/* without a board two of the accounts have one side only */
	if (json_is_null(value) && q->o->board == HIL_BOARD_NONE)
		return false;
	hil_finding_set(f, HIL_FINDING_FAILED,
			"the %s account is out of balance by %lld", account,
			(long long)json_integer_value(value));
	return true;
}

void hil_check_accounts(struct hil_qualify *q, struct hil_finding *f)
{
	static const char *const count[] = { "edges", "matched", "ambiguous",
					     "missed", "in_gap" };
	char path[64];
	json_int_t n;

	if (!hil_qualify_main(q, f))
		return;
	for (size_t i = 0; i < sizeof(count) / sizeof(count[0]); i++) {
		snprintf(path, sizeof(path), "lines.0.stimulus.%s", count[i]);
		n = hil_json_integer_at(q->run.json, path);
		hil_finding_count(f, count[i], n < 0 ? 0 : (uint64_t)n);
	}
	if (hil_json_integer_at(q->run.json, "lines.0.stimulus.edges") < 1)
		hil_finding_set(f, HIL_FINDING_FAILED, "no edge was seen");
	imbalance(q, "pairing", f);
	imbalance(q, "board", f);
	imbalance(q, "probe", f);
	if (!json_is_true(
		    hil_json_at(q->run.json, "lines.0.imbalance.parity_ok")))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the probe's parity does not agree");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"all accounts balance, the probe's parity agrees");
}

void hil_check_verdict(struct hil_qualify *q, struct hil_finding *f)
{
	char reasons[HIL_FINDING_TEXT - 40];

	if (!hil_qualify_main(q, f))
		return;
	reasons_of(q, reasons, sizeof(reasons));
	hil_finding_count(f, "exit status", (uint64_t)q->run.status);
	if (!strcmp(verdict_of(q), "VALID") ||
	    (!strcmp(verdict_of(q), "DEGRADED") && *reasons))
		hil_finding_set(f, HIL_FINDING_PASSED, "%s%s%s", verdict_of(q),
				*reasons ? ": " : "", reasons);
	else
		hil_finding_set(f, HIL_FINDING_FAILED, "%s: %s", verdict_of(q),
				reasons);
}

/* Effects that are in U, and the names of those that are not. */
static unsigned int known_effects(const json_t *effects, char *unknown,
				  size_t size)
{
	unsigned int known = 0;
	json_t *effect;
	size_t i, used = 0;

	unknown[0] = '\0';
	json_array_foreach(effects, i, effect)
	{
		if (json_is_true(json_object_get(effect, "known")))
			known++;
		else if (used < size)
			used += (size_t)snprintf(
				unknown + used, size - used, "%s%s",
				used ? ", " : "",
				hil_feed_string(effect, "name"));
	}
	return known;
}

void hil_check_uncertainty(struct hil_qualify *q, struct hil_finding *f)
{
	char unknown[200];
	const json_t *latency, *u;
	struct hil_finding_value p50 = { "latency, median", NAN, "ns", 0, NAN };
	json_int_t count;
	unsigned int known;

	if (!hil_qualify_main(q, f))
		return;
	latency = hil_json_at(q->run.json, "lines.0.latency_ns");
	u = json_object_get(latency, "uncertainty_ns");
	known = known_effects(
		hil_json_at(q->run.json, "lines.0.budget.effects"), unknown,
		sizeof(unknown));
	count = hil_json_integer_at(latency, "count");
	p50.count = count > 0 ? (uint64_t)count : 0;
	p50.value = json_number_value(json_object_get(latency, "p50"));
	p50.u = json_number_value(json_object_get(u, "U"));
	hil_finding_value(f, &p50);
	if (!p50.count)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"there is no latency to be uncertain about");
	if (!(p50.u > 0) || json_number_value(json_object_get(u, "k")) != 2 ||
	    !(fabs(p50.u - 2 * json_number_value(json_object_get(u, "u"))) <
	      1e-6))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the latencies have no U with k = 2");
	if (!known)
		hil_finding_set(f, HIL_FINDING_FAILED, "there is no budget");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"U = %.0f ns (k = 2), %u effects are in it; not "
			"calibrated, and named as that: %s",
			p50.u, known, *unknown ? unknown : "none");
}

void hil_check_samples(struct hil_qualify *q, struct hil_finding *f)
{
	double coverage;
	json_int_t samples, gaps;

	if (!hil_qualify_main(q, f))
		return;
	samples = hil_json_integer_at(q->run.json, "samples.count");
	gaps = hil_json_integer_at(q->run.json, "samples.gap_count");
	coverage =
		json_number_value(hil_json_at(q->run.json, "samples.coverage"));
	hil_finding_count(f, "samples", samples > 0 ? (uint64_t)samples : 0);
	hil_finding_count(f, "gaps", gaps > 0 ? (uint64_t)gaps : 0);
	if (samples <= 0 || gaps || coverage < 1)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%lld gaps, %.6f %% of the samples were seen",
				(long long)gaps, 100 * coverage);
	hil_finding_set(f, HIL_FINDING_PASSED,
			"%lld samples, no gap, coverage 100 %%",
			(long long)samples);
}

void hil_check_witnesses(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_finding_value width = { "bound on every leg", 0, "ns", 0,
					   0 };
	const json_t *fit;
	double residual;
	json_int_t rows;

	if (!hil_qualify_main(q, f))
		return;
	fit = hil_json_at(q->run.json, "lines.0.clock_fit");
	rows = hil_json_integer_at(fit, "rows");
	if (rows < 1) {
		hil_finding_set(f, HIL_FINDING_FAILED,
				"no offset between the clocks of board and "
				"analyzer satisfies the rows");
		return;
	}
	residual = json_number_value(json_object_get(fit, "residual_ns"));
	width.value = json_number_value(json_object_get(fit, "width_ns"));
	width.count = (uint64_t)rows;
	hil_finding_value(f, &width);
	if (!(residual <= 0))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"rows contradict each other by up to %.0f ns",
				residual);
	if (!json_is_true(json_object_get(fit, "anchored")))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the first edge is not known to be the first "
				"one of both witnesses");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"%lld rows fit one offset and drift, none is "
			"contradicted; the first edge is row 0 of both",
			(long long)rows);
}
