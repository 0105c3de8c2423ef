/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig run as a whole program with a USB generator and an FX2 analyzer: the
 * real libusb and the real driver, wired to each other by the emulation.
 */
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/unit/test.h"
#include "tests/usb/mock_fx2.h"
#include "tests/usb/mock_tmc.h"

struct fixture {
	struct mock_tmc *generator;
	struct mock_fx2 *analyzer;
	char folder[256];
	char json[300];
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	struct mock_fx2_options wired = { .no_firmware = false };

	test_folder_make(f->folder);
	snprintf(f->json, sizeof(f->json), "%s/run.json", f->folder);
	f->generator = mock_tmc_plug(FAKE_RIGOL, "DG1ZA1", 1);
	wired.on = &mock_tmc_generator(f->generator)->on;
	f->analyzer = mock_fx2_plug(&wired, 2);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	mock_fx2_free(f->analyzer);
	mock_tmc_free(f->generator);
	test_folder_remove(f->folder);
	free(f);
	return 0;
}

/* build/hilrig run; 2,400 samples of 24 MS/s are a period of 100 us */
static pid_t start(struct fixture *f, const char *volts, const char *duration)
{
	char path[300], json[320];
	ssize_t n = readlink("/proc/self/exe", path, 280);
	pid_t pid;

	assert_true(n > 0);
	path[n] = '\0';
	strcpy(strrchr(path, '/'), "/../hilrig");
	snprintf(json, sizeof(json), "--json=%s", f->json);
	pid = fork();
	assert_true(pid >= 0);
	if (pid)
		return pid;
	/* its report is not this test's */
	(void)!freopen("/dev/null", "w", stdout);
	execl(path, "hilrig", "run", "--board=none", "--generator=usbtmc",
	      "--analyzer=fx2lafw:samplerate=24m",
	      "--channels=D0=stimulus,D1=probe", "--probe-edge=rising",
	      "--period=100us", "--socket=none", "--quiet", "--duration",
	      duration, "--runs", f->folder, json,
	      volts ? "--line-volts" : NULL, volts, NULL);
	_exit(127);
}

static int wait_status(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* What the run wrote; D1 rises 300 samples after D0: 12.5 us. */
static json_t *load(const struct fixture *f)
{
	json_t *result = json_load_file(f->json, 0, NULL);

	if (!result)
		fail_msg("no JSON in %s", f->json);
	return result;
}

static void assert_latencies(json_t *result, int cut_off)
{
	json_int_t edges, matched, low, high;
	int ret = json_unpack(result, "{s:{s:I,s:I},s:{s:I,s:I}}", "stimulus",
			      "edges", &edges, "matched", &matched,
			      "latency_ns", "min", &low, "max", &high);

	assert_int_equal(ret, 0);
	assert_true(matched > 1000);
	assert_in_range(edges - matched, 0, cut_off);
	assert_int_equal(low, 12500);
	assert_int_equal(high, 12500);
}

static bool has_reason(json_t *result, const char *code)
{
	char *text = json_dumps(json_object_get(result, "reasons"), 0);
	bool found = text && strstr(text, code);

	if (!found)
		fprintf(stderr, "reasons: %s\n", text ? text : "none");
	free(text);
	return found;
}

/* The test's time-out ends a hang. */
static void wait_switched(struct fixture *f, bool on)
{
	while (mock_tmc_generator(f->generator)->on != on)
		usleep(10000);
}

static void a_run_measures_what_the_wire_does(void **state)
{
	struct fixture *f = *state;
	const struct fake_generator *fake = mock_tmc_generator(f->generator);
	int status = wait_status(start(f, "3.3", "1"));
	json_t *result = load(f);

	assert_int_equal(status, 0);
	assert_string_equal(
		json_string_value(json_object_get(result, "verdict")), "VALID");
	assert_latencies(result, 0);
	assert_false(fake->on);
	assert_true(isinf(fake->load_ohms));
	assert_true(fabs(fake->high_volts - 3.3) < 1e-6);
	assert_true(fabs(fake->hz - 10000) < 1e-6);
	json_decref(result);
}

static void without_a_voltage_nothing_is_put_out(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(wait_status(start(f, NULL, "1")), 1);
	assert_false(mock_tmc_generator(f->generator)->square);
}

static void killed_run_leaves_the_output_off(void **state)
{
	struct fixture *f = *state;
	pid_t pid = start(f, "3.3", "60");
	int status;

	wait_switched(f, true);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	wait_switched(f, false);
	/* and the kernel's driver has the device again */
	while (!mock_usb_state(mock_tmc_usb(f->generator)).driver_bound)
		usleep(10000);
}

static void pulled_generator_is_named_and_keeps_its_edges(void **state)
{
	struct fixture *f = *state;
	pid_t pid = start(f, "3.3", "60");
	json_t *result;

	wait_switched(f, true);
	usleep(500000);
	mock_usb_pull(mock_tmc_usb(f->generator));
	assert_int_equal(wait_status(pid), 3);
	result = load(f);
	assert_true(has_reason(result, "generator-died"));
	/* it has power still: the last answer may come after the capture */
	assert_latencies(result, 1);
	json_decref(result);
}

static void a_generator_that_is_plugged_in_again_goes_on(void **state)
{
	struct fixture *f = *state;
	pid_t pid = start(f, "3.3", "4");
	json_int_t edges;
	json_t *result;

	wait_switched(f, true);
	usleep(500000);
	mock_usb_pull(mock_tmc_usb(f->generator));
	usleep(700000);
	mock_tmc_replug(f->generator, FAKE_RIGOL, 1);
	assert_int_equal(wait_status(pid), 0);
	result = load(f);
	assert_string_equal(
		json_string_value(json_object_get(result, "verdict")),
		"DEGRADED");
	assert_true(has_reason(result, "the generator was lost for"));
	assert_latencies(result, 1);
	/* 10 kHz before and after: more than what came before the pull */
	edges = json_integer_value(
		json_object_get(json_object_get(result, "stimulus"), "edges"));
	assert_true(edges > 20000);
	assert_false(mock_tmc_generator(f->generator)->on);
	json_decref(result);
}

static void another_generator_in_its_place_is_refused(void **state)
{
	struct fixture *f = *state;
	pid_t pid = start(f, "3.3", "60");
	json_t *result;

	wait_switched(f, true);
	usleep(500000);
	mock_usb_pull(mock_tmc_usb(f->generator));
	mock_tmc_replug(f->generator, FAKE_KEYSIGHT, 1);
	assert_int_equal(wait_status(pid), 3);
	/* not a word of the first one's language was said to it */
	assert_false(mock_tmc_generator(f->generator)->square);
	assert_int_equal(mock_tmc_generator(f->generator)->errors, 0);
	result = load(f);
	assert_true(has_reason(result, "another generator is there now"));
	json_decref(result);
}

static void pulled_analyzer_is_named_and_the_output_goes_off(void **state)
{
	struct fixture *f = *state;
	pid_t pid = start(f, "3.3", "60");
	json_t *result;

	wait_switched(f, true);
	usleep(500000);
	mock_usb_pull(mock_fx2_usb(f->analyzer));
	assert_int_equal(wait_status(pid), 3);
	assert_false(mock_tmc_generator(f->generator)->on);
	result = load(f);
	assert_true(has_reason(result, "unplugged"));
	json_decref(result);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(a_run_measures_what_the_wire_does),
		TEST(without_a_voltage_nothing_is_put_out),
		TEST(killed_run_leaves_the_output_off),
		TEST(pulled_generator_is_named_and_keeps_its_edges),
		TEST(a_generator_that_is_plugged_in_again_goes_on),
		TEST(another_generator_in_its_place_is_refused),
		TEST(pulled_analyzer_is_named_and_the_output_goes_off),
	};

	(void)argc;
	mock_usb_prepare(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
