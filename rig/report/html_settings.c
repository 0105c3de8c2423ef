/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the run was made with, and how its numbers were made. */
#include <inttypes.h>

#include "rig/report/html_page.h"

#define DEPTH_MAX 8    /* of nested settings; deeper ones are left out */
#define ROWS_MAX  2000 /* of all settings */

struct settings {
	struct hil_page *page;
	unsigned int rows, left_out;
	bool open; /* a list */
};

static void put_scalar(struct hil_page *p, const json_t *value)
{
	if (json_is_string(value))
		hil_html_text(p, json_string_value(value));
	else if (json_is_integer(value))
		fprintf(p->out, "%" JSON_INTEGER_FORMAT,
			json_integer_value(value));
	else if (json_is_real(value))
		fprintf(p->out, "%.12g", json_real_value(value));
	else if (json_is_boolean(value))
		hil_html_raw(p, json_is_true(value) ? "yes" : "no");
	else
		hil_html_raw(p, "<span class=\"soft\">unknown</span>");
}

/* A list or an object in one paragraph: "pid 54, comm irq/25; pid 55, …". */
static void put_inline(struct hil_page *p, json_t *value, unsigned int depth)
{
	const char *key, *between = "";
	json_t *child;
	size_t i;

	if (depth > DEPTH_MAX) {
		hil_html_raw(p, "\u2026");
	} else if (json_is_object(value)) {
		json_object_foreach(value, key, child)
		{
			hil_html_raw(p, between);
			hil_html_raw(p, "<span class=\"soft\">");
			hil_html_text(p, key);
			hil_html_raw(p, "</span> ");
			put_inline(p, child, depth + 1);
			between = ", ";
		}
	} else if (json_is_array(value)) {
		json_array_foreach(value, i, child)
		{
			hil_html_raw(p, between);
			put_inline(p, child, depth + 1);
			between = "; ";
		}
	} else {
		put_scalar(p, value);
	}
}

static void close_list(struct settings *s)
{
	if (s->open)
		hil_html_raw(s->page, "</dl>\n");
	s->open = false;
}

static void put_row(struct settings *s, const char *key, json_t *value)
{
	struct hil_page *p = s->page;

	if (s->rows >= ROWS_MAX) {
		s->left_out++;
		return;
	}
	if (!s->open)
		hil_html_raw(p, "<dl class=\"settings\">\n");
	s->open = true;
	s->rows++;
	hil_html_raw(p, "<dt>");
	hil_html_text(p, key);
	hil_html_raw(p, "</dt><dd>");
	put_inline(p, value, 0);
	hil_html_raw(p, "</dd>\n");
}

/* An object of settings of its own, with its name above. */
static void put_group(struct settings *s, const char *name, json_t *group)
{
	const char *key;
	json_t *value;

	if (!json_object_size(group))
		return;
	close_list(s);
	hil_html_raw(s->page, "<h3>");
	hil_html_text(s->page, name);
	hil_html_raw(s->page, "</h3>\n");
	json_object_foreach(group, key, value) put_row(s, key, value);
	close_list(s);
}

void hil_html_settings(struct hil_page *p)
{
	struct settings s = { .page = p };
	const char *key;
	json_t *value;

	hil_html_raw(p, "<section>\n<h2>Settings</h2>\n");
	json_object_foreach(p->info->settings, key,
			    value) if (!json_is_object(value))
		put_row(&s, key, value);
	close_list(&s);
	put_group(&s, "system", p->info->sysinfo);
	json_object_foreach(p->info->settings, key,
			    value) if (json_is_object(value))
		put_group(&s, key, value);
	if (!s.rows)
		hil_html_raw(p, "<p class=\"soft\">None were recorded.</p>\n");
	if (s.left_out)
		fprintf(p->out, "<p class=\"soft\">%u more are left out.</p>\n",
			s.left_out);
	hil_html_raw(p, "</section>\n");
}

static void method_fit(struct hil_page *p, const struct hil_line_result *l)
{
	if (!l->fit.known)
		return;
	fprintf(p->out,
		"<dt>Clocks</dt><dd>The board's clock is tied to the "
		"analyzer's by what cannot be otherwise: an interrupt does not "
		"come before its edge, nor an answer before its command. "
		"Drift %.4f ppm; legs are known within %.3f \u00b5s; largest "
		"contradiction %.3f \u00b5s, from %" PRIu64 " edges in %" PRIu64
		" part%s%s.</dd>\n",
		l->fit.drift_ppm, l->fit.width_ns / 1000,
		l->fit.residual_ns / 1000, l->fit.rows, l->fit.parts,
		l->fit.parts == 1 ? "" : "s",
		l->fit.anchored ? ""
				: "; that the first edge is the first event "
				  "could not be made sure");
}

void hil_html_method(struct hil_page *p)
{
	const struct hil_result *r = p->r;
	char rate[HIL_UNIT_TEXT];

	hil_html_raw(p, "<section>\n<h2>How the numbers were made</h2>\n"
			"<dl>\n<dt>Latency</dt><dd>From the stimulus edge to "
			"the probe edge, both as the logic analyzer saw them");
	if (r->samples.rate_num && r->samples.rate_den)
		fprintf(p->out, " at %s, one sample is %.6g ns",
			hil_unit_rate(rate, r->samples.rate_num,
				      r->samples.rate_den),
			1e9 * (double)r->samples.rate_den /
				(double)r->samples.rate_num);
	hil_html_raw(p, ".</dd>\n<dt>Pairs</dt><dd>");
	hil_html_text(p, p->info->assumption
				 ? p->info->assumption
				 : "An edge and its answer are joined through "
				   "the board's own records");
	hil_html_raw(
		p,
		". Edges whose answer cannot be told for sure are ambiguous "
		"and in no distribution; nothing is guessed.</dd>\n"
		"<dt>Uncertainty</dt><dd>\u00b1 U is the expanded uncertainty "
		"of one value (JCGM 100), k = 2, about 95 %: of a latency "
		"by the budget above, of legs by the clock fit.</dd>\n"
		"<dt>Percentiles</dt><dd>From a histogram that knows each "
		"value within 0.1 %. Bounds are 95 % confidence bounds from "
		"order statistics; \u201ctoo few\u201d means that the run is "
		"too short for a bound.</dd>\n");
	if (r->lines)
		method_fit(p, &r->line[0]);
	hil_html_raw(p, "</dl>\n</section>\n");
}
