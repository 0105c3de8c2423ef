/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Performance: three clocks against each other, out of the judged run. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "calibration/analyzer_clock.h"
#include "calibration/clock_rate.h"
#include "rig/calibrate/raw.h"
#include "rig/qualify/checks.h"
#include "rig/run/feed.h"

/* Raw edges and covers of the judged run. */
static bool read_raw(struct hil_qualify *q, struct hil_raw *raw,
		     struct hil_finding *f)
{
	json_t *capture = hil_json_at(q->run.json, "settings.analyzer");
	struct hil_channel_roles roles;
	unsigned int channel[2];
	int stimulus = -1, probe = -1;

	memset(raw, 0, sizeof(*raw));
	if (!hil_channel_roles_parse(q->o->channels, &roles)) {
		stimulus = hil_feed_channel(capture, roles.stimulus);
		probe = hil_feed_channel(capture, roles.probe);
	}
	channel[0] = (unsigned int)stimulus;
	channel[1] = (unsigned int)probe;
	if (stimulus >= 0 && probe >= 0 &&
	    !hil_raw_read(q->run.path, channel, raw))
		return true;
	hil_raw_free(raw);
	hil_finding_set(f, HIL_FINDING_FAILED,
			"the run's records cannot be read again");
	return false;
}

/* With guard bands: the value and all of its U lie within. */
static void judge(struct hil_finding *f, const char *name,
		  const char *reference, double ppm, double u, size_t count)
{
	struct hil_finding_value v = { name, ppm, "ppm", count, u };
	const double most_ppm = HIL_ANALYZER_CLOCK_TOLERANCE * 1e6;

	hil_finding_value(f, &v);
	if (!(fabs(ppm) + u <= most_ppm))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"off by %.3f ppm, U = %.3f ppm: together more "
				"than %.0f ppm",
				ppm, u, most_ppm);
	hil_finding_set(f, HIL_FINDING_PASSED,
			"%.3f ppm, U = %.3f ppm (k = 2), against %s", ppm, u,
			reference);
}

void hil_check_clock(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_clock_rate rate;
	struct hil_raw raw;

	if (!hil_qualify_main(q, f) || !read_raw(q, &raw, f))
		return;
	if (hil_clock_rate(raw.at_ns, raw.seen_ns, raw.covers, &rate))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the run is too short for it");
	else
		judge(f, "analyzer's clock is fast by",
		      "this host's CLOCK_MONOTONIC, whose own error is not in "
		      "U",
		      rate.fast_ppm, 2 * rate.u_ppm, raw.covers);
	hil_raw_free(&raw);
}

void hil_check_period(struct hil_qualify *q, struct hil_finding *f)
{
	double asked_ns, span_ns, periods, u_ns;
	struct hil_raw raw;

	if (!hil_qualify_main(q, f) || !read_raw(q, &raw, f))
		return;
	asked_ns = 1e9 / json_number_value(hil_json_at(
				 q->run.json, "settings.generator.asked_hz"));
	if (raw.edges[0] < 2 || !isfinite(asked_ns)) {
		hil_finding_set(f, HIL_FINDING_FAILED,
				"there are no two edges of the stimulus");
	} else {
		span_ns = (double)(raw.edge[0][raw.edges[0] - 1] -
				   raw.edge[0][0]) *
			  raw.step_ns;
		/* also when the generator left periods out */
		periods = round(span_ns / asked_ns);
		/* the sampling of two edges, each rectangular */
		u_ns = 2 * raw.step_ns / sqrt(6);
		judge(f, "period of the stimulus is longer by",
		      "the analyzer's clock",
		      (span_ns / (periods * asked_ns) - 1) * 1e6,
		      u_ns / span_ns * 1e6, raw.edges[0]);
	}
	hil_raw_free(&raw);
}
