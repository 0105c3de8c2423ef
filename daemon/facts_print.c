/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd --facts: which machine this is, for whoever calibrates. */
#include "daemon/base/json_print.h"
#include "daemon/facts.h"

json_t *hil_facts_machine(void)
{
	json_t *to = hil_facts_constant("");

	if (!to)
		return NULL;
	json_object_set_new(to, "version_hilrigd", json_string(HIL_VERSION));
	json_object_set_new(to, "temperature_mc", hil_facts_temperature_mc(""));
	return to;
}

int hil_facts_print(void)
{
	return hil_json_print(hil_facts_machine(), JSON_COMPACT) ? 1 : 0;
}
