/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report's pictures as files that stand alone. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rig/report/pictures.h"

#define WIDTH  760.0
#define HEIGHT 340.0

static void give_title(struct hil_picture *p, const char *title)
{
	if (p->kind == HIL_PICTURE_HISTOGRAM || p->kind == HIL_PICTURE_BODY)
		p->figure.histogram.title = title;
	else if (p->kind == HIL_PICTURE_CLOCK)
		p->figure.traces.title = title;
	else
		p->figure.band.title = title;
}

/* "FOLDER/latency-time.svg", with the line's number unless it is 0. */
static int save(struct hil_picture *p, const char *folder, const char *format,
		const struct hil_result *r, size_t line)
{
	const struct hil_line_result *l = &r->line[line];
	char *path = NULL, *title = NULL, number[16] = "";
	int ret = -ENOMEM;

	if (l->line)
		snprintf(number, sizeof(number), "-%u", l->line);
	if (asprintf(&path, "%s/%s%s.%s", folder, p->name, number, format) < 0)
		path = NULL;
	if (asprintf(&title, "%s, line %u (%s)", hil_picture_title(p->kind),
		     l->line, hil_verdict_name(r->verdict)) < 0)
		title = NULL;
	if (path && title) {
		give_title(p, title);
		ret = hil_figure_save(p->draw, &p->figure, WIDTH, HEIGHT, path);
	}
	free(title);
	free(path);
	return ret;
}

int hil_report_figures(const char *folder, const char *format,
		       const struct hil_result *r,
		       const struct hil_report_info *info)
{
	struct hil_picture *p;
	int ret = 0;

	if (strcmp(format, "svg") != 0 && strcmp(format, "png") != 0 &&
	    strcmp(format, "pdf") != 0)
		return -EINVAL;
	p = malloc(sizeof(*p));
	if (!p)
		return -ENOMEM;
	for (size_t line = 0; line < r->lines; line++)
		for (int kind = 0; !ret && kind < HIL_PICTURES; kind++)
			if (hil_picture_make(p, (enum hil_picture_kind)kind, r,
					     line, info))
				ret = save(p, folder, format, r, line);
	free(p);
	return ret;
}
