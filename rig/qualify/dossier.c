/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dossier as JSON: what was found, what deviates, what it is good for. */
#include "rig/qualify/dossier.h"

#include <math.h>
#include <string.h>

#include "rig/report/json_part.h"
#include "rig/run/feed.h"

static json_t *row_json(const struct hil_requirement *row, const char *part,
			const struct hil_finding *f)
{
	json_t *json =
		json_pack("{s:s,s:s,s:s,s:s,s:s,s:s}", "part", part, "id",
			  row->id, "requirement", row->text, "why", row->why,
			  "method", row->method, "criterion", row->criterion);

	if (!f)
		return json;
	json_object_set_new(json, "result",
			    json_string(hil_finding_state_name(f->state)));
	json_object_set_new(json, "found", hil_json_text(f->text));
	json_object_set(json, "measured", f->values);
	json_object_set(json, "evidence", f->evidence);
	return json;
}

json_t *hil_qualify_list(void)
{
	const struct hil_requirement_part *part;
	const struct hil_requirement *row;
	json_t *list = json_array();

	for (part = hil_requirement_parts; part->name; part++)
		for (row = part->row; row->id; row++)
			json_array_append_new(list,
					      row_json(row, part->name, NULL));
	return list;
}

static void add(json_t *list, const char *text)
{
	json_array_append_new(list, hil_json_text(text));
}

/* Effects that nobody calibrated are not in U. */
static void add_unknown_effects(json_t *list, const struct hil_qualify *q)
{
	json_t *effects = hil_json_at(q->run.json, "lines.0.budget.effects");
	char text[400] = "";
	json_t *effect;
	size_t i, used = 0;

	json_array_foreach(effects, i, effect)
	{
		if (json_is_true(json_object_get(effect, "known")) ||
		    used >= sizeof(text))
			continue;
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%s",
					 used ? ", "
					      : "Not calibrated, and so not in "
						"any U: ",
					 hil_feed_string(effect, "name"));
	}
	if (used)
		add(list, text);
}

static json_t *limits(const struct hil_qualify *q)
{
	json_t *list = json_array();
	char text[300], time[32];

	snprintf(text, sizeof(text),
		 "The rig is qualified with the settings of its config file: a "
		 "stimulus each %s, one line, this host, this board and its "
		 "kernel, these instruments and these programs.",
		 hil_duration_format(q->o->period_ns, time, sizeof(time)));
	add(list, text);
	add(list, "Whatever of that changes, by its name, serial or hash, ends "
		  "the qualification; so does a calibration that is due.");
	add(list, "It says that the rig measures as it should. It says nothing "
		  "about the board's latency beyond the one run that was "
		  "judged.");
	add(list, "Times are those of the analyzer's clock. There is no "
		  "reference but this host's clock: nothing is traceable to "
		  "SI.");
	add_unknown_effects(list, q);
	add(list, "Whether the analyzer itself notices each sample that it "
		  "loses was not tried: no instrument loses samples when it is "
		  "asked to. The account of the samples against this host's "
		  "clock is the safeguard.");
	add(list, "Voltages are what the generator says; nobody measured "
		  "them.");
	if (q->o->board == HIL_BOARD_NONE)
		add(list, "There is no hilrigd: nothing is known of what "
			  "happens between the two pins.");
	return list;
}

static json_t *summary(const struct hil_dossier_rows *rows)
{
	json_int_t count[HIL_FINDING_STATES] = { 0 };
	json_t *json = json_object();

	for (size_t i = 0; i < rows->count; i++)
		count[rows->found[i].state]++;
	for (size_t i = 0; i < HIL_FINDING_STATES; i++)
		json_object_set_new(
			json, hil_finding_state_name((enum hil_finding_state)i),
			json_integer(count[i]));
	return json;
}

static bool deviates(enum hil_finding_state state)
{
	return state == HIL_FINDING_FAILED ||
	       state == HIL_FINDING_NOT_POSSIBLE ||
	       state == HIL_FINDING_NOT_RUN;
}

bool hil_qualify_good(const json_t *dossier)
{
	return !json_array_size(json_object_get(dossier, "deviations"));
}

json_t *hil_dossier_json(struct hil_qualify *q,
			 const struct hil_dossier_rows *rows, int64_t begin_ns)
{
	json_t *list = json_array(), *deviations = json_array(), *json;
	char begin[32], end[32];
	const char *result;

	for (size_t i = 0; i < rows->count; i++) {
		json_array_append_new(
			list,
			row_json(rows->row[i], rows->part[i], &rows->found[i]));
		if (deviates(rows->found[i].state))
			json_array_append_new(deviations,
					      json_string(rows->row[i]->id));
	}
	result = hil_qualify_stopped()         ? "interrupted"
		 : json_array_size(deviations) ? "not passed"
					       : "passed";
	json = json_pack(
		"{s:s,s:s,s:s,s:s,s:s,s:I,s:o,s:o}", "schema",
		HIL_DOSSIER_SCHEMA, "title", q->o->name, "result", result,
		"begin_utc",
		hil_time_utc_format(begin_ns, begin, sizeof(begin)), "end_utc",
		hil_time_utc_format(hil_time_wall_ns(), end, sizeof(end)),
		"duration_ns", (json_int_t)q->wish->duration_ns, "summary",
		summary(rows), "deviations", deviations);
	if (!json)
		return NULL;
	if (q->wish->only)
		json_object_set_new(json, "only", hil_json_text(q->wish->only));
	json_object_update_new(json, hil_dossier_identify(q));
	json_object_set_new(json, "requirements", list);
	json_object_set_new(json, "limits", limits(q));
	return json;
}
