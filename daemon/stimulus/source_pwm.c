/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A PWM channel as source: the hardware keeps the time, so the only pattern is
 * steady. What the controller made of the period is read back.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "daemon/base/log.h"
#include "daemon/stimulus/pwm_channel.h"
#include "daemon/stimulus/pwm_guard.h"
#include "daemon/sysfs.h"

struct pwm {
	struct hil_pwm_channel channel;
	struct hil_pwm_guard guard;
};

static int pwm_open(const struct hil_source_place *place, void **member)
{
	struct pwm *p = calloc(1, sizeof(*p));
	int ret = p ? hil_pwm_open(&p->channel, place) : -ENOMEM;

	if (!ret) {
		ret = hil_pwm_guard_start(&p->guard, &p->channel);
		if (ret) {
			hil_pwm_close(&p->channel);
			(void)hil_pwm_failed(&p->channel, "guard", ret);
		}
	}
	if (ret) {
		free(p);
		p = NULL;
	}
	*member = p;
	return ret;
}

static void pwm_close(void *member)
{
	struct pwm *p = member;

	if (p) {
		hil_pwm_close(&p->channel);
		hil_pwm_guard_end(&p->guard);
	}
	free(p);
}

static int set_wave(const struct hil_pwm_channel *p, int64_t period_ns,
		    int64_t high_ns)
{
	int ret = hil_pwm_put(p, "duty_cycle", 0);

	/* a fresh channel has no period, and refuses a duty of 0 without one */
	if (ret == -EINVAL)
		ret = 0;
	if (!ret)
		ret = hil_pwm_put(p, "period", period_ns);
	if (!ret &&
	    hil_sysfs_exists(p->root,
			     "/sys/class/pwm/%s/pwm%" PRIu64 "/polarity",
			     p->chip, p->channel)) {
		ret = hil_pwm_put_text(p, "polarity", "normal");
		/* EIO, EINVAL: it can do one only, which is normal */
		ret = ret == -EACCES ? ret : 0;
	}
	if (!ret)
		ret = hil_pwm_put(p, "duty_cycle", high_ns);
	return ret;
}

static int pwm_apply(void *member, const struct hil_source_wave *wave,
		     double *actual_hz)
{
	const struct hil_pwm_channel *p = &((struct pwm *)member)->channel;
	int64_t wanted_ns = llround(1e9 / wave->frequency_hz);
	int64_t period_ns = 0;
	int ret = hil_pwm_stop(p);

	if (!ret)
		ret = set_wave(p, wanted_ns,
			       llround((double)wanted_ns * wave->duty));
	if (!ret)
		ret = hil_pwm_get(p, "period", &period_ns);
	if (!ret && wave->on)
		ret = hil_pwm_put(p, "enable", 1);
	if (ret == -EINVAL || ret == -ERANGE) {
		hil_error("channel %" PRIu64
			  " of %s cannot do a period of %" PRId64 " ns",
			  p->channel, p->chip, wanted_ns);
		return -ERANGE;
	}
	if (ret)
		return hil_pwm_failed(p, "set", ret);
	*actual_hz = period_ns > 0 ? 1e9 / (double)period_ns : 0;
	return 0;
}

/* The hardware keeps no books. */
static void pwm_report(void *member, struct hil_source_report *r)
{
	(void)member;
	*r = (struct hil_source_report){ 0 };
}

const struct hil_source_kind hil_source_pwm = {
	.name = "pwm",
	.patterns = HIL_PATTERN_BIT(HIL_PATTERN_STEADY),
	.hz_min = 0.02,
	.hz_max = 1e6,
	.open = pwm_open,
	.apply = pwm_apply,
	.report = pwm_report,
	.close = pwm_close,
};
