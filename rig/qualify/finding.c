/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found of a requirement: a state, a sentence, values, evidence. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rig/qualify/requirement.h"

int hil_finding_init(struct hil_finding *f)
{
	*f = (struct hil_finding){ .state = HIL_FINDING_NOT_RUN,
				   .values = json_array(),
				   .evidence = json_array() };
	return f->values && f->evidence ? 0 : -ENOMEM;
}

void hil_finding_free(struct hil_finding *f)
{
	json_decref(f->values);
	json_decref(f->evidence);
	*f = (struct hil_finding){ .state = HIL_FINDING_NOT_RUN };
}

void hil_finding_set(struct hil_finding *f, enum hil_finding_state state,
		     const char *fmt, ...)
{
	va_list args;

	if (state >= f->state)
		return;
	f->state = state;
	va_start(args, fmt);
	vsnprintf(f->text, sizeof(f->text), fmt, args);
	va_end(args);
}

const char *hil_finding_state_name(enum hil_finding_state state)
{
	static const char *const name[HIL_FINDING_STATES] = {
		[HIL_FINDING_FAILED] = "failed",
		[HIL_FINDING_NOT_POSSIBLE] = "not possible here",
		[HIL_FINDING_NOT_APPLICABLE] = "not applicable",
		[HIL_FINDING_PASSED] = "passed",
		[HIL_FINDING_NOT_RUN] = "not run",
	};

	return name[state];
}

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

void hil_finding_value(struct hil_finding *f,
		       const struct hil_finding_value *value)
{
	json_t *v =
		json_pack("{s:s,s:o,s:s,s:o,s:o}", "name", value->name, "value",
			  number(value->value), "unit", value->unit, "count",
			  value->count ? json_integer((json_int_t)value->count)
				       : json_null(),
			  "U", number(value->u));

	/* without: a setting or a count is exact */
	if (v && value->u == 0)
		json_object_del(v, "U");
	else if (v && isfinite(value->u))
		json_object_set_new(v, "k", json_integer(2));
	json_array_append_new(f->values, v);
}

void hil_finding_count(struct hil_finding *f, const char *name, uint64_t count)
{
	json_array_append_new(f->values,
			      json_pack("{s:s,s:I,s:s}", "name", name, "value",
					(json_int_t)count, "unit", ""));
}

void hil_finding_evidence(struct hil_finding *f, const char *path)
{
	json_t *seen;
	size_t i;

	json_array_foreach(f->evidence, i, seen)
	{
		if (!strcmp(json_string_value(seen), path))
			return;
	}
	json_array_append_new(f->evidence, json_string(path));
}
