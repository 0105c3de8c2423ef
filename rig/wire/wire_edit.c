/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes values in a config's text. The config reader says in which line each
 * key stands, so this file and that one cannot disagree about what a key is.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/ini.h"
#include "rig/wire/wire_config.h"

/* Where an edit goes: its key's line, or the last line of its section. */
struct place {
	unsigned int key_line, section_line;
};

struct places {
	const struct hil_wire_edit *edits;
	size_t count;
	struct place place[HIL_WIRE_EDITS];
};

static int note_entry(void *context, const struct hil_ini_entry *e)
{
	struct places *p = context;

	for (size_t i = 0; i < p->count; i++) {
		if (strcmp(e->section, p->edits[i].section))
			continue;
		p->place[i].section_line = e->line;
		if (!strcmp(e->key, p->edits[i].key))
			p->place[i].key_line = e->line;
	}
	return 0;
}

/* Length of a line without its end; @next is where the next one begins. */
static size_t line_length(const char *line, const char **next)
{
	size_t len = strcspn(line, "\n");

	*next = line + len + (line[len] == '\n');
	return len && line[len - 1] == '\r' ? len - 1 : len;
}

static bool is_comment(const char *line)
{
	line += strncmp(line, "\xef\xbb\xbf", 3) ? 0 : 3;
	line += strspn(line, " \t");
	return *line == '#' || *line == ';';
}

/* Passes over the lines that a backslash joins to this one. */
static const char *logical_end(const char *line, unsigned int *number)
{
	bool joins = !is_comment(line);
	const char *next;
	size_t len = line_length(line, &next);

	while (joins && len && line[len - 1] == '\\' && *next) {
		line = next;
		len = line_length(line, &next);
		++*number;
	}
	return next;
}

static const char *ending(const char *from, const char *next)
{
	if (next - from >= 2 && next[-2] == '\r' && next[-1] == '\n')
		return "\r\n";
	return "\n";
}

/* "  key =  " of the old line, then the new value. */
static void put_value(FILE *out, const char *line, const char *next,
		      const char *value)
{
	size_t keep = strcspn(line, "=") + 1;

	keep += strspn(line + keep, " \t");
	fprintf(out, "%.*s%s%s", (int)keep, line, value, ending(line, next));
}

/* Keys that the section does not have yet, behind its last one. */
static void put_missing(FILE *out, const struct places *p, unsigned int line,
			const char *end)
{
	for (size_t i = 0; i < p->count; i++)
		if (!p->place[i].key_line && p->place[i].section_line == line)
			fprintf(out, "%s = %s%s", p->edits[i].key,
				p->edits[i].value, end);
}

static void put_line(FILE *out, const struct places *p, unsigned int number,
		     const char *line, const char *next)
{
	const char *value = NULL;

	for (size_t i = 0; i < p->count; i++)
		if (p->place[i].key_line == number)
			value = p->edits[i].value;
	if (value)
		put_value(out, line, next, value);
	else
		fprintf(out, "%.*s%s", (int)(next - line), line,
			next > line && next[-1] == '\n' ? "" : "\n");
	put_missing(out, p, number, ending(line, next));
}

static void put_sections(FILE *out, const struct places *p)
{
	for (size_t i = 0; i < p->count; i++) {
		bool begun = false;

		if (p->place[i].key_line || p->place[i].section_line)
			continue;
		for (size_t k = 0; k < i; k++)
			begun |= !p->place[k].section_line &&
				 !strcmp(p->edits[k].section,
					 p->edits[i].section);
		if (!begun)
			fprintf(out, "\n[%s]\n", p->edits[i].section);
		fprintf(out, "%s = %s\n", p->edits[i].key, p->edits[i].value);
	}
}

int hil_wire_config_edit(const char *file, const char *text, size_t size,
			 const struct hil_wire_edit *edits, size_t count,
			 char **result)
{
	struct places p = { .edits = edits, .count = count };
	char *copy = malloc(size + 1);
	const char *next, *line;
	unsigned int number = 1;
	size_t written;
	FILE *out;
	int ret;

	*result = NULL;
	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, size + 1);
	ret = hil_ini_parse(file, copy, size, note_entry, &p);
	free(copy);
	if (ret)
		return ret;
	out = open_memstream(result, &written);
	if (!out)
		return -ENOMEM;
	for (line = text; *line; line = next, number++) {
		unsigned int first = number;

		next = logical_end(line, &number);
		put_line(out, &p, first, line, next);
	}
	put_sections(out, &p);
	if (!fclose(out))
		return 0;
	free(*result);
	*result = NULL;
	return -ENOMEM;
}
