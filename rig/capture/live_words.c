/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words to libsigrok's keys and values. */
#include "rig/capture/live_words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/number.h"
#include "daemon/base/suggest.h"

/* Keys that a device of a logic analyzer may be given, for suggestions. */
static const char *const common_keys[] = {
	"conn",          "samplerate",      "captureratio",
	"serialcomm",    "logic_channels",  "voltage_threshold",
	"pattern",       "external_clock",  "rle",
	"swap",          "filter",          "clock_edge",
	"probe_names",   "analog_channels", "modbusaddr",
	"limit_samples", "limit_time"
};

static int unknown_key(const char *key, struct hil_fault *fault)
{
	const char *near = hil_suggest(
		key, common_keys, sizeof(common_keys) / sizeof(common_keys[0]));

	return hil_fault_set(fault, -EINVAL,
			     "cannot set '%s': no such key%s%s%s", key,
			     near ? "; did you mean '" : "", near ? near : "",
			     near ? "'?" : "");
}

int hil_words_parse(struct hil_words *w, const char *text,
		    struct hil_fault *fault)
{
	char *rest = w->text;

	*w = (struct hil_words){ .count = 0 };
	if (strlen(text) >= sizeof(w->text))
		return hil_fault_set(fault, -EINVAL,
				     "cannot use the analyzer '%.40s…': too "
				     "long",
				     text);
	strcpy(w->text, text);
	w->driver = strsep(&rest, ":");
	while (rest) {
		char *value = strsep(&rest, ":");
		const char *key = strsep(&value, "=");

		if (!value)
			return hil_fault_set(fault, -EINVAL,
					     "cannot use '%s' of the analyzer: "
					     "not key=value",
					     key);
		if (w->count == HIL_WORDS_MAX)
			return hil_fault_set(fault, -EINVAL,
					     "cannot use the analyzer: more "
					     "than %u keys",
					     HIL_WORDS_MAX);
		w->key[w->count] = sr_key_info_name_get(SR_KEY_CONFIG, key);
		if (!w->key[w->count])
			return unknown_key(key, fault);
		w->value[w->count++] = value;
	}
	return 0;
}

const char *hil_words_find(const struct hil_words *w, uint32_t key)
{
	for (unsigned int i = 0; i < w->count; i++)
		if (w->key[i]->key == key)
			return w->value[i];
	return NULL;
}

static GVariant *range_value(const char *text)
{
	char first[32];
	double low, high;
	const char *dash = strchr(text, '-');

	if (!dash || (size_t)(dash - text) >= sizeof(first))
		return NULL;
	memcpy(first, text, (size_t)(dash - text));
	first[dash - text] = '\0';
	if (hil_number_double(first, &low) ||
	    hil_number_double(dash + 1, &high))
		return NULL;
	return g_variant_new("(dd)", low, high);
}

static GVariant *rational_value(int datatype, const char *text)
{
	uint64_t p, q;
	int ret = datatype == SR_T_RATIONAL_PERIOD
			  ? sr_parse_period(text, &p, &q)
			  : sr_parse_voltage(text, &p, &q);

	return ret == SR_OK ? g_variant_new("(tt)", p, q) : NULL;
}

static GVariant *value_of_type(int datatype, const char *text)
{
	uint64_t number;
	double fraction;

	switch (datatype) {
	case SR_T_UINT64:
		if (sr_parse_sizestring(text, &number) != SR_OK)
			return NULL;
		return g_variant_new_uint64(number);
	case SR_T_INT32:
		if (hil_number_u64(text, &number) || number > INT32_MAX)
			return NULL;
		return g_variant_new_int32((gint32)number);
	case SR_T_BOOL:
		return g_variant_new_boolean(sr_parse_boolstring(text));
	case SR_T_FLOAT:
		if (hil_number_double(text, &fraction))
			return NULL;
		return g_variant_new_double(fraction);
	case SR_T_STRING:
		return g_variant_new_string(text);
	case SR_T_DOUBLE_RANGE:
		return range_value(text);
	case SR_T_RATIONAL_PERIOD:
	case SR_T_RATIONAL_VOLT:
		return rational_value(datatype, text);
	default:
		return NULL;
	}
}

GVariant *hil_words_value(const struct sr_key_info *key, const char *value,
			  struct hil_fault *fault)
{
	GVariant *v = value_of_type(key->datatype, value);

	if (!v)
		hil_fault_set(fault, -EINVAL,
			      "cannot set %s=%s: not a value of this key",
			      key->id, value);
	return v;
}
