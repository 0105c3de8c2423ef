/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sound card's thread fills the tape; this one empties it a third of a
 * second later, when it can be told what was lost meanwhile (timeline.h); the
 * outlet's writes. The card is never held up.
 */
#include "rig/audio/capture_mode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/audio/scope.h"
#include "rig/audio/sound.h"
#include "rig/audio/tape.h"
#include "rig/audio/timeline.h"
#include "rig/capture/control.h"
#include "rig/capture/head.h"
#include "rig/capture/outlet.h"

#define HOLD_NS  (300 * HIL_NS_PER_MS)
#define COVER_NS (20 * HIL_NS_PER_MS)
#define LOOK_MS  10

struct capture {
	struct hil_sound sound;
	struct hil_tape *tape;
	struct hil_timeline timeline;
	struct hil_audio_scope scope;
	struct hil_stream stream;
	struct hil_channels channels;
	struct hil_sample wanted;
	struct hil_control control;
	struct hil_outlet *outlet;
	struct hil_fault fault;
	int64_t opened_ns, first_ns, last_ns, covered_ns;
	uint64_t overflows; /* that the card told */
};

static int take(const void *input, void *output, unsigned long frames,
		const PaStreamCallbackTimeInfo *times,
		PaStreamCallbackFlags flags, void *context)
{
	struct capture *c = context;

	(void)output;
	(void)times;
	if (input)
		hil_tape_put(c->tape, input, (uint32_t)frames,
			     (unsigned int)c->sound.channels,
			     hil_time_mono_ns(), flags & paInputOverflow);
	return paContinue;
}

static void hung_up(void *context)
{
	(void)context;
	_exit(1);
}

static int send_head(struct capture *c, const struct hil_tape_block *first)
{
	int64_t age_ns = hil_time_mono_ns() - first->arrived_ns;
	struct hil_capture_head head = {
		.rate_num = c->sound.rate_hz * HIL_AUDIO_STEPS,
		.rate_den = 1,
		.channels = &c->channels,
		.wanted = c->wanted,
		.driver = "audio",
		.model = c->sound.name,
		.live = true,
		.total_samples = UINT64_MAX,
	};
	char *text;
	int ret = -ENOMEM;

	/* the block came when it was full */
	c->first_ns =
		first->arrived_ns + (int64_t)(((double)HIL_AUDIO_SCOPE_BLIND -
					       (double)first->frames) *
					      1e9 / (double)c->sound.rate_hz);
	age_ns += first->arrived_ns - c->first_ns;
	head.start_mono_ns = c->first_ns;
	head.start_wall_ns = hil_time_wall_ns() - age_ns;
	text = hil_capture_head_text(&head);
	if (text)
		ret = hil_outlet_emit(c->outlet, HIL_RECORD_CAPTURE, text,
				      strlen(text));
	free(text);
	return ret;
}

static int scan_block(struct capture *c, const struct hil_tape_block *block)
{
	uint32_t skip = 0;
	int ret = 0;

	while (skip < block->frames && !ret) {
		size_t n;
		const float *data = hil_tape_data(c->tape, block, skip, &n);

		ret = hil_audio_scope_add(&c->scope, data, n);
		skip += (uint32_t)n;
	}
	return ret;
}

/* The first block that waits. */
static int take_block(struct capture *c)
{
	const struct hil_tape_block *block = hil_tape_block(c->tape, 0);
	uint64_t lost = hil_timeline_lost(&c->timeline, c->tape);
	bool suspect = hil_timeline_suspect(c->tape);
	int ret = 0;

	if (block->dropped > lost)
		lost = block->dropped;
	if (!c->first_ns)
		ret = send_head(c, block);
	c->overflows += block->overflow;
	hil_timeline_take(&c->timeline, block, lost);
	if (!ret && (lost || suspect))
		ret = hil_audio_scope_gap(&c->scope,
					  lost + (suspect ? block->frames : 0));
	if (!ret && !suspect)
		ret = scan_block(c, block);
	c->last_ns = block->arrived_ns;
	hil_tape_release(c->tape);
	if (!ret && c->last_ns - c->covered_ns >= COVER_NS) {
		c->covered_ns = c->last_ns;
		ret = hil_audio_scope_cover(&c->scope, c->last_ns);
	}
	return ret;
}

/* Blocks that are old enough, or all. */
static int take_blocks(struct capture *c, bool all)
{
	int ret = 0;

	while (!ret) {
		size_t n = hil_tape_blocks(c->tape);

		if (!n ||
		    (!all &&
		     hil_tape_block(c->tape, n - 1)->arrived_ns -
				     hil_tape_block(c->tape, 0)->arrived_ns <
			     HOLD_NS))
			break;
		ret = take_block(c);
	}
	return ret ? hil_fault_set(&c->fault, ret, "cannot go on: %s",
				   strerror(-ret))
		   : 0;
}

static bool is_silent(const struct capture *c)
{
	size_t n = hil_tape_blocks(c->tape);
	int64_t heard_ns =
		n ? hil_tape_block(c->tape, n - 1)->arrived_ns : c->last_ns;

	if (!heard_ns)
		heard_ns = c->opened_ns;
	return hil_time_mono_ns() - heard_ns > HIL_AUDIO_SILENCE_NS;
}

static void finish(struct capture *c, int error, bool stopped)
{
	const char *reason = error ? "error" : stopped ? "stopped" : "early";
	const char *text =
		error     ? c->fault.text
		: stopped ? "stopped"
			  : "the sound card gave no more samples: did its "
			    "sound server end, or was it unplugged?";

	if (error)
		hil_error("%s", text);
	if (c->overflows)
		hil_notice("the sound card lost samples %llu times; each is a "
			   "gap",
			   (unsigned long long)c->overflows);
	hil_outlet_end(c->outlet,
		       hil_capture_end_text(
			       reason, text, hil_stream_position(&c->stream),
			       (double)(c->last_ns - c->first_ns) / 1e9));
}

static int open_stream(struct capture *c, const struct hil_audio_words *words,
		       const char *channels)
{
	static const char *const names[] = { "D0", "D1" };
	const struct hil_emit sink = { hil_outlet_emit, c->outlet };
	int ret = 0;

	for (int i = 0; !ret && i < c->sound.channels; i++)
		ret = hil_channels_add(&c->channels, (unsigned int)i, names[i]);
	if (!ret)
		ret = hil_channels_choose(&c->channels, channels, &c->wanted,
					  &c->fault);
	if (!ret)
		ret = hil_stream_init(&c->stream, &sink,
				      sizeof(struct hil_sample), &c->wanted);
	hil_timeline_init(&c->timeline, (double)c->sound.rate_hz);
	hil_audio_scope_init(&c->scope, &c->stream, (double)c->sound.rate_hz,
			     words->floor);
	return ret;
}

static int open_all(struct capture *c, const char *text, const char *channels,
		    uint64_t samplerate_hz)
{
	struct hil_audio_words words = { .floor = HIL_AUDIO_FLOOR };
	int ret = hil_audio_words_parse(text, &words, &c->fault);

	if (samplerate_hz)
		words.rate_hz = samplerate_hz;
	if (!ret)
		ret = hil_sound_start("hilrig-analyzer", &c->fault);
	if (!ret)
		ret = hil_sound_open(&c->sound, &words, true, take, c,
				     &c->fault);
	if (!ret)
		ret = open_stream(c, &words, channels);
	if (!ret)
		ret = hil_sound_run(&c->sound, &c->fault);
	c->opened_ns = hil_time_mono_ns();
	return ret;
}

int hil_audio_capture_mode(const char *words, const char *channels,
			   uint64_t samplerate_hz)
{
	struct capture *c = calloc(1, sizeof(*c));
	bool stopped = false;
	int ret = c ? hil_control_init(&c->control, STDIN_FILENO) : -ENOMEM;

	if (!ret)
		c->tape = hil_tape_new();
	if (!ret && !c->tape)
		ret = -ENOMEM;
	if (!ret)
		ret = hil_outlet_open(STDOUT_FILENO, hung_up, c, &c->outlet);
	if (ret) {
		hil_error("cannot start: %s", strerror(-ret));
		_exit(1);
	}
	ret = open_all(c, words, channels, samplerate_hz);
	while (!ret && !stopped && !is_silent(c)) {
		stopped = hil_control_wait(&c->control, LOOK_MS);
		ret = take_blocks(c, false);
	}
	if (!ret)
		ret = take_blocks(c, true);
	/* a full ring is a gap whose end must still get out */
	while (!ret && !(ret = hil_audio_scope_end(&c->scope, c->last_ns)) &&
	       c->stream.lost)
		usleep(1000);
	finish(c, ret, stopped);
	/* a dead server's library may never come back, and all is said */
	_exit(ret ? 1 : 0);
}
