/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the doctor over copies of /sys, /proc and /dev. */
#include "daemon/doctor.h"
#include "daemon/facts.h"
#include "tests/unit/daemon_tree.h"

static char root[256];
static json_t *rows;

#define CPU0 "/sys/devices/system/cpu/cpu0"

/* A board as it should be. CPU 0 is isolated, so the IST goes there. */
static int make_board(void **state)
{
	(void)state;
	test_folder_make(root);
	tree_put(root, "/sys/kernel/realtime", "1\n");
	tree_put(root, "/proc/sys/kernel/sched_rt_runtime_us", "950000\n");
	tree_put(root, "/proc/sys/kernel/sched_rt_period_us", "1000000\n");
	tree_put(root, "/sys/kernel/debug/sched/fair_server/cpu0/runtime",
		 "50000000\n");
	tree_put(root, "/sys/kernel/debug/sched/fair_server/cpu0/period",
		 "1000000000\n");
	tree_put(root,
		 "/sys/devices/system/clocksource/clocksource0/"
		 "current_clocksource",
		 "arch_sys_counter\n");
	tree_put(root, "/sys/devices/system/cpu/isolated", "0\n");
	tree_put(root, "/sys/devices/system/cpu/smt/control",
		 "notimplemented\n");
	tree_put(root, CPU0 "/cpufreq/scaling_governor", "performance\n");
	tree_put(root, CPU0 "/cpuidle/state0/name", "WFI\n");
	tree_put(root, CPU0 "/cpuidle/state0/latency", "1\n");
	tree_put(root, CPU0 "/cpuidle/state0/disable", "0\n");
	tree_put(root, "/proc/irq/default_smp_affinity", "f\n");
	tree_put(root, "/sys/kernel/tracing/instances/x", "");
	tree_put(root, "/sys/kernel/irq/11/actions", "arch_timer\n");
	tree_put(root, "/proc/self/status",
		 "Name:\thilrigd\nCapEff:\t0000000000804000\nSeccomp:\t0\n");
	tree_put(root, "/dev/gpiochip0", "");
	tree_put(root, "/dev/cpu_dma_latency", "");
	return 0;
}

static int remove_board(void **state)
{
	(void)state;
	json_decref(rows);
	rows = NULL;
	test_folder_remove(root);
	return 0;
}

static const json_t *row(const char *id)
{
	const json_t *r;
	size_t i;

	if (!rows)
		rows = hil_doctor_rows(root, "gpiochip0");
	assert_non_null(rows);
	json_array_foreach(
		rows, i,
		r) if (!strcmp(json_string_value(json_object_get(r, "id")),
			       id)) return r;
	fail_msg("no row %s", id);
	return NULL;
}

static const char *text(const char *id, const char *key)
{
	return json_string_value(json_object_get(row(id), key));
}

#define assert_row(id, wanted)                                                 \
	do {                                                                   \
		assert_string_equal(text(id, "state"), wanted);                \
		/* what is not good comes with what to do */                   \
		assert_true(!strcmp(wanted, "good") || *text(id, "advice"));   \
	} while (0)

static void board_as_it_should_be_has_no_bad_row(void **state)
{
	const json_t *r;
	size_t i;

	(void)state;
	row("preempt_rt");
	json_array_foreach(
		rows, i,
		r) if (!strcmp(json_string_value(json_object_get(r, "state")),
			       "bad"))
		fail_msg("%s is bad",
			 json_string_value(json_object_get(r, "id")));
	assert_true(json_array_size(rows) >= 18);
}

static void ids_are_unique(void **state)
{
	json_t *seen = json_object();
	const json_t *r;
	size_t i;

	(void)state;
	row("preempt_rt");
	json_array_foreach(rows, i, r)
	{
		const char *id = json_string_value(json_object_get(r, "id"));

		assert_null(json_object_get(seen, id));
		json_object_set_new(seen, id, json_true());
	}
	json_decref(seen);
}

static void kernel_without_preempt_rt_is_bad(void **state)
{
	(void)state;
	tree_put(root, "/sys/kernel/realtime", "0\n");
	assert_row("preempt_rt", "bad");
}

static void throttling_that_is_off_is_said(void **state)
{
	(void)state;
	tree_put(root, "/proc/sys/kernel/sched_rt_runtime_us", "-1\n");
	assert_row("rt_throttling", "good");
	assert_string_equal(text("rt_throttling", "value"), "off");
	assert_true(*text("rt_throttling", "advice"));
}

static void powersave_governor_is_bad(void **state)
{
	(void)state;
	tree_put(root, CPU0 "/cpufreq/scaling_governor", "powersave\n");
	assert_row("governor", "bad");
	assert_contains(text("governor", "value"), "powersave (CPU 0)");
}

static void deep_idle_state_comes_with_advice(void **state)
{
	(void)state;
	tree_put(root, CPU0 "/cpuidle/state1/name", "cpu sleep\n");
	tree_put(root, CPU0 "/cpuidle/state1/latency", "400\n");
	tree_put(root, CPU0 "/cpuidle/state1/disable", "0\n");
	assert_string_equal(text("idle_states", "value"),
			    "WFI 1us, cpu sleep 400us");
	assert_contains(text("idle_states", "advice"), "--cpu-dma-latency");
}

static void disabled_idle_state_needs_no_advice(void **state)
{
	(void)state;
	tree_put(root, CPU0 "/cpuidle/state1/name", "cpu sleep\n");
	tree_put(root, CPU0 "/cpuidle/state1/latency", "400\n");
	tree_put(root, CPU0 "/cpuidle/state1/disable", "1\n");
	assert_string_equal(text("idle_states", "value"),
			    "WFI 1us, cpu sleep 400us off");
	assert_string_equal(text("idle_states", "advice"), "");
}

static void slow_clock_source_is_bad(void **state)
{
	(void)state;
	tree_put(root,
		 "/sys/devices/system/clocksource/clocksource0/"
		 "current_clocksource",
		 "hpet\n");
	assert_row("clocksource", "bad");
}

static void smt_is_bad(void **state)
{
	(void)state;
	tree_put(root, "/sys/devices/system/cpu/smt/control", "on\n");
	assert_row("smt", "bad");
}

/* 8 bytes at offset 0x34 of the msr device are the count: 0x0201. */
static void firmware_interrupts_are_counted(void **state)
{
	char path[300];
	char bytes[0x34 + 8] = { [0x34] = 1, [0x35] = 2 };

	(void)state;
	tree_put(root, "/dev/cpu/0/msr", "");
	snprintf(path, sizeof(path), "%s/dev/cpu/0/msr", root);
	test_file_write(path, bytes, sizeof(bytes));
	assert_string_equal(text("smi", "value"), "513 since boot");
	assert_true(*text("smi", "advice"));
}

static void virtual_machine_is_bad(void **state)
{
	(void)state;
	tree_put(root, "/sys/class/dmi/id/sys_vendor", "QEMU\n");
	assert_row("virtualisation", "bad");
	assert_string_equal(text("virtualisation", "value"), "QEMU");
}

static void missing_capability_is_bad(void **state)
{
	(void)state;
	/* bit 14 only: CAP_IPC_LOCK without CAP_SYS_NICE */
	tree_put(root, "/proc/self/status", "CapEff:\t0000000000004000\n");
	assert_row("rtprio", "bad");
	assert_row("memlock", "good");
}

static void board_without_a_gpiochip_is_bad(void **state)
{
	char path[300];

	(void)state;
	snprintf(path, sizeof(path), "%s/dev/gpiochip0", root);
	assert_int_equal(unlink(path), 0);
	assert_row("gpiochip", "bad");
}

static void level_flow_driver_makes_coalescing_unknown(void **state)
{
	(void)state;
	tree_put(root, "/sys/devices/30200000.gpio/gpiochip0/dev", "");
	tree_link(root, "/sys/bus/gpio/devices/gpiochip0",
		  "/sys/devices/30200000.gpio/gpiochip0");
	tree_put(root, "/sys/bus/platform/drivers/gpio-mxc/uevent", "");
	tree_link(root, "/sys/devices/30200000.gpio/driver",
		  "/sys/bus/platform/drivers/gpio-mxc");
	assert_row("irq_flow", "unknown");
	assert_contains(text("irq_flow", "value"), "level");
}

static void empty_system_gives_unknown_rows_not_a_crash(void **state)
{
	(void)state;
	rows = hil_doctor_rows("/nonexistent", NULL);
	assert_row("rt_throttling", "unknown");
	assert_row("clocksource", "unknown");
	assert_row("irq_threads", "unknown");
	assert_row("cpu_dma_latency", "unknown");
	assert_row("tracefs", "unknown");
	assert_row("preempt_rt", "bad");
}

static void isolated_cpu_is_the_default(void **state)
{
	(void)state;
	tree_put(root, "/sys/devices/system/cpu/isolated", "2-3\n");
	assert_int_equal(hil_facts_default_cpu(root), 2);
}

static void changed_setting_changes_the_facts(void **state)
{
	json_t *before = hil_facts_changing(root, 0);
	json_t *same = hil_facts_changing(root, 0);
	json_t *after;

	(void)state;
	tree_put(root, CPU0 "/cpufreq/scaling_governor", "schedutil\n");
	after = hil_facts_changing(root, 0);
	assert_true(json_equal(before, same));
	assert_false(json_equal(before, after));
	json_decref(before);
	json_decref(same);
	json_decref(after);
}

static void hottest_zone_is_the_temperature(void **state)
{
	json_t *mc = hil_facts_temperature_mc(root);

	(void)state;
	assert_true(json_is_null(mc));
	tree_put(root, "/sys/class/thermal/thermal_zone0/temp", "41000\n");
	tree_put(root, "/sys/class/thermal/thermal_zone1/temp", "63500\n");
	mc = hil_facts_temperature_mc(root);
	assert_int_equal(json_integer_value(mc), 63500);
	json_decref(mc);
}

#define board_test(t)                                                          \
	cmocka_unit_test_setup_teardown(t, make_board, remove_board)

int main(void)
{
	const struct CMUnitTest tests[] = {
		board_test(board_as_it_should_be_has_no_bad_row),
		board_test(ids_are_unique),
		board_test(kernel_without_preempt_rt_is_bad),
		board_test(throttling_that_is_off_is_said),
		board_test(powersave_governor_is_bad),
		board_test(deep_idle_state_comes_with_advice),
		board_test(disabled_idle_state_needs_no_advice),
		board_test(slow_clock_source_is_bad),
		board_test(smt_is_bad),
		board_test(firmware_interrupts_are_counted),
		board_test(virtual_machine_is_bad),
		board_test(missing_capability_is_bad),
		board_test(board_without_a_gpiochip_is_bad),
		board_test(level_flow_driver_makes_coalescing_unknown),
		board_test(empty_system_gives_unknown_rows_not_a_crash),
		board_test(isolated_cpu_is_the_default),
		board_test(changed_setting_changes_the_facts),
		board_test(hottest_zone_is_the_temperature),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
