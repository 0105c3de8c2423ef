/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a calibration record: made, replaced, and given to a run. No
 * input or output; that is in record_file.c. */
#include "rig/calibrate/record.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/time.h"

#define DAY_NS (86400 * HIL_NS_PER_S)

/* What tells an analyzer from another one, as far as it says. */
static const char *const identity[] = { "driver", "model", "serial",
					"version" };

#define IDENTITY (sizeof(identity) / sizeof(identity[0]))

static json_t *analyzer_of(const json_t *capture)
{
	json_t *device = json_pack("{s:s}", "role", "analyzer"), *value;

	for (size_t i = 0; device && i < IDENTITY; i++) {
		value = json_object_get(capture, identity[i]);
		if (value)
			json_object_set(device, identity[i], value);
	}
	return device;
}

static bool same_analyzer(const json_t *entry, const json_t *capture)
{
	json_t *device = json_array_get(json_object_get(entry, "devices"), 0);
	json_t *now = analyzer_of(capture);
	bool same = device && json_equal(device, now);

	json_decref(now);
	return same;
}

static json_t *devices_of(const struct hil_calibration_entry *e)
{
	json_t *list = json_array(), *generator;

	json_array_append_new(list, analyzer_of(e->capture));
	if (!e->generator)
		return list;
	generator = json_pack("{s:s}", "role", "generator");
	json_object_update(generator, e->generator);
	json_array_append_new(list, generator);
	return list;
}

static json_t *as_found(const json_t *record,
			const struct hil_calibration_entry *e)
{
	const json_t *last =
		json_object_get(json_object_get(record, "entries"), e->method);
	const json_t *left = json_object_get(last, "as_left");

	if (!left || !same_analyzer(last, e->capture))
		return json_null();
	return json_pack(
		"{s:f,s:f}", "error",
		e->value - json_number_value(json_object_get(left, "value")),
		"U", 2 * e->u);
}

static json_t *entry_to_json(const json_t *record,
			     const struct hil_calibration_entry *e)
{
	int64_t due_ns = e->wall_ns + HIL_CALIBRATION_DAYS * DAY_NS;
	char made[32], due[32];

	return json_pack("{s:s,s:s,s:s,s:s,s:I,s:n,s:o,s:s,s:s,s:s,s:O?,s:o,"
			 "s:{s:f,s:f,s:f,s:i}}",
			 "method", e->method, "effect", e->effect, "date_utc",
			 hil_time_utc_format(e->wall_ns, made, sizeof(made)),
			 "due_utc",
			 hil_time_utc_format(due_ns, due, sizeof(due)), "due_s",
			 (json_int_t)(due_ns / HIL_NS_PER_S), "temperature_c",
			 "devices", devices_of(e), "raw", e->raw, "raw_sha256",
			 e->sha256, "reference", e->reference, "details",
			 e->details, "as_found", as_found(record, e), "as_left",
			 "value", e->value, "u", e->u, "U", 2 * e->u, "k", 2);
}

int hil_calibration_put(json_t *record, const struct hil_calibration_entry *e)
{
	json_t *entry = entry_to_json(record, e);
	json_t *entries = json_object_get(record, "entries");
	int ret = 0;

	if (!entries) {
		entries = json_object();
		ret = json_object_set_new(record, "entries", entries);
	}
	ret |= json_object_set_new(record, "schema",
				   json_string("hilrig-calibration-1"));
	ret |= entry ? json_object_set_new(entries, e->method, entry) : -1;
	return ret ? -ENOMEM : 0;
}

static struct hil_effect *effect_of(struct hil_ledger_calibration *c,
				    const char *name)
{
	if (name && !strcmp(name, "skew_ns"))
		return &c->skew_ns;
	if (name && !strcmp(name, "clock_ppm"))
		return &c->clock_ppm;
	return NULL;
}

static void complain(char *problem, size_t size, const char *method,
		     const char *what)
{
	size_t used = strlen(problem);

	snprintf(problem + used, size - used, "%sthe %s calibration %s",
		 used ? "; " : "", method, what);
}

static int take_entry(const json_t *entry, struct hil_effect *effect)
{
	const json_t *left = json_object_get(entry, "as_left");
	const json_t *value = json_object_get(left, "value");
	const json_t *u = json_object_get(left, "u");

	if (!json_is_number(value) || !json_is_number(u))
		return -EBADMSG;
	*effect = (struct hil_effect){ true, json_number_value(value),
				       json_number_value(u) };
	/* a wrong sign or unit shows here, not in a corrected night */
	if (!(fabs(effect->value) < 1e6) || !(effect->u >= 0) ||
	    !(effect->u < 1e6))
		return -EBADMSG;
	return 0;
}

int hil_calibration_apply(const json_t *record, const json_t *capture,
			  int64_t wall_ns, struct hil_ledger_calibration *c,
			  char *problem, size_t size)
{
	json_t *entries = json_object_get(record, "entries"), *entry, *due;
	struct hil_effect *effect;
	const char *method;

	problem[0] = '\0';
	json_object_foreach(entries, method, entry)
	{
		effect = effect_of(
			c, json_string_value(json_object_get(entry, "effect")));
		due = json_object_get(entry, "due_s");
		if (!effect || !json_is_integer(due))
			return -EBADMSG;
		if (!same_analyzer(entry, capture)) {
			complain(problem, size, method,
				 "is of another analyzer and not used");
			continue;
		}
		if (take_entry(entry, effect))
			return -EBADMSG;
		if (wall_ns / HIL_NS_PER_S > json_integer_value(due))
			complain(problem, size, method, "has expired");
	}
	return 0;
}
