/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as flat names, "board.irq_threads.0.priority", and which differ. */
#include "rig/compare/settings_diff.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 8
#define KEY_BYTES 256

static const char *const ignored[] = {
	"options.config",         "options.json",
	"options.quiet",          "options.verbose",
	"options.histogram",      "options.nsecs",
	"analyzer.start_wall_ns", "analyzer.start_mono_ns",
	"analyzer.total_samples",
};

static bool is_ignored(const char *key)
{
	const char *last = strrchr(key, '.');
	size_t i;

	if (last && (!strcmp(last, ".pid") || !strcmp(last, ".tid")))
		return true;
	for (i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++) {
		if (!strcmp(key, ignored[i]))
			return true;
	}
	return false;
}

static void flatten(json_t *flat, const char *key, json_t *value, int depth);

static void flatten_child(json_t *flat, const char *parent, const char *name,
			  json_t *value, int depth)
{
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "%s%s%s", parent, *parent ? "." : "", name);
	flatten(flat, key, value, depth + 1);
}

static void flatten(json_t *flat, const char *key, json_t *value, int depth)
{
	char number[24];
	const char *name;
	json_t *child;
	size_t i;

	if (depth < DEPTH_MAX && json_is_object(value)) {
		json_object_foreach(value, name, child)
			flatten_child(flat, key, name, child, depth);
	} else if (depth < DEPTH_MAX && json_is_array(value)) {
		json_array_foreach(value, i, child)
		{
			snprintf(number, sizeof(number), "%zu", i);
			flatten_child(flat, key, number, child, depth);
		}
	} else if (!is_ignored(key)) {
		json_object_set(flat, key, value);
	}
}

static bool has_word(const char *text, const char *word, size_t len)
{
	const char *at = text;

	while (*at) {
		size_t here = strcspn(at, " ");

		if (here == len && !strncmp(at, word, len))
			return true;
		at += here;
		at += strspn(at, " ");
	}
	return false;
}

/* The words of a command line that another does not have. */
static json_t *words_only_in(const char *text, const char *other)
{
	char *words = calloc(strlen(text) + 2, 1);
	json_t *json;

	if (!words)
		return NULL;
	while (*text) {
		size_t len = strcspn(text, " ");

		if (len && !has_word(other, text, len)) {
			if (*words)
				strcat(words, " ");
			strncat(words, text, len);
		}
		text += len;
		text += strspn(text, " ");
	}
	json = json_string(words);
	free(words);
	return json;
}

static json_t *entry(const char *key, json_t *a, json_t *b)
{
	const char *last = strrchr(key, '.');

	if (last && !strcmp(last, ".cmdline") && json_is_string(a) &&
	    json_is_string(b))
		return json_pack("{s:s,s:o,s:o}", "key", key, "a",
				 words_only_in(json_string_value(a),
					       json_string_value(b)),
				 "b",
				 words_only_in(json_string_value(b),
					       json_string_value(a)));
	return json_pack("{s:s,s:O?,s:O?}", "key", key, "a", a, "b", b);
}

static int compare_keys(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

/* Keys of @all, sorted. Heap; the texts are the object's. */
static const char **sorted_keys(json_t *all)
{
	const char **keys = calloc(json_object_size(all) + 1, sizeof(*keys));
	const char *key;
	json_t *value;
	size_t n = 0;

	if (!keys)
		return NULL;
	json_object_foreach(all, key, value) keys[n++] = key;
	qsort(keys, n, sizeof(*keys), compare_keys);
	return keys;
}

static json_t *list_differences(json_t *a, json_t *b, json_t *all)
{
	const char **keys = sorted_keys(all);
	json_t *list = json_array();
	size_t i;

	for (i = 0; keys && keys[i]; i++) {
		json_t *x = json_object_get(a, keys[i]);
		json_t *y = json_object_get(b, keys[i]);

		if (!x || !y || !json_equal(x, y))
			json_array_append_new(list, entry(keys[i], x, y));
	}
	if (!keys) {
		json_decref(list);
		list = NULL;
	}
	free(keys);
	return list;
}

json_t *hil_settings_diff(const json_t *a, const json_t *b)
{
	json_t *flat_a = json_object(), *flat_b = json_object();
	json_t *copy_a = json_deep_copy(a), *copy_b = json_deep_copy(b);
	json_t *all = json_object(), *list = NULL;

	if (flat_a && flat_b && all) {
		flatten(flat_a, "", copy_a, 0);
		flatten(flat_b, "", copy_b, 0);
		json_object_update(all, flat_a);
		json_object_update(all, flat_b);
		list = list_differences(flat_a, flat_b, all);
	}
	json_decref(flat_a);
	json_decref(flat_b);
	json_decref(copy_a);
	json_decref(copy_b);
	json_decref(all);
	return list;
}
