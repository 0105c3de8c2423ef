/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the groups of checks and prints their rows. */
#include "daemon/doctor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/json_print.h"
#include "daemon/base/log.h"
#include "daemon/doctor_private.h"
#include "daemon/facts.h"

void hil_doctor_row(struct hil_doctor *d, const char *id, const char *title,
		    enum hil_doctor_state state, const char *advice,
		    const char *value, ...)
{
	static const char *const states[] = { "good", "bad", "unknown" };
	char text[512];
	va_list ap;

	va_start(ap, value);
	vsnprintf(text, sizeof(text), value, ap);
	va_end(ap);
	json_array_append_new(d->rows,
			      json_pack("{s:s, s:s, s:s, s:s, s:s}", "id", id,
					"title", title, "state", states[state],
					"value", text, "advice", advice));
}

const char *hil_doctor_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "unknown";
}

json_t *hil_doctor_rows(const char *root, const char *chip)
{
	json_t *constant = hil_facts_constant(root);
	struct hil_doctor d = { .root = root, .chip = chip };
	json_t *changing;

	d.cpu = hil_facts_default_cpu(root);
	changing = hil_facts_changing(root, d.cpu);
	d.constant = constant;
	d.changing = changing;
	d.rows = json_array();
	if (constant && changing && d.rows) {
		hil_doctor_kernel(&d);
		hil_doctor_cpu(&d);
		hil_doctor_interrupts(&d);
		hil_doctor_rights(&d);
	} else {
		json_decref(d.rows);
		d.rows = NULL;
	}
	json_decref(constant);
	json_decref(changing);
	return d.rows;
}

static void print_table(const json_t *rows)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		printf("%-8s %-24s %s\n", hil_doctor_text(row, "state"),
		       hil_doctor_text(row, "title"),
		       hil_doctor_text(row, "value"));
		if (*hil_doctor_text(row, "advice"))
			printf("%-8s %-24s -> %s\n", "", "",
			       hil_doctor_text(row, "advice"));
	}
}

static bool any_bad(const json_t *rows)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i,
			   row) if (!strcmp(hil_doctor_text(row, "state"),
					    "bad")) return true;
	return false;
}

int hil_doctor(const char *chip, bool json)
{
	json_t *rows = hil_doctor_rows("", chip);
	json_t *all;
	int status;

	if (!rows) {
		hil_error("cannot check this board: no memory");
		return 1;
	}
	status = any_bad(rows) ? 3 : 0;
	if (json) {
		all = json_pack("{s:s, s:O}", "schema", "hilrig-doctor-1",
				"rows", rows);
		if (hil_json_print(all, JSON_INDENT(2)))
			status = 1;
	} else {
		print_table(rows);
	}
	json_decref(rows);
	return status;
}
