/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run's mirror, seen through the source that front ends use. */
#include <errno.h>

#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "gui-bridge/view/source.h"
#include "gui-bridge/view/view.h"
#include "rig/run/mirror.h"
#include "tests/unit/test.h"

#define EVENTS    40
#define PERIOD_NS (4 * HIL_NS_PER_MS)
#define RATE_HZ   1e6

struct place {
	char folder[64], path[96];
	struct hil_run_options o;
	struct hil_mirror *mirror;
	struct hil_source *source;
	struct hil_feed feed;
	struct hil_view view;
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	strcpy(p->folder, "/tmp/hil-mirror-XXXXXX");
	assert_non_null(mkdtemp(p->folder));
	snprintf(p->path, sizeof(p->path), "%s/run.sock", p->folder);
	p->o.socket = p->path;
	p->o.board = HIL_BOARD_EXEC;
	p->o.period_ns = PERIOD_NS;
	p->source = hil_source_new(p->path);
	assert_non_null(p->source);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	hil_mirror_close(p->mirror, NULL);
	hil_source_free(p->source);
	json_decref(p->feed.board_settings);
	assert_int_equal(rmdir(p->folder), 0); /* no socket is left behind */
	free(p);
	return 0;
}

static void send_settings(struct place *p, const char *text)
{
	hil_mirror_record(p->mirror, HIL_RECORD_SETTINGS, text, strlen(text));
	p->feed.board_settings = json_loads(text, 0, NULL);
}

/* One event every 4 ms: 50 us to the IST, 2 us more to the probe. */
static void send_events(struct place *p)
{
	struct hil_event event[EVENTS] = { { 0 } };
	uint64_t i;

	for (i = 0; i < EVENTS; i++) {
		event[i].index = i;
		event[i].hardirq_ns = HIL_NS_PER_S + (int64_t)i * PERIOD_NS;
		event[i].wake_ns = event[i].hardirq_ns + 50000;
		event[i].probe_begin_ns = event[i].wake_ns + 2000;
		event[i].seqno = event[i].line_seqno = (uint32_t)i + 1;
	}
	hil_mirror_record(p->mirror, HIL_RECORD_EVENTS, event, sizeof(event));
}

static void send_rows(struct place *p)
{
	struct hil_row row = { .row_class = HIL_ROW_MATCHED };

	for (row.number = 0; row.number < EVENTS; row.number++) {
		row.latency_ns = 100000 + (int64_t)row.number;
		hil_mirror_row(p->mirror, &row, (double)row.number * 0.004);
	}
	row.row_class = HIL_ROW_MISSED; /* has no latency to show */
	hil_mirror_row(p->mirror, &row, 1.0);
}

/* Every write 1,500 ns, every other row with a delivery of 6 us. */
static void send_legs(struct place *p)
{
	struct hil_leg leg = { .width_ns = 5000.0 };

	for (int i = 0; i < EVENTS; i++) {
		leg.at_ns = i * PERIOD_NS;
		leg.quantity = HIL_WRITE;
		leg.value_ns = 1500;
		leg.width_ns = i == 3 ? 6200.0 : 5000.0;
		hil_mirror_leg(p->mirror, &leg);
		leg.quantity = HIL_DELIVERY;
		leg.value_ns = 6000;
		if (i % 2)
			hil_mirror_leg(p->mirror, &leg);
	}
}

static void turn(struct place *p)
{
	const struct hil_mirror_turn turn = { .feed = &p->feed,
					      .measuring = true,
					      .rate_hz = RATE_HZ };

	usleep(110000); /* it beats ten times a second at most */
	hil_mirror_turn(p->mirror, &turn);
}

/* Until the memory and what its writer says of itself are there. */
static void read_all(struct place *p)
{
	const struct hil_snapshot *s = hil_source_snapshot(p->source);
	int tries;

	hil_source_read(p->source, hil_time_mono_ns());
	for (tries = 0; tries < 1000 && !*s->program; tries++) {
		usleep(10000);
		hil_source_read(p->source, hil_time_mono_ns());
	}
}

static const struct hil_view_quantity *look(struct place *p, const char *name)
{
	const struct hil_view_options options = { 0 };
	uint32_t i;

	read_all(p);
	hil_view_fill(&p->view, hil_source_snapshot(p->source), &options);
	for (i = 0; i < p->view.quantities; i++) {
		if (!strcmp(p->view.quantity[i].name, name))
			return &p->view.quantity[i];
	}
	fail_msg("there is no %s", name);
	return p->view.quantity;
}

static struct hil_result *degraded(void)
{
	struct hil_result *r = calloc(1, sizeof(*r));

	assert_non_null(r);
	hil_result_reason(r, HIL_DEGRADED, "calibration", "there is none");
	r->line[0].accounts.stimulus.edges = EVENTS + 1;
	r->line[0].accounts.stimulus.missed = 1;
	return r;
}

static void both_witnesses_are_shown_with_their_numbers(void **state)
{
	struct place *p = *state;

	p->mirror = hil_mirror_new(&p->o);
	send_settings(p, "{\"irq_flow\":\"edge\",\"ist_priority\":80}");
	send_events(p);
	send_rows(p);
	turn(p);
	assert_string_equal(look(p, "wake-up")->witness, "IST");
	assert_int_equal(look(p, "wake-up")->all.max_ns, 50000);
	assert_int_equal(look(p, "response")->all.min_ns, 2000);
	assert_string_equal(look(p, "latency")->witness, "analyzer");
	assert_int_equal(look(p, "latency")->all.min_ns, 100000);
	assert_int_equal(look(p, "period")->ideal_ns, PERIOD_NS);
	assert_string_equal(p->view.worst[0].name, "latency");
	assert_int_equal(p->view.worst[0].value_ns, 100000 + EVENTS - 1);
	assert_int_equal(p->view.worst[0].event, EVENTS - 1);
	assert_int_equal(p->view.witnesses, 2);
	assert_string_equal(p->view.thread[0].role, "IST");
	assert_int_equal(p->view.thread[0].priority, 80);
	/* 1 us steps, k = 2: U = 2 * 1 us / sqrt(6) */
	assert_true(p->view.u_ns > 816.0 && p->view.u_ns < 817.0);
	assert_string_equal(p->view.verdict, "none yet");
}

static void legs_are_shown_with_the_widest_bound(void **state)
{
	struct place *p = *state;

	p->mirror = hil_mirror_new(&p->o);
	send_settings(p, "{\"irq_flow\":\"edge\"}");
	turn(p);
	assert_int_equal(look(p, "write")->all.count, 0);
	assert_true(p->view.leg_ns < 0); /* nothing is known yet */
	send_legs(p);
	turn(p);
	/* the window that is open is not published yet */
	assert_in_range(look(p, "write")->all.count, EVENTS - 6, EVENTS);
	assert_string_equal(look(p, "write")->witness, "analyzer");
	assert_int_equal(look(p, "write")->all.max_ns, 1500);
	assert_int_equal(look(p, "delivery")->all.min_ns, 6000);
	/* half of the widest: the middle of it is what is shown */
	assert_true(p->view.leg_ns == 3100.0);
}

/* What nobody can know yet is unknown, then what is decided so far. */
static void counters_come_when_the_join_has_decided(void **state)
{
	const struct hil_ledger_config config = { .board = true,
						  .probe_channel = 1 };
	struct place *p = *state;

	p->mirror = hil_mirror_new(&p->o);
	p->feed.ledger = hil_ledger_new(&config, NULL, NULL);
	send_settings(p, "{\"irq_flow\":\"edge\"}");
	send_events(p);
	turn(p);
	look(p, "period");
	assert_string_equal(p->view.counter[7].name, "extra");
	assert_false(p->view.counter[7].known);
	assert_string_equal(p->view.counter[9].name, "never an interrupt");
	assert_false(p->view.counter[9].known);
	assert_true(p->view.counter[11].known); /* probe failures */
	hil_ledger_free(p->feed.ledger);
	p->feed.ledger = NULL;
}

static void the_end_brings_every_value_and_the_verdict(void **state)
{
	struct hil_result *result = degraded();
	struct place *p = *state;

	p->mirror = hil_mirror_new(&p->o);
	send_settings(p, "{\"irq_flow\":\"edge\"}");
	turn(p);
	read_all(p);
	send_events(p);
	send_rows(p);
	hil_mirror_close(p->mirror, result);
	p->mirror = NULL;
	assert_int_equal(look(p, "latency")->all.count, EVENTS);
	assert_int_equal(look(p, "wake-up")->all.count, EVENTS);
	assert_string_equal(p->view.state, "CLOSED");
	assert_string_equal(p->view.verdict, "DEGRADED");
	assert_string_equal(p->view.reason_text[0],
			    "calibration: there is none");
	assert_int_equal(p->view.counter[5].value, 1); /* missed */
	hil_result_free(result);
}

static void level_flow_makes_coalesced_unknown(void **state)
{
	struct place *p = *state;

	p->mirror = hil_mirror_new(&p->o);
	send_settings(p, "{\"irq_flow\":\"level\"}");
	send_events(p);
	turn(p);
	look(p, "period");
	assert_string_equal(p->view.counter[2].name, "coalesced");
	assert_false(p->view.counter[2].known);
}

static void without_a_board_the_analyzer_is_alone(void **state)
{
	struct place *p = *state;

	p->o.board = HIL_BOARD_NONE;
	p->mirror = hil_mirror_new(&p->o);
	turn(p);
	send_rows(p);
	turn(p);
	look(p, "latency");
	assert_int_equal(p->view.quantities, 1);
	assert_int_equal(p->view.witnesses, 1);
	assert_string_equal(p->view.witness[0].name, "analyzer");
	assert_false(p->view.counter[0].known); /* events */
}

static void events_that_the_link_lost_are_said(void **state)
{
	const struct hil_lost lost = { .first = 3, .count = 7 };
	struct place *p = *state;

	p->mirror = hil_mirror_new(&p->o);
	send_settings(p, "{}");
	hil_mirror_record(p->mirror, HIL_RECORD_LOST, &lost, sizeof(lost));
	turn(p);
	look(p, "period");
	assert_non_null(strstr(p->view.reason_text[0], "the link lost events"));
}

static void what_cannot_be_served_is_said_once_and_ends_nothing(void **state)
{
	struct place *p = *state;
	struct test_log log;

	p->o.socket = (char[]){ "/proc/nowhere/run.sock" };
	p->mirror = hil_mirror_new(&p->o);
	test_log_start(&log);
	send_settings(p, "{}");
	json_decref(p->feed.board_settings);
	send_settings(p, "{}");
	send_events(p);
	send_rows(p);
	turn(p);
	test_log_stop();
	assert_non_null(strstr(log.text, "front ends cannot follow this run"));
	assert_ptr_equal(strchr(log.text, '\n') + 1, log.text + log.used);
}

static void none_serves_nothing(void **state)
{
	struct place *p = *state;

	p->o.socket = (char[]){ "none" };
	p->mirror = hil_mirror_new(&p->o);
	assert_null(p->mirror);
	send_settings(p, "{}");
	send_events(p);
	send_rows(p);
	turn(p);
	hil_mirror_close(p->mirror, NULL);
}

#define AT_A_PLACE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(both_witnesses_are_shown_with_their_numbers),
		AT_A_PLACE(legs_are_shown_with_the_widest_bound),
		AT_A_PLACE(counters_come_when_the_join_has_decided),
		AT_A_PLACE(the_end_brings_every_value_and_the_verdict),
		AT_A_PLACE(level_flow_makes_coalesced_unknown),
		AT_A_PLACE(without_a_board_the_analyzer_is_alone),
		AT_A_PLACE(events_that_the_link_lost_are_said),
		AT_A_PLACE(what_cannot_be_served_is_said_once_and_ends_nothing),
		AT_A_PLACE(none_serves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
