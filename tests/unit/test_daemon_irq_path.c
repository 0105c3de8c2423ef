/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which interrupts and threads stand between a pin and the IST. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>

#include "daemon/irq_path.h"
#include "tests/unit/daemon_tree.h"

static char root[256];

/* Line 0 of a gpiochip whose bank interrupt has no thread: interrupt 20. */
static int make_board(void **state)
{
	(void)state;
	test_folder_make(root);
	tree_put(root, "/sys/devices/platform/30200000.gpio/gpiochip0/dev", "");
	tree_link(root, "/sys/bus/gpio/devices/gpiochip0",
		  "/sys/devices/platform/30200000.gpio/gpiochip0");
	tree_put(root, "/sys/bus/platform/drivers/some-gpio/uevent", "");
	tree_link(root, "/sys/devices/platform/30200000.gpio/driver",
		  "/sys/bus/platform/drivers/some-gpio");
	tree_put(root, "/sys/kernel/irq/11/actions", "arch_timer\n");
	tree_put(root, "/sys/kernel/irq/12/actions", "\n");
	tree_put(root, "/sys/kernel/irq/20/actions", "hilrigd-174\n");
	tree_put(root, "/sys/kernel/irq/20/chip_name", "bank0\n");
	tree_put(root, "/sys/kernel/irq/20/type", "edge\n");
	tree_thread(root, 1, "systemd", false);
	tree_thread(root, 175, "irq/20-hilrigd-", true);
	tree_thread(root, 80, "irq/11-arch_tim", true);
	return 0;
}

static int remove_board(void **state)
{
	(void)state;
	test_folder_remove(root);
	return 0;
}

static void thread_of_the_line_is_found_by_its_consumer(void **state)
{
	struct hil_irq_path path;

	(void)state;
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
	assert_int_equal(path.line_irq, 20);
	assert_int_equal(path.threads, 1);
	assert_int_equal(path.thread[0].pid, 175);
	assert_false(path.thread[0].bank);
	assert_string_equal(path.irq_chip, "bank0");
	assert_string_equal(path.driver, "some-gpio");
	assert_int_equal(path.flow, HIL_IRQ_FLOW_EDGE);
	assert_int_equal(path.stamp, HIL_IRQ_STAMP_HARDIRQ);
}

static void consumer_must_match_as_a_whole(void **state)
{
	struct hil_irq_path path;

	(void)state;
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-17", "gpiochip0", &path),
		-ENOENT);
	tree_put(root, "/sys/kernel/irq/20/actions", "hilrigd-1745,other\n");
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path),
		-ENOENT);
	tree_put(root, "/sys/kernel/irq/20/actions", "other,hilrigd-174\n");
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
}

/* gpio-omap on PREEMPT_RT: the bank's handler runs in a thread and stamps. */
static void demultiplexer_thread_is_found_too(void **state)
{
	struct hil_irq_path path;

	(void)state;
	tree_put(root, "/sys/kernel/irq/14/actions", "30200000.gpio\n");
	tree_thread(root, 90, "irq/14-30200000", true);
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
	assert_int_equal(path.banks, 1);
	assert_int_equal(path.bank_irq[0], 14);
	assert_int_equal(path.threads, 2);
	assert_true(path.thread[0].bank != path.thread[1].bank);
	assert_int_equal(path.stamp, HIL_IRQ_STAMP_DEMUX);
}

/* An expander's lines have no thread of their own. */
static void line_without_a_thread_is_nested_in_the_bank(void **state)
{
	struct hil_irq_path path;

	(void)state;
	tree_put(root, "/sys/kernel/irq/14/actions", "30200000.gpio\n");
	tree_thread(root, 90, "irq/14-30200000", true);
	tree_thread(root, 175, "something", true);
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
	assert_int_equal(path.stamp, HIL_IRQ_STAMP_NESTED);
}

/* Anybody may call a process "irq/20-hilrigd": it must not be raised. */
static void process_with_the_name_of_a_thread_is_not_taken(void **state)
{
	struct hil_irq_path path;

	(void)state;
	tree_thread(root, 500, "irq/20-hilrigd-", false);
	tree_thread(root, 501, "irq/20) S 2 0 0 0 -1 2097216", false);
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
	assert_int_equal(path.threads, 1);
	assert_int_equal(path.thread[0].pid, 175);
}

static void hidden_thread_is_an_error_of_its_own(void **state)
{
	struct hil_irq_path path;

	(void)state;
	tree_thread(root, 175, "kworker/0:1", true);
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path),
		-EXDEV);
	assert_int_equal(path.stamp, HIL_IRQ_STAMP_UNKNOWN);
}

static void more_threads_than_fit_are_refused(void **state)
{
	struct hil_irq_path path;
	int pid;

	(void)state;
	for (pid = 200; pid < 200 + HIL_IRQ_THREADS_MAX; pid++)
		tree_thread(root, pid, "irq/20-s-hilrig", true);
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path),
		-E2BIG);
}

/* i.MX: the trigger is an edge, the flow handler a level's. */
static void level_flow_is_known_by_the_driver(void **state)
{
	struct hil_irq_path path;

	(void)state;
	tree_put(root, "/sys/bus/platform/drivers/gpio-mxc/uevent", "");
	tree_link(root, "/sys/devices/platform/30200000.gpio/driver",
		  "/sys/bus/platform/drivers/gpio-mxc");
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
	assert_int_equal(path.flow, HIL_IRQ_FLOW_LEVEL);
}

static void flow_handler_of_debugfs_has_the_last_word(void **state)
{
	struct hil_irq_path path;

	(void)state;
	tree_put(root, "/sys/kernel/debug/irq/irqs/20",
		 "handler:  handle_level_irq\ndevice:   (null)\n");
	assert_int_equal(
		hil_irq_path_find(root, "hilrigd-174", "gpiochip0", &path), 0);
	assert_int_equal(path.flow, HIL_IRQ_FLOW_LEVEL);
}

static void without_a_line_the_bank_alone_is_looked_at(void **state)
{
	struct hil_irq_path path;

	(void)state;
	assert_int_equal(hil_irq_path_find(root, NULL, "gpiochip0", &path), 0);
	assert_int_equal(path.line_irq, -1);
	assert_int_equal(path.threads, 0);
}

static void missing_sysfs_is_said(void **state)
{
	struct hil_irq_path path;

	(void)state;
	assert_int_equal(hil_irq_path_find("/nonexistent", "hilrigd-174",
					   "gpiochip0", &path),
			 -ENOENT);
}

static int policy_of(pid_t pid, int *priority)
{
	struct sched_param param;

	assert_int_equal(sched_getparam(pid, &param), 0);
	*priority = param.sched_priority;
	return sched_getscheduler(pid);
}

/* A child process stands for a kernel thread: all that counts is its pid. */
static void raised_thread_goes_back_to_what_it_was(void **state)
{
	struct hil_irq_path path = { .threads = 1 };
	int priority;
	pid_t pid = fork();

	(void)state;
	if (!pid) {
		pause();
		_exit(0);
	}
	path.thread[0].pid = pid;
	path.thread[0].irq = -1;
	if (hil_irq_path_raise(&path, 7, 0) == -EPERM) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		skip(); /* needs CAP_SYS_NICE */
	}
	assert_int_equal(policy_of(pid, &priority), SCHED_FIFO);
	assert_int_equal(priority, 7);
	assert_null(hil_irq_path_below(&path, 6));
	assert_ptr_equal(hil_irq_path_below(&path, 7), &path.thread[0]);
	hil_irq_path_restore(&path);
	assert_int_equal(policy_of(pid, &priority), SCHED_OTHER);
	assert_ptr_equal(hil_irq_path_below(&path, 6), &path.thread[0]);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

#define board_test(f)                                                          \
	cmocka_unit_test_setup_teardown(f, make_board, remove_board)

int main(void)
{
	const struct CMUnitTest tests[] = {
		board_test(thread_of_the_line_is_found_by_its_consumer),
		board_test(consumer_must_match_as_a_whole),
		board_test(demultiplexer_thread_is_found_too),
		board_test(line_without_a_thread_is_nested_in_the_bank),
		board_test(process_with_the_name_of_a_thread_is_not_taken),
		board_test(hidden_thread_is_an_error_of_its_own),
		board_test(more_threads_than_fit_are_refused),
		board_test(level_flow_is_known_by_the_driver),
		board_test(flow_handler_of_debugfs_has_the_last_word),
		board_test(without_a_line_the_bank_alone_is_looked_at),
		board_test(missing_sysfs_is_said),
		cmocka_unit_test(raised_thread_goes_back_to_what_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
