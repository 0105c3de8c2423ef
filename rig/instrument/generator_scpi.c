/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Generators that speak SCPI: one sequence for all of them. The transport
 * carries the lines, the dialect has the words.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "rig/instrument/dialect.h"
#include "rig/instrument/generator_private.h"
#include "rig/instrument/scpi_link.h"

#define WAIT_NS       (2 * HIL_NS_PER_S)
#define AGAIN_WAIT_NS HIL_NS_PER_S /* second connection, to turn it off */

struct scpi {
	struct hil_scpi_link link;
	const struct hil_dialect *dialect;
	const char *address; /* "" without one */
	char *board;         /* NULL without one */
	bool burst;
};

static int identify(struct hil_generator *g, struct scpi *s)
{
	char reply[HIL_SCPI_REPLY_BYTES];
	int ret = hil_scpi_link_query(&s->link, "*IDN?", reply);

	if (ret)
		return ret;
	if (!reply[0]) {
		hil_error("cannot use generator %s: it has no name", g->device);
		return -EBADMSG;
	}
	snprintf(g->identity, sizeof(g->identity), "%.255s", reply);
	s->dialect = hil_dialect_find(g->identity);
	g->patterns = s->dialect->patterns;
	g->by_trigger = s->dialect->single_by_trigger;
	hil_debug("generator %s is spoken to as %s", g->device,
		  s->dialect->name);
	/* errors that somebody left there are not ours */
	return s->dialect->error_queue ? hil_scpi_link_errors(&s->link, reply)
				       : 0;
}

static int scpi_open(struct hil_generator *g)
{
	struct scpi *s = calloc(1, sizeof(*s));
	int ret;

	if (!s)
		return -ENOMEM;
	g->member = s;
	s->address = g->device + strlen(g->kind->name);
	s->address += *s->address == ':';
	s->link.transport = g->kind->transport;
	s->link.device = g->device;
	if (g->board) {
		s->board = strdup(g->board);
		if (!s->board)
			return -ENOMEM;
	}
	s->link.board = s->board;
	ret = hil_scpi_link_open(&s->link, s->address, WAIT_NS);
	return ret ? ret : identify(g, s);
}

static void scpi_close(struct hil_generator *g)
{
	struct scpi *s = g->member;

	if (!s)
		return;
	hil_scpi_link_close(&s->link);
	free(s->board);
	free(s);
}

static bool scpi_alive(const struct hil_generator *g)
{
	const struct scpi *s = g->member;

	return hil_scpi_link_alive(&s->link);
}

static int scpi_trigger(struct hil_generator *g)
{
	struct scpi *s = g->member;

	return s->dialect->trigger(s->dialect, &s->link);
}

static int scpi_on(struct hil_generator *g)
{
	struct scpi *s = g->member;
	int ret = s->dialect->output(s->dialect, &s->link, true);

	return !ret && s->burst ? scpi_trigger(g) : ret;
}

/* Only the same instrument is ours to switch. */
static int reopen(struct hil_generator *g)
{
	struct scpi *s = g->member;
	char reply[HIL_SCPI_REPLY_BYTES];
	int ret;

	hil_scpi_link_close(&s->link);
	ret = hil_scpi_link_open(&s->link, s->address, AGAIN_WAIT_NS);
	if (!ret)
		ret = hil_scpi_link_query(&s->link, "*IDN?", reply);
	if (ret || !strncmp(reply, g->identity, sizeof(g->identity) - 1))
		return ret;
	hil_error("generator %s is another one now: \"%.80s\"", g->device,
		  reply);
	hil_scpi_link_close(&s->link);
	return -EXDEV;
}

static int scpi_off(struct hil_generator *g)
{
	struct scpi *s = g->member;
	int ret = scpi_alive(g) ? 0 : reopen(g);

	if (ret)
		return ret;
	return s->dialect->output(s->dialect, &s->link, false);
}

/* Levels between the limits that somebody left may be none of the line's, so
 * the limits go first and come back last. */
static int scpi_set(struct hil_generator *g,
		    const struct hil_generator_wave *wave)
{
	struct scpi *s = g->member;
	const struct hil_dialect *d = s->dialect;
	int ret = d->output(d, &s->link, false);

	s->burst = wave->burst > 0;
	if (!ret && d->limit)
		ret = d->limit(d, &s->link, 0, 0);
	if (!ret)
		ret = d->set(d, &s->link, wave, &g->actual_hz);
	if (!ret && d->limit)
		ret = d->limit(d, &s->link, 0, g->line_volts);
	return ret;
}

static int scpi_again(struct hil_generator *g)
{
	struct scpi *s = g->member;
	char reply[HIL_SCPI_REPLY_BYTES];
	int ret = reopen(g);

	return ret || !s->dialect->error_queue
		       ? ret
		       : hil_scpi_link_errors(&s->link, reply);
}

/* Numbers with commas between them, as many as there are places. */
static int ask_numbers(struct scpi *s, const char *query,
		       uint64_t *const number[], size_t count)
{
	char reply[HIL_SCPI_REPLY_BYTES], *word, *rest = reply;
	int ret = hil_scpi_link_query(&s->link, query, reply);

	for (size_t i = 0; !ret && i < count; i++) {
		word = strsep(&rest, ",");
		ret = word ? hil_number_u64(word, number[i]) : -EBADMSG;
	}
	return ret;
}

static int ask_lateness(struct scpi *s, struct hil_generator_report *report)
{
	uint64_t late_ns[4] = { 0 };
	uint64_t *const place[] = { &report->edges, &late_ns[0], &late_ns[1],
				    &late_ns[2], &late_ns[3] };
	int ret = ask_numbers(s, "SYST:HIL:LATE?", place, 5);

	for (size_t i = 0; !ret && i < 4; i++)
		ret = late_ns[i] > INT64_MAX ? -EBADMSG : 0;
	report->late_min_ns = (int64_t)late_ns[0];
	report->late_mean_ns = (int64_t)late_ns[1];
	report->late_p99_ns = (int64_t)late_ns[2];
	report->late_max_ns = (int64_t)late_ns[3];
	return ret;
}

/* Only generators made of software have these queries. */
static int scpi_report(struct hil_generator *g,
		       struct hil_generator_report *report)
{
	struct scpi *s = g->member;
	uint64_t *const place[] = { &report->skipped, &report->late,
				    &report->stalls };
	int ret;

	memset(report, 0, sizeof(*report));
	if (!s->dialect->books)
		return -EOPNOTSUPP;
	if (!scpi_alive(g))
		return -EPIPE; /* whoever lost it has said so */
	ret = ask_numbers(s, "SYST:HIL:STAT?", place, 3);
	return !ret && s->dialect->lateness ? ask_lateness(s, report) : ret;
}

#define SCPI_FUNCTIONS                                                         \
	.open = scpi_open, .set = scpi_set, .on = scpi_on, .off = scpi_off,    \
	.again = scpi_again, .alive = scpi_alive, .report = scpi_report,       \
	.close = scpi_close

const struct hil_generator_kind hil_generator_lxi = {
	.name = "lxi",
	.address = HIL_ADDRESS_NEEDED,
	.switchable = true,
	.transport = &hil_scpi_transport_tcp,
	SCPI_FUNCTIONS,
	.trigger = scpi_trigger,
};

const struct hil_generator_kind hil_generator_usbtmc = {
	.name = "usbtmc",
	.address = HIL_ADDRESS_OPTIONAL,
	.switchable = true,
	.transport = &hil_scpi_transport_usbtmc,
	SCPI_FUNCTIONS,
	.trigger = scpi_trigger,
};

/* Both end with their input: the program on the board needs no guard here. */
const struct hil_generator_kind hil_generator_gpio = {
	.name = "gpio",
	.address = HIL_ADDRESS_NEEDED,
	.switchable = true,
	.ends_with_us = true,
	.transport = &hil_scpi_transport_exec,
	SCPI_FUNCTIONS,
};

const struct hil_generator_kind hil_generator_pwm = {
	.name = "pwm",
	.address = HIL_ADDRESS_NEEDED,
	.switchable = true,
	.ends_with_us = true,
	.transport = &hil_scpi_transport_exec,
	SCPI_FUNCTIONS,
};
