/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-audio as a generator, seen from its parent: lines to it, a line back
 * for each, each within a time. When this process ends its input ends, and
 * with it the sound.
 *
 *	(start)                         ok RATE NAME
 *	wave HZ DUTY BURST PATTERN      ok HZ that are made
 *	on, off                         ok
 *	books                           ok UNDERRUNS
 *	anything                        no SENTENCE, or gone SENTENCE at its end
 */
#ifndef HIL_INSTRUMENT_AUDIO_CHILD_H
#define HIL_INSTRUMENT_AUDIO_CHILD_H

#include <stdbool.h>
#include <stddef.h>

#include "daemon/base/attr.h"

#define HIL_AUDIO_LINE_BYTES 800

struct hil_audio_child;

/**
 * hil_audio_child_start() - start it
 * @device: "audio:device=TEXT,rate=HZ"; borrowed, also for messages
 * @hello: result, what it opened: "48000 NAME"
 *
 * Context: any but RT; takes up to 10 s. The message of a failure is printed,
 * here and below.
 * Return: 0; -ENODEV it has no such device, or died of looking; -ETIMEDOUT;
 * -ENOENT it is not installed; other -errno.
 */
int hil_audio_child_start(const char *device, struct hil_audio_child **c,
			  char hello[HIL_AUDIO_LINE_BYTES]) HIL_MUST_CHECK;

/**
 * hil_audio_child_say() - a line, and what comes back after "ok "
 * @reply: result; NULL: nothing is wanted
 *
 * Return: 0; -EIO it said no; -EPIPE it is gone; -ETIMEDOUT; -EBADMSG.
 */
int hil_audio_child_say(struct hil_audio_child *c, const char *line,
			char reply[HIL_AUDIO_LINE_BYTES]) HIL_MUST_CHECK;

/** hil_audio_child_alive() - is it there? Does not wait. */
bool hil_audio_child_alive(struct hil_audio_child *c);

/** hil_audio_child_end() - end it and wait for that; NULL-safe */
void hil_audio_child_end(struct hil_audio_child *c);

/**
 * hil_audio_reply_parse() - what a line of it says; pure
 * @line: without the newline
 * @text: result, what follows the first word, printable
 *
 * Return: 0 ok; -EIO no; -EPIPE gone; -EBADMSG something else.
 */
int hil_audio_reply_parse(const char *line, char text[HIL_AUDIO_LINE_BYTES]);

#endif
