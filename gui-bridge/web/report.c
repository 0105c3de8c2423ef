/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports are numbers that a stranger may have made up: they are read strictly
 * and nothing depends on them. */
#include "gui-bridge/web/report.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define NUMBER_MOST ((json_int_t)1 << 53) /* that a page can count to */

/* All pages together: the sum, or the largest of any. */
static const struct {
	const char *name;
	const char *told; /* as it stands in the statistics */
	bool largest;
} fields[HIL_WEB_REPORT_FIELD] = {
	{ "frames_drawn", "page_frames_drawn", false },
	{ "frames_skipped", "page_frames_skipped", false },
	{ "frames_missed", "page_frames_missed", false },
	{ "drawing_ns", "page_drawing_time_ns", false },
	{ "longest_frame_ns", "page_frame_longest_ns", true },
	{ "collections_seen", "page_collections_seen", false },
	{ "heap_bytes", "page_heap_in_use_bytes", false },
	{ "heap_peak_bytes", "page_heap_peak_bytes", true },
};

static bool read_name(char name[HIL_WEB_PAGE_NAME + 1], const json_t *json)
{
	const char *text = json_string_value(json);
	size_t len = text ? strlen(text) : 0, i;

	if (len == 0 || len != json_string_length(json) ||
	    len > HIL_WEB_PAGE_NAME)
		return false;
	for (i = 0; i < len; i++)
		if (!isalnum((unsigned char)text[i]))
			return false;
	memcpy(name, text, len + 1);
	return true;
}

static bool read_value(int64_t *value, const json_t *json)
{
	json_int_t number = json_integer_value(json);

	*value = json_is_null(json) ? -1 : (int64_t)number;
	return json_is_null(json) ||
	       (json_is_integer(json) && number >= 0 && number <= NUMBER_MOST);
}

int hil_web_report_read(struct hil_web_report *r, const char *body,
			size_t bytes)
{
	json_t *json =
		body ? json_loadb(body, bytes, JSON_REJECT_DUPLICATES, NULL)
		     : NULL;
	bool good = json_object_size(json) == HIL_WEB_REPORT_FIELD + 1 &&
		    read_name(r->page, json_object_get(json, "page"));

	for (size_t i = 0; good && i < HIL_WEB_REPORT_FIELD; i++)
		good = read_value(&r->value[i],
				  json_object_get(json, fields[i].name));
	json_decref(json);
	return good ? 0 : -EINVAL;
}

int hil_web_reports_put(struct hil_web_reports *all,
			const struct hil_web_report *r)
{
	size_t i = 0;

	while (i < all->count && strcmp(all->of[i].page, r->page) != 0)
		i++;
	if (i == HIL_WEB_PAGES)
		return -ENOSPC;
	if (i == all->count)
		all->count++;
	all->of[i] = *r;
	return 0;
}

/* At most 64 times 2^53: it does not overflow. */
static json_t *together(const struct hil_web_reports *all, size_t field)
{
	int64_t sum = 0, largest = 0;

	for (size_t i = 0; i < all->count; i++) {
		int64_t value = all->of[i].value[field];

		if (value < 0)
			return json_null();
		sum += value;
		largest = value > largest ? value : largest;
	}
	return json_integer(fields[field].largest ? largest : sum);
}

json_t *hil_web_reports_to_json(const struct hil_web_reports *all)
{
	json_t *json = json_pack("{s:I}", "pages", (json_int_t)all->count);

	for (size_t i = 0; json && all->count && i < HIL_WEB_REPORT_FIELD; i++)
		json_object_set_new(json, fields[i].told, together(all, i));
	return json;
}
