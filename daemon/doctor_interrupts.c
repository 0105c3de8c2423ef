/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of what stands between the pin and the IST. */
#include <stdio.h>
#include <string.h>

#include "daemon/doctor_private.h"
#include "daemon/irq_path.h"

static void check_threads(struct hil_doctor *d, const struct hil_irq_path *path)
{
	json_t *json = hil_irq_path_to_json(d->root, path);
	const json_t *threads = json_object_get(json, "irq_threads");
	const json_t *thread;
	char text[384] = "none until a line is requested";
	size_t used = 0;
	size_t i;

	json_array_foreach(threads, i, thread)
	{
		if (used >= sizeof(text))
			break;
		used += (size_t)snprintf(
			text + used, sizeof(text) - used, "%s%s %s %lld",
			used ? ", " : "", hil_doctor_text(thread, "comm"),
			hil_doctor_text(thread, "policy"),
			(long long)json_integer_value(
				json_object_get(thread, "priority")));
	}
	hil_doctor_row(d, "irq_threads", "threads before the IST",
		       HIL_DOCTOR_GOOD,
		       used ? "hilrigd raises them above itself: time stamps "
			      "are taken in such a thread here"
			    : "",
		       "%s", text);
	json_decref(json);
}

static void check_flow(struct hil_doctor *d, const struct hil_irq_path *path)
{
	bool level = path->flow == HIL_IRQ_FLOW_LEVEL;

	hil_doctor_row(d, "irq_flow", "interrupt flow",
		       level ? HIL_DOCTOR_UNKNOWN : HIL_DOCTOR_GOOD,
		       level ? "edges that fold into one event cannot be "
			       "counted by this controller: only the analyzer "
			       "knows"
			     : "",
		       "%s (driver %s)",
		       level ? "level"
		       : path->flow == HIL_IRQ_FLOW_EDGE
			       ? "edge"
			       : "as requested with the line",
		       *path->driver ? path->driver : "unknown");
}

void hil_doctor_interrupts(struct hil_doctor *d)
{
	static const char advice[] = "name the chip: --chip gpiochip0";
	struct hil_irq_path path;
	int ret;

	if (!d->chip) {
		hil_doctor_row(d, "irq_threads", "threads before the IST",
			       HIL_DOCTOR_UNKNOWN, advice, "no chip was named");
		hil_doctor_row(d, "irq_flow", "interrupt flow",
			       HIL_DOCTOR_UNKNOWN, advice, "no chip was named");
		return;
	}
	ret = hil_irq_path_find(d->root, NULL, d->chip, &path);
	if (ret) {
		hil_doctor_row(d, "irq_threads", "threads before the IST",
			       HIL_DOCTOR_UNKNOWN,
			       "run as root with /sys and /proc visible",
			       "cannot look: %s", strerror(-ret));
		return;
	}
	check_threads(d, &path);
	check_flow(d, &path);
}
