/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample rate of an analyzer: wanted, possible, and what it really is. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/capture/live_device_private.h"

/* 64-byte packets, 19 in each of 1,000 frames a second: 1.2 MB/s */
#define FULL_SPEED_HZ   1000000
#define FULL_SPEED_MBPS 12

static void append_rate(char *text, size_t size, uint64_t hz)
{
	char *rate = sr_samplerate_string(hz);
	size_t used = strlen(text);

	snprintf(text + used, size - used, "%s%s", used ? ", " : "", rate);
	g_free(rate);
}

void hil_device_list_rates(struct hil_device *d, char *text, size_t size)
{
	GVariant *rates, *list;
	const uint64_t *value;
	gsize n = 0;

	text[0] = '\0';
	if (sr_config_list(d->driver, d->instance, NULL, SR_CONF_SAMPLERATE,
			   &rates) != SR_OK)
		return;
	list = g_variant_lookup_value(rates, "samplerates",
				      G_VARIANT_TYPE("at"));
	if (list) {
		value = g_variant_get_fixed_array(list, &n, sizeof(*value));
		for (gsize i = 0; i < n; i++)
			append_rate(text, size, value[i]);
		g_variant_unref(list);
	}
	list = g_variant_lookup_value(rates, "samplerate-steps",
				      G_VARIANT_TYPE("at"));
	if (list) {
		value = g_variant_get_fixed_array(list, &n, sizeof(*value));
		if (n == 3) {
			char *low = sr_samplerate_string(value[0]);
			char *high = sr_samplerate_string(value[1]);

			snprintf(text, size, "%s to %s", low, high);
			g_free(low);
			g_free(high);
		}
		g_variant_unref(list);
	}
	g_variant_unref(rates);
}

static bool rate_is_listed(struct hil_device *d, uint64_t hz)
{
	GVariant *rates, *list;
	const uint64_t *value;
	bool listed = true;
	gsize n = 0;

	if (sr_config_list(d->driver, d->instance, NULL, SR_CONF_SAMPLERATE,
			   &rates) != SR_OK)
		return true;
	list = g_variant_lookup_value(rates, "samplerates",
				      G_VARIANT_TYPE("at"));
	if (list) {
		value = g_variant_get_fixed_array(list, &n, sizeof(*value));
		listed = false;
		for (gsize i = 0; i < n; i++)
			listed |= value[i] == hz;
		g_variant_unref(list);
	}
	list = g_variant_lookup_value(rates, "samplerate-steps",
				      G_VARIANT_TYPE("at"));
	if (list) {
		value = g_variant_get_fixed_array(list, &n, sizeof(*value));
		listed = n != 3 || (hz >= value[0] && hz <= value[1]);
		g_variant_unref(list);
	}
	g_variant_unref(rates);
	return listed;
}

static int set_samplerate(struct hil_device *d, uint64_t hz,
			  struct hil_fault *fault)
{
	char rates[300];
	char *wanted;
	int code = SR_ERR_SAMPLERATE;

	if (rate_is_listed(d, hz))
		code = sr_config_set(d->instance, NULL, SR_CONF_SAMPLERATE,
				     g_variant_new_uint64(hz));
	if (code == SR_OK)
		return 0;
	hil_device_list_rates(d, rates, sizeof(rates));
	wanted = sr_samplerate_string(hz);
	hil_fault_set(fault, -EINVAL, "cannot sample at %s: %s%s%s", wanted,
		      rates[0] ? "the analyzer can do " : sr_strerror(code),
		      rates, rates[0] ? "" : d->last_error);
	g_free(wanted);
	return -EINVAL;
}

static int read_samplerate(struct hil_device *d, uint64_t wanted_hz,
			   struct hil_fault *fault)
{
	GVariant *value;
	int code = sr_config_get(d->driver, d->instance, NULL,
				 SR_CONF_SAMPLERATE, &value);

	if (code != SR_OK)
		return hil_device_fault(d, fault, code,
					"read the sample rate back");
	d->samplerate_hz = g_variant_get_uint64(value);
	g_variant_unref(value);
	if (!d->samplerate_hz)
		return hil_fault_set(fault, -EINVAL,
				     "cannot use the analyzer: it has no "
				     "sample rate set; give samplerate=");
	if (wanted_hz && wanted_hz != d->samplerate_hz)
		hil_warning("the analyzer samples at %llu Hz in place of %llu",
			    (unsigned long long)d->samplerate_hz,
			    (unsigned long long)wanted_hz);
	return 0;
}

/* Drivers whose devices have no memory: every sample passes the bus at once. */
static bool streams(const struct hil_device *d)
{
	return !strcmp(d->driver->name, "fx2lafw") ||
	       !strcmp(d->driver->name, "saleae-logic16");
}

/* It would start, and end at the first full buffer without a word. */
static int check_bus(const struct hil_device *d, struct hil_fault *fault)
{
	double mbps;

	if (!streams(d) || d->samplerate_hz <= FULL_SPEED_HZ ||
	    hil_live_usb_speed(&d->usb, &mbps) || mbps > FULL_SPEED_MBPS)
		return 0;
	return hil_fault_set(fault, -EINVAL,
			     "cannot sample at %.9g MHz: the analyzer is on a "
			     "USB 1 port or hub, which carries 1 MHz; plug it "
			     "into a USB 2 port, or give samplerate=1m",
			     (double)d->samplerate_hz / 1e6);
}

int hil_device_set_rate(struct hil_device *d, uint64_t samplerate_hz,
			struct hil_fault *fault)
{
	int ret = samplerate_hz ? set_samplerate(d, samplerate_hz, fault) : 0;

	if (!ret)
		ret = read_samplerate(d, samplerate_hz, fault);
	return ret ? ret : check_bus(d, fault);
}
