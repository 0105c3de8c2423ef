/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of an uncertainty budget and their combination. Where the inputs
 * come from (calibration record, data) is the caller's affair. */
#include "calibration/budget.h"

#include <math.h>
#include <string.h>

#include "calibration/uncertainty.h"

#define ONE_SIDED 1.645 /* 95 % of a normal distribution */
#define PPM       1e-6

static const char *const names[HIL_BUDGET_PARTS] = {
	[HIL_BUDGET_EDGE] = "sampling of the stimulus",
	[HIL_BUDGET_ANSWER] = "sampling of the probe",
	[HIL_BUDGET_CLOCK] = "analyzer's clock",
	[HIL_BUDGET_SKEW] = "skew of the channels",
	[HIL_BUDGET_THRESHOLD] = "threshold",
	[HIL_BUDGET_PROBE] = "probe pin",
};

/* The edge came somewhere in the sample before it was seen. */
static void set_sampling(struct hil_budget_line *line, double step_ns,
			 double fixed)
{
	line->distribution = "rectangular";
	line->known = true;
	line->u_ns = hil_uncertainty_rectangular(step_ns);
	line->fixed_ns = fixed * step_ns;
}

static void set_effect(struct hil_budget_line *line, const struct hil_effect *e,
		       double scale)
{
	line->distribution = "normal";
	line->known = e->known;
	/* from 0, so that nothing is not printed as -0 */
	line->correction_ns = e->known ? 0 - e->value * scale : 0;
	line->u_ns = e->known ? e->u * fabs(scale) : 0;
}

static void set_clock(struct hil_budget_line *line,
		      const struct hil_budget_input *in)
{
	set_effect(line, &in->clock_ppm, in->latency_ns * PPM);
	if (in->clock_ppm.known)
		return;
	line->known = true;
	line->distribution = "rectangular";
	line->u_ns = hil_uncertainty_rectangular(2 * HIL_BUDGET_CLOCK_PPM *
						 PPM * fabs(in->latency_ns));
}

/* What of a line more edges do not take away, as a standard uncertainty. */
static double fixed_u(const struct hil_budget_line *line,
		      enum hil_budget_part part)
{
	if (part == HIL_BUDGET_EDGE || part == HIL_BUDGET_ANSWER)
		return hil_uncertainty_rectangular(2 * line->fixed_ns);
	return line->u_ns;
}

static void combine(struct hil_budget *b)
{
	double u[HIL_BUDGET_PARTS], fixed[HIL_BUDGET_PARTS];

	b->correction_ns = 0;
	b->complete = true;
	for (int i = 0; i < HIL_BUDGET_PARTS; i++) {
		u[i] = b->line[i].u_ns;
		fixed[i] = fixed_u(&b->line[i], (enum hil_budget_part)i);
		b->correction_ns += b->line[i].correction_ns;
		b->complete &= b->line[i].known;
	}
	b->u_ns = hil_uncertainty_combine(u, HIL_BUDGET_PARTS);
	b->other_u_ns = hil_uncertainty_combine(
		u + HIL_BUDGET_CLOCK, HIL_BUDGET_PARTS - HIL_BUDGET_CLOCK);
	b->fixed_u_ns = hil_uncertainty_combine(fixed, HIL_BUDGET_PARTS);
}

void hil_budget_make(const struct hil_budget_input *in, struct hil_budget *b)
{
	/* cleared whole: results are compared with their padding */
	memset(b, 0, sizeof(*b));
	b->latency_ns = in->latency_ns;
	b->step_ns = in->step_ns;
	b->k = HIL_COVERAGE_FACTOR;
	set_sampling(&b->line[HIL_BUDGET_EDGE], in->step_ns, in->edge_fixed);
	set_sampling(&b->line[HIL_BUDGET_ANSWER], in->step_ns, in->probe_fixed);
	set_clock(&b->line[HIL_BUDGET_CLOCK], in);
	set_effect(&b->line[HIL_BUDGET_SKEW], &in->skew_ns, 1);
	set_effect(&b->line[HIL_BUDGET_THRESHOLD], &in->threshold_ns, 1);
	/* where in an edge the board switches has no preferred value */
	b->line[HIL_BUDGET_THRESHOLD].distribution = "rectangular";
	set_effect(&b->line[HIL_BUDGET_PROBE], &in->probe_ns, 1);
	for (int i = 0; i < HIL_BUDGET_PARTS; i++)
		b->line[i].name = names[i];
	combine(b);
}

struct hil_budget hil_budget_at(const struct hil_budget *b, double latency_ns)
{
	struct hil_budget other = *b;
	struct hil_budget_line *line = &other.line[HIL_BUDGET_CLOCK];

	if (!(b->latency_ns > 0))
		return other;
	other.latency_ns = latency_ns;
	line->correction_ns *= latency_ns / b->latency_ns;
	line->u_ns *= fabs(latency_ns) / b->latency_ns;
	combine(&other);
	return other;
}

double hil_budget_mean(const struct hil_budget *b, double stddev_ns,
		       uint64_t count)
{
	double u[2] = { b->fixed_u_ns, 0 };

	if (count)
		u[1] = stddev_ns / sqrt((double)count);
	return b->k * hil_uncertainty_combine(u, 2);
}

double hil_budget_side(const struct hil_budget *b, double stddev_ns,
		       double sampling_ns)
{
	double grid = hil_uncertainty_rectangular(b->step_ns);
	double u[2] = { b->fixed_u_ns, grid };
	double spread = fmin(b->u_ns, hil_uncertainty_combine(u, 2));
	double half[2] = { b->k * (stddev_ns > b->step_ns ? spread : b->u_ns),
			   sampling_ns };

	return hil_uncertainty_combine(half, 2);
}

double hil_budget_least(const struct hil_budget *b, double max_ns)
{
	return max_ns - b->step_ns - ONE_SIDED * b->other_u_ns;
}

double hil_budget_step(const struct hil_budget_input *in, double expanded_ns)
{
	struct hil_budget_input rest = *in;
	struct hil_budget b;
	double u = expanded_ns / HIL_COVERAGE_FACTOR, left2;

	rest.step_ns = 0;
	hil_budget_make(&rest, &b);
	left2 = u * u - b.u_ns * b.u_ns;
	/* sampling: step / sqrt(6) of both edges together */
	return left2 > 0 ? sqrt(6 * left2) : 0;
}
