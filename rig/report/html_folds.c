/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page's pictures of latencies over the phase of a tick or a period. */
#include "rig/report/html_page.h"

bool hil_html_has_folds(const struct hil_line_result *l)
{
	for (size_t i = 0; i < HIL_RESULT_FOLDS; i++)
		if (hil_report_has_fold(&l->fold[i]))
			return true;
	return false;
}

void hil_html_folds(struct hil_page *p, size_t line)
{
	const struct hil_line_result *l = &p->r->line[line];

	for (size_t i = 0; i < HIL_RESULT_FOLDS; i++) {
		if (!hil_report_has_fold(&l->fold[i]))
			continue;
		hil_html_raw(p, "<p>");
		hil_report_fold_sentence(p->out, &l->fold[i]);
		hil_html_raw(p, ".</p>\n");
		hil_html_picture(
			p, (enum hil_picture_kind)(HIL_PICTURE_FOLD + (int)i),
			line);
	}
}
