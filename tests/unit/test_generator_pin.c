/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pin of the board as generator, with the real program behind board.exec.
 * The board is a shell here, and its PWM chip a copy of /sys.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>

#include "daemon/sysfs.h"
#include "rig/instrument/generator.h"
#include "tests/unit/daemon_tree.h"

#define CHIP   "/sys/class/pwm/pwmchip0"
#define DEVICE "pwm:chip=0,channel=1"

struct fixture {
	char root[256];
	char board[320];
	struct hil_generator *g;
	struct test_log log;
};

static const struct hil_generator_wave wave = { .frequency_hz = 250,
						.high_volts = 3.3,
						.low_volts = 0,
						.load_ohms = INFINITY,
						.duty = 0.5 };

/* What runs instead of a board's shell: the program with another root. */
static void make_board(struct fixture *f, const char *script)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/board.sh", f->root);
	test_file_write(path, script, strlen(script));
	snprintf(f->board, sizeof(f->board), "sh %s", path);
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	char script[700], build[256];
	ssize_t n = readlink("/proc/self/exe", build, sizeof(build) - 1);

	assert_true(n > 0);
	build[n] = '\0';
	*strrchr(build, '/') = '\0';
	test_folder_make(f->root);
	tree_put(f->root, CHIP "/npwm", "2\n");
	tree_put(f->root, CHIP "/pwm1/enable", "0\n");
	tree_put(f->root, CHIP "/pwm1/period", "1000000\n");
	tree_put(f->root, CHIP "/pwm1/duty_cycle", "250000\n");
	tree_put(f->root, CHIP "/pwm1/polarity", "normal\n");
	snprintf(script, sizeof(script),
		 "shift; exec %s/../hilrig-stimulus \"$@\" --root %s\n", build,
		 f->root);
	make_board(f, script);
	test_log_start(&f->log);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	hil_generator_close(f->g);
	test_log_stop();
	test_folder_remove(f->root);
	free(f);
	return 0;
}

static void expect(struct fixture *f, const char *what, const char *wanted)
{
	char text[64];

	assert_true(hil_sysfs_text(f->root, text, sizeof(text), CHIP "/pwm1/%s",
				   what) >= 0);
	assert_string_equal(text, wanted);
}

static int open_pin(struct fixture *f, const char *device)
{
	return hil_generator_open_board(device, 3.3, f->board, &f->g);
}

static void a_pwm_pin_makes_the_wave(void **state)
{
	struct fixture *f = *state;

	if (open_pin(f, DEVICE))
		fail_msg("%s", f->log.text);
	assert_string_equal(hil_generator_identity(f->g),
			    "hilrig-pwm,0 1,0," HIL_VERSION);
	assert_true(hil_generator_patterns(f->g) ==
		    HIL_PATTERN_BIT(HIL_PATTERN_STEADY));
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_true(hil_generator_actual_hz(f->g) == 250);
	expect(f, "enable", "0");
	assert_int_equal(hil_generator_on(f->g), 0);
	expect(f, "enable", "1");
	expect(f, "period", "4000000");
	assert_int_equal(hil_generator_off(f->g), 0);
	expect(f, "enable", "0");
	assert_int_equal(hil_generator_on(f->g), 0);
	hil_generator_close(f->g);
	f->g = NULL;
	expect(f, "enable", "0");
	expect(f, "period", "1000000");
	assert_string_equal(f->log.text, "");
}

static void a_pattern_that_pwm_cannot_do_is_refused(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_wave w = wave;

	w.pattern.kind = HIL_PATTERN_JITTER;
	assert_int_equal(open_pin(f, DEVICE), 0);
	assert_int_equal(hil_generator_set(f->g, &w), -EOPNOTSUPP);
	assert_contains(f->log.text, "\"jitter\"; it can make: steady\n");
}

/* The line's voltage is asked for though the pin cannot give another. */
static void no_voltage_no_output(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(hil_generator_open_board(DEVICE, 0, f->board, &f->g),
			 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -EPERM);
	assert_int_equal(hil_generator_on(f->g), -EPERM);
	expect(f, "enable", "0");
}

static void killed_hilrig_leaves_the_pin_off(void **state)
{
	struct fixture *f = *state;
	int ready[2], status;
	char byte;
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (!pid) {
		if (!open_pin(f, DEVICE) && !hil_generator_set(f->g, &wave) &&
		    !hil_generator_on(f->g))
			(void)!write(ready[1], "", 1);
		close(ready[1]);
		pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	expect(f, "enable", "1");
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	/* the test's time-out ends a hang; last of all the period is back */
	for (;;) {
		char text[64];

		if (hil_sysfs_text(f->root, text, sizeof(text),
				   CHIP "/pwm1/duty_cycle") > 0 &&
		    !strcmp(text, "250000"))
			break;
		usleep(10000);
	}
	expect(f, "enable", "0");
}

static void wrong_addresses_are_refused(void **state)
{
	static const char *const wrong[] = {
		"pwm:chip=0",
		"pwm:channel=1",
		"pwm:chip=0,channel=1,channel=2",
		"pwm:chip=0,line=1",
		"gpio:chip=0,channel=1",
		"gpio:chip=0,line=",
		"gpio:chip=0,line=4;reboot",
		"gpio:chip=$(reboot),line=4",
		"gpio:chip=0,line=-4",
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		test_log_start(&f->log);
		assert_int_equal(open_pin(f, wrong[i]), -EINVAL);
		assert_contains(f->log.text, wrong[i]);
	}
	assert_int_equal(hil_generator_open(DEVICE, 3.3, &f->g), -EINVAL);
	assert_contains(f->log.text, "no board is known here");
}

static void a_board_without_the_program_is_named(void **state)
{
	struct fixture *f = *state;

	make_board(f, "exit 127\n");
	assert_int_not_equal(open_pin(f, DEVICE), 0);
	assert_contains(f->log.text, "there is no hilrig-stimulus on the "
				     "board");
}

static void a_board_that_greets_is_named(void **state)
{
	struct fixture *f = *state;

	make_board(f, "echo Welcome to the board; exec cat > /dev/null\n");
	assert_int_equal(open_pin(f, DEVICE), -EBADMSG);
	assert_contains(f->log.text, "does its shell print something");
}

static void a_pin_in_use_is_named(void **state)
{
	struct fixture *f = *state;

	tree_put(f->root, CHIP "/pwm1/enable", "1\n");
	assert_int_not_equal(open_pin(f, DEVICE), 0);
	assert_contains(f->log.text, "hilrig-stimulus on the board ended with "
				     "status 1");
	expect(f, "enable", "1");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_pwm_pin_makes_the_wave),
		TEST(a_pattern_that_pwm_cannot_do_is_refused),
		TEST(no_voltage_no_output),
		TEST(killed_hilrig_leaves_the_pin_off),
		TEST(wrong_addresses_are_refused),
		TEST(a_board_without_the_program_is_named),
		TEST(a_board_that_greets_is_named),
		TEST(a_pin_in_use_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
