/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for a sound card, the lines to its program, and the lines back. */
#include "tests/unit/test.h"

#include <errno.h>

#include "rig/audio/play_command.h"
#include "rig/audio/words.h"
#include "rig/instrument/audio_child.h"

static struct hil_audio_words good(const char *text)
{
	struct hil_fault fault = { "" };
	struct hil_audio_words w;

	if (hil_audio_words_parse(text, &w, &fault))
		fail_msg("%s: %s", text, fault.text);
	return w;
}

static void bad(const char *text, const char *part)
{
	struct hil_fault fault = { "" };
	struct hil_audio_words w;

	assert_int_equal(hil_audio_words_parse(text, &w, &fault), -EINVAL);
	assert_contains(fault.text, part);
}

static void device_may_have_separators_in_its_name(void **state)
{
	struct hil_audio_words w = good("audio:device=HDA: ALC (hw:0,0)");

	(void)state;
	assert_string_equal(w.device, "HDA: ALC (hw:0,0)");
	assert_int_equal(w.rate_hz, 0);
	w = good("audio:device=hw:0,0,rate=96k,floor=0.2");
	assert_string_equal(w.device, "hw:0,0");
	assert_int_equal(w.rate_hz, 96000);
	assert_true(w.floor == 0.2);
	w = good("audio:rate=44100:device=a=b");
	assert_string_equal(w.device, "a=b");
	assert_int_equal(w.rate_hz, 44100);
	w = good("audio");
	assert_string_equal(w.device, "");
	assert_true(w.floor == HIL_AUDIO_FLOOR);
}

static void what_is_no_word_is_named(void **state)
{
	char text[400];

	(void)state;
	bad("audio:", "device=TEXT");
	bad("audiox", "device=TEXT");
	bad("audio:devise=x", "did you mean 'device'");
	bad("audio:rate=7k", "8k to 768k");
	bad("audio:rate=x", "'x'");
	bad("audio:device=", "empty");
	bad("audio:floor=0", "part of full scale");
	bad("audio:floor=nan", "part of full scale");
	bad("fx2lafw", "does not begin with audio");
	snprintf(text, sizeof(text), "audio:device=%0300d", 7);
	bad(text, "too long");
}

static void commands_are_lines(void **state)
{
	static const char *const wrong[] = {
		"",
		"on ",
		"wave",
		"wave 1 2",
		"wave 0 0.5 0 steady",
		"wave 1e3 0.5 0 nosuch",
		"wave 1e3 1 0 steady",
		"wave nan 0.5 0 steady",
		"play",
	};
	char wave[] = "wave 1000 0.25 7 jitter:percent=20";
	char books[] = "books";
	struct hil_fault fault = { "" };
	struct hil_play_command c;

	(void)state;
	assert_int_equal(hil_play_command_parse(wave, &c, &fault), 0);
	assert_int_equal(c.verb, HIL_PLAY_WAVE);
	assert_true(c.frequency_hz == 1000 && c.duty == 0.25);
	assert_int_equal(c.burst, 7);
	assert_int_equal(c.pattern.kind, HIL_PATTERN_JITTER);
	assert_int_equal(hil_play_command_parse(books, &c, &fault), 0);
	assert_int_equal(c.verb, HIL_PLAY_BOOKS);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *copy = strdup(wrong[i]);

		fault.text[0] = '\0';
		assert_int_equal(hil_play_command_parse(copy, &c, &fault),
				 -EINVAL);
		assert_true(fault.text[0] != '\0');
		free(copy);
	}
}

static void replies_are_taken_apart_and_escaped(void **state)
{
	char text[HIL_AUDIO_LINE_BYTES];

	(void)state;
	assert_int_equal(hil_audio_reply_parse("ok", text), 0);
	assert_string_equal(text, "");
	assert_int_equal(hil_audio_reply_parse("ok 48000 A: b", text), 0);
	assert_string_equal(text, "48000 A: b");
	assert_int_equal(hil_audio_reply_parse("no \x1b[2Jway", text), -EIO);
	assert_string_equal(text, "?[2Jway");
	assert_int_equal(hil_audio_reply_parse("gone away", text), -EPIPE);
	assert_string_equal(text, "away");
	assert_int_equal(hil_audio_reply_parse("okay", text), -EBADMSG);
	assert_string_equal(text, "okay");
	assert_int_equal(hil_audio_reply_parse("", text), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device_may_have_separators_in_its_name),
		cmocka_unit_test(what_is_no_word_is_named),
		cmocka_unit_test(commands_are_lines),
		cmocka_unit_test(replies_are_taken_apart_and_escaped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
