/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The INI reader on a text in memory: lines, sections and keys. Which of them
 * exist and what a value means is for the function that gets the entries;
 * ini.c brings files and drop-ins.
 */
#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/ini.h"
#include "daemon/base/log.h"

#define LINE_MAX_BYTES 4096u

/* A key that this file has set already. */
struct seen {
	unsigned int line;
	char name[]; /* section NUL key NUL */
};

struct reader {
	const char *file;
	char *text;         /* the whole file, NUL at its end */
	char *next;         /* first line that was not read yet */
	unsigned int line;  /* number of the last line read */
	unsigned int first; /* number of the first of several joined ones */
	char *section;
	void *seen; /* tree of struct seen */
	int (*entry)(void *context, const struct hil_ini_entry *e);
	void *context;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static char *skip_blanks(char *text)
{
	while (is_blank(*text))
		text++;
	return text;
}

/* Cut blanks at the end, return the text without those at its beginning. */
static char *trim(char *text)
{
	size_t len;

	text = skip_blanks(text);
	len = strlen(text);
	while (len && is_blank(text[len - 1]))
		len--;
	text[len] = '\0';
	return text;
}

/* "bench.conf:12: missing ]" */
static int syntax_error(const struct reader *r, const char *reason)
{
	hil_error("%s:%u: %s", r->file, r->first, reason);
	return -EINVAL;
}

static bool has_control(const char *text)
{
	for (; *text; text++) {
		if (((unsigned char)*text < 0x20 && *text != '\t') ||
		    *text == 0x7f)
			return true;
	}
	return false;
}

/*
 * Cut the next physical line off, in place. Return: NULL at the end.
 */
static char *cut_line(struct reader *r)
{
	char *line = r->next;
	char *end;

	if (!line || !*line)
		return NULL;
	end = strchr(line, '\n');
	r->next = end ? end + 1 : NULL;
	if (end) {
		*end = '\0';
		if (end > line && end[-1] == '\r')
			end[-1] = '\0';
	}
	r->line++;
	return line;
}

static bool is_comment(const char *line)
{
	while (is_blank(*line))
		line++;
	return *line == '#' || *line == ';';
}

/*
 * The next logical line into @joined. Return: 1, 0 at the end, -EINVAL.
 */
static int read_line(struct reader *r, char joined[LINE_MAX_BYTES + 1])
{
	size_t used = 0;
	char *line = cut_line(r);

	if (!line)
		return 0;
	r->first = r->line;
	for (;;) {
		size_t len = strlen(line);
		bool more = len && line[len - 1] == '\\' &&
			    (used || !is_comment(line));

		if (used + len > LINE_MAX_BYTES)
			return syntax_error(r, "the line is longer than 4,096 "
					       "bytes");
		memcpy(joined + used, line, len + 1);
		used += len;
		if (!more)
			break;
		joined[used - 1] = ' ';
		line = cut_line(r);
		if (!line)
			return syntax_error(r, "there is no line after the "
					       "backslash at the end");
		line = skip_blanks(line);
	}
	if (has_control(joined))
		return syntax_error(r, "control character in the line");
	return 1;
}

static bool is_name(const char *text)
{
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz"
				  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789_.-");

	return len && !text[len];
}

static int compare_seen(const void *a, const void *b)
{
	const struct seen *left = a, *right = b;
	int order = strcmp(left->name, right->name);

	if (order)
		return order;
	return strcmp(left->name + strlen(left->name) + 1,
		      right->name + strlen(right->name) + 1);
}

static int refuse_duplicate(struct reader *r, const char *key)
{
	size_t section_len = strlen(r->section), key_len = strlen(key);
	struct seen *seen = malloc(sizeof(*seen) + section_len + key_len + 2);
	struct seen **found;

	if (!seen)
		return -ENOMEM;
	seen->line = r->first;
	memcpy(seen->name, r->section, section_len + 1);
	memcpy(seen->name + section_len + 1, key, key_len + 1);
	found = tsearch(seen, &r->seen, compare_seen);
	if (found && *found == seen)
		return 0;
	free(seen);
	if (!found)
		return -ENOMEM;
	hil_error("%s:%u: \"%s\" in [%s] is already set in line %u", r->file,
		  r->first, key, r->section, (*found)->line);
	return -EINVAL;
}

static int take_section(struct reader *r, char *line)
{
	size_t len = strlen(line);
	char *name;

	if (line[len - 1] != ']')
		return syntax_error(r, "a section ends with ]");
	line[len - 1] = '\0';
	name = trim(line + 1);
	if (!is_name(name))
		return syntax_error(r, "a section's name is made of letters, "
				       "digits and _ . -");
	free(r->section);
	r->section = strdup(name);
	return r->section ? 0 : -ENOMEM;
}

/* Take the quotes off; NULL: they do not match. */
static char *unquote(char *value)
{
	size_t len = strlen(value);

	if (value[0] != '"')
		return value;
	if (len < 2 || value[len - 1] != '"')
		return NULL;
	value[len - 1] = '\0';
	return strchr(value + 1, '"') ? NULL : value + 1;
}

static int take_entry(struct reader *r, char *line)
{
	struct hil_ini_entry e = { .file = r->file, .line = r->first };
	char *equals = strchr(line, '=');
	int ret;

	if (!equals)
		return syntax_error(r, "neither [section] nor key = value");
	*equals = '\0';
	e.section = r->section;
	e.key = trim(line);
	if (!is_name(e.key))
		return syntax_error(r, "a key is made of letters, digits and "
				       "_ . -");
	e.value = unquote(trim(equals + 1));
	if (!e.value)
		return syntax_error(r, "the quotes of the value do not match");
	ret = refuse_duplicate(r, e.key);
	return ret ? ret : r->entry(r->context, &e);
}

static int read_entries(struct reader *r)
{
	char joined[LINE_MAX_BYTES + 1];
	int ret;

	r->section = strdup("");
	if (!r->section)
		return -ENOMEM;
	while ((ret = read_line(r, joined)) == 1) {
		char *line = trim(joined);

		if (!*line || is_comment(line))
			continue;
		ret = *line == '[' ? take_section(r, line)
				   : take_entry(r, line);
		if (ret)
			return ret;
	}
	return ret;
}

/* Number of the line that holds the first NUL byte; 0: there is none. */
static unsigned int line_of_nul(const char *text, size_t size)
{
	const char *nul = memchr(text, '\0', size);
	unsigned int line = 1;

	if (!nul)
		return 0;
	for (; text < nul; text++)
		line += *text == '\n';
	return line;
}

int hil_ini_parse(const char *file, char *text, size_t size,
		  int (*entry)(void *context, const struct hil_ini_entry *e),
		  void *context)
{
	struct reader r = { .file = file, .entry = entry, .context = context };
	int ret;

	r.first = line_of_nul(text, size);
	if (r.first)
		return syntax_error(&r, "NUL byte in the line");
	/* editors of Windows put a byte order mark at the start */
	r.next = text + (strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3);
	ret = read_entries(&r);
	tdestroy(r.seen, free);
	free(r.section);
	return ret;
}
