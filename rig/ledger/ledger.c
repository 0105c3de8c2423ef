/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The door of the ledger: which record goes where, and what every decided row
 * is counted in. How rows are decided is in pair.c (two channels alone) and
 * join.c (with the board's records).
 */
#include "rig/ledger/ledger.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/ledger/ledger_private.h"

static void count_limit(struct hil_ledger *l, int64_t ns)
{
	if (l->config.limit_ns <= 0 || ns <= l->config.limit_ns || l->limit_hit)
		return;
	l->limit_hit = true;
	l->limit_latency_ns = ns;
}

/* A latency, or a bound of one: it may be among the worst, and a bound above
 * the limit proves a latency above it. */
static void count_latency(struct hil_ledger *l, const struct hil_row *row,
			  int64_t at_ns)
{
	bool matched = row->row_class == HIL_ROW_MATCHED;
	int64_t ns = matched ? row->latency_ns : row->at_least_ns;
	struct hil_worst w;

	count_limit(l, ns);
	/* of equal ones the earlier stays, and rows come in their order */
	if (l->worst.count == HIL_RESULT_WORST &&
	    ns <= l->worst.worst[HIL_RESULT_WORST - 1].latency_ns)
		return;
	/* cleared whole: results are compared with their padding */
	memset(&w, 0, sizeof(w));
	w.latency_ns = ns;
	w.edge_sample = row->edge;
	w.at_ns = at_ns;
	w.event = row->event;
	w.row = row->number;
	w.at_least = !matched;
	hil_worst_add(&l->worst, &w);
}

/* Measured time less what the instruments add to it. */
static int64_t correct(const struct hil_ledger_calibration *c, int64_t ns)
{
	double late_ns = c->skew_ns.value + c->threshold_ns.value +
			 c->probe_ns.value +
			 (double)ns * c->clock_ppm.value * 1e-6;

	return ns - (int64_t)round(late_ns);
}

static void correct_row(const struct hil_ledger *l, struct hil_row *row)
{
	const struct hil_ledger_calibration *c = &l->config.calibration;

	if (row->row_class == HIL_ROW_MATCHED)
		row->latency_ns = correct(c, row->latency_ns);
	else if (row->at_least_ns > 0)
		row->at_least_ns = correct(c, row->at_least_ns);
}

void hil_ledger_decide(struct hil_ledger *l, struct hil_row *row)
{
	struct hil_analyzer_stream *a = &l->analyzer;
	bool matched = row->row_class == HIL_ROW_MATCHED;
	bool seeded = hil_ledger_is_seeded(l, row->flags, row->hardirq_ns);
	int64_t at_ns = hil_analyzer_clock_span(&a->clock, a->start, row->edge);

	if (l->calibrated)
		correct_row(l, row);
	if (!l->number)
		l->first_row = row->edge;
	l->last_row = row->edge;
	row->number = l->number++;
	row->line = l->config.line;
	row->seeded = seeded;
	l->rows[row->row_class]++;
	if (matched && !seeded) {
		l->last_latency_ns = row->latency_ns;
		hil_tally_add(&l->of[HIL_LATENCY], at_ns, row->latency_ns);
		hil_phase_add(&l->edge_phase, row->edge);
		hil_phase_add(&l->probe_phase, row->probe);
		hil_folds_add(l, row, at_ns);
	}
	if (!seeded && (matched || row->at_least_ns > 0))
		count_latency(l, row, at_ns);
	if (l->config.seed_every)
		hil_ledger_seed_row(l, row);
	if (l->row)
		l->row(l->context, row);
}

void hil_ledger_leg(struct hil_ledger *l, const struct hil_leg *leg)
{
	hil_tally_add(&l->of[leg->quantity], leg->at_ns, leg->value_ns);
	if (l->leg)
		l->leg(l->context, leg);
}

void hil_ledger_follow_legs(struct hil_ledger *l,
			    void (*leg)(void *context,
					const struct hil_leg *leg))
{
	l->leg = leg;
}

static void pair_decided(void *context, const struct hil_pair_row *p)
{
	struct hil_ledger *l = context;
	const struct hil_analyzer_clock *clock = &l->analyzer.clock;
	struct hil_row row;

	/* Field by field: clearing the whole first costs as much as a pair. */
	row.number = 0;
	row.edge = p->edge;
	row.probe = p->candidates ? p->probe : HIL_UNKNOWN_SAMPLE;
	row.event = HIL_UNKNOWN_EVENT;
	row.hardirq_ns = 0;
	row.wake_ns = 0;
	row.probe_begin_ns = 0;
	row.probe_end_ns = 0;
	row.latency_ns = 0;
	row.at_least_ns = 0;
	row.line = 0;
	row.flags = 0;

	if (p->in_gap) {
		row.row_class = HIL_ROW_IN_GAP;
	} else if (!p->candidates) {
		/* nothing up to the end of the window: it came later */
		row.row_class = HIL_ROW_MISSED;
		row.at_least_ns =
			hil_analyzer_clock_ns(clock, p->end - p->edge);
	} else if (p->contested || p->candidates != l->pair.expected) {
		row.row_class = HIL_ROW_AMBIGUOUS;
		row.at_least_ns =
			hil_analyzer_clock_ns(clock, p->probe - p->edge);
	} else {
		row.row_class = HIL_ROW_MATCHED;
		row.latency_ns =
			hil_analyzer_clock_ns(clock, p->probe - p->edge);
	}
	hil_ledger_decide(l, &row);
}

static int init_tallies(struct hil_ledger *l)
{
	int ret = hil_tally_init(&l->of[HIL_LATENCY]);

	if (ret || !l->config.board)
		return ret;
	for (size_t q = HIL_LATENCY + 1; q < HIL_QUANTITIES && !ret; q++)
		ret = hil_tally_init(&l->of[q]);
	return ret;
}

struct hil_ledger *hil_ledger_new(const struct hil_ledger_config *config,
				  void (*row)(void *context,
					      const struct hil_row *row),
				  void *context)
{
	const struct hil_ledger_calibration *cal = &config->calibration;
	struct hil_ledger *l = calloc(1, sizeof(*l));
	bool pairs;

	if (!l)
		return NULL;
	l->config = *config;
	l->row = row;
	l->context = context;
	l->calibrated = cal->clock_ppm.known || cal->skew_ns.known ||
			cal->threshold_ns.known || cal->probe_ns.known;
	/* of a pulse both edges are seen, unless one direction is chosen */
	pairs = config->probe_mode == HIL_PROBE_PULSE &&
		config->probe_edge == HIL_SELECT_BOTH;
	/* until CAPTURE says better; nothing is decided before */
	l->analyzer.clock =
		(struct hil_analyzer_clock){ .ns_num = 1, .ns_den = 1 };
	hil_folds_init(l);
	hil_beat_init(l);
	hil_phase_init(&l->edge_phase);
	hil_phase_init(&l->probe_phase);
	hil_pair_init(&l->pair, UINT64_MAX, pairs ? 2 : 1, pair_decided, l);
	if (hil_join_init(&l->join, l) || init_tallies(l)) {
		hil_ledger_free(l);
		return NULL;
	}
	return l;
}

void hil_ledger_free(struct hil_ledger *l)
{
	if (!l)
		return;
	for (size_t q = 0; q < HIL_QUANTITIES; q++)
		hil_tally_free(&l->of[q]);
	hil_join_free(&l->join);
	json_decref(l->board.settings);
	free(l);
}

static int take_mark(struct hil_ledger *l, const void *payload, size_t length)
{
	json_t *root = hil_json_read(payload, length);
	const char *mark = json_string_value(json_object_get(root, "mark"));
	json_int_t skipped =
		json_integer_value(json_object_get(root, "skipped"));
	json_int_t stalls = json_integer_value(json_object_get(root, "stalls"));

	if (!root)
		return -EBADMSG;
	if (mark && !strcmp(mark, "generator_status")) {
		l->bench.generator_skipped +=
			skipped > 0 ? (uint64_t)skipped : 0;
		l->bench.generator_stalls += stalls > 0 ? (uint64_t)stalls : 0;
	}
	if (mark && (!strcmp(mark, "generator_on_unanchored") ||
		     !strcmp(mark, "start")))
		l->bench.unanchored = true;
	json_decref(root);
	return 0;
}

int hil_ledger_record(struct hil_ledger *l, uint8_t type, const void *payload,
		      size_t length)
{
	if (type >= HIL_RECORD_CAPTURE && type <= HIL_RECORD_CAPTURE_END)
		return hil_analyzer_record(l, type, payload, length);
	if (type <= HIL_RECORD_MESSAGE && l->config.board)
		return hil_board_record(l, type, payload, length);
	if (type == HIL_RECORD_MARK)
		return take_mark(l, payload, length);
	return 0;
}
