/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel's tick from its configuration, else from its count of ticks. */
#include <sys/utsname.h>

#include "daemon/facts.h"
#include "tests/unit/daemon_tree.h"

static void fresh(char *root)
{
	strcpy(root, "/tmp/hil-tick-XXXXXX");
	assert_non_null(mkdtemp(root));
}

static void clear(const char *root)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -r %s", root);
	assert_int_equal(system(command), 0);
}

static void tick_comes_from_the_configuration(void **state)
{
	struct utsname name;
	char root[32], file[128];

	(void)state;
	fresh(root);
	assert_int_equal(uname(&name), 0);
	snprintf(file, sizeof(file), "/boot/config-%s", name.release);
	tree_put(root, file, "CONFIG_HZ_300=y\nCONFIG_HZ=300\nCONFIG_X=1\n");
	assert_int_equal(hil_facts_tick_hz(root), 300);
	clear(root);
}

/* 1,000 s after boot, 300 s of which led up to the wrap: 2^32 + 700 x 250. */
static void tick_comes_from_the_count_of_ticks(void **state)
{
	char root[32];

	(void)state;
	fresh(root);
	tree_put(root, "/proc/timer_list",
		 "Timer List Version: v0.9\nHRTIMER_MAX_CLOCK_BASES: 8\n"
		 "now at 1000000123456 nsecs\n\ncpu: 0\n"
		 "jiffies: 4295142296\n");
	assert_int_equal(hil_facts_tick_hz(root), 250);
	clear(root);
}

static void tick_that_nobody_tells_is_unknown(void **state)
{
	char root[32];

	(void)state;
	fresh(root);
	assert_int_equal(hil_facts_tick_hz(root), 0);
	/* near the wrap the quotient means nothing */
	tree_put(root, "/proc/timer_list",
		 "now at 300000123456 nsecs\njiffies: 4294967297\n");
	assert_int_equal(hil_facts_tick_hz(root), 0);
	tree_put(root, "/proc/timer_list", "now at x nsecs\njiffies: -\n");
	assert_int_equal(hil_facts_tick_hz(root), 0);
	clear(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tick_comes_from_the_configuration),
		cmocka_unit_test(tick_comes_from_the_count_of_ticks),
		cmocka_unit_test(tick_that_nobody_tells_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
