/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Standard uncertainties. Source: JCGM 100:2008 (GUM), 4.3.7 for limits
 * without a preferred value inside, 5.1.2 for their combination.
 */
#ifndef HIL_CALIBRATION_UNCERTAINTY_H
#define HIL_CALIBRATION_UNCERTAINTY_H

#include <stddef.h>

#define HIL_COVERAGE_FACTOR 2.0 /* U = k u, about 95 % */

/**
 * hil_uncertainty_rectangular() - of a value that lies anywhere in an interval
 * @width: of the whole interval
 *
 * Return: width / sqrt(12). GUM 4.3.7.
 */
double hil_uncertainty_rectangular(double width);

/**
 * hil_uncertainty_difference() - of the time between two sampled edges
 * @step: one sample
 *
 * Each edge is known to one sample, rectangular and independent of the other
 * as long as latencies spread over more than a sample: the error is triangular
 * over +- one step.
 *
 * Return: step / sqrt(6).
 */
double hil_uncertainty_difference(double step);

/**
 * hil_uncertainty_combine() - root of the sum of squares
 * @u: @count standard uncertainties that do not depend on each other
 */
double hil_uncertainty_combine(const double *u, size_t count);

#endif
