/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The dialects of CSV captures. sigrok-cli: comments with samplerate and
 * channel names, then units ("nanoseconds,logic,logic") or names. Saleae:
 * "Time [s],Channel 0,…" and no comments.
 */
#include "rig/capture/csv_header.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/number.h"

/* sigrok-cli puts "META samplerate: 1000000" into the output of a stream. */
static const char meta[] = "META ";

bool hil_csv_is_comment(const char *line)
{
	return line[0] == ';' || line[0] == '#' ||
	       !strncmp(line, meta, strlen(meta));
}

/* "Channels (4/13): D0, D1" */
static void read_listed(struct hil_csv_header *h, const char *text)
{
	const char *colon = strchr(text, ':');

	if (!colon)
		return;
	text = colon + 1;
	h->listed.count = 0;
	while (*text) {
		char name[HIL_CHANNEL_NAME_MAX];
		size_t n;

		text += strspn(text, " ,");
		n = strcspn(text, ",");
		if (!n)
			break;
		snprintf(name, sizeof(name), "%.*s",
			 (int)(n < sizeof(name) ? n : sizeof(name) - 1), text);
		if (hil_channels_add(&h->listed, (unsigned int)h->listed.count,
				     name))
			break;
		text += n;
	}
}

void hil_csv_header_comment(struct hil_csv_header *h, const char *line)
{
	static const char rate[] = "Samplerate:";
	const char *text = line + (*line == *meta ? strlen(meta) : 1);
	uint64_t hz;

	text += strspn(text, " ");
	if (!strncasecmp(text, rate, strlen(rate))) {
		text += strlen(rate);
		text += strspn(text, " ");
		if (!hil_number_rate(text, &hz))
			h->samplerate_hz = hz;
	} else if (!strncmp(text, "Channels (", strlen("Channels ("))) {
		read_listed(h, text);
	}
}

int hil_csv_split(char *line, char separator, char *field[], unsigned int max)
{
	unsigned int n = 0;

	for (;;) {
		char *end = strchr(line, separator);
		char *stop = end ? end : line + strlen(line);

		if (n == max)
			return -EBADMSG;
		while (*line == ' ' || *line == '\t')
			line++;
		while (stop > line && (stop[-1] == ' ' || stop[-1] == '\t'))
			stop--;
		*stop = '\0';
		if (stop - line >= 2 && *line == '"' && stop[-1] == '"') {
			stop[-1] = '\0';
			line++;
		}
		field[n++] = line;
		if (!end)
			return (int)n;
		line = end + 1;
	}
}

static char find_separator(const char *line)
{
	static const char candidates[] = { ',', ';', '\t' };
	char best = ',';
	size_t most = 0;

	for (size_t i = 0; i < sizeof(candidates); i++) {
		size_t n = 0;

		for (const char *c = line; *c; c++)
			n += *c == candidates[i];
		if (n > most) {
			most = n;
			best = candidates[i];
		}
	}
	return best;
}

/* The unit in a label: "Time [ms]", "Time[s]", sigrok's "nanoseconds". */
static bool read_time_label(struct hil_csv_header *h, const char *label)
{
	static const struct {
		const char *word;
		int exponent;
	} units[] = { { "seconds", 0 },       { "milliseconds", -3 },
		      { "microseconds", -6 }, { "nanoseconds", -9 },
		      { "picoseconds", -12 }, { "[s]", 0 },
		      { "[ms]", -3 },         { "[us]", -6 },
		      { "[ns]", -9 },         { "[ps]", -12 } };
	const char *bracket = strchr(label, '[');

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcasecmp(bracket ? bracket : label, units[i].word)) {
			h->time_exponent = units[i].exponent;
			h->time_unit_known = true;
			break;
		}
	return h->time_unit_known || !strncasecmp(label, "time", 4);
}

static bool is_number(const char *text)
{
	double value;

	return !hil_number_double(text, &value);
}

/*
 * Names of columns: the label, or for sigrok's labels by unit ("logic") the
 * name listed above. What is no logic channel has none.
 */
static int name_columns(struct hil_csv_header *h, char *field[],
			struct hil_fault *fault)
{
	bool by_unit = false;
	size_t next = 0;

	for (unsigned int i = 0; i < h->columns; i++)
		by_unit |= !strcmp(field[i], "logic");
	for (unsigned int i = 0; i < h->columns; i++) {
		const char *name = field[i];
		unsigned int index = (unsigned int)h->channels.count;

		h->channel[i] = -1;
		if ((int)i == h->time_column || !strcmp(name, "Trigger"))
			continue;
		if (by_unit || !h->has_labels) {
			char plain[16];
			size_t at = next++;

			if (by_unit && strcmp(name, "logic"))
				continue;
			snprintf(plain, sizeof(plain), "D%u", index);
			name = at < h->listed.count ? h->listed.item[at].name
						    : plain;
			if (hil_channels_add(&h->channels, index, name))
				goto full;
		} else if (hil_channels_add(&h->channels, index, name)) {
			goto full;
		}
		h->channel[i] = (int16_t)index;
	}
	return 0;
full:
	return hil_fault_set(fault, -EBADMSG, "it has more than %u channels",
			     HIL_CHANNELS_MAX);
}

int hil_csv_header_labels(struct hil_csv_header *h, char *line,
			  struct hil_fault *fault)
{
	char *field[HIL_CSV_COLUMNS_MAX] = { NULL };
	int columns;

	h->separator = find_separator(line);
	columns = hil_csv_split(line, h->separator, field, HIL_CSV_COLUMNS_MAX);
	if (columns < 0)
		return hil_fault_set(fault, columns,
				     "it has more than %u columns",
				     HIL_CSV_COLUMNS_MAX);
	h->columns = (unsigned int)columns;
	h->time_column = -1;
	h->has_labels = false;
	for (unsigned int i = 0; i < h->columns; i++)
		h->has_labels |= !is_number(field[i]);
	if (h->has_labels && read_time_label(h, field[0]))
		h->time_column = 0;
	/* no labels: a first column that is no level is a time */
	if (!h->has_labels && strcmp(field[0], "0") && strcmp(field[0], "1"))
		h->time_column = 0;
	if (!h->has_labels && strchr(field[0], '.'))
		h->time_column = 0;
	return name_columns(h, field, fault);
}
