/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A PWM channel by the kernel's sysfs: the hardware keeps the time, so the only
 * pattern is steady. What the controller made of the period is read back; the
 * channel is given back as it was found.
 *
 * Source: linux Documentation/driver-api/pwm.rst, "Using PWMs with the sysfs
 * interface".
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "daemon/stimulus/source.h"
#include "daemon/sysfs.h"

#define NAME_BYTES 64
#define EXPORT_NS  HIL_NS_PER_S /* udev may set the rights of a new channel */
#define PAUSE_NS   (10 * HIL_NS_PER_MS)

struct pwm {
	const char *root;
	char chip[NAME_BYTES]; /* "pwmchip0" */
	uint64_t channel;
	bool exported; /* by us */
	/* as found, when it was exported before us */
	int64_t period_ns, duty_ns;
	char polarity[16];
};

static int get(const struct pwm *p, const char *what, int64_t *value)
{
	return hil_sysfs_i64(p->root, value,
			     "/sys/class/pwm/%s/pwm%" PRIu64 "/%s", p->chip,
			     p->channel, what);
}

static int put_text(const struct pwm *p, const char *what, const char *text)
{
	return hil_sysfs_put(p->root, text,
			     "/sys/class/pwm/%s/pwm%" PRIu64 "/%s", p->chip,
			     p->channel, what);
}

static int put(const struct pwm *p, const char *what, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	return put_text(p, what, text);
}

/* A channel without a period refuses any state; it does not move either. */
static int stop(const struct pwm *p)
{
	int ret = put(p, "enable", 0);

	return ret == -EINVAL ? 0 : ret;
}

static bool is_there(const struct pwm *p)
{
	return hil_sysfs_exists(p->root, "/sys/class/pwm/%s/pwm%" PRIu64,
				p->chip, p->channel);
}

static int failed(const struct pwm *p, const char *doing, int ret)
{
	hil_error("cannot %s channel %" PRIu64 " of %s: %s%s", doing,
		  p->channel, p->chip, strerror(-ret),
		  ret == -EACCES ? "; run as root" : "");
	return ret;
}

/* One that was exported before us may be at rest, but not in use. */
static int take_over(struct pwm *p)
{
	int64_t enabled = 0;
	int ret = get(p, "enable", &enabled);

	if (!ret && enabled) {
		hil_error("cannot take channel %" PRIu64 " of %s: it is "
			  "enabled, somebody uses it; stop that, or write 0 "
			  "to its enable",
			  p->channel, p->chip);
		return -EBUSY;
	}
	if (!ret)
		ret = get(p, "period", &p->period_ns);
	if (!ret)
		ret = get(p, "duty_cycle", &p->duty_ns);
	if (ret)
		return failed(p, "read", ret);
	/* not every controller has it */
	if (hil_sysfs_text(p->root, p->polarity, sizeof(p->polarity),
			   "/sys/class/pwm/%s/pwm%" PRIu64 "/polarity", p->chip,
			   p->channel) < 0)
		p->polarity[0] = '\0';
	return 0;
}

static int export(struct pwm *p)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	int64_t until_ns = hil_time_mono_ns() + EXPORT_NS;
	char text[32];
	int ret;

	snprintf(text, sizeof(text), "%" PRIu64, p->channel);
	ret = hil_sysfs_put(p->root, text, "/sys/class/pwm/%s/export", p->chip);
	if (ret == -EBUSY)
		hil_error("cannot take channel %s of %s: a driver of the "
			  "kernel holds it (a backlight, a fan)",
			  text, p->chip);
	else if (ret)
		failed(p, "export", ret);
	if (ret)
		return ret;
	p->exported = true;
	while ((ret = stop(p)) && hil_time_mono_ns() < until_ns)
		nanosleep(&pause, NULL);
	return ret ? failed(p, "write to", ret) : 0;
}

static int find_chip(struct pwm *p, const struct hil_source_place *place)
{
	int64_t channels;
	uint64_t number;
	int ret;

	snprintf(p->chip, sizeof(p->chip), "%s%.40s",
		 hil_number_u64(place->chip, &number) ? "" : "pwmchip",
		 place->chip);
	ret = hil_number_u64(place->pin, &p->channel);
	if (ret || strchr(p->chip, '/')) {
		hil_error("cannot use PWM channel \"%s\" of \"%s\": the "
			  "channel is a number, the chip a number or a name as "
			  "pwmchip0",
			  place->pin, place->chip);
		return -EINVAL;
	}
	ret = hil_sysfs_i64(p->root, &channels, "/sys/class/pwm/%s/npwm",
			    p->chip);
	if (ret) {
		hil_error("cannot use %s: %s; /sys/class/pwm lists the chips, "
			  "a pin may need a device tree overlay",
			  p->chip,
			  ret == -ENOENT ? "there is no such PWM chip"
					 : strerror(-ret));
		return ret == -ENOENT ? -ENODEV : ret;
	}
	if (p->channel < (uint64_t)channels)
		return 0;
	hil_error("cannot use channel %" PRIu64 " of %s: it has channels 0 to "
		  "%" PRId64,
		  p->channel, p->chip, channels - 1);
	return -EINVAL;
}

static void give_back(struct pwm *p)
{
	char text[32];

	(void)stop(p);
	if (!p->exported) {
		/* duty never above period: whichever grows comes first */
		(void)put(p, "duty_cycle", 0);
		if (p->period_ns)
			(void)put(p, "period", p->period_ns);
		(void)put(p, "duty_cycle", p->duty_ns);
		if (p->polarity[0])
			(void)put_text(p, "polarity", p->polarity);
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64, p->channel);
	(void)hil_sysfs_put(p->root, text, "/sys/class/pwm/%s/unexport",
			    p->chip);
}

static void pwm_close(void *member)
{
	struct pwm *p = member;

	if (!p)
		return;
	if (is_there(p))
		give_back(p);
	free(p);
}

static int pwm_open(const struct hil_source_place *place, void **member)
{
	struct pwm *p = calloc(1, sizeof(*p));
	int ret;

	*member = NULL;
	if (!p)
		return -ENOMEM;
	p->root = place->root;
	ret = find_chip(p, place);
	if (!ret)
		ret = is_there(p) ? take_over(p) : export(p);
	if (!ret) {
		*member = p;
		return 0;
	}
	/* one that is in use is not ours to stop */
	if (p->exported)
		pwm_close(p);
	else
		free(p);
	return ret;
}

static int set_wave(struct pwm *p, int64_t period_ns, int64_t high_ns)
{
	int ret = put(p, "duty_cycle", 0);

	/* a fresh channel has no period, and refuses a duty of 0 without one */
	if (ret == -EINVAL)
		ret = 0;
	if (!ret)
		ret = put(p, "period", period_ns);
	if (!ret &&
	    hil_sysfs_exists(p->root,
			     "/sys/class/pwm/%s/pwm%" PRIu64 "/polarity",
			     p->chip, p->channel)) {
		ret = put_text(p, "polarity", "normal");
		/* EIO, EINVAL: it can do one only, which is normal */
		ret = ret == -EACCES ? ret : 0;
	}
	if (!ret)
		ret = put(p, "duty_cycle", high_ns);
	return ret;
}

static int pwm_apply(void *member, const struct hil_source_wave *wave,
		     double *actual_hz)
{
	struct pwm *p = member;
	int64_t wanted_ns = llround(1e9 / wave->frequency_hz);
	int64_t period_ns = 0;
	int ret = stop(p);

	if (!ret)
		ret = set_wave(p, wanted_ns,
			       llround((double)wanted_ns * wave->duty));
	if (!ret)
		ret = get(p, "period", &period_ns);
	if (!ret && wave->on)
		ret = put(p, "enable", 1);
	if (ret == -EINVAL || ret == -ERANGE) {
		hil_error("channel %" PRIu64
			  " of %s cannot do a period of %" PRId64 " ns",
			  p->channel, p->chip, wanted_ns);
		return -ERANGE;
	}
	if (ret)
		return failed(p, "set", ret);
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
