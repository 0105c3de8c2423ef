/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a line, does it, answers with a line. */
#include "rig/audio/play_mode.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rig/audio/play.h"
#include "rig/audio/play_command.h"

#define LINE_BYTES 512
#define LOOK_MS    100

struct player {
	struct hil_play *play;
	struct hil_audio_wave wave;
	bool set; /* wave is */
	char line[LINE_BYTES];
	size_t used;
};

static void answer(const char *fmt, ...) HIL_PRINTF(1, 2);

static void answer(const char *fmt, ...)
{
	char text[700];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(text, sizeof(text) - 1, fmt, args);
	va_end(args);
	if (n > (int)sizeof(text) - 2)
		n = (int)sizeof(text) - 2;
	for (int i = 0; i < n; i++)
		if (text[i] == '\n')
			text[i] = ' ';
	text[n] = '\n';
	if (write(STDOUT_FILENO, text, (size_t)n + 1) != n + 1)
		_exit(1); /* nobody is there */
}

static int set_wave(struct player *p, const struct hil_play_command *c,
		    struct hil_fault *fault)
{
	uint64_t rate = hil_play_sound(p->play)->rate_hz;
	double hz = c->frequency_hz;
	int ret = hil_play_silence(p->play);

	if (ret)
		return hil_fault_set(fault, ret,
				     "the sound card takes no more samples");
	if (c->pattern.kind == HIL_PATTERN_STEADY)
		ret = hil_audio_wave_hz(c->frequency_hz, rate, &hz, fault);
	if (!ret)
		ret = hil_audio_wave_check(&c->pattern, hz, c->duty, rate,
					   fault);
	if (ret)
		return ret;
	hil_audio_wave_start(&p->wave, &c->pattern, hz, c->duty, c->burst,
			     rate);
	p->set = true;
	answer("ok %.17g", hz);
	return 0;
}

static int switch_on(struct player *p, struct hil_fault *fault)
{
	int ret;

	if (!p->set)
		return hil_fault_set(fault, -EPERM, "no wave was set");
	ret = hil_play_start(p->play, &p->wave);
	if (ret)
		return hil_fault_set(fault, ret,
				     "the sound card takes no more samples");
	answer("ok");
	return 0;
}

static int switch_off(struct player *p, struct hil_fault *fault)
{
	int ret = hil_play_silence(p->play);

	if (ret)
		return hil_fault_set(fault, ret,
				     "the sound card takes no more samples");
	answer("ok");
	return 0;
}

static void obey(struct player *p, char *line)
{
	struct hil_fault fault = { "" };
	struct hil_play_command c;
	int ret = hil_play_command_parse(line, &c, &fault);

	if (!ret && c.verb == HIL_PLAY_WAVE)
		ret = set_wave(p, &c, &fault);
	else if (!ret && c.verb == HIL_PLAY_ON)
		ret = switch_on(p, &fault);
	else if (!ret && c.verb == HIL_PLAY_OFF)
		ret = switch_off(p, &fault);
	else if (!ret)
		answer("ok %" PRIu64, hil_play_underruns(p->play));
	if (ret)
		answer("no %s", fault.text);
}

/* Return: 0 go on; 1 the input has ended or is no line. */
static int read_lines(struct player *p)
{
	ssize_t n = read(STDIN_FILENO, p->line + p->used,
			 sizeof(p->line) - p->used);
	char *end;

	if (n < 0)
		return errno != EINTR && errno != EAGAIN;
	if (n == 0)
		return 1;
	p->used += (size_t)n;
	while ((end = memchr(p->line, '\n', p->used))) {
		*end++ = '\0';
		obey(p, p->line);
		p->used -= (size_t)(end - p->line);
		memmove(p->line, end, p->used);
	}
	return p->used == sizeof(p->line);
}

int hil_audio_play_mode(const char *text)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	struct player p = { .play = NULL };
	struct hil_audio_words words;
	struct hil_fault fault = { "" };
	int ret = hil_audio_words_parse(text, &words, &fault);

	if (!ret)
		ret = hil_sound_start("hilrig-generator", &fault);
	if (!ret)
		ret = hil_play_open(&words, &p.play, &fault);
	if (ret) {
		answer("no %s", fault.text);
		_exit(1);
	}
	answer("ok %" PRIu64 " %s", hil_play_sound(p.play)->rate_hz,
	       hil_play_sound(p.play)->name);
	for (;;) {
		if (poll(&input, 1, LOOK_MS) > 0 && read_lines(&p))
			break;
		if (!hil_play_alive(p.play)) {
			answer("gone the sound card takes no more samples: did "
			       "its sound server end, or was it unplugged?");
			break;
		}
	}
	/* the sound ends with the process; a dead server's library may hang */
	_exit(0);
}
