/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A strict reader of session metadata: sections of "key=value" lines. Numbers
 * that a file may invent (channels, bytes a sample) are bounded here, before
 * anything is allocated or counted by them.
 */
#include "rig/capture/sr_metadata.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/number.h"

struct parser {
	struct hil_sr_metadata *m;
	struct hil_fault *fault;
	unsigned int line;
	bool in_device;   /* in a [device N] section */
	bool have_device; /* one with a capture file is complete */
	uint64_t probes;
};

static int bad_value(struct parser *p, const char *key, const char *value)
{
	return hil_fault_set(p->fault, -EINVAL,
			     "metadata line %u: %s=%.40s cannot be right",
			     p->line, key, value);
}

static int set_name(struct parser *p, const char *key, const char *value)
{
	uint64_t number;
	char fallback[16];

	if (hil_number_u64(key + strlen("probe"), &number) || number < 1 ||
	    number > HIL_CHANNELS_MAX)
		return bad_value(p, key, value);
	snprintf(fallback, sizeof(fallback), "D%u", (unsigned int)number - 1);
	if (hil_channels_add(&p->m->channels, (unsigned int)number - 1,
			     value[0] ? value : fallback))
		return bad_value(p, key, value);
	return 0;
}

static int set_key(struct parser *p, const char *key, const char *value)
{
	struct hil_sr_metadata *m = p->m;
	uint64_t number;

	if (!strcmp(key, "capturefile")) {
		if (!value[0] || strlen(value) >= sizeof(m->capturefile))
			return bad_value(p, key, value);
		strcpy(m->capturefile, value);
		return 0;
	}
	if (!strcmp(key, "samplerate")) {
		/* "0" and "0 Hz" stand for unknown */
		if (value[0] == '0')
			return 0;
		if (hil_number_rate(value, &m->samplerate_hz))
			return bad_value(p, key, value);
		return 0;
	}
	if (!strcmp(key, "unitsize")) {
		if (hil_number_u64(value, &number) || number < 1 ||
		    number > HIL_EDGE_UNIT_MAX)
			return bad_value(p, key, value);
		m->unit = (unsigned int)number;
		return 0;
	}
	if (!strcmp(key, "total probes")) {
		if (hil_number_u64(value, &p->probes) ||
		    p->probes > HIL_CHANNELS_MAX)
			return bad_value(p, key, value);
		return 0;
	}
	if (!strncmp(key, "probe", strlen("probe")))
		return set_name(p, key, value);
	return 0;
}

static char *trim(char *text)
{
	size_t n;

	while (*text == ' ' || *text == '\t')
		text++;
	n = strlen(text);
	while (n && (text[n - 1] == ' ' || text[n - 1] == '\t' ||
		     text[n - 1] == '\r'))
		text[--n] = '\0';
	return text;
}

static int parse_line(struct parser *p, char *text)
{
	char *line = trim(text);
	char *equals;

	if (!*line || *line == '#' || *line == ';')
		return 0;
	if (*line == '[') {
		p->have_device |= p->m->capturefile[0] != '\0';
		p->in_device = !strncmp(line, "[device ", 8);
		return 0;
	}
	equals = strchr(line, '=');
	if (!equals)
		return hil_fault_set(p->fault, -EBADMSG,
				     "metadata line %u is not key=value: "
				     "%.40s",
				     p->line, line);
	*equals = '\0';
	/* the first device with logic samples is the capture */
	if (!p->in_device || p->have_device)
		return 0;
	return set_key(p, trim(line), trim(equals + 1));
}

/* Numbers that depend on each other, once all lines are known. */
static int check(struct parser *p)
{
	struct hil_sr_metadata *m = p->m;

	if (!m->capturefile[0])
		return hil_fault_set(p->fault, -EBADMSG,
				     "it holds no logic samples (no "
				     "capturefile in its metadata)");
	if (!m->unit)
		m->unit = p->probes ? (unsigned int)(p->probes + 7) / 8 : 1;
	for (size_t i = 0; i < m->channels.count; i++)
		if (m->channels.item[i].index >= 8 * m->unit)
			return hil_fault_set(
				p->fault, -EINVAL,
				"metadata names channel %u, but a sample has "
				"only %u bits",
				m->channels.item[i].index + 1, 8 * m->unit);
	return 0;
}

int hil_sr_metadata_parse(char *text, size_t length, struct hil_sr_metadata *m,
			  struct hil_fault *fault)
{
	struct parser p = { .m = m, .fault = fault };
	char *end = text + length;
	int ret = 0;

	*m = (struct hil_sr_metadata){ 0 };
	if (memchr(text, '\0', length))
		return hil_fault_set(fault, -EBADMSG,
				     "its metadata is not text");
	while (text < end && !ret) {
		char *newline = memchr(text, '\n', (size_t)(end - text));

		/* text[length] is the caller's, for the terminator */
		if (!newline)
			newline = end;
		*newline = '\0';
		p.line++;
		ret = parse_line(&p, text);
		text = newline + 1;
	}
	return ret ? ret : check(&p);
}
