/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sound card as a generator. It has no levels in volts: what the line sees
 * are those of the Schmitt trigger between them, without which line-out would
 * swing the line below ground.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "rig/instrument/audio_child.h"
#include "rig/instrument/generator_private.h"

static int audio_open(struct hil_generator *g)
{
	char hello[HIL_AUDIO_LINE_BYTES];
	struct hil_audio_child *child;
	const char *rate = hello, *name;
	int ret = hil_audio_child_start(g->device, &child, hello);

	g->member = child;
	if (ret)
		return ret;
	name = hello + strcspn(hello, " ");
	snprintf(g->identity, sizeof(g->identity), "sound card,%.200s,%.*s Hz",
		 name + (*name == ' '), (int)(name - rate), rate);
	return 0;
}

/* Half a percent and less goes without a word. */
#define WORTH_SAYING 0.005

static int audio_set(struct hil_generator *g,
		     const struct hil_generator_wave *wave)
{
	char line[HIL_AUDIO_LINE_BYTES], reply[HIL_AUDIO_LINE_BYTES];
	char pattern[HIL_PATTERN_TEXT];
	double difference;
	int ret;

	if (!wave->buffered) {
		hil_error("cannot set generator %s: line-out swings below "
			  "ground, which would harm the line; put a Schmitt "
			  "trigger of the line's voltage between them, then "
			  "say so: buffer = schmitt in [generator], or "
			  "--buffer schmitt",
			  g->device);
		return -EPERM;
	}
	snprintf(line, sizeof(line), "wave %.17g %.17g %" PRIu64 " %s\n",
		 wave->frequency_hz, wave->duty, wave->burst,
		 hil_pattern_format(&wave->pattern, pattern));
	ret = hil_audio_child_say(g->member, line, reply);
	if (ret)
		return ret;
	if (hil_number_double(reply, &g->actual_hz) || !(g->actual_hz > 0)) {
		hil_error("cannot set generator %s: it said \"%.60s\"",
			  g->device, reply);
		return -EBADMSG;
	}
	difference = g->actual_hz / wave->frequency_hz - 1;
	if (difference > WORTH_SAYING || difference < -WORTH_SAYING)
		hil_notice("generator %s makes %.9g Hz in place of %.9g: its "
			   "edges lie on samples",
			   g->device, g->actual_hz, wave->frequency_hz);
	return 0;
}

static int audio_on(struct hil_generator *g)
{
	return hil_audio_child_say(g->member, "on\n", NULL);
}

static int audio_off(struct hil_generator *g)
{
	/* a sound card without its program is silent */
	if (!hil_audio_child_alive(g->member))
		return 0;
	return hil_audio_child_say(g->member, "off\n", NULL);
}

static bool audio_alive(const struct hil_generator *g)
{
	return hil_audio_child_alive(g->member);
}

static int audio_report(struct hil_generator *g,
			struct hil_generator_report *report)
{
	char reply[HIL_AUDIO_LINE_BYTES];
	int ret;

	if (!hil_audio_child_alive(g->member))
		return -EPIPE; /* and that was said */
	memset(report, 0, sizeof(*report));
	ret = hil_audio_child_say(g->member, "books\n", reply);
	return !ret && hil_number_u64(reply, &report->stalls) ? -EBADMSG : ret;
}

static void audio_close(struct hil_generator *g)
{
	hil_audio_child_end(g->member);
}

const struct hil_generator_kind hil_generator_audio = {
	.name = "audio",
	.address = HIL_ADDRESS_OPTIONAL,
	.switchable = true,
	.ends_with_us = true,
	.patterns = HIL_PATTERN_ALL,
	.open = audio_open,
	.set = audio_set,
	.on = audio_on,
	.off = audio_off,
	.alive = audio_alive,
	.report = audio_report,
	.close = audio_close,
};
