/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices as an entry of a calibration record names them. */
#include "rig/calibrate/device.h"

#include <stdio.h>
#include <string.h>

#include "rig/ledger/board.h"

/* What tells an analyzer from another one, as far as it says. */
static const char *const identity[] = { "driver", "model", "serial",
					"version" };

#define IDENTITY (sizeof(identity) / sizeof(identity[0]))

json_t *hil_device_analyzer(const json_t *capture)
{
	json_t *device = json_pack("{s:s}", "role", "analyzer"), *value;

	for (size_t i = 0; device && i < IDENTITY; i++) {
		value = json_object_get(capture, identity[i]);
		if (value)
			json_object_set(device, identity[i], value);
	}
	return device;
}

json_t *hil_device_board(const json_t *settings)
{
	static const char *const keys[] = { "release", "version_hilrigd" };
	json_t *device, *value;
	char text[HIL_BOARD_IDENTITY];

	hil_board_identity(settings, text);
	device = json_pack("{s:s,s:s}", "role", "board", "identity", text);
	for (size_t i = 0; device && i < 2; i++) {
		value = json_object_get(settings, keys[i]);
		if (value)
			json_object_set(device, i ? "firmware" : "kernel",
					value);
	}
	return device;
}

json_t *hil_device_host(const json_t *facts)
{
	static const char *const keys[][2] = { { "nodename", "identity" },
					       { "model", "model" },
					       { "release", "kernel" } };
	json_t *device = json_pack("{s:s}", "role", "host"), *value;

	for (size_t i = 0; device && i < 3; i++) {
		value = json_object_get(facts, keys[i][0]);
		if (value)
			json_object_set(device, keys[i][1], value);
	}
	return device;
}

static const char *role_of(const json_t *device)
{
	const char *role = json_string_value(json_object_get(device, "role"));

	return role ? role : "";
}

/* What the entry is of comes first. */
static json_t *first_device(const json_t *entry)
{
	return json_array_get(json_object_get(entry, "devices"), 0);
}

const char *hil_device_board_in(const json_t *entry)
{
	const json_t *device = first_device(entry);

	return strcmp(role_of(device), "board")
		       ? NULL
		       : json_string_value(json_object_get(device, "identity"));
}

bool hil_device_same_analyzer(const json_t *entry, const json_t *capture)
{
	json_t *device = first_device(entry);
	json_t *now = hil_device_analyzer(capture);
	bool same = device && json_equal(device, now);

	json_decref(now);
	return same;
}

/* "Maker,model,serial,firmware", as *IDN? answers. Source: IEEE 488.2, 10.14 */
static void add_identity(json_t *device, const char *text)
{
	static const char *const keys[] = { "vendor", "model", "serial",
					    "firmware" };
	char field[4][64];

	if (!text || sscanf(text, "%63[^,],%63[^,],%63[^,],%63[^\r\n]",
			    field[0], field[1], field[2], field[3]) != 4)
		return;
	for (size_t i = 0; i < 4; i++)
		json_object_set_new(device, keys[i], json_string(field[i]));
}

json_t *hil_device_generator(json_t *generator)
{
	json_t *device = json_pack("{s:s}", "role", "generator");

	if (!device)
		return NULL;
	json_object_update(device, generator);
	add_identity(device,
		     json_string_value(json_object_get(generator, "identity")));
	return device;
}
