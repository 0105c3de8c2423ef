/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration record that a run was given, a row for each method. */
#include <string.h>

#include "rig/report/html_page.h"

static void put_string(struct hil_page *p, const json_t *entry, const char *key)
{
	const char *text = json_string_value(json_object_get(entry, key));

	hil_html_raw(p, "<td>");
	hil_html_text(p, text ? text : "unknown");
	hil_html_raw(p, "</td>");
}

static void put_number(struct hil_page *p, const json_t *left, const char *key)
{
	const json_t *number = json_object_get(left, key);

	if (json_is_number(number))
		fprintf(p->out, "%.6g", json_number_value(number));
	else
		hil_html_raw(p, "unknown");
}

static void put_entry(struct hil_page *p, const char *method,
		      const json_t *entry)
{
	const json_t *left = json_object_get(entry, "as_left");
	const char *effect =
		json_string_value(json_object_get(entry, "effect"));
	bool bound = effect && !strcmp(effect, "post_ns");

	hil_html_raw(p, "<tr><th scope=\"row\">");
	hil_html_text(p, method);
	hil_html_raw(p, "</th>");
	put_string(p, entry, "effect");
	hil_html_raw(p, bound ? "<td>at most " : "<td>");
	put_number(p, left, "value");
	hil_html_raw(p, "</td><td>");
	if (bound)
		hil_html_raw(p, "a bound");
	else
		put_number(p, left, "U");
	hil_html_raw(p, "</td>");
	put_string(p, entry, "date_utc");
	put_string(p, entry, "due_utc");
	hil_html_raw(p, "</tr>\n");
}

void hil_html_calibration(struct hil_page *p)
{
	json_t *entries = json_object_get(p->info->settings, "calibration");
	json_t *entry;
	const char *method;

	if (!json_object_size(entries))
		return;
	hil_html_raw(p, "<section>\n<h2>Calibration</h2>\n"
			"<div class=\"scroll\"><table>\n<thead><tr>"
			"<th>method</th><th>effect</th><th>value</th>"
			"<th>U (k = 2)</th><th>made</th><th>due</th></tr>"
			"</thead>\n<tbody>\n");
	json_object_foreach(entries, method, entry) put_entry(p, method, entry);
	hil_html_raw(p, "</tbody></table></div>\n<p class=\"soft small\">The "
			"record that the run was given; an entry that has "
			"expired or is of another device is a reason above. "
			"Devices, raw data and hashes are among the settings."
			"</p>\n</section>\n");
}
