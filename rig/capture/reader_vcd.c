/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Value change dumps. The timescale is the sample rate, unless the file comes
 * from sigrok and all its times are those of the rate it names. A wanted
 * channel that is x or z was not seen: that interval becomes a gap.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/number.h"
#include "rig/capture/reader_private.h"
#include "rig/capture/text_input.h"
#include "rig/capture/tick.h"
#include "rig/capture/vcd_header.h"
#include "rig/capture/vcd_values.h"

struct vcd {
	struct hil_text_input in;
	struct hil_vcd_header header;
	struct hil_tick tick;
	struct hil_vcd_values values;
	uint64_t time;   /* in ticks, of the changes being read */
	uint64_t sample; /* the same */
	bool have_time;
	bool changed; /* since that time mark */
	bool started; /* LEVELS or a gap stands at the beginning */
	bool in_gap;
	uint64_t gap_first;
};

static bool looks_like(const struct hil_reader_look *look)
{
	static const char *const words[] = { "$date",    "$version",
					     "$comment", "$timescale",
					     "$scope",   "$var" };
	size_t i = 0;

	while (i < look->length &&
	       (look->head[i] == ' ' || look->head[i] == '\t' ||
		look->head[i] == '\r' || look->head[i] == '\n'))
		i++;
	for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
		size_t n = strlen(words[k]);

		if (look->length - i >= n &&
		    !memcmp(look->head + i, words[k], n))
			return true;
	}
	return !strcmp(look->suffix, "vcd");
}

static int bad(struct hil_reader *r, const char *what)
{
	struct vcd *v = r->own;

	return hil_fault_set(r->fault, -EBADMSG,
			     "cannot read all of %s: line %" PRIu64 ": %s",
			     r->options.path, v->in.line + 1, what);
}

/*
 * Whether all times are multiples of the period that sigrok names: VCD files
 * edited or joined by hand need not be.
 */
static bool all_times_fit(struct hil_reader *r, struct vcd *v)
{
	struct hil_text_input *in = malloc(sizeof(*in));
	bool fit = true;
	char *word;

	if (!in)
		return false;
	hil_text_input_init(in, r->fd, hil_text_input_place(&v->in), 0);
	while (fit && hil_text_word(in, &word) == 1) {
		uint64_t time, sample;

		if (word[0] == '#')
			fit = !hil_number_u64(word + 1, &time) &&
			      !hil_tick_sample(&v->tick, time, &sample);
	}
	free(in);
	return fit;
}

static int choose_rate(struct hil_reader *r, struct vcd *v)
{
	struct hil_vcd_header *h = &v->header;
	uint64_t asked = r->options.samplerate_hz;

	r->info.rate_num = h->rate_num;
	r->info.rate_den = h->rate_den;
	/* sigrok rounds each time to a tick, one more for other tools */
	v->tick =
		(struct hil_tick){ .tick_num = h->rate_num,
				   .tick_den = h->rate_den,
				   .rate_hz = asked ? asked : h->samplerate_hz,
				   .slack = 1 };
	if (!v->tick.rate_hz)
		return 0;
	if (v->tick.rate_hz > h->rate_num / h->rate_den) {
		if (asked)
			return hil_fault_set(r->fault, -EINVAL,
					     "cannot read %s at %" PRIu64
					     " Hz: its timescale is coarser",
					     r->options.path, asked);
		v->tick.rate_hz = 0;
		return 0;
	}
	if (!asked && !all_times_fit(r, v)) {
		v->tick.rate_hz = 0;
		return 0;
	}
	r->info.rate_num = v->tick.rate_hz;
	r->info.rate_den = 1;
	return 0;
}

static int open_vcd(struct hil_reader *r)
{
	struct vcd *v = calloc(1, sizeof(*v));
	struct hil_fault inner = { "" };
	int ret;

	r->own = v;
	if (!v)
		return hil_fault_set(r->fault, -ENOMEM,
				     "cannot read %s: no memory",
				     r->options.path);
	hil_text_input_init(&v->in, r->fd, 0, 0);
	ret = hil_vcd_header_read(&v->in, &v->header, &inner);
	if (!ret)
		ret = hil_vcd_header_channels(&v->header, r->options.channels,
					      &r->info.channels, &inner);
	if (ret)
		return hil_fault_set(r->fault, ret, "cannot read %s: %s",
				     r->options.path, inner.text);
	hil_vcd_values_init(&v->values, &v->header);
	r->info.unit = HIL_EDGE_UNIT_MAX;
	return choose_rate(r, v);
}

/* All changes of one time are known: hand them on. */
static int apply(struct hil_reader *r, struct vcd *v)
{
	const struct hil_sample *want = &r->info.wanted;
	bool unknown = (want->word[0] & ~v->values.known.word[0]) ||
		       (want->word[1] & ~v->values.known.word[1]);
	int ret = 0;

	if (unknown) {
		if (!v->in_gap)
			v->gap_first = v->sample;
		v->in_gap = true;
		v->started = true;
		return 0;
	}
	if (v->started && !v->in_gap)
		return hil_stream_change(r->stream, v->sample,
					 &v->values.level);
	if (v->in_gap)
		ret = hil_stream_gap(r->stream, v->gap_first, v->sample);
	v->in_gap = false;
	v->started = true;
	return ret ? ret
		   : hil_stream_levels(r->stream, v->sample, &v->values.level);
}

/* The part of an open gap that lies behind us. */
static int close_gap(struct hil_reader *r, struct vcd *v)
{
	int ret;

	if (!v->in_gap || v->gap_first >= v->sample)
		return 0;
	ret = hil_stream_gap(r->stream, v->gap_first, v->sample);
	v->gap_first = v->sample;
	return ret;
}

static int set_time(struct hil_reader *r, struct vcd *v, const char *text)
{
	uint64_t time, sample;
	int ret = 0;

	if (hil_number_u64(text, &time))
		return bad(r, "a time is not a number");
	if (v->have_time && time < v->time)
		return bad(r, "time goes back");
	ret = hil_tick_sample(&v->tick, time, &sample);
	if (ret == -EDOM)
		return bad(r, "this time is not that of a sample at the rate "
			      "given; leave out --samplerate");
	if (ret)
		return bad(r, "the time is too large");
	if (v->changed)
		ret = apply(r, v);
	v->changed = false;
	v->have_time = true;
	v->time = time;
	v->sample = sample;
	if (!ret && v->started)
		hil_stream_advance(r->stream, sample);
	return ret;
}

static int skip_comment(struct hil_reader *r, struct vcd *v)
{
	char *word;
	int ret;

	do {
		ret = hil_text_word(&v->in, &word);
	} while (ret == 1 && strcmp(word, "$end"));
	return ret == 1 ? 0 : bad(r, "the file ends within a comment");
}

/* "b0101 !": the short name is a word of its own. */
static int set_vector(struct hil_reader *r, struct vcd *v, const char *word)
{
	/* as wide as a variable may be; longer ones are cut at the left */
	char value[4097];
	size_t length = strlen(word + 1);
	size_t cut = length >= sizeof(value) ? length - sizeof(value) + 1 : 0;
	bool is_bits = word[0] == 'b' || word[0] == 'B';
	char *id;

	memcpy(value, word + 1 + cut, length - cut + 1);
	if (hil_text_word(&v->in, &id) != 1)
		return bad(r, "the file ends within a value");
	if (is_bits)
		hil_vcd_values_set(&v->values, id, value, length - cut);
	v->changed |= is_bits;
	return 0;
}

static int take_word(struct hil_reader *r, struct vcd *v, char *word)
{
	switch (word[0]) {
	case '#':
		return set_time(r, v, word + 1);
	case '0':
	case '1':
	case 'x':
	case 'X':
	case 'z':
	case 'Z':
		if (!word[1])
			return bad(r, "a value has no variable");
		hil_vcd_values_set(&v->values, word + 1, word, 1);
		v->changed = true;
		return 0;
	case 'b':
	case 'B':
	case 'r':
	case 'R':
	case 's':
		return set_vector(r, v, word);
	case '$':
		if (!strcmp(word, "$comment"))
			return skip_comment(r, v);
		return 0; /* $dumpvars and the like: values follow */
	default:
		return bad(r, "this is neither a time nor a value");
	}
}

/* Last changes, last gap, last COVER; also before a damage is reported. */
static int finish(struct hil_reader *r, struct vcd *v)
{
	int ret = 0;

	if (v->changed) {
		ret = apply(r, v);
		v->changed = false;
		v->sample++;
	}
	if (!ret)
		ret = close_gap(r, v);
	if (ret)
		return ret;
	hil_stream_advance(r->stream, v->sample);
	return hil_reader_progress(r, UINT64_MAX);
}

static int run(struct hil_reader *r)
{
	struct vcd *v = r->own;
	uint64_t place = hil_text_input_place(&v->in);
	char *word;
	int ret;

	while ((ret = hil_text_word(&v->in, &word)) == 1) {
		uint64_t now;

		ret = take_word(r, v, word);
		if (ret)
			break;
		now = hil_text_input_place(&v->in);
		if (now - place < HIL_READER_COVER_BYTES)
			continue;
		place = now;
		ret = close_gap(r, v);
		if (!ret)
			ret = hil_reader_progress(r, UINT64_MAX);
		if (ret)
			break;
	}
	if (ret == -EBADMSG && !r->fault->text[0])
		bad(r, "a word is too long or not text");
	if (!ret || ret == -EBADMSG) {
		int last = finish(r, v);

		ret = ret ? ret : last;
	}
	if (!ret && !v->started)
		ret = bad(r, "it holds no values");
	return ret;
}

static void close_vcd(struct hil_reader *r)
{
	struct vcd *v = r->own;

	if (v)
		free(v->header.variable);
	free(v);
}

const struct hil_reader_ops hil_reader_vcd = { .format = "vcd",
					       .looks_like = looks_like,
					       .open = open_vcd,
					       .run = run,
					       .close = close_vcd };
