/* SPDX-License-Identifier: GPL-3.0-or-later */
/* At which voltage an analyzer tells high from low, where it can be asked. */
#include <math.h>

#include "rig/capture/live_device_private.h"

/* libsigrok has a range: below it is low, above it is high. */
void hil_device_read_threshold(struct hil_device *d)
{
	int can = sr_dev_config_capabilities_list(d->instance, NULL,
						  SR_CONF_VOLTAGE_THRESHOLD);
	GVariant *value = NULL;
	double low, high;

	d->threshold_volts = NAN;
	d->threshold_adjustable = can > 0 && can & SR_CONF_SET;
	if (!d->threshold_adjustable ||
	    sr_config_get(d->driver, d->instance, NULL,
			  SR_CONF_VOLTAGE_THRESHOLD, &value) != SR_OK)
		return;
	if (g_variant_is_of_type(value, G_VARIANT_TYPE("(dd)"))) {
		g_variant_get(value, "(dd)", &low, &high);
		d->threshold_volts = (low + high) / 2;
	}
	g_variant_unref(value);
}
