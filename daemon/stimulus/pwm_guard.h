/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A PWM runs on without its program: somebody has to outlive that one. */
#ifndef HIL_STIMULUS_PWM_GUARD_H
#define HIL_STIMULUS_PWM_GUARD_H

#include <sys/types.h>

#include "daemon/stimulus/pwm_channel.h"

struct hil_pwm_guard {
	pid_t pid;
	int fd;
};

/**
 * hil_pwm_guard_start() - a process that gives the channel back when this one
 *	ends without hil_pwm_guard_end(), killed or out of memory
 * @p: taken, not moving
 *
 * Context: start-up only, before there is a second thread.
 * Return: 0; -errno, nothing is printed.
 */
int hil_pwm_guard_start(struct hil_pwm_guard *g,
			const struct hil_pwm_channel *p) HIL_MUST_CHECK;

/** hil_pwm_guard_end() - the channel was given back, so nothing is to do */
void hil_pwm_guard_end(struct hil_pwm_guard *g);

#endif
