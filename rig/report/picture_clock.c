/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the clock fit left over: a column's interrupts and probe commands as
 * seen from the middle of the offset's bounds. Delays are above and below it;
 * where they are least they touch the band that they bound.
 */
#include "rig/report/picture_clock.h"

#include <math.h>

static void merge(struct hil_window *to, const struct hil_window *from)
{
	if (!from->count)
		return;
	if (!to->count || from->min_ns < to->min_ns)
		to->min_ns = from->min_ns;
	if (!to->count || from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
	to->count += from->count;
	/* a sum that does not fit comes of a damaged result: it wraps */
	(void)__builtin_add_overflow(to->sum_ns, from->sum_ns, &to->sum_ns);
}

/* What a series has from one time to another; both are whole columns. */
static struct hil_window between(const struct hil_series *s, int64_t from_ns,
				 int64_t to_ns)
{
	struct hil_window all = { 0 };

	for (size_t i = (size_t)(from_ns / s->width_ns);
	     i < s->columns && (int64_t)i * s->width_ns < to_ns; i++)
		merge(&all, &s->column[i]);
	return all;
}

static double mean_us(const struct hil_window *w)
{
	return (double)w->sum_ns / (double)w->count / 1000;
}

static void fill_legs(struct hil_picture_clock *room, size_t i,
		      const struct hil_window *delivery,
		      const struct hil_window *write)
{
	if (delivery->count) {
		room->y_us[HIL_TRACE_HARDIRQ_LEAST][i] =
			(double)delivery->min_ns / 1000;
		room->y_us[HIL_TRACE_HARDIRQ_MEAN][i] = mean_us(delivery);
	}
	if (write->count) {
		room->y_us[HIL_TRACE_PROBE_LEAST][i] =
			-(double)write->min_ns / 1000;
		room->y_us[HIL_TRACE_PROBE_MEAN][i] = -mean_us(write);
	}
}

static void fill_column(const struct hil_line_result *line, size_t i,
			int64_t width_ns, struct hil_picture_clock *room)
{
	const struct hil_clock_result *c = line->clock;
	int64_t from_ns = (int64_t)i * width_ns, to_ns = from_ns + width_ns;
	struct hil_window width = between(&c->width, from_ns, to_ns);
	struct hil_window offset = between(&c->offset, from_ns, to_ns);
	struct hil_window delivery =
		between(line->of[HIL_DELIVERY].series, from_ns, to_ns);
	struct hil_window write =
		between(line->of[HIL_WRITE].series, from_ns, to_ns);
	double due_ns;

	room->low_us[i] = room->high_us[i] = (double)NAN;
	for (size_t t = 0; t < HIL_TRACES; t++)
		room->y_us[t][i] = (double)NAN;
	if (!width.count || !offset.count)
		return;
	room->high_us[i] = (double)width.max_ns / 2000;
	room->low_us[i] = -room->high_us[i];
	fill_legs(room, i, &delivery, &write);
	if (!c->squares_known)
		return;
	due_ns = c->squares.offset_ns +
		 c->squares.drift * ((double)(from_ns + width_ns / 2) -
				     (double)c->squares.at_ns);
	/* a column at an end holds rows of a part of its time only */
	if (i && to_ns < (int64_t)c->offset.columns * c->offset.width_ns)
		room->y_us[HIL_TRACE_SQUARES][i] =
			due_ns / 1000 - mean_us(&offset);
}

static void name_traces(struct hil_picture_clock *room)
{
	static const char *const label[HIL_TRACES] = {
		[HIL_TRACE_HARDIRQ_LEAST] = "interrupt, least",
		[HIL_TRACE_HARDIRQ_MEAN] = "interrupt, mean",
		[HIL_TRACE_PROBE_LEAST] = "probe command, least",
		[HIL_TRACE_PROBE_MEAN] = "probe command, mean",
		[HIL_TRACE_SQUARES] = "least squares",
	};

	for (unsigned int t = 0; t < HIL_TRACES; t++)
		room->trace[t] =
			(struct hil_figure_trace){ label[t], room->y_us[t], t };
}

bool hil_picture_clock(const struct hil_line_result *line,
		       struct hil_picture_clock *room,
		       struct hil_figure_traces *f)
{
	const struct hil_clock_result *c = line->clock;
	int64_t width_ns;

	if (!line->fit.known || !c || !line->of[HIL_DELIVERY].series ||
	    !line->of[HIL_WRITE].series || !c->width.columns)
		return false;
	width_ns = c->width.width_ns;
	while ((int64_t)c->width.columns * c->width.width_ns >
	       HIL_CLOCK_COLUMNS * width_ns)
		width_ns *= 2;
	f->columns = (size_t)(((int64_t)c->width.columns * c->width.width_ns +
			       width_ns - 1) /
			      width_ns);
	for (size_t i = 0; i < f->columns; i++)
		fill_column(line, i, width_ns, room);
	name_traces(room);
	f->x_label = "time since the first sample, s";
	f->y_label = "residual, \u00b5s";
	f->width_s = (double)width_ns / 1e9;
	f->low = room->low_us;
	f->high = room->high_us;
	f->band_label = "where the clock may be";
	f->trace = room->trace;
	f->traces = c->squares_known ? HIL_TRACES : HIL_TRACE_SQUARES;
	f->cut_s = room->cut_s;
	for (size_t i = 1; i < c->pieces.count; i++)
		room->cut_s[f->cuts++] =
			(double)c->pieces.piece[i].begin_ns / 1e9;
	f->cut_label = "a new straight piece";
	return true;
}
