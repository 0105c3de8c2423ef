/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd --facts: which machine this is, for whoever calibrates. */
#include <stdio.h>

#include "daemon/facts.h"

json_t *hil_facts_machine(void)
{
	json_t *to = hil_facts_constant("");

	if (!to)
		return NULL;
	json_object_set_new(to, "version_hilrigd", json_string(HIL_VERSION));
	json_object_set_new(to, "temperature_mc",
			    json_integer(hil_facts_temperature_mc("")));
	return to;
}

int hil_facts_print(void)
{
	json_t *all = hil_facts_machine();
	int ret = !all || json_dumpf(all, stdout, JSON_COMPACT) ||
		  putchar('\n') == EOF || fflush(stdout);

	json_decref(all);
	return ret ? 1 : 0;
}
