/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The declarations of a VCD file. */
#include "rig/capture/vcd_header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/number.h"

struct parser {
	struct hil_text_input *in;
	struct hil_vcd_header *h;
	struct hil_fault *fault;
};

static int bad(struct parser *p, const char *what)
{
	return hil_fault_set(p->fault, -EBADMSG, "line %llu: %s",
			     (unsigned long long)p->in->line + 1, what);
}

/* The next word of a declaration; its end is -EBADMSG here. */
static int expect(struct parser *p, char **word)
{
	int ret = hil_text_word(p->in, word);

	if (ret == 0)
		return bad(p, "the file ends within a declaration");
	if (ret < 0)
		return bad(p, "a word is too long or not text");
	return 0;
}

static int skip_to_end(struct parser *p)
{
	char *word;
	int ret;

	do {
		ret = expect(p, &word);
	} while (!ret && strcmp(word, "$end"));
	return ret;
}

/* sigrok: "Acquisition with 4/13 channels at 24 MHz" */
static int read_comment(struct parser *p)
{
	char text[64] = "";
	bool at = false;
	char *word;
	int ret;

	for (;;) {
		ret = expect(p, &word);
		if (ret || !strcmp(word, "$end"))
			break;
		if (at && strlen(text) + strlen(word) < sizeof(text))
			strcat(text, word);
		if (!strcmp(word, "at")) {
			at = true;
			text[0] = '\0';
		}
	}
	if (!ret && at && hil_number_rate(text, &p->h->samplerate_hz))
		p->h->samplerate_hz = 0;
	return ret;
}

/* "1 ns" or "1ns" to ticks a second. */
static int read_timescale(struct parser *p)
{
	static const struct {
		const char *unit;
		uint64_t per_second;
	} units[] = { { "s", 1 },
		      { "ms", 1000 },
		      { "us", 1000000 },
		      { "ns", 1000000000 },
		      { "ps", 1000000000000 },
		      { "fs", 1000000000000000 } };
	char text[32] = "";
	uint64_t number = 0;
	const char *unit;
	char *word;
	int ret;

	for (;;) {
		ret = expect(p, &word);
		if (ret)
			return ret;
		if (!strcmp(word, "$end"))
			break;
		if (strlen(text) + strlen(word) >= sizeof(text))
			return bad(p, "the timescale is not one");
		strcat(text, word);
	}
	for (unit = text; *unit >= '0' && *unit <= '9' && number < 1000; unit++)
		number = number * 10 + (uint64_t)(*unit - '0');
	if (number != 1 && number != 10 && number != 100)
		return bad(p, "the timescale is not 1, 10 or 100 of a unit");
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(unit, units[i].unit)) {
			uint64_t rate = units[i].per_second;

			p->h->rate_num = rate >= number ? rate / number : 1;
			p->h->rate_den = rate >= number ? 1 : number / rate;
			return 0;
		}
	return bad(p, "the timescale has no unit from s to fs");
}

static struct hil_vcd_variable *new_variable(struct hil_vcd_header *h)
{
	if (h->count == h->room) {
		size_t room = h->room ? 2 * h->room : 64;
		void *more = realloc(h->variable, room * sizeof(*h->variable));

		if (!more)
			return NULL;
		h->variable = more;
		h->room = room;
	}
	h->variable[h->count] = (struct hil_vcd_variable){ .step = -1 };
	return &h->variable[h->count];
}

/* The words after a name: "[7:0]", "[3]", or nothing; then $end. */
static int read_range(struct parser *p, struct hil_vcd_variable *v)
{
	char *word;
	int ret = expect(p, &word);
	int high, low;

	if (ret || !strcmp(word, "$end"))
		return ret;
	/* six digits: more could overflow, and no tool writes them */
	if (sscanf(word, "[%6d:%6d]", &high, &low) == 2) {
		v->high = high;
		v->step = low > high ? 1 : -1;
	} else if (strlen(v->name) + strlen(word) < sizeof(v->name)) {
		strcat(v->name, word);
	}
	return skip_to_end(p);
}

/* $var wire 1 ! D0 $end */
static int read_variable(struct parser *p)
{
	struct hil_vcd_variable *v;
	bool is_logic;
	uint64_t width;
	char *word;
	int ret = expect(p, &word);

	if (ret)
		return ret;
	is_logic = strcmp(word, "real") && strcmp(word, "realtime") &&
		   strcmp(word, "string") && strcmp(word, "event");
	if (p->h->count == HIL_VCD_VARIABLES_MAX)
		return hil_fault_set(p->fault, -EFBIG,
				     "it declares more than %u variables",
				     HIL_VCD_VARIABLES_MAX);
	v = new_variable(p->h);
	if (!v)
		return hil_fault_set(p->fault, -ENOMEM, "no memory");
	ret = expect(p, &word);
	if (ret)
		return ret;
	if (hil_number_u64(word, &width) || width < 1 || width > 4096)
		return bad(p, "a variable is not 1 to 4096 bits wide");
	v->width = (unsigned int)width;
	v->high = (int)width - 1;
	ret = expect(p, &word);
	if (ret)
		return ret;
	if (strlen(word) > HIL_VCD_ID_MAX)
		return bad(p, "the short name of a variable is too long");
	strcpy(v->id, word);
	ret = expect(p, &word);
	if (ret)
		return ret;
	snprintf(v->name, sizeof(v->name), "%.*s", (int)sizeof(v->name) - 1,
		 word);
	ret = read_range(p, v);
	if (!ret && is_logic)
		p->h->count++;
	return ret;
}

/* sigrok-cli puts "META samplerate: 1000000" before the VCD of a stream; the
 * time scale says as much. */
static int skip_meta(struct parser *p)
{
	char *word;
	int ret = expect(p, &word);

	return ret ? ret : expect(p, &word);
}

int hil_vcd_header_read(struct hil_text_input *in, struct hil_vcd_header *h,
			struct hil_fault *fault)
{
	struct parser p = { .in = in, .h = h, .fault = fault };
	char *word;
	int ret;

	for (;;) {
		ret = expect(&p, &word);
		if (ret)
			return ret;
		if (!strcmp(word, "$enddefinitions"))
			break;
		if (!strcmp(word, "$timescale"))
			ret = read_timescale(&p);
		else if (!strcmp(word, "$comment"))
			ret = read_comment(&p);
		else if (!strcmp(word, "$var"))
			ret = read_variable(&p);
		else if (word[0] == '$')
			ret = skip_to_end(&p);
		else if (!strcmp(word, "META"))
			ret = skip_meta(&p);
		else
			ret = bad(&p, "this is not a VCD declaration");
		if (ret)
			return ret;
	}
	ret = skip_to_end(&p);
	if (!ret && !h->rate_num)
		ret = bad(&p, "there is no $timescale");
	return ret;
}

/* Any bit of it is in the user's list. */
static bool is_mentioned(const struct hil_vcd_variable *v, const char *wanted)
{
	char name[HIL_CHANNEL_NAME_MAX + 16];

	if (v->width == 1)
		return hil_channels_mention(wanted, v->name);
	for (unsigned int i = 0; i < v->width; i++) {
		snprintf(name, sizeof(name), "%s[%d]", v->name,
			 v->high + (int)i * v->step);
		if (hil_channels_mention(wanted, name))
			return true;
	}
	return false;
}

static int add_bits(struct hil_vcd_variable *v, struct hil_channels *list)
{
	v->channel = (unsigned int)list->count;
	if (v->width == 1)
		return hil_channels_add(list, v->channel, v->name);
	for (unsigned int i = 0; i < v->width; i++) {
		char name[HIL_CHANNEL_NAME_MAX + 16];
		int ret;

		snprintf(name, sizeof(name), "%s[%d]", v->name,
			 v->high + (int)i * v->step);
		ret = hil_channels_add(list, v->channel + i, name);
		if (ret)
			return ret;
	}
	return 0;
}

int hil_vcd_header_channels(struct hil_vcd_header *h, const char *wanted,
			    struct hil_channels *list, struct hil_fault *fault)
{
	uint64_t bits = 0;
	size_t kept = 0;

	for (size_t i = 0; i < h->count; i++)
		bits += h->variable[i].width;
	if (bits > HIL_CHANNELS_MAX && !wanted)
		return hil_fault_set(fault, -EFBIG,
				     "it has %llu channels: name the ones to "
				     "look at, at most %u",
				     (unsigned long long)bits,
				     HIL_CHANNELS_MAX);
	for (size_t i = 0; i < h->count; i++) {
		struct hil_vcd_variable *v = &h->variable[i];

		if (bits > HIL_CHANNELS_MAX && !is_mentioned(v, wanted))
			continue;
		if (add_bits(v, list))
			return hil_fault_set(fault, -EFBIG,
					     "more than %u channels are named",
					     HIL_CHANNELS_MAX);
		h->variable[kept++] = *v;
	}
	h->count = kept;
	return 0;
}
