/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sound card's words, the lines to its program, the lines back, and samples:
 * the first byte chooses. Samples make edges in order, whatever they are.
 */
#include "tests/fuzz/fuzz.h"

#include "daemon/link/record.h"
#include "rig/audio/play_command.h"
#include "rig/audio/scope.h"
#include "rig/audio/words.h"
#include "rig/instrument/audio_child.h"

#define PAIRS 4

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	uint64_t *floor = context, sample;

	/* each begins with a sample index but for edges, which are packed */
	for (size_t i = 0; i < length; i += sizeof(sample)) {
		memcpy(&sample, (const uint8_t *)payload + i, sizeof(sample));
		if (type == HIL_RECORD_EDGES)
			sample = hil_edge_sample(sample);
		if (sample < *floor)
			abort();
		*floor = sample;
		if (type != HIL_RECORD_EDGES)
			break;
	}
	return 0;
}

static void read_samples(const uint8_t *data, size_t size)
{
	static const struct hil_sample wanted = { { 3, 0 } };
	static struct hil_stream stream;
	struct hil_audio_scope scope;
	uint64_t floor = 0;
	struct hil_emit emit = { take, &floor };

	if (hil_stream_init(&stream, &emit, sizeof(wanted), &wanted))
		abort();
	hil_audio_scope_init(&scope, &stream, 48000, 0.05);
	for (; size >= 9; data += 9, size -= 9) {
		float pair[2];

		memcpy(pair, data + 1, sizeof(pair));
		/* a level lasts some samples, so that there are steps */
		for (unsigned int i = 0; i < PAIRS + data[0] % 32u; i++)
			if (hil_audio_scope_add(&scope, pair, 1))
				abort();
		if (data[0] == 255 && hil_audio_scope_gap(&scope, data[1]))
			abort();
		if (data[0] == 254 && hil_audio_scope_cover(&scope, 1))
			abort();
	}
	if (hil_audio_scope_end(&scope, 1))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text, reply[HIL_AUDIO_LINE_BYTES];
	struct hil_fault fault = { "" };
	struct hil_audio_words words;
	struct hil_play_command command;
	int ret = 0;

	if (!size)
		return 0;
	text = fuzz_text(data + 1, size - 1);
	if (data[0] == 'w')
		ret = hil_audio_words_parse(text, &words, &fault);
	else if (data[0] == 'c')
		ret = hil_play_command_parse(text, &command, &fault);
	else if (data[0] == 'r')
		hil_audio_reply_parse(text, reply);
	else
		read_samples(data + 1, size - 1);
	if (ret && !fault.text[0])
		abort(); /* a failure without a word */
	free(text);
	return 0;
}
