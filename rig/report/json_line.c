/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of the report: accounts, distributions, clock fit, worst edges. */
#include "rig/report/json_part.h"

static json_t *stimulus(const struct hil_accounts *a)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "edges",
			 hil_json_count(a->stimulus.edges), "matched",
			 hil_json_count(a->stimulus.matched), "ambiguous",
			 hil_json_count(a->stimulus.ambiguous), "missed",
			 hil_json_count(a->stimulus.missed), "in_gap",
			 hil_json_count(a->stimulus.in_gap));
}

static json_t *probe(const struct hil_accounts *a)
{
	bool known = a->probe.commands_known;

	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "edges",
			 hil_json_count(a->probe.edges), "commands",
			 known ? hil_json_count(a->probe.commands)
			       : json_null(),
			 "edges_per_command",
			 known ? hil_json_count(a->probe.edges_per_command)
			       : json_null(),
			 "missing",
			 known ? hil_json_count(a->probe.missing) : json_null(),
			 "extra", hil_json_count(a->probe.extra));
}

static json_t *board(const struct hil_accounts *a)
{
	if (!a->board.known)
		return json_null();
	return json_pack(
		"{s:o,s:o,s:o,s:o,s:o}", "events",
		hil_json_count(a->board.events), "fifo_drops",
		hil_json_count(a->board.fifo_drops), "coalesced",
		a->board.coalesced_known ? hil_json_count(a->board.coalesced)
					 : json_null(),
		"never_interrupt", hil_json_count(a->board.never_interrupt),
		"spurious", hil_json_count(a->board.spurious));
}

/* Left minus right side of each identity; null where it cannot be made. */
static json_t *imbalance(const struct hil_accounts *a)
{
	bool b = a->board.known && a->board.coalesced_known;
	bool p = a->probe.commands_known;

	return json_pack(
		"{s:I,s:o,s:o,s:o}", "pairing",
		(json_int_t)a->pairing_imbalance, "board",
		b ? json_integer(a->board_imbalance) : json_null(), "probe",
		p ? json_integer(a->probe_imbalance) : json_null(), "parity_ok",
		p ? json_boolean(a->parity_ok) : json_null());
}

static json_t *clock_fit(const struct hil_line_result *line)
{
	json_t *fit;

	if (!line->fit.known)
		return json_null();
	fit = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:b}", "offset_ns",
			hil_json_number(line->fit.offset_ns), "drift_ppm",
			hil_json_number(line->fit.drift_ppm), "width_ns",
			hil_json_number(line->fit.width_ns), "residual_ns",
			hil_json_number(line->fit.residual_ns), "rows",
			hil_json_count(line->fit.rows), "parts",
			hil_json_count(line->fit.parts), "anchored",
			line->fit.anchored);
	if (fit && hil_json_clock(fit, line->clock)) {
		json_decref(fit);
		return NULL;
	}
	return fit;
}

static json_t *worst(const struct hil_line_result *line)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < line->worst_count; i++) {
		const struct hil_worst *w = &line->worst[i];

		json_array_append_new(
			list,
			json_pack("{s:I,s:b,s:I,s:o,s:o,s:o}", "latency_ns",
				  (json_int_t)w->latency_ns, "at_least",
				  w->at_least, "at_ns", (json_int_t)w->at_ns,
				  "edge", hil_json_count(w->row), "sample",
				  hil_json_count(w->edge_sample), "event",
				  w->event == UINT64_MAX
					  ? json_null()
					  : hil_json_count(w->event)));
	}
	return list;
}

static json_t *latency(const struct hil_line_result *line)
{
	const struct hil_distribution *d = &line->of[HIL_LATENCY];
	json_t *object = hil_json_distribution(d);

	if (json_is_object(object) &&
	    json_object_set_new(object, "hdr_v2", hil_json_hdr(d->histogram))) {
		json_decref(object);
		return NULL;
	}
	return object;
}

static json_t *legs(const struct hil_line_result *line)
{
	return json_pack("{s:o,s:o,s:o,s:o}", "delivery",
			 hil_json_distribution(&line->of[HIL_DELIVERY]),
			 "wakeup", hil_json_distribution(&line->of[HIL_WAKEUP]),
			 "response",
			 hil_json_distribution(&line->of[HIL_RESPONSE]),
			 "write", hil_json_distribution(&line->of[HIL_WRITE]));
}

json_t *hil_json_line(const struct hil_line_result *line)
{
	const struct hil_accounts *a = &line->accounts;

	return json_pack(
		"{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}",
		"line", (int)line->line, "stimulus", stimulus(a), "probe",
		probe(a), "board", board(a), "imbalance", imbalance(a),
		"latency_ns", latency(line), "period_ns",
		hil_json_distribution(&line->of[HIL_PERIOD]), "wakeup_ns",
		hil_json_distribution(&line->of[HIL_WAKEUP]), "legs_ns",
		legs(line), "uncertainty_ns",
		hil_json_uncertainty(&line->of[HIL_LATENCY]), "clock_fit",
		clock_fit(line), "worst", worst(line), "budget",
		hil_report_budget_json(line), "folds",
		hil_report_folds_json(line), "seed",
		hil_report_seed_json(line));
}
