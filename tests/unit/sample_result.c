/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results by hand. Latency is the sum of its legs, as on a board. */
#include "tests/unit/sample_result.h"

#include <math.h>

#include "rig/ledger/tally.h"
#include "tests/unit/sample_clock.h"
#include "tests/unit/test.h"

#define PERIOD_NS 4000000
#define RATE_HZ   1000000
#define SAMPLE_NS 1000
#define EDGES     2500

const char *const sample_name[SAMPLE_KINDS] = {
	"valid", "gap",  "invalid", "no-board", "empty",
	"one",   "huge", "extreme", "hostile",
};

#define HOSTILE "</script><script>alert(1)</script>\"'&\033[2J\xff\xc3(\u202e"

/* About normal, mean 0, standard deviation 1: twelve uniform ones. */
static double normal(uint64_t *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(test_random(random) >> 11) * 0x1p-53;
	return sum;
}

struct making {
	struct hil_line_result *line;
	struct hil_tally tally[HIL_QUANTITIES];
	uint64_t random;
	int64_t last_wake_ns;
};

static void keep_worst(struct hil_line_result *line, const struct hil_worst *w)
{
	size_t at = line->worst_count;

	while (at > 0 && line->worst[at - 1].latency_ns < w->latency_ns)
		at--;
	if (at == HIL_RESULT_WORST)
		return;
	if (line->worst_count < HIL_RESULT_WORST)
		line->worst_count++;
	for (size_t i = line->worst_count - 1; i > at; i--)
		line->worst[i] = line->worst[i - 1];
	line->worst[at] = *w;
}

/* One answered edge: a body around 230 us, a tail up to 2.5 ms. */
static void add_edge(struct making *m, uint64_t n, bool board)
{
	int64_t at = (int64_t)n * PERIOD_NS + 500000;
	int64_t leg[HIL_QUANTITIES] = { 0 }, wake, latency;
	struct hil_worst w = { .edge_sample = (uint64_t)at / SAMPLE_NS,
			       .at_ns = at,
			       .row = n,
			       .event = board ? n : UINT64_MAX };

	leg[HIL_DELIVERY] = (int64_t)(38000 + 4000 * normal(&m->random));
	leg[HIL_WAKEUP] = (int64_t)(130000 + 12000 * normal(&m->random));
	leg[HIL_RESPONSE] = (int64_t)(6000 + 500 * normal(&m->random));
	leg[HIL_WRITE] = (int64_t)(52000 + 5000 * normal(&m->random));
	if (test_random(&m->random) % 60 == 0)
		leg[HIL_WAKEUP] += (int64_t)(100000 * exp(normal(&m->random)));
	if (n == 1777)
		leg[HIL_WAKEUP] += 2245000;
	latency = leg[HIL_DELIVERY] + leg[HIL_WAKEUP] + leg[HIL_RESPONSE] +
		  leg[HIL_WRITE];
	latency = latency / SAMPLE_NS * SAMPLE_NS;
	hil_tally_add(&m->tally[HIL_LATENCY], at, latency);
	w.latency_ns = latency;
	keep_worst(m->line, &w);
	if (!board)
		return;
	for (int q = HIL_WAKEUP; q < HIL_QUANTITIES; q++)
		hil_tally_add(&m->tally[q], at, leg[q]);
	wake = at + leg[HIL_DELIVERY] + leg[HIL_WAKEUP];
	if (m->last_wake_ns && wake - m->last_wake_ns < 2 * PERIOD_NS)
		hil_tally_add(&m->tally[HIL_PERIOD], at,
			      wake - m->last_wake_ns);
	m->last_wake_ns = wake;
}

static void account(struct hil_accounts *a, uint64_t edges, bool board)
{
	a->stimulus.edges = edges;
	a->stimulus.matched = edges;
	a->probe.edges = board ? edges + 1 : edges;
	a->parity_ok = true;
	if (!board)
		return;
	a->probe.commands = edges + 2;
	a->probe.edges_per_command = 1;
	a->probe.missing = 1; /* the initial low was low already */
	a->probe.commands_known = true;
	a->board.events = edges;
	a->board.known = true;
	a->board.coalesced_known = true;
}

static void spoil_gap(struct hil_result *r)
{
	struct hil_accounts *a = &r->line[0].accounts;
	struct hil_worst late = { .latency_ns = 4000000,
				  .edge_sample = 9340500,
				  .at_ns = 9340500000,
				  .row = 2335,
				  .event = 2335,
				  .at_least = true };

	a->stimulus.edges += 26;
	a->stimulus.in_gap = 25;
	a->stimulus.missed = 1;
	a->board.events += 26;
	a->probe.commands += 26;
	a->probe.edges += 25;
	a->probe.missing += 1;
	r->samples.gap[0] = (struct hil_gap_result){ 2000000, 2100000, 2 };
	r->samples.gap_count = 1;
	r->samples.coverage = 0.99;
	keep_worst(&r->line[0], &late);
	hil_result_reason(r, HIL_DEGRADED, "coverage",
			  "99.0000 %% of the samples were seen, 1 gap of the "
			  "instrument: 25 edges are in it");
	hil_result_reason(r, HIL_DEGRADED, "host-stall",
			  "the bench's host stood still for 31 ms at 5.2 s");
}

static void make_line(struct hil_result *r, enum sample_kind kind)
{
	bool board = kind != SAMPLE_NO_BOARD && kind != SAMPLE_EMPTY;
	uint64_t edges = kind == SAMPLE_EMPTY ? 0
			 : kind == SAMPLE_ONE ? 1
					      : EDGES;
	struct making m = { .line = &r->line[0], .random = 7 };

	for (int q = 0; q < HIL_QUANTITIES; q++)
		assert_int_equal(hil_tally_init(&m.tally[q]), 0);
	for (uint64_t n = 0; n < edges; n++)
		if (kind != SAMPLE_GAP || n < 500 || n >= 525)
			add_edge(&m, n, board);
	account(&m.line->accounts, m.tally[HIL_LATENCY].histogram->count,
		board);
	for (int q = 0; q < HIL_QUANTITIES; q++) {
		bool known = q == HIL_LATENCY || board;

		if (known)
			hil_tally_finish(&m.tally[q],
					 q == HIL_LATENCY ? 408.25 : 60,
					 &m.line->of[q]);
		hil_tally_free(&m.tally[q]);
	}
	if (board) {
		m.line->fit.known = true;
		m.line->fit.offset_ns = 18284590452353.6;
		m.line->fit.drift_ppm = -0.0174;
		m.line->fit.width_ns = 2310;
		m.line->fit.rows = edges;
		m.line->fit.parts = 1;
		m.line->fit.anchored = true;
		sample_clock_add(m.line, edges);
	}
	sample_heartbeat_add(r, kind == SAMPLE_GAP);
}

/* 40,000 times as much of everything. */
static void make_huge(struct hil_result *r)
{
	struct hil_histogram *h = r->line[0].of[HIL_LATENCY].histogram;

	h->count *= 40000;
	h->sum_ns *= 40000;
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++)
		h->bucket[i] *= 40000;
	account(&r->line[0].accounts, h->count, true);
}

static void make_extreme(struct hil_result *r)
{
	for (int q = 0; q < HIL_QUANTITIES; q++) {
		struct hil_distribution *d = &r->line[0].of[q];

		hil_histogram_add(d->histogram, -5000);
		hil_histogram_add(d->histogram, 0);
		hil_histogram_add(d->histogram, INT64_C(3) * 3600000000000);
		d->series->column[3].min_ns = INT64_MIN / 2;
		d->series->column[4].max_ns = INT64_MAX / 2;
		d->mean_ns = (double)NAN;
		d->stddev_ns = (double)INFINITY;
		d->quantile[4].value_ns = INT64_MAX;
		d->quantile[3].value_ns = INT64_MIN;
	}
	r->duration_s = (double)NAN;
	r->samples.coverage = (double)INFINITY;
	r->samples.rate_den = 0;
	r->samples.count = UINT64_MAX;
	r->samples.gap_count = 1000000;
	for (size_t i = 0; i < HIL_RESULT_GAPS; i++)
		r->samples.gap[i] = (struct hil_gap_result){ UINT64_MAX - i, i,
							     (uint32_t)i };
	r->line[0].accounts.stimulus.edges = UINT64_MAX;
	r->line[0].fit.width_ns = (double)INFINITY;
	sample_clock_spoil(r);
	r->line[0].worst[0].latency_ns = INT64_MAX;
	r->line[0].worst[1].at_ns = INT64_MIN;
}

/* As hilrig records them: options, board, analyzer, generator. */
static json_t *sample_settings(const char *text)
{
	return json_pack(
		"{s:{s:s,s:s,s:n},s:{s:b,s:s,s:s,s:i,s:[{s:i,s:s,s:s,s:i},{s:i,"
		"s:s,s:s,s:i}],s:n,s:s,s:f,s:s},s:{s:s,s:i,s:[{s:i,s:s},{s:i,"
		"s:s}]},s:s}",
		"options", "duration", "10s", "period", "4ms", "limit", "board",
		"preempt_rt", 1, "kernel", "6.12.90-rt-arm64", "cmdline", text,
		"ist_priority", 80, "irq_threads", "pid", 54, "comm",
		"irq/25-pl061", "policy", "SCHED_FIFO", "priority", 81, "pid",
		55, "comm", text, "policy", "SCHED_FIFO", "priority", 81,
		"governor", "clocksource", "arch_sys_counter",
		"cpu_dma_latency_us", 0.0, text, text, "analyzer", "driver",
		"beaglelogic", "rate_num", RATE_HZ, "channels", "index", 0,
		"name", "D0", "index", 1, "name", "D1", "rig", text);
}

static void make_info(struct sample *s, enum sample_kind kind)
{
	const char *text = kind == SAMPLE_HOSTILE
				   ? HOSTILE
				   : "console=ttyAMA0 isolcpus=managed_irq,1";

	s->info.title = "run 2026-11-30T191200Z-bench";
	s->info.run_path = "/home/user/.local/state/hilrig/runs/"
			   "2026-11-30T191200Z-bench";
	s->info.start_utc = "2026-11-30T19:12:00Z";
	s->info.period_ns = PERIOD_NS;
	if (kind == SAMPLE_HOSTILE) {
		s->info.title = HOSTILE;
		s->info.run_path = HOSTILE;
		s->info.assumption = HOSTILE;
		hil_result_reason(s->result, HIL_DEGRADED, "hostile", "%s",
				  HOSTILE);
	}
	if (kind == SAMPLE_NO_BOARD) {
		s->info.run_path = NULL;
		s->info.title = "capture.sr";
		s->info.period_ns = 0;
		s->info.assumption = "the next probe edge is the answer";
		return;
	}
	/* jansson refuses what is not UTF-8: such text never gets so far */
	s->info.settings = sample_settings(
		kind == SAMPLE_HOSTILE ? "</script>\"'&<b>\033[2J" : text);
	s->info.sysinfo = json_pack("{s:s,s:s,s:i}", "sysname", "Linux",
				    "machine", "aarch64", "realtime", 1);
	assert_non_null(s->info.settings);
}

struct sample *sample_new(enum sample_kind kind)
{
	struct sample *s = calloc(1, sizeof(*s));
	struct hil_result *r = calloc(1, sizeof(*r));

	assert_non_null(s);
	assert_non_null(r);
	s->result = r;
	r->duration_s = 10;
	r->samples.rate_num = RATE_HZ;
	r->samples.rate_den = 1;
	r->samples.count = 10400000;
	r->samples.coverage = 1;
	r->lines = 1;
	make_line(r, kind);
	if (kind == SAMPLE_GAP)
		spoil_gap(r);
	if (kind == SAMPLE_HUGE)
		make_huge(r);
	if (kind == SAMPLE_EXTREME)
		make_extreme(r);
	if (kind == SAMPLE_INVALID) {
		r->line[0].accounts.board.events -= 3;
		r->line[0].accounts.board_imbalance = 3;
		r->line[0].accounts.parity_ok = false;
		r->samples.ended_early = true;
		hil_result_reason(r, HIL_INVALID, "accounts",
				  "board: 3 edges are not accounted for");
		hil_result_reason(r, HIL_DEGRADED, "capture-died",
				  "the analyzer ended early at 7.3 s");
	}
	if (kind == SAMPLE_EMPTY)
		hil_result_reason(r, HIL_INVALID, "no-edges",
				  "no edge on channel D0 in 10 s");
	make_info(s, kind);
	return s;
}

void sample_free(struct sample *s)
{
	json_decref(s->info.settings);
	json_decref(s->info.sysinfo);
	hil_result_free(s->result);
	free(s);
}
