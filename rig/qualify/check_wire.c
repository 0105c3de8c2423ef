/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Installation: are the wires where the config says? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig/qualify/checks.h"
#include "rig/run/feed.h"

#define WIRE_NS (90 * HIL_NS_PER_S)

static void judge(const json_t *wire, struct hil_finding *f)
{
	json_t *list = json_object_get(wire, "findings"), *one;
	json_t *notes = json_object_get(wire, "notes");
	char mistakes[HIL_FINDING_TEXT - 20] = "";
	size_t i, used = 0;

	json_array_foreach(list, i, one)
	{
		if (used < sizeof(mistakes))
			used += (size_t)snprintf(
				mistakes + used, sizeof(mistakes) - used,
				"%s%s, %s: %s; %s", i ? "; " : "",
				hil_feed_string(one, "subject"),
				hil_feed_string(one, "kind"),
				hil_feed_string(one, "text"),
				hil_feed_string(one, "to_do"));
	}
	hil_finding_count(f, "mistakes", json_array_size(list));
	hil_finding_count(f, "notes", json_array_size(notes));
	if (!json_is_array(list))
		hil_finding_set(f, HIL_FINDING_FAILED, "there is no table");
	else if (used)
		hil_finding_set(f, HIL_FINDING_FAILED, "%s", mistakes);
	else
		hil_finding_set(
			f, HIL_FINDING_PASSED, "%s%s",
			json_array_size(notes)
				? "no mistake in what could be tested; "
				: "wired as configured",
			json_array_size(notes)
				? json_string_value(json_array_get(notes, 0))
				: "");
}

void hil_check_wires(struct hil_qualify *q, struct hil_finding *f)
{
	const char *const args[] = { "wire", "--config", q->config, "--json",
				     NULL };
	char tail[300], *path = hil_qualify_path(q, "wire", ".out");
	int status = 0;
	int ret = path ? hil_command_run(q, "wire", args, WIRE_NS, &status)
		       : -ENOMEM;
	json_t *wire = ret ? NULL : json_load_file(path, 0, NULL);

	free(path);
	hil_command_evidence(f, "wire");
	hil_command_tail(q, "wire", tail, sizeof(tail));
	if (!ret && json_is_object(wire))
		judge(wire, f);
	else if (!ret && strstr(tail, "hilrig-pins"))
		hil_finding_set(f, HIL_FINDING_NOT_POSSIBLE, "%s", tail);
	else if (ret != -EINTR)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"hilrig wire told nothing: %s",
				ret ? strerror(-ret) : tail);
	json_decref(wire);
}
