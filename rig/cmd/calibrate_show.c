/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig calibrate show: the record for people. */
#include "rig/cmd/calibrate_show.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/calibrate/record.h"
#include "rig/cmd/cmd.h"
#include "rig/cmd/finish.h"
#include "rig/report/clean.h"
#include "rig/run/feed.h"

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static void print_string(const char *label, const char *text)
{
	printf("  %-10s ", label);
	hil_clean_text(stdout, text);
	putchar('\n');
}

static void print_devices(const json_t *list)
{
	static const char *const keys[] = { "identity", "driver",  "vendor",
					    "model",    "serial",  "version",
					    "kernel",   "firmware" };
	json_t *device;
	size_t i;

	json_array_foreach(list, i, device)
	{
		const char *role = hil_feed_string(device, "role");

		printf("  ");
		hil_clean_text(stdout, role);
		printf("%*s", (int)(strlen(role) < 10 ? 10 - strlen(role) : 1),
		       "");
		for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
			const char *text = hil_feed_string(device, keys[k]);

			if (!*text)
				continue;
			printf(" %s%s", k > 3 ? keys[k] : "", k > 3 ? " " : "");
			hil_clean_text(stdout, text);
		}
		putchar('\n');
	}
}

static void print_degrees(const json_t *temperature, const char *where)
{
	const json_t *degrees = json_object_get(temperature, where);

	if (json_is_number(degrees))
		printf(" %s %.1f C", where, json_number_value(degrees));
	else
		printf(" %s unknown", where);
}

/* Three digits that count, and never an exponent for what is large. */
static void print_u(double u)
{
	int digits = u > 0 && u < 100 ? 2 - (int)floor(log10(u)) : 0;

	printf("%.*f (k = 2)\n", digits < 9 ? digits : 9, u);
}

/* Not a value with an uncertainty: the truth is anywhere below. */
static void print_bound(const json_t *left, const json_t *again)
{
	printf("post_ns, at most %.0f", number(left, "value"));
	if (json_is_object(again))
		printf("; measured again: at most %.0f",
		       number(again, "residual"));
	putchar('\n');
}

static void print_found(const json_t *entry, const json_t *left)
{
	const json_t *found = json_object_get(entry, "as_found");
	const json_t *again = json_object_get(left, "again");
	const char *effect = hil_feed_string(entry, "effect");

	if (json_is_object(found)) {
		printf("  %-10s off by %.6g, U %.3g (k = 2), since ",
		       "as found", number(found, "error"), number(found, "U"));
		hil_clean_text(stdout, hil_feed_string(found, "since_utc"));
		putchar(',');
		print_degrees(json_object_get(found, "temperature_c"), "board");
		print_degrees(json_object_get(found, "temperature_c"), "host");
		putchar('\n');
	} else {
		printf("  %-10s not calibrated before\n", "as found");
	}
	printf("  %-10s ", "as left");
	if (!strcmp(effect, "post_ns")) {
		print_bound(left, again);
		return;
	}
	hil_clean_text(stdout, strcmp(effect, "check")
				       ? effect
				       : "analyzer less board, ns");
	printf(" %.6g, U ", number(left, "value"));
	print_u(number(left, "U"));
	if (json_is_object(again)) {
		printf("  %-10s measured again, corrected by it: %.6g, U ", "",
		       number(again, "residual"));
		print_u(number(again, "U"));
	}
}

/* What is left of a subtraction of equal numbers is 0. */
static void print_number(double value)
{
	if (fabs(value) >= 1e6)
		printf("%.0f", value);
	else
		printf("%.6g", fabs(value) < 1e-9 ? 0.0 : value);
}

static void print_detail(const char *key, const json_t *value)
{
	printf("  ");
	hil_clean_text(stdout, key);
	printf("%*s", (int)(strlen(key) < 25 ? 25 - strlen(key) : 1), "");
	if (json_is_string(value))
		hil_clean_text(stdout, json_string_value(value));
	else if (json_is_number(value))
		print_number(json_number_value(value));
	else
		printf("unknown");
	putchar('\n');
}

static void print_entry(const char *method, const json_t *entry)
{
	json_int_t due = json_integer_value(json_object_get(entry, "due_s"));
	const json_t *temperature = json_object_get(entry, "temperature_c");
	json_t *details = json_object_get(entry, "details"), *value;
	const char *key;

	putchar('\n');
	hil_clean_text(stdout, method);
	putchar('\n');
	print_found(entry, json_object_get(entry, "as_left"));
	print_string("made", hil_feed_string(entry, "date_utc"));
	print_string("due", hil_feed_string(entry, "due_utc"));
	if (hil_time_wall_ns() / HIL_NS_PER_S > due)
		printf("  %-10s EXPIRED\n", "");
	print_devices(json_object_get(entry, "devices"));
	printf("  %-10s", "degrees");
	print_degrees(temperature, "board");
	print_degrees(temperature, "host");
	putchar('\n');
	print_string("reference", hil_feed_string(entry, "reference"));
	print_string("raw data", hil_feed_string(entry, "raw"));
	print_string("sha256", hil_feed_string(entry, "raw_sha256"));
	json_object_foreach(details, key, value) print_detail(key, value);
}

int hil_calibrate_show(const char *path, const char *json)
{
	json_t *record, *entry;
	const char *method;
	int ret = hil_calibration_load(path, &record);

	if (ret == -ENOENT) {
		hil_error("there is no calibration record \"%s\" yet; make "
			  "one: hilrig calibrate loopback",
			  path);
		return HIL_STATUS_NOTHING;
	}
	if (ret)
		return HIL_STATUS_ERROR;
	if (json)
		ret = hil_finish_json(json_incref(record), json);
	if (!json || strcmp(json, "-")) {
		printf("calibration record %s\n", path);
		json_object_foreach(json_object_get(record, "entries"), method,
				    entry) print_entry(method, entry);
	}
	json_decref(record);
	return ret ? HIL_STATUS_ERROR : HIL_STATUS_OK;
}
