/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A checker of markup without a library, strict and small. */
#include "tests/unit/markup.h"

#include "tests/unit/test.h"

#define DEPTH 64
#define IDS   4096

struct checking {
	const char *at;
	char open[DEPTH][32];
	size_t depth;
	char (*id)[64];
	size_t ids;
	const char *fault;
};

static bool fault(struct checking *c, const char *what)
{
	static char text[256];

	if (!c->fault)
		snprintf(text, sizeof(text), "%s: \"%.80s\"", what, c->at);
	c->fault = text;
	return false;
}

static bool is_name(char c)
{
	return c && strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
			   "YZ0123456789-:_",
			   c);
}

static bool add_id(struct checking *c, const char *id, size_t length)
{
	if (length >= sizeof(c->id[0]) || c->ids == IDS)
		return fault(c, "too many ids");
	for (size_t i = 0; i < c->ids; i++)
		if (strlen(c->id[i]) == length &&
		    memcmp(c->id[i], id, length) == 0)
			return fault(c, "an id is there twice");
	memcpy(c->id[c->ids], id, length);
	c->id[c->ids++][length] = '\0';
	return true;
}

/* NAME="VALUE" */
static bool attribute(struct checking *c)
{
	const char *name = c->at, *value;
	size_t length;

	while (is_name(*c->at))
		c->at++;
	length = (size_t)(c->at - name);
	if (!length || c->at[0] != '=' || c->at[1] != '"')
		return fault(c, "an attribute without value");
	value = c->at + 2;
	c->at = value + strcspn(value, "\"<");
	if (*c->at != '"')
		return fault(c, "an attribute without end");
	if (length == 2 && memcmp(name, "id", 2) == 0 &&
	    !add_id(c, value, (size_t)(c->at - value)))
		return false;
	c->at++;
	return true;
}

static bool close_tag(struct checking *c)
{
	size_t length;

	c->at += 2;
	length = strcspn(c->at, ">");
	if (!c->depth || strlen(c->open[c->depth - 1]) != length ||
	    memcmp(c->open[c->depth - 1], c->at, length) != 0)
		return fault(c, "closes what is not open");
	c->depth--;
	c->at += length + 1;
	return true;
}

static bool open_tag(struct checking *c)
{
	char name[32];
	size_t length = 0;

	c->at++;
	while (is_name(*c->at) && length < sizeof(name) - 1)
		name[length++] = *c->at++;
	name[length] = '\0';
	if (!length)
		return fault(c, "a tag without name");
	for (;;) {
		c->at += strspn(c->at, " \n");
		if (*c->at == '>' || *c->at == '/')
			break;
		if (!attribute(c))
			return false;
	}
	if (c->at[0] == '/' && c->at[1] == '>') {
		c->at += 2;
		return true;
	}
	if (*c->at++ != '>' || c->depth == DEPTH)
		return fault(c, "a tag without end");
	if (strcmp(name, "meta") != 0)
		strcpy(c->open[c->depth++], name);
	return true;
}

static bool reference(struct checking *c, const char *id, char end)
{
	size_t length = strcspn(id, end == ')' ? ")" : "\"");

	for (size_t i = 0; i < c->ids; i++)
		if (strlen(c->id[i]) == length &&
		    memcmp(c->id[i], id, length) == 0)
			return true;
	return fault(c, "a reference to nothing");
}

static bool references(struct checking *c, const char *text, const char *before,
		       char end)
{
	for (c->at = text; (c->at = strstr(c->at, before)); c->at++)
		if (!reference(c, c->at + strlen(before), end))
			return false;
	return true;
}

static void check(struct checking *c, const char *text)
{
	for (c->at = text; *c->at && !c->fault;) {
		if ((unsigned char)*c->at < 0x20 && *c->at != '\n') {
			fault(c, "a control character");
		} else if (strncmp(c->at, "<!DOCTYPE", 9) == 0 ||
			   strncmp(c->at, "<?xml", 5) == 0) {
			c->at = strchr(c->at, '>') + 1;
		} else if (strncmp(c->at, "</", 2) == 0) {
			close_tag(c);
		} else if (*c->at == '<') {
			open_tag(c);
		} else {
			c->at++;
		}
	}
	if (!c->fault && c->depth)
		fault(c, "a tag is left open");
	if (!c->fault && references(c, text, "href=\"#", '"'))
		references(c, text, "url(#", ')');
}

const char *markup_fault(const char *text)
{
	struct checking c = { .id = calloc(IDS, sizeof(*c.id)) };

	assert_non_null(c.id);
	check(&c, text);
	free(c.id);
	return c.fault;
}
