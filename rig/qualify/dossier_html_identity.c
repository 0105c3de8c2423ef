/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was qualified, on the dossier's page: names, serials, hashes. */
#include <stdint.h>
#include <string.h>

#include "rig/qualify/context.h"
#include "rig/qualify/dossier.h"
#include "rig/qualify/dossier_page.h"
#include "rig/run/feed.h"

static void put_fact(struct hil_page *p, const char *name, const char *value)
{
	hil_html_raw(p, "<dt>");
	hil_html_text(p, name);
	hil_html_raw(p, "</dt><dd>");
	hil_html_text(p, value && *value ? value : "unknown");
	hil_html_raw(p, "</dd>\n");
}

/* Every member of an object, a fact each. */
static void put_facts(struct hil_page *p, const json_t *object,
		      const char *prefix)
{
	const char *key, *words;
	char name[96], number[48];
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		snprintf(name, sizeof(name), "%s%s", prefix, key);
		words = json_string_value(value);
		if (!strcmp(key, "temperature_mc") &&
		    json_integer_value(value) < 0) {
			words = NULL; /* the board has no sensor */
		} else if (json_is_integer(value)) {
			snprintf(number, sizeof(number), "%lld",
				 (long long)json_integer_value(value));
			words = number;
		} else if (json_is_real(value)) {
			snprintf(number, sizeof(number), "%.9g",
				 json_real_value(value));
			words = number;
		} else if (json_is_boolean(value)) {
			words = json_is_true(value) ? "yes" : "no";
		}
		if (!json_is_object(value) && !json_is_array(value))
			put_fact(p, name, words);
	}
}

static void put_file(struct hil_page *p, const json_t *file)
{
	hil_html_raw(p, "<tr><td>");
	hil_html_text(p, hil_feed_string(file, "name"));
	hil_html_raw(p, "<div><code>");
	hil_html_text(p, hil_feed_string(file, "path"));
	hil_html_raw(p, "</code></div></td><td><code>");
	hil_html_text(p, json_string_value(json_object_get(file, "sha256"))
				 ? hil_feed_string(file, "sha256")
				 : "unknown");
	hil_html_raw(p, "</code></td></tr>\n");
}

static void put_files(struct hil_page *p, const json_t *d)
{
	json_t *programs = hil_json_at(d, "software.programs"), *file;
	json_t *record = json_object_get(d, "calibration");
	size_t i;

	hil_html_raw(p, "<h3>Files</h3>\n<table class=\"files\"><thead><tr>"
			"<th>file</th><th class=\"left\">SHA-256</th></tr>"
			"</thead><tbody>\n");
	put_file(p, hil_json_at(d, "rig.config"));
	if (json_is_object(record))
		put_file(p, record);
	json_array_foreach(programs, i, file) put_file(p, file);
	hil_html_raw(p, "</tbody></table>\n");
}

/* "skew_ns 3000.00, U 0.40 (k = 2)", and a bound as what it is */
static void put_left(const json_t *entry, char *words, size_t size)
{
	json_t *left = json_object_get(entry, "as_left");
	const char *effect = hil_feed_string(entry, "effect");
	bool bound = !strcmp(effect, "post_ns");
	int used = snprintf(words, size, "%.40s %s", effect,
			    bound ? "at most " : "");
	json_t *exact = NULL;

	if (bound)
		exact = json_pack("{s:O}", "value",
				  json_object_get(left, "value"));
	hil_dossier_value_text(bound ? exact : left, words + used,
			       size - (size_t)used);
	json_decref(exact);
}

static void put_calibration(struct hil_page *p, const json_t *d)
{
	json_t *entries = hil_json_at(d, "calibration.entries"), *entry;
	char words[160];
	const char *method;

	hil_html_raw(p, "<h3>Calibration</h3>\n<dl class=\"settings\">\n");
	if (!json_object_size(entries))
		put_fact(p, "record", "none");
	json_object_foreach(entries, method, entry)
	{
		size_t used;

		put_left(entry, words, 100);
		used = strlen(words);
		snprintf(words + used, sizeof(words) - used,
			 ", made %s, due %s",
			 hil_feed_string(entry, "date_utc"),
			 hil_feed_string(entry, "due_utc"));
		put_fact(p, method, words);
	}
	hil_html_raw(p, "</dl>\n");
}

void hil_dossier_html_identity(struct hil_page *p, const json_t *d)
{
	hil_html_raw(p, "<section>\n<h2>What was qualified</h2>\n"
			"<dl class=\"settings\">\n");
	put_fact(p, "rig", hil_feed_string(hil_json_at(d, "rig"), "name"));
	put_fact(p, "begun", hil_feed_string(d, "begin_utc"));
	put_fact(p, "ended", hil_feed_string(d, "end_utc"));
	put_facts(p, hil_json_at(d, "software"), "hilrig ");
	put_facts(p, hil_json_at(d, "host"), "host ");
	put_facts(p, hil_json_at(d, "instruments.analyzer"), "analyzer ");
	put_facts(p, hil_json_at(d, "instruments.generator"), "generator ");
	if (json_is_object(json_object_get(d, "board")))
		put_facts(p, json_object_get(d, "board"), "board ");
	else
		put_fact(p, "board", "none, or no run told about it");
	hil_html_raw(p, "</dl>\n");
	put_calibration(p, d);
	put_files(p, d);
	hil_html_raw(p, "<h3>Settings</h3>\n<dl class=\"settings\">\n");
	put_facts(p, hil_json_at(d, "rig.settings"), "");
	hil_html_raw(p, "</dl>\n</section>\n");
}
