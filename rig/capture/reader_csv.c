/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * CSV captures. Without a time column a row is a sample; with one, a row is
 * the state from that time on, and nanoseconds (or picoseconds) are the sample
 * rate, unless sigrok's comment or --samplerate names it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rig/capture/csv_header.h"
#include "rig/capture/csv_time.h"
#include "rig/capture/reader_private.h"
#include "rig/capture/text_input.h"
#include "rig/capture/tick.h"

struct csv {
	struct hil_text_input in;
	struct hil_csv_header header;
	uint64_t line_at; /* place of the line last read */
	uint64_t rows_at; /* place of the first row */
	uint64_t rows_line;
	struct hil_tick tick;
	int exponent;    /* of hil_csv_time_parse() */
	int64_t origin;  /* ticks of sample 0 */
	uint64_t period; /* sigrok 0.5: ticks a sample, cut; 0: other */
	uint64_t next;   /* least sample of the next row */
	bool started;
};

/* Text with separators and no control characters. */
static bool looks_like(const struct hil_reader_look *look)
{
	size_t separators = 0;

	for (size_t i = 0; i < look->length; i++) {
		uint8_t c = look->head[i];

		if (c < 9 || (c > 13 && c < 32))
			return false;
		separators += c == ',' || c == ';' || c == '\t';
	}
	return separators || !strcmp(look->suffix, "csv");
}

static int bad(struct hil_reader *r, const char *what, const char *value)
{
	struct csv *c = r->own;

	return hil_fault_set(r->fault, -EBADMSG,
			     "cannot read all of %s: line %" PRIu64
			     ": %s%s%.40s",
			     r->options.path, c->in.line, what,
			     value ? " " : "", value ? value : "");
}

/* The next line that is neither empty nor a comment. */
static int next_line(struct hil_reader *r, struct csv *c, char **line)
{
	int ret;

	for (;;) {
		c->line_at = hil_text_input_place(&c->in);
		ret = hil_text_line(&c->in, line);
		if (ret != 1)
			break;
		if (hil_csv_is_comment(*line))
			hil_csv_header_comment(&c->header, *line);
		else if (**line)
			break;
	}
	if (ret < 0)
		return bad(r, "too long, or not text", NULL);
	return ret;
}

/* Time of the first row; it decides the resolution and the dialect. */
static int look_at_first_time(struct hil_reader *r, struct csv *c,
			      const char *text)
{
	struct hil_csv_header *h = &c->header;
	uint64_t rate = r->options.samplerate_hz;
	uint64_t resolution = 1000000000;
	int decimals;
	int64_t first;

	if (h->samplerate_hz && !h->time_unit_known)
		/* sigrok scales by thousands to above the rate */
		for (uint64_t s = 1; s < h->samplerate_hz && s < 1000000000000;
		     s *= 1000)
			h->time_exponent -= 3;
	c->exponent = 9 + h->time_exponent;
	if (hil_csv_time_parse(text, c->exponent, &first, &decimals))
		return bad(r, "not a time in seconds:", text);
	if (decimals - h->time_exponent > 9) {
		resolution = 1000000000000;
		c->exponent = 12 + h->time_exponent;
		if (hil_csv_time_parse(text, c->exponent, &first, &decimals))
			return bad(r, "not a time in seconds:", text);
	}
	if (!rate)
		rate = h->samplerate_hz;
	c->tick = (struct hil_tick){ .tick_num = resolution,
				     .tick_den = 1,
				     .rate_hz = rate,
				     .slack = 2 };
	/* tools cut or round the last digit that they write */
	for (int i = decimals; i < c->exponent; i++)
		c->tick.slack *= 10;
	c->origin = first < 0 ? first : 0;
	if (h->samplerate_hz && first > 0) {
		/* sigrok 0.5 adds up periods cut to whole units, from one */
		uint64_t unit = 1;

		for (int i = 0; i < c->exponent; i++)
			unit *= 10;
		c->period = resolution / unit / h->samplerate_hz * unit;
		if ((uint64_t)first != c->period)
			c->period = 0;
	}
	r->info.rate_num = rate ? rate : resolution;
	r->info.rate_den = 1;
	return 0;
}

static int choose_rate(struct hil_reader *r, struct csv *c)
{
	struct hil_csv_header *h = &c->header;
	char *field[HIL_CSV_COLUMNS_MAX];
	char *line;
	int ret;

	hil_text_input_init(&c->in, r->fd, c->rows_at, c->rows_line);
	ret = next_line(r, c, &line);
	if (ret < 0)
		return ret;
	if (ret == 0)
		return bad(r, "there are no rows", NULL);
	if (h->time_column >= 0) {
		if (hil_csv_split(line, h->separator, field,
				  HIL_CSV_COLUMNS_MAX) < 1)
			return bad(r, "too many columns", NULL);
		ret = look_at_first_time(r, c, field[h->time_column]);
	} else {
		r->info.rate_num = r->options.samplerate_hz
					   ? r->options.samplerate_hz
					   : h->samplerate_hz;
		r->info.rate_den = 1;
		ret = r->info.rate_num ? 0 : hil_reader_no_rate(r);
	}
	hil_text_input_init(&c->in, r->fd, c->rows_at, c->rows_line);
	return ret;
}

static int open_csv(struct hil_reader *r)
{
	struct csv *c = calloc(1, sizeof(*c));
	struct hil_fault inner = { "" };
	char *line;
	int ret;

	r->own = c;
	if (!c)
		return hil_fault_set(r->fault, -ENOMEM,
				     "cannot read %s: no memory",
				     r->options.path);
	hil_text_input_init(&c->in, r->fd, 0, 0);
	ret = next_line(r, c, &line);
	if (ret < 0)
		return ret;
	if (ret == 0)
		return bad(r, "there are no rows", NULL);
	c->rows_at = c->line_at;
	ret = hil_csv_header_labels(&c->header, line, &inner);
	if (ret)
		return bad(r, inner.text, NULL);
	c->rows_line = c->in.line - 1;
	if (c->header.has_labels) {
		c->rows_at = hil_text_input_place(&c->in);
		c->rows_line = c->in.line;
	}
	r->info.channels = c->header.channels;
	r->info.unit = HIL_EDGE_UNIT_MAX;
	return choose_rate(r, c);
}

static int row_sample(struct hil_reader *r, struct csv *c, const char *text,
		      uint64_t *sample)
{
	int64_t ticks;
	int decimals;

	if (hil_csv_time_parse(text, c->exponent, &ticks, &decimals))
		return bad(r, "not a time in seconds:", text);
	if (ticks < c->origin)
		return bad(r, "time goes back:", text);
	ticks -= c->origin;
	if (c->period) {
		*sample = (uint64_t)ticks / c->period;
		if (*sample * c->period != (uint64_t)ticks || !*sample)
			return bad(r, "not a time of this sample rate:", text);
		--*sample;
		return 0;
	}
	switch (hil_tick_sample(&c->tick, (uint64_t)ticks, sample)) {
	case 0:
		return 0;
	case -EDOM:
		return bad(r,
			   "not a time of a sample at the rate given; leave "
			   "out --samplerate:",
			   text);
	default:
		return bad(r, "the time is too large:", text);
	}
}

static int row_level(struct hil_reader *r, struct csv *c, char *field[],
		     struct hil_sample *level)
{
	for (unsigned int i = 0; i < c->header.columns; i++) {
		int channel = c->header.channel[i];

		if (channel < 0 ||
		    !hil_sample_bit(&r->info.wanted, (unsigned int)channel))
			continue;
		if ((field[i][0] != '0' && field[i][0] != '1') || field[i][1])
			return bad(r, "neither 0 nor 1:", field[i]);
		hil_sample_put(level, (unsigned int)channel,
			       field[i][0] == '1');
	}
	return 0;
}

static int take_row(struct hil_reader *r, struct csv *c, char *line)
{
	char *field[HIL_CSV_COLUMNS_MAX];
	struct hil_sample level = { { 0, 0 } };
	int columns = hil_csv_split(line, c->header.separator, field,
				    HIL_CSV_COLUMNS_MAX);
	uint64_t sample = c->next;
	int ret = 0;

	if (columns != (int)c->header.columns)
		return bad(r, "its columns are not those of the first line",
			   NULL);
	if (c->header.time_column >= 0)
		ret = row_sample(r, c, field[c->header.time_column], &sample);
	if (!ret && sample < c->next)
		/* rows closer than a sample: the later state counts */
		ret = sample + 1 == c->next ? 0
					    : bad(r, "time goes back:",
						  field[c->header.time_column]);
	if (!ret)
		ret = row_level(r, c, field, &level);
	if (ret)
		return ret;
	c->next = sample + 1;
	if (c->started)
		return hil_stream_change(r->stream, sample, &level);
	c->started = true;
	ret = hil_stream_levels(r->stream, sample, &level);
	hil_stream_advance(r->stream, sample + 1);
	return ret;
}

static int run(struct hil_reader *r)
{
	struct csv *c = r->own;
	char *line;
	int ret;

	while ((ret = next_line(r, c, &line)) == 1) {
		size_t length = strlen(line) + 1;

		ret = take_row(r, c, line);
		if (!ret)
			ret = hil_reader_progress(r, length);
		if (ret)
			break;
	}
	if (!ret || ret == -EBADMSG) {
		int last = hil_reader_progress(r, UINT64_MAX);

		ret = ret ? ret : last;
	}
	return ret;
}

static void close_csv(struct hil_reader *r)
{
	free(r->own);
}

const struct hil_reader_ops hil_reader_csv = { .format = "csv",
					       .looks_like = looks_like,
					       .open = open_csv,
					       .run = run,
					       .close = close_csv };
