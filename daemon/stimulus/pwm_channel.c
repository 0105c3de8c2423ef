/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A PWM channel in the kernel's sysfs: found, exported, taken over when it is
 * at rest, and given back as it was found.
 *
 * Source: linux Documentation/driver-api/pwm.rst, "Using PWMs with the sysfs
 * interface".
 */
#include "daemon/stimulus/pwm_channel.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/time.h"
#include "daemon/sysfs.h"

#define EXPORT_NS HIL_NS_PER_S /* udev may set the rights of a new channel */
#define PAUSE_NS  (10 * HIL_NS_PER_MS)

int hil_pwm_get(const struct hil_pwm_channel *p, const char *what,
		int64_t *value)
{
	return hil_sysfs_i64(p->root, value,
			     "/sys/class/pwm/%s/pwm%" PRIu64 "/%s", p->chip,
			     p->channel, what);
}

int hil_pwm_put_text(const struct hil_pwm_channel *p, const char *what,
		     const char *text)
{
	return hil_sysfs_put(p->root, text,
			     "/sys/class/pwm/%s/pwm%" PRIu64 "/%s", p->chip,
			     p->channel, what);
}

int hil_pwm_put(const struct hil_pwm_channel *p, const char *what,
		int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	return hil_pwm_put_text(p, what, text);
}

/* A channel without a period refuses any state; it does not move either. */
int hil_pwm_stop(const struct hil_pwm_channel *p)
{
	int ret = hil_pwm_put(p, "enable", 0);

	return ret == -EINVAL ? 0 : ret;
}

static bool is_there(const struct hil_pwm_channel *p)
{
	return hil_sysfs_exists(p->root, "/sys/class/pwm/%s/pwm%" PRIu64,
				p->chip, p->channel);
}

int hil_pwm_failed(const struct hil_pwm_channel *p, const char *doing, int ret)
{
	hil_error("cannot %s channel %" PRIu64 " of %s: %s%s", doing,
		  p->channel, p->chip, strerror(-ret),
		  ret == -EACCES ? "; run as root" : "");
	return ret;
}

/* One that was exported before us may be at rest, but not in use. */
static int take_over(struct hil_pwm_channel *p)
{
	int64_t enabled = 0;
	int ret = hil_pwm_get(p, "enable", &enabled);

	if (!ret && enabled) {
		hil_error("cannot take channel %" PRIu64 " of %s: it is "
			  "enabled, somebody uses it; stop that, or write 0 "
			  "to its enable",
			  p->channel, p->chip);
		return -EBUSY;
	}
	if (!ret)
		ret = hil_pwm_get(p, "period", &p->period_ns);
	if (!ret)
		ret = hil_pwm_get(p, "duty_cycle", &p->duty_ns);
	if (ret)
		return hil_pwm_failed(p, "read", ret);
	/* not every controller has it */
	if (hil_sysfs_text(p->root, p->polarity, sizeof(p->polarity),
			   "/sys/class/pwm/%s/pwm%" PRIu64 "/polarity", p->chip,
			   p->channel) < 0)
		p->polarity[0] = '\0';
	return 0;
}

static int export(struct hil_pwm_channel *p)
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
		hil_pwm_failed(p, "export", ret);
	if (ret)
		return ret;
	p->exported = true;
	while ((ret = hil_pwm_stop(p)) && hil_time_mono_ns() < until_ns)
		nanosleep(&pause, NULL);
	return ret ? hil_pwm_failed(p, "write to", ret) : 0;
}

static int find_chip(struct hil_pwm_channel *p,
		     const struct hil_source_place *place)
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

/* Duty never above period: it is 0 while the period changes. */
static int restore(const struct hil_pwm_channel *p)
{
	int ret = hil_pwm_put(p, "duty_cycle", 0);

	/* one that never had a period takes none of 0 */
	if (!p->period_ns)
		return 0;
	if (!ret)
		ret = hil_pwm_put(p, "period", p->period_ns);
	if (!ret)
		ret = hil_pwm_put(p, "duty_cycle", p->duty_ns);
	if (!ret && p->polarity[0])
		ret = hil_pwm_put_text(p, "polarity", p->polarity);
	return ret;
}

static void give_back(const struct hil_pwm_channel *p)
{
	char text[32];
	int ret = hil_pwm_stop(p), other;

	snprintf(text, sizeof(text), "%" PRIu64, p->channel);
	other = p->exported
			? hil_sysfs_put(p->root, text,
					"/sys/class/pwm/%s/unexport", p->chip)
			: restore(p);
	ret = ret ? ret : other;
	if (ret)
		hil_pwm_failed(p, "give back", ret);
}

int hil_pwm_open(struct hil_pwm_channel *p,
		 const struct hil_source_place *place)
{
	int ret;

	memset(p, 0, sizeof(*p));
	p->root = place->root;
	ret = find_chip(p, place);
	if (!ret)
		ret = is_there(p) ? take_over(p) : export(p);
	/* one that is in use is not ours to stop */
	if (ret && p->exported)
		hil_pwm_close(p);
	return ret;
}

void hil_pwm_close(const struct hil_pwm_channel *p)
{
	if (is_there(p))
		give_back(p);
}
