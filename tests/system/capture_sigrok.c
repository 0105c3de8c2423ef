/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sigrok-cli as witness: the demo device's samples, written by sigrok-cli in
 * each format, give the same edges through hilrig-capture. The edges expected
 * come from the raw bytes, bit by bit.
 */
#include "tests/unit/test.h"

#include <sys/wait.h>

#include "tests/system/collect_capture.h"

#define SAMPLES 50000

static char folder[256];
static uint8_t raw[SAMPLES];

static int shell(const char *fmt, ...) HIL_PRINTF(1, 2);

static int shell(const char *fmt, ...)
{
	char command[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	return system(command);
}

static void read_file(const char *name, const char *rate, struct collected *c)
{
	char path[512];
	struct hil_capture_options o = { .file = path, .channels = "D0,D2" };

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (rate)
		o.samplerate_hz = strtoull(rate, NULL, 10);
	assert_int_equal(collect_capture(&o, 0, 0, c), 0);
	if (c->end != HIL_CAPTURE_DONE)
		fail_msg("%s: %s", name, c->text);
}

static void assert_same(const char *name, const char *rate)
{
	struct collected c;
	size_t n = 0;

	read_file(name, rate, &c);
	for (size_t i = 1; i < SAMPLES; i++)
		for (unsigned int channel = 0; channel <= 2; channel += 2) {
			bool now = raw[i] >> channel & 1;

			if (now == (raw[i - 1] >> channel & 1))
				continue;
			assert_true(n < c.edges);
			if (c.edge[n] != hil_edge_pack(i, channel, now))
				fail_msg("%s: edge %zu", name, n);
			n++;
		}
	assert_int_equal(n, c.edges);
	assert_int_equal(c.covered, SAMPLES);
	assert_int_equal(
		json_integer_value(json_object_get(c.head, "rate_num")),
		24000000);
	collected_free(&c);
}

static void session_agrees_with_sigrok(void **state)
{
	(void)state;
	assert_same("a.sr", NULL);
}

static void binary_agrees_with_sigrok(void **state)
{
	(void)state;
	assert_same("a.bin", "24000000");
}

static void vcd_agrees_with_sigrok(void **state)
{
	(void)state;
	assert_same("a.vcd", NULL);
}

static void csv_agrees_with_sigrok(void **state)
{
	(void)state;
	assert_same("a.csv", NULL);
	assert_same("labels.csv", NULL);
}

static void csv_with_times_agrees_with_sigrok(void **state)
{
	(void)state;
	assert_same("times.csv", NULL);
	assert_same("names.csv", NULL);
}

static int make_files(void **state)
{
	static const char *const outputs[][2] = {
		{ "vcd", "a.vcd" },
		{ "csv", "a.csv" },
		{ "csv:label=channel", "labels.csv" },
		{ "csv:time=true", "times.csv" },
		{ "csv:time=true:label=channel", "names.csv" },
		{ "binary", "a.bin" },
	};
	char path[512];
	FILE *f;

	(void)state;
	test_folder_make(folder);
	if (shell("sigrok-cli -d demo --config samplerate=24m "
		  "-C D0,D1,D2,D3,D4,D5,D6,D7 --samples %d -o %s/a.sr",
		  SAMPLES, folder))
		return -1;
	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
		if (shell("sigrok-cli -i %s/a.sr -O %s > %s/%s", folder,
			  outputs[i][0], folder, outputs[i][1]))
			return -1;
	snprintf(path, sizeof(path), "%s/a.bin", folder);
	f = fopen(path, "rb");
	if (!f || fread(raw, 1, SAMPLES, f) != SAMPLES)
		return -1;
	return fclose(f);
}

static int drop_files(void **state)
{
	(void)state;
	test_folder_remove(folder);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(session_agrees_with_sigrok),
		cmocka_unit_test(binary_agrees_with_sigrok),
		cmocka_unit_test(vcd_agrees_with_sigrok),
		cmocka_unit_test(csv_agrees_with_sigrok),
		cmocka_unit_test(csv_with_times_agrees_with_sigrok),
	};

	if (shell("command -v sigrok-cli > /dev/null")) {
		puts("skipped: there is no sigrok-cli to compare with");
		return 77;
	}
	return cmocka_run_group_tests(tests, make_files, drop_files);
}
