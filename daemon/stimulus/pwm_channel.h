/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One channel of a PWM chip, by the kernel's sysfs.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_STIMULUS_PWM_CHANNEL_H
#define HIL_STIMULUS_PWM_CHANNEL_H

#include "daemon/stimulus/source.h"

struct hil_pwm_channel {
	const char *root;
	char chip[64]; /* "pwmchip0" */
	uint64_t channel;
	bool exported; /* by us */
	/* as found, when it was exported before us */
	int64_t period_ns, duty_ns;
	char polarity[16];
};

/**
 * hil_pwm_open() - take a channel, not moving
 *
 * Return: 0; -ENODEV no such chip; -EBUSY somebody uses it; -EINVAL; other
 * -errno. The message is printed, and nothing is to be closed then.
 */
int hil_pwm_open(struct hil_pwm_channel *p,
		 const struct hil_source_place *place) HIL_MUST_CHECK;

/** hil_pwm_close() - stopped and given back; one that is gone is nobody's */
void hil_pwm_close(const struct hil_pwm_channel *p);

/** hil_pwm_stop() - enable = 0. Return: 0; -errno */
int hil_pwm_stop(const struct hil_pwm_channel *p) HIL_MUST_CHECK;

/** hil_pwm_get() - a number of the channel: "period". Return: 0; -errno */
int hil_pwm_get(const struct hil_pwm_channel *p, const char *what,
		int64_t *value) HIL_MUST_CHECK;

/** hil_pwm_put(), hil_pwm_put_text() - set one. Return: 0; -errno */
int hil_pwm_put(const struct hil_pwm_channel *p, const char *what,
		int64_t value) HIL_MUST_CHECK;
int hil_pwm_put_text(const struct hil_pwm_channel *p, const char *what,
		     const char *text) HIL_MUST_CHECK;

/** hil_pwm_failed() - "cannot @doing channel N of …". Return: @ret */
int hil_pwm_failed(const struct hil_pwm_channel *p, const char *doing, int ret);

#endif
