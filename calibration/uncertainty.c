/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard uncertainties of sampled times; what goes into a budget is the
 * caller's affair. Square roots are correctly rounded on every machine. */
#include "calibration/uncertainty.h"

#include <math.h>

double hil_uncertainty_rectangular(double width)
{
	return width / sqrt(12.0);
}

double hil_uncertainty_difference(double step)
{
	return step / sqrt(6.0);
}

double hil_uncertainty_combine(const double *u, size_t count)
{
	double sum = 0.0;

	for (size_t i = 0; i < count; i++)
		sum += u[i] * u[i];
	return sqrt(sum);
}
