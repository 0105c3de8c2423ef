/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig rate: which sample rate and which analyzer a wanted uncertainty
 * needs. The budget is that of calibration/budget.h. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <jansson.h>

#include "calibration/budget.h"
#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/report/unit.h"
#include "rig/wire/analyzer_table.h"

static const char usage[] =
	"usage: hilrig rate --want-u TIME [OPTIONS]\n"
	"\n"
	"Sample rate that a latency with this expanded uncertainty (k = 2) "
	"needs, and the\n"
	"analyzers that offer it. TIME without a unit is in microseconds.\n";

struct rate {
	int64_t want_ns, latency_ns, skew_ns, threshold_ns;
	double clock_ppm;
	bool json;
};

#define AT(field) .offset = offsetof(struct rate, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "want-u",
	  .letter = 'u',
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 1e12,
	  .bare_ns = 1000,
	  AT(want_ns),
	  .argument = "TIME",
	  .help = "expanded uncertainty that is wanted" },
	{ .name = "latency",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .initial = "100us",
	  .max = 1e12,
	  .bare_ns = 1000,
	  AT(latency_ns),
	  .argument = "TIME",
	  .help = "longest latency that must be so good; the clock's part "
		  "grows with it" },
	{ .name = "clock-u",
	  .type = HIL_OPTION_DOUBLE,
	  .unit = "ppm",
	  .max = 1e4,
	  AT(clock_ppm),
	  .argument = "PPM",
	  .help = "standard uncertainty of a calibrated analyzer's clock; "
		  "without: within 100 ppm" },
	{ .name = "skew-u",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 1e9,
	  AT(skew_ns),
	  .argument = "TIME",
	  .help = "standard uncertainty of the channels' skew" },
	{ .name = "threshold-u",
	  .type = HIL_OPTION_DURATION,
	  .unit = "ns",
	  .max = 1e9,
	  AT(threshold_ns),
	  .argument = "TIME",
	  .help = "standard uncertainty by thresholds and slow edges" },
	{ .name = "json",
	  .type = HIL_OPTION_FLAG,
	  AT(json),
	  .help = "as JSON" },
	{ .name = NULL },
};

/* U that a rate really gives. */
static double expanded_ns(struct hil_budget_input in, uint64_t rate_hz)
{
	struct hil_budget b;

	in.step_ns = 1e9 / (double)rate_hz;
	hil_budget_make(&in, &b);
	return b.k * b.u_ns;
}

static int print_json(const struct rate *r, const struct hil_budget_input *in,
		      double least_hz)
{
	const struct hil_analyzer_facts *a;
	json_t *list = json_array(), *json;
	uint64_t hz;

	for (a = hil_analyzer_table; a->driver; a++) {
		hz = hil_analyzer_rate(a, least_hz);
		json_array_append_new(
			list, json_pack("{s:s,s:s,s:o,s:o,s:s}", "driver",
					a->driver, "title", a->title, "rate_hz",
					hz ? json_integer((json_int_t)hz)
					   : json_null(),
					"U_ns",
					hz ? json_real(expanded_ns(*in, hz))
					   : json_null(),
					"note", a->note));
	}
	json = json_pack("{s:I,s:i,s:f,s:f,s:o}", "wanted_U_ns",
			 (json_int_t)r->want_ns, "k", 2, "least_rate_hz",
			 least_hz, "step_ns", 1e9 / least_hz, "analyzers",
			 list);
	return hil_finish_json(json, "-") ? HIL_STATUS_ERROR : HIL_STATUS_OK;
}

static void print_text(const struct rate *r, const struct hil_budget_input *in,
		       double least_hz)
{
	const struct hil_analyzer_facts *a;
	char text[HIL_UNIT_TEXT];
	uint64_t hz;

	printf("wanted U   %.6g us (k = 2) at latencies up to %.6g us\n"
	       "needs      %s or more, a sample each %.6g ns\n\n",
	       (double)r->want_ns / 1000, (double)r->latency_ns / 1000,
	       hil_unit_rate(text, (uint64_t)ceil(least_hz), 1),
	       1e9 / least_hz);
	printf("%-24s %12s %10s\n", "analyzer", "set to", "U, us");
	for (a = hil_analyzer_table; a->driver; a++) {
		hz = hil_analyzer_rate(a, least_hz);
		if (hz)
			printf("%-24s %12s %10.4g\n", a->driver,
			       hil_unit_rate(text, hz, 1),
			       expanded_ns(*in, hz) / 1000);
		else
			printf("%-24s %12s %10s\n", a->driver, "too slow", "-");
		printf("    %s\n    %s\n", a->title, a->note);
	}
	if (!r->skew_ns && !r->threshold_ns)
		printf("\nskew and threshold are not in these numbers: "
		       "--skew-u, --threshold-u\n");
}

static int answer(const struct rate *r)
{
	struct hil_budget_input in = {
		.latency_ns = (double)r->latency_ns,
		.clock_ppm = { r->clock_ppm > 0, 0, r->clock_ppm },
		.skew_ns = { r->skew_ns > 0, 0, (double)r->skew_ns },
		.threshold_ns = { r->threshold_ns > 0, 0,
				  (double)r->threshold_ns },
	};
	double step_ns = hil_budget_step(&in, (double)r->want_ns);
	struct hil_budget rest;

	if (step_ns > 0 && r->json)
		return print_json(r, &in, 1e9 / step_ns);
	if (step_ns > 0) {
		print_text(r, &in, 1e9 / step_ns);
		return HIL_STATUS_OK;
	}
	hil_budget_make(&in, &rest);
	hil_error("no sample rate gives U = %.6g us: clock, skew and threshold "
		  "alone make %.6g us; calibrate the clock (--clock-u) or "
		  "state shorter latencies (--latency)",
		  (double)r->want_ns / 1000, rest.k * rest.u_ns / 1000);
	return HIL_STATUS_LIMIT;
}

int hil_cmd_rate(int argc, char **argv)
{
	struct rate r = { 0 };
	int first, ret;

	hil_options_init(table, &r);
	ret = hil_options_args(table, &r, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		return HIL_STATUS_OK;
	if (!ret && first < argc) {
		hil_error("rate takes no operand, got \"%s\"", argv[first]);
		ret = -EINVAL;
	}
	if (!ret && r.want_ns <= 0) {
		hil_error("rate: --want-u TIME is missing, for example "
			  "--want-u 0.5us");
		ret = -EINVAL;
	}
	return ret ? HIL_STATUS_ERROR : answer(&r);
}
