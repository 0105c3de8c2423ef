/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The real libsigrok against a BeagleLogic analyzer that the test plays: what
 * arrives, and what is said when the analyzer fails in each way that has been
 * seen. No process is left after any of them.
 */
#include "tests/unit/test.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "tests/system/collect_capture.h"
#include "tests/system/fake_beagle.h"

#define PERIOD FAKE_BEAGLE_PERIOD

/* The level that the fake's channel has at a sample. */
static bool fake_level(uint64_t sample, unsigned int channel)
{
	uint64_t at = sample % PERIOD;

	if (channel % 8 == 0)
		return at < PERIOD / 2;
	if (channel % 8 == 1)
		return at >= FAKE_BEAGLE_RISE && at < FAKE_BEAGLE_FALL;
	return false;
}

static struct fake_beagle *analyzer;

static int run_fake(const struct fake_beagle_options *fake,
		    const char *channels, uint64_t enough, unsigned int lazy_ms,
		    struct collected *c)
{
	char driver[120];
	struct hil_capture_options o = { .driver = driver,
					 .channels = channels };
	int ret;

	analyzer = fake_beagle_start(fake);
	assert_non_null(analyzer);
	snprintf(driver, sizeof(driver),
		 "beaglelogic:conn=tcp-raw/127.0.0.1/%d:samplerate=2m%s",
		 fake_beagle_port(analyzer),
		 strstr(channels, "P8_27") ? ":logic_channels=14" : "");
	ret = collect_capture(&o, enough, lazy_ms, c);
	fake_beagle_stop(analyzer);
	return ret;
}

/* In the gap that begins or lies around a sample. */
static const struct hil_gap *gap_at(const struct collected *c, uint64_t sample)
{
	for (size_t i = 0; i < c->gap_count; i++)
		if (sample >= c->gap[i].first && sample < c->gap[i].end)
			return &c->gap[i];
	return NULL;
}

/*
 * Every edge of two channels from the first LEVELS to the end of coverage,
 * outside gaps, and none else.
 */
static void assert_edges(const struct collected *c, unsigned int first_channel)
{
	size_t n = 0;
	uint64_t sample = c->levels[0].sample;

	assert_true(c->level_count == c->gap_count + 1);
	assert_true(c->gap_count <= 64);
	for (sample++; sample < c->covered; sample++) {
		const struct hil_gap *gap = gap_at(c, sample);

		if (gap) {
			sample = gap->end; /* LEVELS stand here, no edge */
			continue;
		}
		for (unsigned int i = 0; i < 2; i++) {
			unsigned int channel = first_channel + i;
			bool now = fake_level(sample, channel);

			if (now == fake_level(sample - 1, channel))
				continue;
			assert_true(n < c->edges);
			assert_int_equal(c->edge[n],
					 hil_edge_pack(sample, channel, now));
			n++;
		}
	}
	assert_true(c->edges == n || c->edge[n] >> 8 >= c->covered);
}

static void live_capture_delivers_every_edge(void **state)
{
	struct fake_beagle_options fake = { .samples_a_second = 2000000 };
	struct collected c;

	(void)state;
	assert_int_equal(
		run_fake(&fake, "D0=stimulus,D1=probe", 1000000, 0, &c), 0);
	assert_int_equal(c.end, HIL_CAPTURE_DONE);
	assert_string_equal(
		json_string_value(json_object_get(c.last, "reason")),
		"stopped");
	assert_int_equal(
		json_integer_value(json_object_get(c.head, "rate_num")),
		2000000);
	assert_int_equal(json_array_size(json_object_get(c.head, "channels")),
			 2);
	assert_true(json_is_true(json_object_get(c.head, "live")));
	assert_int_equal(c.gap_count, 0);
	assert_int_equal(c.levels[0].sample, 0);
	/* at sample 0 channel 0 is high, channel 1 low */
	assert_int_equal(c.levels[0].level[0], 1);
	assert_false(c.covers_go_back);
	/* half a second with a COVER each 50 ms at least */
	assert_true(c.covers >= 10);
	assert_true(c.covered >= 1000000);
	assert_int_equal(json_integer_value(json_object_get(c.last, "samples")),
			 (json_int_t)c.covered);
	assert_edges(&c, 0);
	assert_true(process_is_gone(c.pid));
	collected_free(&c);
}

static void packets_need_not_hold_whole_samples(void **state)
{
	/* 16-bit samples in sends of 4,095 bytes; channels 8 and 9 */
	struct fake_beagle_options fake = { .samples_a_second = 2000000,
					    .piece = 4095 };
	struct collected c;

	(void)state;
	assert_int_equal(run_fake(&fake, "P8_27,P8_29", 300000, 0, &c), 0);
	assert_int_equal(c.end, HIL_CAPTURE_DONE);
	assert_int_equal(c.gap_count, 0);
	assert_edges(&c, 8);
	collected_free(&c);
}

static void only_wanted_channels_are_sent(void **state)
{
	struct fake_beagle_options fake = { .samples_a_second = 2000000 };
	struct collected c;

	(void)state;
	assert_int_equal(run_fake(&fake, "1", 200000, 0, &c), 0);
	assert_int_equal(c.end, HIL_CAPTURE_DONE);
	assert_int_equal(collected_edges(&c, 0), 0);
	/* two edges a period */
	assert_in_range(collected_edges(&c, 1), 2 * (200000 / PERIOD),
			2 * (c.covered / PERIOD + 1));
	collected_free(&c);
}

static void slow_reader_gets_gaps_with_exact_ends(void **state)
{
	/* 4 edges in 200 samples as fast as the loopback goes: the ring's two
	 * million edges are 100 million samples, half a second without reading
	 * is more on most machines */
	struct fake_beagle_options fake = { .samples_a_second = 0 };
	struct collected c;

	(void)state;
	assert_int_equal(run_fake(&fake, "0,1", 150000000, 500, &c), 0);
	assert_int_equal(c.end, HIL_CAPTURE_DONE);
	print_message("%zu gaps in %llu samples\n", c.gap_count,
		      (unsigned long long)c.covered);
	for (size_t i = 0; i < c.gap_count; i++) {
		assert_int_equal(c.gap[i].reason, HIL_GAP_OVERFLOW);
		/* one that lasts to the end has no levels behind it */
		if (i + 1 == c.gap_count && i + 1 == c.level_count)
			assert_int_equal(c.gap[i].end, c.covered);
		else
			assert_int_equal(c.levels[i + 1].sample, c.gap[i].end);
	}
	assert_edges(&c, 0);
	collected_free(&c);
}

static void assert_fault(enum fake_beagle_fault fault, enum hil_capture_end end,
			 const char *word)
{
	struct fake_beagle_options fake = { .samples_a_second = 2000000,
					    .fault = fault,
					    .fault_at = 400000 };
	struct collected c;

	assert_int_equal(run_fake(&fake, "0,1", 0, 0, &c), 0);
	if (c.end != end || !strstr(c.text, word))
		fail_msg("ended as %d: %s", (int)c.end, c.text);
	if (c.head) {
		/* what came before the fault is there */
		assert_true(c.covered > 300000);
		assert_true(c.covered <= 400000);
		assert_edges(&c, 0);
	}
	assert_true(process_is_gone(c.pid));
	collected_free(&c);
}

static void analyzer_that_closes_is_an_early_end(void **state)
{
	(void)state;
	assert_fault(FAKE_BEAGLE_CLOSES, HIL_CAPTURE_EARLY, "by itself");
}

static void analyzer_that_resets_is_hung(void **state)
{
	(void)state;
	assert_fault(FAKE_BEAGLE_RESETS, HIL_CAPTURE_HUNG, "no samples came");
}

static void analyzer_that_stalls_is_hung(void **state)
{
	(void)state;
	assert_fault(FAKE_BEAGLE_STALLS, HIL_CAPTURE_HUNG, "no samples came");
}

static void mute_analyzer_does_not_answer(void **state)
{
	(void)state;
	assert_fault(FAKE_BEAGLE_MUTE, HIL_CAPTURE_HUNG, "did not answer");
}

static void slow_analyzer_is_not_found(void **state)
{
	(void)state;
	assert_fault(FAKE_BEAGLE_SLOW, HIL_CAPTURE_FAILED, "cannot find");
}

static void absent_analyzer_is_not_found(void **state)
{
	struct hil_capture_options o = {
		/* nobody listens on port 1 */
		.driver = "beaglelogic:conn=tcp-raw/127.0.0.1/1",
		.channels = "0"
	};
	struct collected c;

	(void)state;
	assert_int_equal(collect_capture(&o, 0, 0, &c), 0);
	assert_int_equal(c.end, HIL_CAPTURE_FAILED);
	assert_non_null(strstr(c.text, "refused"));
	assert_true(process_is_gone(c.pid));
	collected_free(&c);
}

static void wrong_words_are_named(void **state)
{
	static const struct {
		const char *driver, *channels, *text;
	} table[] = {
		{ "beaglelogik", "0", "did you mean 'beaglelogic'" },
		{ "demo:samplrate=1m", "D0", "did you mean 'samplerate'" },
		{ "demo:samplerate", "D0", "not key=value" },
		{ "demo:samplerate=fast", "D0", "not a rate" },
		{ "demo", "D99", "there are D0, D1" },
		{ "demo", "D0,,D1", "an empty name" },
		{ "fx2lafw:conn=255.255", "D0", "cannot find a device" },
		{ "rigol-ds", "D0", "give conn=" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct hil_capture_options o = { .driver = table[i].driver,
						 .channels =
							 table[i].channels };
		struct collected c;

		assert_int_equal(collect_capture(&o, 0, 0, &c), 0);
		assert_int_equal(c.end, HIL_CAPTURE_FAILED);
		if (!strstr(c.text, table[i].text))
			fail_msg("%s: %s", table[i].driver, c.text);
		collected_free(&c);
	}
}

static void unsupported_rate_lists_what_there_is(void **state)
{
	struct fake_beagle_options fake = { .samples_a_second = 1000 };
	struct hil_capture_options o = { .channels = "0",
					 .samplerate_hz = 200000000 };
	char driver[120];
	struct collected c;

	(void)state;
	analyzer = fake_beagle_start(&fake);
	assert_non_null(analyzer);
	snprintf(driver, sizeof(driver),
		 "beaglelogic:conn=tcp-raw/127.0.0.1/%d",
		 fake_beagle_port(analyzer));
	o.driver = driver;
	assert_int_equal(collect_capture(&o, 0, 0, &c), 0);
	fake_beagle_stop(analyzer);
	assert_int_equal(c.end, HIL_CAPTURE_FAILED);
	assert_non_null(strstr(c.text, "10 Hz to 100 MHz"));
	collected_free(&c);
}

/* Waits for something that has to come; the test's time-out ends a hang. */
static void wait_gone(int pid)
{
	while (!process_is_gone(pid))
		usleep(10000);
}

static void killed_child_is_named(void **state)
{
	struct hil_capture_options o = { .driver = "demo:samplerate=1m",
					 .channels = "D0" };
	struct hil_capture *capture;
	struct hil_frame frame;
	const char *text;
	int ret, pid;

	(void)state;
	assert_int_equal(hil_capture_start(&o, &capture), 0);
	pid = hil_capture_pid(capture);
	do {
		ret = hil_capture_next(capture, &frame);
	} while (ret == 0);
	assert_int_equal(ret, 1);
	kill(pid, SIGKILL);
	do {
		ret = hil_capture_next(capture, &frame);
	} while (ret >= 0);
	assert_int_equal(ret, -ESHUTDOWN);
	assert_int_equal(hil_capture_ended(capture, &text), HIL_CAPTURE_DIED);
	assert_non_null(strstr(text, "signal 9"));
	assert_true(process_is_gone(pid));
	hil_capture_free(capture);
}

static void free_ends_a_running_child(void **state)
{
	struct hil_capture_options o = { .driver = "demo:samplerate=1m",
					 .channels = "D0" };
	struct hil_capture *capture;
	int pid;

	(void)state;
	assert_int_equal(hil_capture_start(&o, &capture), 0);
	pid = hil_capture_pid(capture);
	hil_capture_free(capture);
	assert_true(process_is_gone(pid));
}

/* What the process between does: start a capture, say its pid, be killed. */
static void start_and_wait(int out)
{
	struct hil_capture_options o = { .driver = "demo:samplerate=1m",
					 .channels = "D0" };
	struct hil_capture *capture;
	int pid = 0;

	if (!hil_capture_start(&o, &capture))
		pid = hil_capture_pid(capture);
	if (write(out, &pid, sizeof(pid)) != sizeof(pid))
		_exit(1);
	for (;;)
		pause();
}

static void child_dies_with_its_parent(void **state)
{
	int fds[2], child, status, between;

	(void)state;
	/* whoever loses its parent becomes ours, so that it can be waited for
	 */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	assert_int_equal(pipe(fds), 0);
	between = fork();
	if (!between)
		start_and_wait(fds[1]);
	assert_true(between > 0);
	assert_int_equal(read(fds[0], &child, sizeof(child)), sizeof(child));
	assert_true(child > 0);
	kill(between, SIGKILL);
	assert_int_equal(waitpid(between, &status, 0), between);
	assert_int_equal(waitpid(child, &status, 0), child);
	wait_gone(child);
	close(fds[0]);
	close(fds[1]);
}

static void missing_file_is_an_error(void **state)
{
	struct hil_capture_options o = { .file = "/nowhere/capture.sr" };
	struct collected c;

	(void)state;
	assert_int_equal(collect_capture(&o, 0, 0, &c), 0);
	assert_int_equal(c.end, HIL_CAPTURE_FAILED);
	assert_non_null(strstr(c.text, "/nowhere/capture.sr"));
	collected_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(live_capture_delivers_every_edge),
		cmocka_unit_test(packets_need_not_hold_whole_samples),
		cmocka_unit_test(only_wanted_channels_are_sent),
		cmocka_unit_test(slow_reader_gets_gaps_with_exact_ends),
		cmocka_unit_test(analyzer_that_closes_is_an_early_end),
		cmocka_unit_test(analyzer_that_resets_is_hung),
		cmocka_unit_test(analyzer_that_stalls_is_hung),
		cmocka_unit_test(mute_analyzer_does_not_answer),
		cmocka_unit_test(slow_analyzer_is_not_found),
		cmocka_unit_test(absent_analyzer_is_not_found),
		cmocka_unit_test(wrong_words_are_named),
		cmocka_unit_test(unsupported_rate_lists_what_there_is),
		cmocka_unit_test(killed_child_is_named),
		cmocka_unit_test(free_ends_a_running_child),
		cmocka_unit_test(child_dies_with_its_parent),
		cmocka_unit_test(missing_file_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
