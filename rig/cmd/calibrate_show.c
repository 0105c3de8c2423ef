/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig calibrate show: the record for people. */
#include "rig/cmd/calibrate_show.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/calibrate/record.h"
#include "rig/cmd/cmd.h"
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
	json_t *device;
	size_t i;

	json_array_foreach(list, i, device)
	{
		const char *identity = hil_feed_string(device, "identity");

		printf("  %-10s ", hil_feed_string(device, "role"));
		hil_clean_text(stdout,
			       *identity ? identity
					 : hil_feed_string(device, "driver"));
		printf(" ");
		hil_clean_text(stdout, hil_feed_string(device, "model"));
		printf(" ");
		hil_clean_text(stdout, hil_feed_string(device, "serial"));
		putchar('\n');
	}
}

static void print_entry(const char *method, const json_t *entry)
{
	const json_t *left = json_object_get(entry, "as_left");
	const json_t *found = json_object_get(entry, "as_found");
	json_int_t due = json_integer_value(json_object_get(entry, "due_s"));
	json_t *details = json_object_get(entry, "details"), *value;
	const char *key;

	printf("\n%s\n", method);
	printf("  %-10s %s %.6g, U %.3g (k = 2)\n", "as left",
	       hil_feed_string(entry, "effect"), number(left, "value"),
	       number(left, "U"));
	if (json_is_object(found))
		printf("  %-10s off by %.6g, U %.3g (k = 2)\n", "as found",
		       number(found, "error"), number(found, "U"));
	else
		printf("  %-10s not calibrated before\n", "as found");
	print_string("made", hil_feed_string(entry, "date_utc"));
	printf("  %-10s %s%s\n", "due", hil_feed_string(entry, "due_utc"),
	       hil_time_wall_ns() / HIL_NS_PER_S > due ? ", EXPIRED" : "");
	print_devices(json_object_get(entry, "devices"));
	print_string("reference", hil_feed_string(entry, "reference"));
	print_string("raw data", hil_feed_string(entry, "raw"));
	print_string("sha256", hil_feed_string(entry, "raw_sha256"));
	json_object_foreach(details, key, value)
		printf("  %-16s %.6g\n", key, json_number_value(value));
}

static int write_json(const json_t *record, const char *path)
{
	bool standard = !strcmp(path, "-");
	FILE *out = standard ? stdout : fopen(path, "we");
	int ret = out ? 0 : -errno;

	if (out && (json_dumpf(record, out, JSON_INDENT(2)) ||
		    fputc('\n', out) == EOF || fflush(out)))
		ret = -EIO;
	if (out && !standard && fclose(out) && !ret)
		ret = -errno;
	if (ret)
		hil_error("cannot write the record to \"%s\": %s",
			  standard ? "standard output" : path, strerror(-ret));
	return ret;
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
		ret = write_json(record, json);
	if (!json || strcmp(json, "-")) {
		printf("calibration record %s\n", path);
		json_object_foreach(json_object_get(record, "entries"), method,
				    entry) print_entry(method, entry);
	}
	json_decref(record);
	return ret ? HIL_STATUS_ERROR : HIL_STATUS_OK;
}
