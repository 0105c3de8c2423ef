/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads of a made-up /proc, and of our own. */
#include <errno.h>
#include <sched.h>
#include <sys/stat.h>

#include "gui-bridge/view/thread.h"
#include "tests/unit/test.h"

struct tree {
	char root[64];
};

static void write_file(const struct tree *t, const char *name, const char *text)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/7/task/8/%s", t->root, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int setup(void **state)
{
	struct tree *t = calloc(1, sizeof(*t));
	static const char *const folder[] = { "/7", "/7/task", "/7/task/8" };
	char path[128];
	size_t i;

	assert_non_null(t);
	strcpy(t->root, "/tmp/hil-proc-XXXXXX");
	assert_non_null(mkdtemp(t->root));
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s%s", t->root, folder[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	/* The name holds what a parser may stumble over. */
	write_file(t, "stat",
		   "8 (a) (b 1 2) S 1 7 7 0 -1 64 11 0 12 0 5 6 0 0 -81 0 2 0 "
		   "100 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 3 80 1 0 0 0\n");
	write_file(t, "comm", "a) (b 1 2\n");
	write_file(t, "status",
		   "Name:\tx\nvoluntary_ctxt_switches:\t21\n"
		   "nonvoluntary_ctxt_switches:\t22\n");
	write_file(t, "schedstat", "5000 6000 70\n");
	*state = t;
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int teardown(void **state)
{
	struct tree *t = *state;

	nftw(t->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(t);
	return 0;
}

static void a_thread_is_as_proc_says(void **state)
{
	const struct tree *tree = *state;
	struct hil_thread t = { .pid = 7, .tid = 8 };

	assert_int_equal(hil_thread_read(tree->root, &t, 100), 0);
	assert_string_equal(t.comm, "a) (b 1 2");
	assert_int_equal(t.policy, SCHED_FIFO);
	assert_int_equal(t.priority, 80);
	assert_int_equal(t.cpu, 3);
	assert_int_equal(t.minor, 11);
	assert_int_equal(t.major, 12);
	assert_int_equal(t.voluntary, 21);
	assert_int_equal(t.involuntary, 22);
}

static void the_last_run_is_when_its_time_grew(void **state)
{
	const struct tree *tree = *state;
	struct hil_thread t = { .pid = 7, .tid = 8 };

	hil_thread_read(tree->root, &t, 100);
	hil_thread_read(tree->root, &t, 200);
	assert_int_equal(t.ran_ns, 0); /* not seen yet */
	write_file(tree, "schedstat", "5001 6000 71\n");
	hil_thread_read(tree->root, &t, 300);
	assert_int_equal(t.ran_ns, 300);
	hil_thread_read(tree->root, &t, 400);
	assert_int_equal(t.ran_ns, 300);
}

static void a_thread_that_is_gone_is_unknown(void **state)
{
	const struct tree *tree = *state;
	struct hil_thread t = { .pid = 7, .tid = 9 };

	assert_int_equal(hil_thread_read(tree->root, &t, 100), -ESRCH);
	assert_int_equal(t.policy, -1);
	t.tid = 0;
	assert_int_equal(hil_thread_read(tree->root, &t, 100), -ESRCH);
}

static void a_broken_stat_is_unknown(void **state)
{
	static const char *const broken[] = { "",
					      "8",
					      "8 (x",
					      "8 (x)",
					      "8 (x) S",
					      "8 (x) S 1 2 3",
					      "8 )x( S 1 2 3" };
	const struct tree *tree = *state;
	struct hil_thread t = { .pid = 7, .tid = 8 };
	size_t i;

	for (i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		write_file(tree, "stat", broken[i]);
		assert_int_equal(hil_thread_read(tree->root, &t, 100), -ESRCH);
	}
}

static void a_thread_is_found_by_its_name(void **state)
{
	const struct tree *tree = *state;

	assert_int_equal(hil_thread_find(tree->root, 7, "a) (b 1 2"), 8);
	assert_int_equal(hil_thread_find(tree->root, 7, "other"), -ENOENT);
	assert_int_equal(hil_thread_find(tree->root, 6, "other"), -ENOENT);
}

static void our_own_thread_is_seen(void **state)
{
	struct hil_thread t = { .pid = getpid(), .tid = getpid() };

	(void)state;
	assert_int_equal(hil_thread_read("/proc", &t, 100), 0);
	assert_int_equal(t.policy, sched_getscheduler(0));
	assert_true(t.minor > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_is_as_proc_says),
		cmocka_unit_test(the_last_run_is_when_its_time_grew),
		cmocka_unit_test(a_thread_that_is_gone_is_unknown),
		cmocka_unit_test(a_broken_stat_is_unknown),
		cmocka_unit_test(a_thread_is_found_by_its_name),
		cmocka_unit_test(our_own_thread_is_seen),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
