/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Installation: is the rig's calibration record of this analyzer, and due? */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rig/calibrate/record.h"
#include "rig/qualify/checks.h"
#include "rig/run/feed.h"

static const json_t *entry_of(const json_t *record, const char *effect)
{
	json_t *entries = json_object_get(record, "entries"), *entry;
	const char *method;

	json_object_foreach(entries, method, entry)
	{
		if (!strcmp(hil_feed_string(entry, "effect"), effect))
			return entry;
	}
	return NULL;
}

static void judge_entry(const json_t *entry, const struct hil_effect *e,
			const char *effect, const char *unit,
			struct hil_finding *f)
{
	json_int_t due = json_integer_value(json_object_get(entry, "due_s"));
	struct hil_finding_value value = {
		.name = effect, .value = e->value, .unit = unit, .u = 2 * e->u
	};

	if (!e->known) {
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the record is of another analyzer");
		return;
	}
	hil_finding_value(f, &value);
	if (due < hil_time_wall_ns() / HIL_NS_PER_S)
		hil_finding_set(f, HIL_FINDING_FAILED, "expired on %s",
				hil_feed_string(entry, "due_utc"));
	hil_finding_set(f, HIL_FINDING_PASSED, "made %s, due %s, reference %s",
			hil_feed_string(entry, "date_utc"),
			hil_feed_string(entry, "due_utc"),
			hil_feed_string(entry, "reference"));
}

static void judge(struct hil_qualify *q, bool clock, struct hil_finding *f)
{
	const char *effect = clock ? "clock_ppm" : "skew_ns";
	struct hil_ledger_calibration c = { 0 };
	char problem[200];
	char *path = hil_calibration_path(q->config);
	const json_t *entry, *capture;
	json_t *record = NULL;
	int ret = path ? hil_calibration_load(path, &record) : -ENOMEM;

	free(path);
	if (ret && ret != -ENOENT)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the calibration record cannot be used: %s",
				strerror(-ret));
	if (ret && ret != -ENOENT)
		return;
	entry = entry_of(record, effect);
	if (!entry) {
		hil_finding_set(f, HIL_FINDING_NOT_POSSIBLE,
				"never calibrated: wire the generator to both "
				"channels, then hilrig calibrate %s",
				clock ? "clock" : "loopback");
	} else if (hil_qualify_main(q, f)) {
		hil_finding_evidence(f, HIL_EVIDENCE "/calibration.json");
		capture = hil_json_at(q->run.json, "settings.analyzer");
		if (hil_calibration_apply(record, capture, hil_time_wall_ns(),
					  &c, problem, sizeof(problem)))
			hil_finding_set(f, HIL_FINDING_FAILED,
					"an entry of the record is wrong");
		else
			judge_entry(entry, clock ? &c.clock_ppm : &c.skew_ns,
				    effect, clock ? "ppm" : "ns", f);
	}
	json_decref(record);
}

void hil_check_skew(struct hil_qualify *q, struct hil_finding *f)
{
	judge(q, false, f);
}

void hil_check_clock_record(struct hil_qualify *q, struct hil_finding *f)
{
	judge(q, true, f);
}
