/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds, opens and sets up one analyzer. Everything here may block. */
#include "rig/capture/live_device.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/suggest.h"
#include "rig/capture/live_device_private.h"
#include "rig/capture/live_hint.h"
#include "rig/capture/live_words.h"

#define DRIVERS_MAX 256u

int hil_device_fault(struct hil_device *d, struct hil_fault *fault, int code,
		     const char *what)
{
	const char *more = d->hint ? d->hint : d->last_error;

	return hil_fault_set(fault, -EIO, "cannot %s: %s%s%s", what,
			     sr_strerror(code), more[0] ? "; " : "", more);
}

static int keep_log(void *context, int level, const char *fmt, va_list args)
{
	struct hil_device *d = context;
	char line[sizeof(d->last_error)];

	vsnprintf(line, sizeof(line), fmt, args);
	hil_debug("libsigrok: %s", line);
	if (!d->hint)
		d->hint = hil_live_hint(line);
	if (level <= SR_LOG_ERR)
		memcpy(d->last_error, line, sizeof(line));
	return SR_OK;
}

static int find_driver(struct hil_device *d, const char *name,
		       struct hil_fault *fault)
{
	struct sr_dev_driver **list = sr_driver_list(d->context);
	const char *known[DRIVERS_MAX];
	const char *near;
	size_t n = 0;

	for (; *list && n < DRIVERS_MAX; list++) {
		if (!strcmp((*list)->name, name)) {
			d->driver = *list;
			return 0;
		}
		known[n++] = (*list)->name;
	}
	near = hil_suggest(name, known, n);
	return hil_fault_set(fault, -ENODEV,
			     "cannot find the driver '%s' in libsigrok%s%s%s",
			     name, near ? "; did you mean '" : "",
			     near ? near : "", near ? "'?" : "");
}

static bool array_has(GArray *array, uint32_t key)
{
	bool found = false;

	for (guint i = 0; array && i < array->len; i++)
		found |= g_array_index(array, uint32_t, i) == key;
	return found;
}

static bool is_scan_key(struct sr_dev_driver *driver, uint32_t key)
{
	GArray *keys = sr_driver_scan_options_list(driver);
	bool found = array_has(keys, key);

	if (keys)
		g_array_free(keys, TRUE);
	return found;
}

/* A search by such a driver talks to every instrument on the bus. */
static bool searches_instruments(struct sr_dev_driver *driver)
{
	GArray *functions = sr_dev_options(driver, NULL, NULL);
	bool scope = array_has(functions, SR_CONF_OSCILLOSCOPE);

	if (functions)
		g_array_free(functions, TRUE);
	return scope && is_scan_key(driver, SR_CONF_CONN);
}

static void free_option(gpointer data)
{
	struct sr_config *option = data;

	g_variant_unref(option->data);
	g_free(option);
}

static GSList *add_option(GSList *list, uint32_t key, GVariant *value)
{
	struct sr_config *option = g_malloc0(sizeof(*option));

	option->key = key;
	option->data = g_variant_ref_sink(value);
	return g_slist_append(list, option);
}

static int scan_options(struct hil_device *d, const struct hil_words *w,
			GSList **list, struct hil_fault *fault)
{
	for (unsigned int i = 0; i < w->count; i++) {
		GVariant *value;

		if (!is_scan_key(d->driver, w->key[i]->key))
			continue;
		value = hil_words_value(w->key[i], w->value[i], fault);
		if (!value)
			return -EINVAL;
		*list = add_option(*list, w->key[i]->key, value);
	}
	/* it would make 16-bit samples of 14 channels */
	if (!strcmp(w->driver, "beaglelogic") &&
	    !hil_words_find(w, SR_CONF_NUM_LOGIC_CHANNELS))
		*list = add_option(*list, SR_CONF_NUM_LOGIC_CHANNELS,
				   g_variant_new_int32(8));
	return 0;
}

static int take_device(struct hil_device *d, const struct hil_words *w,
		       GSList *found, struct hil_fault *fault)
{
	const char *conn = hil_words_find(w, SR_CONF_CONN);
	char list[200] = "";
	size_t used = 0;

	if (!found && d->hint)
		return hil_fault_set(fault, -ENODEV,
				     "cannot use a device of driver '%s'%s%s: "
				     "%s",
				     w->driver, conn ? " at " : "",
				     conn ? conn : "", d->hint);
	if (!found)
		return hil_fault_set(
			fault, -ENODEV,
			"cannot find a device of driver '%s'%s%s: is it "
			"connected, switched on, and may you open it?%s%s",
			w->driver, conn ? " at " : "", conn ? conn : "",
			d->last_error[0] ? " libsigrok: " : "", d->last_error);
	d->instance = found->data;
	if (!found->next)
		return 0;
	for (GSList *l = found; l && used < sizeof(list) - 1; l = l->next) {
		const char *id = sr_dev_inst_connid_get(l->data);
		int n = snprintf(list + used, sizeof(list) - used, "%s%s",
				 used ? ", " : "", id ? id : "?");

		used += n > 0 ? (size_t)n : 0;
	}
	return hil_fault_set(fault, -ENODEV,
			     "cannot choose among several devices of driver "
			     "'%s': give one by conn= (%s)",
			     w->driver, list);
}

static int search(struct hil_device *d, const struct hil_words *w,
		  GSList **found, struct hil_fault *fault)
{
	GSList *options = NULL;
	int ret = sr_driver_init(d->context, d->driver);

	if (ret != SR_OK)
		return hil_device_fault(d, fault, ret, "start the driver");
	if (searches_instruments(d->driver) && !hil_words_find(w, SR_CONF_CONN))
		return hil_fault_set(fault, -EINVAL,
				     "cannot search for '%s': that would open "
				     "every instrument on the bus; give conn=",
				     w->driver);
	ret = scan_options(d, w, &options, fault);
	if (!ret) {
		d->last_error[0] = '\0';
		d->hint = NULL;
		*found = sr_driver_scan(d->driver, options);
	}
	g_slist_free_full(options, free_option);
	return ret;
}

/* libsigrok started, the words understood, the driver asked. */
static int find_devices(struct hil_device *d, const char *words,
			struct hil_words *w, GSList **found,
			struct hil_fault *fault)
{
	int ret, code;

	sr_log_callback_set(keep_log, d);
	sr_log_loglevel_set(SR_LOG_WARN);
	code = sr_init(&d->context);
	if (code != SR_OK)
		return hil_device_fault(d, fault, code, "start libsigrok");
	ret = hil_words_parse(w, words, fault);
	if (!ret)
		ret = find_driver(d, w->driver, fault);
	return ret ? ret : search(d, w, found, fault);
}

static int configure(struct hil_device *d, const struct hil_words *w,
		     uint64_t samplerate_hz, struct hil_fault *fault)
{
	const char *rate = hil_words_find(w, SR_CONF_SAMPLERATE);

	if (!samplerate_hz && rate && hil_number_rate(rate, &samplerate_hz))
		return hil_fault_set(fault, -EINVAL,
				     "cannot sample at '%s': not a rate, as "
				     "24m is",
				     rate);
	for (unsigned int i = 0; i < w->count; i++) {
		uint32_t key = w->key[i]->key;
		GVariant *value;
		int code;

		if (key == SR_CONF_SAMPLERATE || is_scan_key(d->driver, key))
			continue;
		value = hil_words_value(w->key[i], w->value[i], fault);
		if (!value)
			return -EINVAL;
		code = sr_config_set(d->instance, NULL, key, value);
		if (code != SR_OK)
			return hil_fault_set(
				fault, -EINVAL,
				"cannot set %s=%s on the analyzer: %s",
				w->key[i]->id, w->value[i], sr_strerror(code));
	}
	return hil_device_set_rate(d, samplerate_hz, fault);
}

static int enable_channels(struct hil_device *d, const char *wanted,
			   struct hil_fault *fault)
{
	GSList *all = sr_dev_inst_channels_get(d->instance);
	int ret;

	for (GSList *l = all; l; l = l->next) {
		const struct sr_channel *c = l->data;

		if (c->type == SR_CHANNEL_LOGIC &&
		    hil_channels_add(&d->channels, (unsigned int)c->index,
				     c->name))
			break; /* more than 128: those cannot be named */
	}
	ret = hil_channels_choose(&d->channels, wanted, &d->wanted, fault);
	if (ret)
		return ret;
	for (GSList *l = all; l; l = l->next) {
		struct sr_channel *c = l->data;
		bool on = c->type == SR_CHANNEL_LOGIC && c->index >= 0 &&
			  c->index < (int)HIL_CHANNELS_MAX &&
			  hil_sample_bit(&d->wanted, (unsigned int)c->index);
		int code = sr_dev_channel_enable(c, on);

		/* some cannot switch single channels off: no harm */
		if (code != SR_OK && on)
			return hil_device_fault(d, fault, code,
						"enable a channel");
	}
	return 0;
}

int hil_device_open(struct hil_device *d, const char *words,
		    const char *channels, uint64_t samplerate_hz,
		    struct hil_fault *fault)
{
	struct hil_words w = { .count = 0 };
	GSList *found = NULL;
	int ret = find_devices(d, words, &w, &found, fault);
	int code;

	if (!ret)
		ret = take_device(d, &w, found, fault);
	g_slist_free(found);
	if (ret)
		return ret;
	code = sr_dev_open(d->instance);
	if (code != SR_OK)
		return hil_device_fault(d, fault, code, "open the analyzer");
	d->open = true;
	d->usb = hil_live_usb_find(sr_dev_inst_connid_get(d->instance));
	ret = enable_channels(d, channels, fault);
	if (!ret)
		ret = configure(d, &w, samplerate_hz, fault);
	if (!ret)
		hil_device_read_threshold(d);
	return ret;
}

static void print_device(struct hil_device *d)
{
	const char *words[] = { sr_dev_inst_vendor_get(d->instance),
				sr_dev_inst_model_get(d->instance),
				sr_dev_inst_version_get(d->instance) };
	const char *connection = sr_dev_inst_connid_get(d->instance);
	char rates[400];

	printf("  %s", d->driver->name);
	if (connection)
		printf(":conn=%s", connection);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i] && *words[i])
			printf(" %s", words[i]);
	printf("\n    channels");
	for (GSList *l = sr_dev_inst_channels_get(d->instance); l;
	     l = l->next) {
		const struct sr_channel *c = l->data;

		if (c->type == SR_CHANNEL_LOGIC)
			printf(" %s", c->name);
	}
	hil_device_list_rates(d, rates, sizeof(rates));
	printf("\n    rates %s\n", rates[0] ? rates : "not known");
}

int hil_device_print_all(struct hil_device *d, const char *words,
			 struct hil_fault *fault)
{
	struct hil_words w = { .count = 0 };
	GSList *found = NULL;
	int ret = find_devices(d, words, &w, &found, fault);

	if (!ret && !found)
		ret = take_device(d, &w, found, fault);
	for (GSList *l = found; l; l = l->next) {
		d->instance = l->data;
		print_device(d);
	}
	g_slist_free(found);
	return ret;
}

void hil_device_close(struct hil_device *d)
{
	if (d->open)
		sr_dev_close(d->instance);
	d->open = false;
	if (d->context)
		sr_exit(d->context);
	d->context = NULL;
}
