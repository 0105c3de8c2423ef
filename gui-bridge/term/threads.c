/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread table. */
#include <inttypes.h>
#include <stdio.h>

#include "gui-bridge/term/layout.h"

#define NUMBERS_AT 27 /* behind a name of the kernel's 15 characters */

static const char *count(uint64_t value, char *text, size_t size)
{
	if (value > INT64_MAX)
		snprintf(text, size, "unknown");
	else
		snprintf(text, size, "%" PRIu64, value);
	return text;
}

static void draw_thread(const struct term_box *box, int row,
			const struct hil_view_thread *t)
{
	char vol[24], invol[24], minor[24], major[24], idle[32], cpu[16];

	term_put(box, row, 0, TERM_PLAIN, "%-10.10s %-15.15s", t->role,
		 t->comm);
	if (!t->known) {
		term_put(box, row, NUMBERS_AT, TERM_PLAIN,
			 "unknown: not visible here");
		return;
	}
	if (t->cpu >= 0)
		snprintf(cpu, sizeof(cpu), "%d", t->cpu);
	else
		snprintf(cpu, sizeof(cpu), "-");
	term_put(box, row, NUMBERS_AT, TERM_PLAIN,
		 "%-5.5s %3d %3s %8s %8s %8s %6s %5s", t->policy, t->priority,
		 cpu,
		 t->idle_ns < 0
			 ? "-"
			 : hil_view_text_age(t->idle_ns, idle, sizeof(idle)),
		 count(t->voluntary, vol, sizeof(vol)),
		 count(t->involuntary, invol, sizeof(invol)),
		 count(t->minor, minor, sizeof(minor)),
		 count(t->major, major, sizeof(major)));
}

void term_draw_threads(const struct term_screen *s, const struct term_box *box,
		       const struct hil_view *view)
{
	uint32_t i;

	term_heading(s, box, "threads");
	term_put_bold(box, 1, 0, TERM_PLAIN,
		      "%-11s%-16s%-5s %3s %3s %8s %8s %8s %6s %5s", "what",
		      "name", "sched", "pri", "cpu", "last run", "volunt.",
		      "involunt", "minor", "major");
	for (i = 0; i < view->threads; i++)
		draw_thread(box, (int)i + 2, &view->thread[i]);
}
