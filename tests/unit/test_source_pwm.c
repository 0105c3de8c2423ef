/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PWM channels on a copy of /sys. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "daemon/stimulus/source.h"
#include "daemon/sysfs.h"
#include "tests/unit/daemon_tree.h"

#define CHIP "/sys/class/pwm/pwmchip0"

struct fixture {
	char root[256];
	void *member;
	struct test_log log;
};

static const struct hil_source_wave wave = { .frequency_hz = 250, .duty = 0.5 };

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	test_folder_make(f->root);
	tree_put(f->root, CHIP "/npwm", "2\n");
	test_log_start(&f->log);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	hil_source_pwm.close(f->member);
	test_log_stop();
	test_folder_remove(f->root);
	free(f);
	return 0;
}

/* A channel that is exported already. */
static void add_channel(struct fixture *f, const char *enable)
{
	tree_put(f->root, CHIP "/pwm1/enable", enable);
	tree_put(f->root, CHIP "/pwm1/period", "1000000\n");
	tree_put(f->root, CHIP "/pwm1/duty_cycle", "250000\n");
	tree_put(f->root, CHIP "/pwm1/polarity", "inversed\n");
}

static int open_at(struct fixture *f, const char *chip, const char *channel)
{
	const struct hil_source_place place = { chip, channel, f->root };

	return hil_source_pwm.open(&place, &f->member);
}

static void expect(struct fixture *f, const char *what, const char *wanted)
{
	char text[64];

	assert_true(hil_sysfs_text(f->root, text, sizeof(text), CHIP "/pwm1/%s",
				   what) >= 0);
	assert_string_equal(text, wanted);
}

static void a_channel_is_driven_and_given_back_as_it_was(void **state)
{
	struct fixture *f = *state;
	struct hil_source_wave on = wave;
	double actual_hz = 0;

	on.on = true;
	add_channel(f, "0\n");
	assert_int_equal(open_at(f, "0", "1"), 0);
	assert_int_equal(hil_source_pwm.apply(f->member, &wave, &actual_hz), 0);
	assert_true(actual_hz == 250);
	expect(f, "enable", "0");
	expect(f, "period", "4000000");
	expect(f, "duty_cycle", "2000000");
	expect(f, "polarity", "normal");
	assert_int_equal(hil_source_pwm.apply(f->member, &on, &actual_hz), 0);
	expect(f, "enable", "1");
	hil_source_pwm.close(f->member);
	f->member = NULL;
	expect(f, "enable", "0");
	expect(f, "period", "1000000");
	expect(f, "duty_cycle", "250000");
	expect(f, "polarity", "inversed");
	assert_string_equal(f->log.text, "");
}

static void a_channel_in_use_is_left_alone(void **state)
{
	struct fixture *f = *state;

	add_channel(f, "1\n");
	assert_int_equal(open_at(f, "pwmchip0", "1"), -EBUSY);
	assert_contains(f->log.text, "channel 1 of pwmchip0: it is enabled, "
				     "somebody uses it");
	expect(f, "enable", "1");
	expect(f, "period", "1000000");
}

/* What the kernel does at an export: a channel appears. */
static void *export(void *context)
{
	struct fixture *f = context;
	char path[PATH_MAX], text[8] = "";
	FILE *file;

	snprintf(path, sizeof(path), "%s" CHIP "/export", f->root);
	file = fopen(path, "r");
	if (!file || !fgets(text, sizeof(text), file) || strcmp(text, "1"))
		return NULL;
	fclose(file);
	add_channel(f, "0\n");
	return f;
}

static void a_channel_is_exported_and_unexported(void **state)
{
	struct fixture *f = *state;
	char path[PATH_MAX];
	pthread_t kernel;
	void *done;

	snprintf(path, sizeof(path), "%s" CHIP "/export", f->root);
	assert_int_equal(mkfifo(path, 0600), 0);
	tree_put(f->root, CHIP "/unexport", "");
	assert_int_equal(pthread_create(&kernel, NULL, export, f), 0);
	assert_int_equal(open_at(f, "0", "1"), 0);
	pthread_join(kernel, &done);
	assert_non_null(done);
	hil_source_pwm.close(f->member);
	f->member = NULL;
	expect(f, "../unexport", "1");
	expect(f, "enable", "0");
}

static void a_channel_that_does_not_come_is_said(void **state)
{
	struct fixture *f = *state;

	tree_put(f->root, CHIP "/export", "");
	assert_int_equal(open_at(f, "0", "1"), -ENOENT);
	assert_contains(f->log.text, "cannot write to channel 1 of pwmchip0");
}

static void what_is_not_there_is_named(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(open_at(f, "7", "0"), -ENODEV);
	assert_contains(f->log.text, "cannot use pwmchip7: there is no such "
				     "PWM chip");
	assert_int_equal(open_at(f, "0", "2"), -EINVAL);
	assert_contains(f->log.text, "it has channels 0 to 1");
	assert_int_equal(open_at(f, "../../x", "0"), -EINVAL);
	assert_int_equal(open_at(f, "0", "-1"), -EINVAL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* Nobody is left to turn it off but the guard. */
static void a_killed_program_leaves_no_pwm_running(void **state)
{
	struct fixture *f = *state;
	struct hil_source_wave on = wave;
	char text[64] = "1";
	double hz;
	int status;
	pid_t pid;

	add_channel(f, "0\n");
	on.on = true;
	pid = fork();
	if (pid == 0) {
		if (open_at(f, "0", "1") ||
		    hil_source_pwm.apply(f->member, &on, &hz))
			_exit(1);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	for (int i = 0; i < 1000 && strcmp(text, "0") != 0; i++) {
		usleep(10000);
		(void)!hil_sysfs_text(f->root, text, sizeof(text),
				      CHIP "/pwm1/enable");
	}
	/* all of it is given back, enable first */
	expect(f, "enable", "0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_channel_is_driven_and_given_back_as_it_was),
		TEST(a_channel_in_use_is_left_alone),
		TEST(a_channel_is_exported_and_unexported),
		TEST(a_channel_that_does_not_come_is_said),
		TEST(a_killed_program_leaves_no_pwm_running),
		TEST(what_is_not_there_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
