/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a pattern's text, by the table in pattern_grammar.c. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/number.h"
#include "daemon/base/suggest.h"
#include "daemon/base/time.h"
#include "daemon/stimulus/pattern_grammar.h"

static int complain(char *problem, const char *fmt, ...) HIL_PRINTF(2, 3);

static int complain(char *problem, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(problem, HIL_PATTERN_TEXT, fmt, args);
	va_end(args);
	return -EINVAL;
}

static int read_duration(const char *text, int64_t *ns, const char *name,
			 char *problem)
{
	int ret = hil_duration_parse(text, 0, ns);

	if (!ret && *ns > 0 && *ns <= 1000 * HIL_PATTERN_MAX_NS)
		return 0;
	return complain(problem,
			"%s=%.40s is no time with a unit, as 250us, 4ms or "
			"10s",
			name, text);
}

/* "4ms/5ms/7ms" */
static int read_periods(char *text, struct hil_pattern *p, char *problem)
{
	char *word;
	int ret = 0;

	p->steps = 0;
	while (!ret && (word = strsep(&text, "/"))) {
		if (p->steps == HIL_PATTERN_STEPS)
			return complain(problem, "periods: at most %d",
					HIL_PATTERN_STEPS);
		ret = read_duration(word, &p->step_ns[p->steps++], "periods",
				    problem);
	}
	return ret;
}

static int read_number(const struct hil_pattern_param *param, const char *text,
		       double *value, char *problem)
{
	uint64_t whole;
	int ret;

	if (param->value == HIL_PATTERN_COUNT) {
		ret = hil_number_u64(text, &whole);
		*value = ret ? 0 : (double)whole;
	} else {
		ret = hil_number_double(text, value);
	}
	if (!ret && *value >= param->min && *value <= param->max)
		return 0;
	return complain(problem, "%s=%.40s is not a %s from %g to %g",
			param->name, text,
			param->value == HIL_PATTERN_COUNT ? "whole number"
							  : "number",
			param->min, param->max);
}

static int read_value(const struct hil_pattern_param *param, char *text,
		      struct hil_pattern *p, char *problem)
{
	char *field = (char *)p + param->offset;
	int64_t ns = 0;
	double number = 0;
	uint64_t count;
	int ret;

	if (param->value == HIL_PATTERN_PERIODS)
		return read_periods(text, p, problem);
	if (param->value == HIL_PATTERN_DURATION) {
		ret = read_duration(text, &ns, param->name, problem);
		memcpy(field, &ns, sizeof(ns));
		return ret;
	}
	ret = read_number(param, text, &number, problem);
	if (ret)
		return ret;
	if (param->value == HIL_PATTERN_COUNT) {
		count = (uint64_t)number;
		memcpy(field, &count, sizeof(count));
	} else {
		memcpy(field, &number, sizeof(number));
	}
	return 0;
}

static int find_kind(const char *name, enum hil_pattern_kind *kind,
		     char *problem)
{
	const char *names[HIL_PATTERNS], *near;
	char all[HIL_PATTERN_TEXT];

	for (int i = 0; i < HIL_PATTERNS; i++) {
		names[i] = hil_pattern_grammar[i].name;
		*kind = (enum hil_pattern_kind)i;
		if (!strcmp(name, names[i]))
			return 0;
	}
	near = hil_suggest(name, names, HIL_PATTERNS);
	if (near)
		return complain(problem,
				"there is no \"%.40s\", did you mean \"%s\"?",
				name, near);
	return complain(problem, "there is no \"%.40s\"; patterns are %s", name,
			hil_pattern_set_format(HIL_PATTERN_ALL, all));
}

/* Index of a parameter, HIL_PATTERN_PARAMS when there is none of that name. */
static size_t find_param(const struct hil_pattern_grammar *g, const char *name)
{
	size_t i = 0;

	while (i < HIL_PATTERN_PARAMS && g->param[i].name &&
	       strcmp(g->param[i].name, name))
		i++;
	return i < HIL_PATTERN_PARAMS && g->param[i].name ? i
							  : HIL_PATTERN_PARAMS;
}

static int unknown_param(const struct hil_pattern_grammar *g, const char *word,
			 char *problem)
{
	char all[64] = "";
	size_t used = 0;

	for (size_t i = 0; i < HIL_PATTERN_PARAMS && g->param[i].name; i++)
		used += (size_t)snprintf(all + used, sizeof(all) - used,
					 "%s%s=", i ? ", " : "",
					 g->param[i].name);
	return complain(problem,
			"\"%.40s\" does not belong to %s, which has %s", word,
			g->name, used ? all : "no parameters");
}

static int read_params(const struct hil_pattern_grammar *g, char *text,
		       struct hil_pattern *p, unsigned int *seen, char *problem)
{
	char *word, *value;
	int ret = 0;
	size_t i;

	while (!ret && (word = strsep(&text, ","))) {
		value = strchr(word, '=');
		if (value)
			*value++ = '\0';
		i = value ? find_param(g, word) : HIL_PATTERN_PARAMS;
		if (i == HIL_PATTERN_PARAMS)
			return unknown_param(g, word, problem);
		if (*seen & 1u << i)
			return complain(problem, "%s is given twice", word);
		*seen |= 1u << i;
		ret = read_value(&g->param[i], value, p, problem);
	}
	return ret;
}

int hil_pattern_parse(const char *text, struct hil_pattern *p,
		      char problem[HIL_PATTERN_TEXT])
{
	char copy[HIL_PATTERN_TEXT], *params = copy, *name, initial[16];
	const struct hil_pattern_grammar *g;
	unsigned int seen = 0;
	int ret;

	memset(p, 0, sizeof(*p));
	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
		return complain(problem, "it is longer than %d bytes",
				HIL_PATTERN_TEXT - 1);
	name = strsep(&params, ":");
	ret = find_kind(name, &p->kind, problem);
	g = &hil_pattern_grammar[p->kind];
	if (!ret && params)
		ret = read_params(g, params, p, &seen, problem);
	for (size_t i = 0; !ret && i < HIL_PATTERN_PARAMS && g->param[i].name;
	     i++) {
		if (seen & 1u << i)
			continue;
		if (!g->param[i].initial)
			return complain(problem, "%s needs %s=, as in %s",
					g->name, g->param[i].name, g->example);
		snprintf(initial, sizeof(initial), "%s", g->param[i].initial);
		ret = read_value(&g->param[i], initial, p, problem);
	}
	return ret;
}
