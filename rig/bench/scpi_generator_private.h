/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of the SCPI generator, by file, and what they share. */
#ifndef HIL_BENCH_SCPI_GENERATOR_PRIVATE_H
#define HIL_BENCH_SCPI_GENERATOR_PRIVATE_H

#include "rig/bench/scpi_generator.h"

#define HIL_SCPI_HZ_MIN 0.01
#define HIL_SCPI_HZ_MAX 20000.0

/** hil_scpi_generator_apply() - hand the settings to the thread */
void hil_scpi_generator_apply(struct hil_scpi_generator *s);

/** hil_scpi_generator_take() - one number in range from a list.
 *	Return: 0; the error for the queue */
int hil_scpi_generator_take(char **arguments, const char *unit, double min,
			    double max, double *value);

/** hil_scpi_generator_number() - a command with exactly one number */
int hil_scpi_generator_number(struct hil_scpi_generator *s, char *arguments,
			      const char *unit, const double range[2],
			      double *value);

/** hil_scpi_generator_switch() - a command with ON or OFF */
int hil_scpi_generator_switch(struct hil_scpi_generator *s, char *arguments,
			      bool *value);

/** hil_scpi_generator_put() - a number as reply. Return: 0 */
int hil_scpi_generator_put(double value, char *reply, size_t size);

int hil_scpi_set_frequency(void *context, char *arguments);
int hil_scpi_get_frequency(void *context, char *reply, size_t size);
int hil_scpi_set_amplitude(void *context, char *arguments);
int hil_scpi_get_amplitude(void *context, char *reply, size_t size);
int hil_scpi_set_offset(void *context, char *arguments);
int hil_scpi_get_offset(void *context, char *reply, size_t size);
int hil_scpi_set_high(void *context, char *arguments);
int hil_scpi_get_high(void *context, char *reply, size_t size);
int hil_scpi_set_low(void *context, char *arguments);
int hil_scpi_get_low(void *context, char *reply, size_t size);
int hil_scpi_set_limit_high(void *context, char *arguments);
int hil_scpi_get_limit_high(void *context, char *reply, size_t size);
int hil_scpi_set_limit_low(void *context, char *arguments);
int hil_scpi_get_limit_low(void *context, char *reply, size_t size);
int hil_scpi_set_limited(void *context, char *arguments);
int hil_scpi_get_limited(void *context, char *reply, size_t size);
int hil_scpi_set_load(void *context, char *arguments);
int hil_scpi_get_load(void *context, char *reply, size_t size);
int hil_scpi_set_apply(void *context, char *arguments);
int hil_scpi_get_apply(void *context, char *reply, size_t size);
int hil_scpi_set_function(void *context, char *arguments);
int hil_scpi_get_function(void *context, char *reply, size_t size);
int hil_scpi_set_duty(void *context, char *arguments);
int hil_scpi_get_duty(void *context, char *reply, size_t size);
int hil_scpi_set_burst(void *context, char *arguments);
int hil_scpi_get_burst(void *context, char *reply, size_t size);
int hil_scpi_set_cycles(void *context, char *arguments);
int hil_scpi_get_cycles(void *context, char *reply, size_t size);
int hil_scpi_set_pattern(void *context, char *arguments);
int hil_scpi_get_pattern(void *context, char *reply, size_t size);

#endif
