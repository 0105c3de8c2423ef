/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manifest is read before the records, so the marks are there when the
 * first row comes. */
#include "rig/compare/replay.h"

#include <errno.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/compare/marks.h"

static void read_marks(struct hil_comparison_replay *p)
{
	const json_t *marks = json_object_get(p->run.manifest, "comparison");
	char problem[HIL_MARKS_PROBLEM] = "";

	p->looked = true;
	if (!marks)
		return;
	p->error = hil_marks_from_json(marks, &p->c, &p->variants, problem);
	p->compares = !p->error;
	if (p->error == -EBADMSG)
		hil_error("cannot show the comparison in \"%s\": its marks in "
			  "manifest.json are wrong: %s",
			  p->run.path, problem);
	else if (p->error)
		hil_error("cannot show the comparison in \"%s\": %s",
			  p->run.path, strerror(-p->error));
	p->blocks.c = &p->c;
}

/* As the run that went on did: by the analyzer's rate of the first record. */
static double rate_hz(const json_t *capture)
{
	return (double)json_integer_value(
		       json_object_get(capture, "rate_num")) /
	       (double)json_integer_value(json_object_get(capture, "rate_den"));
}

static void take_row(void *context, const struct hil_row *row)
{
	struct hil_comparison_replay *p = context;

	if (!p->looked)
		read_marks(p);
	if (!p->compares)
		return;
	if (!(p->rate_hz > 0))
		p->rate_hz = rate_hz(p->run.feed.capture);
	hil_blocks_row(&p->blocks, row, (double)row->edge / p->rate_hz);
}

int hil_comparison_replay_read(struct hil_comparison_replay *p, const char *run)
{
	int ret;

	memset(p, 0, sizeof(*p));
	p->watch = (struct hil_replay_watch){ .context = p, .row = take_row };
	ret = hil_replay_watched(&p->run, run, &p->watch);
	if (!ret && !p->looked)
		read_marks(p);
	return ret ? ret : p->error;
}

int hil_comparison_replay_finish(struct hil_comparison_replay *p)
{
	if (p->compares && !p->blocks.error)
		hil_blocks_finish(&p->blocks);
	if (p->blocks.error)
		hil_error("the comparison needs more memory than there is");
	return p->blocks.error;
}

void hil_comparison_replay_clear(struct hil_comparison_replay *p)
{
	hil_blocks_free(&p->blocks);
	hil_comparison_free(&p->c);
	hil_variants_free(&p->variants);
	hil_replay_clear(&p->run);
}
