/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a calibration record: made, replaced, and given to a run. No
 * input or output; that is in record_file.c. */
#include "rig/calibrate/record.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/time.h"
#include "rig/calibrate/device.h"
#include "rig/ledger/board.h"

#define DAY_NS (86400 * HIL_NS_PER_S)

static bool same_device(const json_t *entry,
			const struct hil_calibration_entry *e)
{
	const char *board = hil_device_board_in(entry);
	char now[HIL_BOARD_IDENTITY];

	if (!e->board)
		return hil_device_same_analyzer(entry, e->capture);
	hil_board_identity(e->board, now);
	return board && !strcmp(board, now);
}

static json_t *devices_of(const struct hil_calibration_entry *e)
{
	json_t *list = json_array();

	if (e->board)
		json_array_append_new(list, hil_device_board(e->board));
	if (e->capture)
		json_array_append_new(list, hil_device_analyzer(e->capture));
	if (e->generator)
		json_array_append_new(list, hil_device_generator(e->generator));
	if (e->host)
		json_array_append_new(list, hil_device_host(e->host));
	return list;
}

static json_t *as_found(const json_t *record,
			const struct hil_calibration_entry *e)
{
	const json_t *last =
		json_object_get(json_object_get(record, "entries"), e->method);
	const json_t *left = json_object_get(last, "as_left");

	if (!left || !same_device(last, e))
		return json_null();
	return json_pack(
		"{s:f,s:f,s:O?,s:O?}", "error",
		e->value - json_number_value(json_object_get(left, "value")),
		"U", 2 * e->u, "since_utc", json_object_get(last, "date_utc"),
		"temperature_c", json_object_get(last, "temperature_c"));
}

/* What is left in force, and what the second measurement found of it. */
static json_t *as_left(const struct hil_calibration_entry *e)
{
	const struct hil_calibration_left *l = &e->left;
	json_t *left = json_pack("{s:f,s:f,s:f,s:i}", "value", e->value, "u",
				 e->u, "U", 2 * e->u, "k", 2);

	if (left && l->known)
		json_object_set_new(left, "again",
				    json_pack("{s:f,s:f,s:s,s:s}", "residual",
					      l->residual, "U", 2 * l->u, "raw",
					      l->raw, "raw_sha256", l->sha256));
	return left;
}

static json_t *entry_to_json(const json_t *record,
			     const struct hil_calibration_entry *e)
{
	int64_t due_ns = e->wall_ns + HIL_CALIBRATION_DAYS * DAY_NS;
	char made[32], due[32];

	return json_pack("{s:s,s:s,s:s,s:s,s:I,s:O?,s:o,s:s,s:s,s:s,s:O?,s:o,"
			 "s:o}",
			 "method", e->method, "effect", e->effect, "date_utc",
			 hil_time_utc_format(e->wall_ns, made, sizeof(made)),
			 "due_utc",
			 hil_time_utc_format(due_ns, due, sizeof(due)), "due_s",
			 (json_int_t)(due_ns / HIL_NS_PER_S), "temperature_c",
			 e->temperature_c, "devices", devices_of(e), "raw",
			 e->raw, "raw_sha256", e->sha256, "reference",
			 e->reference, "details", e->details, "as_found",
			 as_found(record, e), "as_left", as_left(e));
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

struct known {
	const char *name;
	struct hil_effect *effect;
	double most; /* a wrong sign or unit shows here, not in a corrected
		      * night; hilrigd waits 20 ms for its pin */
};

static struct known effect_of(struct hil_ledger_calibration *c,
			      const char *name)
{
	const struct known effects[] = {
		{ "skew_ns", &c->skew_ns, 1e6 },
		{ "clock_ppm", &c->clock_ppm, 1e6 },
		{ "threshold_ns", &c->threshold_ns, 1e6 },
		{ "probe_ns", &c->probe_ns, 3e7 },
		{ "post_ns", &c->post_ns, 3e7 },
	};

	for (size_t i = 0; i < sizeof(effects) / sizeof(effects[0]); i++)
		if (!strcmp(name, effects[i].name))
			return effects[i];
	return (struct known){ 0 };
}

static void complain(char *problem, size_t size, const char *method,
		     const char *what)
{
	size_t used = strlen(problem);

	snprintf(problem + used, size - used, "%sthe %s calibration %s",
		 used ? "; " : "", method, what);
}

static int take_entry(const json_t *entry, const struct known *known)
{
	struct hil_effect e;
	const json_t *left = json_object_get(entry, "as_left");
	const json_t *value = json_object_get(left, "value");
	const json_t *u = json_object_get(left, "u");

	if (!json_is_number(value) || !json_is_number(u))
		return -EBADMSG;
	e = (struct hil_effect){ true, json_number_value(value),
				 json_number_value(u) };
	if (!(fabs(e.value) < known->most && e.u >= 0 && e.u < known->most))
		return -EBADMSG;
	*known->effect = e;
	return 0;
}

/* Is it of this run's analyzer? Which board it has, the run will see. */
static int take_device(const json_t *entry, const json_t *capture,
		       struct hil_ledger_calibration *c)
{
	const char *board = hil_device_board_in(entry);

	if (!board)
		return hil_device_same_analyzer(entry, capture) ? 0 : -ENODEV;
	if (*c->board && strcmp(c->board, board))
		return -EBADMSG;
	snprintf(c->board, sizeof(c->board), "%s", board);
	return 0;
}

static int apply_entry(const json_t *entry, const json_t *capture,
		       struct hil_ledger_calibration *c)
{
	const char *name = json_string_value(json_object_get(entry, "effect"));
	struct known known = effect_of(c, name ? name : "");
	int ret;

	if (!json_is_integer(json_object_get(entry, "due_s")))
		return -EBADMSG;
	if (name && !strcmp(name, "check"))
		return 0;
	if (!known.effect)
		return -EBADMSG;
	ret = take_device(entry, capture, c);
	return ret ? ret : take_entry(entry, &known);
}

int hil_calibration_apply(const json_t *record, const json_t *capture,
			  int64_t wall_ns, struct hil_ledger_calibration *c,
			  char *problem, size_t size)
{
	json_t *entries = json_object_get(record, "entries"), *entry;
	const char *method;
	json_int_t due;
	int ret;

	problem[0] = '\0';
	json_object_foreach(entries, method, entry)
	{
		ret = apply_entry(entry, capture, c);
		due = json_integer_value(json_object_get(entry, "due_s"));
		if (ret == -ENODEV)
			complain(problem, size, method,
				 "is of another analyzer and not used");
		else if (ret)
			return -EBADMSG;
		else if (wall_ns / HIL_NS_PER_S > due)
			complain(problem, size, method, "has expired");
	}
	return c->post_ns.value < 0 ? -EBADMSG : 0;
}
