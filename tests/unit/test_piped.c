/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Children are shells; each test ends its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/piped.h"
#include "daemon/base/time.h"

#define LONG_NS  (20 * HIL_NS_PER_S) /* never reached in a test that passes */
#define SHORT_NS (20 * HIL_NS_PER_MS)

struct child {
	pid_t pid;
	int in, out;
};

/* It runs once it has said a line. */
static struct child start(char *script)
{
	char *argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, script, NULL };
	struct pollfd p = { .events = POLLIN };
	struct child c;
	char line[8];

	assert_int_equal(hil_piped_spawn(argv, &c.pid, &c.in, &c.out), 0);
	p.fd = c.out;
	assert_int_equal(poll(&p, 1, (int)(LONG_NS / HIL_NS_PER_MS)), 1);
	assert_int_equal(read(c.out, line, sizeof(line)), 3);
	return c;
}

static void drop(struct child *c)
{
	close(c->in);
	close(c->out);
}

static void wait_gives_the_status_of_one_that_ends(void **state)
{
	struct child c = start((char[]){ "echo up; read x; exit 7" });
	int status = 0;

	(void)state;
	assert_int_equal(hil_piped_wait(c.pid, 0, &status), -ETIME);
	assert_int_equal(hil_piped_wait(c.pid, SHORT_NS, &status), -ETIME);
	drop(&c);
	assert_int_equal(hil_piped_wait(c.pid, LONG_NS, &status), 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_int_equal(hil_piped_wait(c.pid, LONG_NS, &status), -ECHILD);
}

static void end_lets_it_go_at_the_end_of_its_input(void **state)
{
	struct child c = start((char[]){ "echo up; read x; exit 3" });
	int status = 0;

	(void)state;
	drop(&c);
	assert_int_equal(hil_piped_end(c.pid, LONG_NS, &status), 0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
}

static void end_asks_one_that_stays(void **state)
{
	struct child c =
		start((char[]){ "echo up; while :; do sleep 1; done" });
	int status = 0;

	(void)state;
	drop(&c);
	assert_int_equal(hil_piped_end(c.pid, SHORT_NS, &status), 0);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
}

static void end_kills_one_that_does_not_listen(void **state)
{
	struct child c = start(
		(char[]){ "trap '' TERM; echo up; while :; do sleep 1; done" });
	int status = 0;

	(void)state;
	drop(&c);
	assert_int_equal(hil_piped_end(c.pid, SHORT_NS, &status), 0);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	/* and nobody of its group is left */
	for (int i = 0; i < 1000 && kill(-c.pid, 0) == 0; i++)
		usleep(10000);
	assert_int_equal(kill(-c.pid, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wait_gives_the_status_of_one_that_ends),
		cmocka_unit_test(end_lets_it_go_at_the_end_of_its_input),
		cmocka_unit_test(end_asks_one_that_stays),
		cmocka_unit_test(end_kills_one_that_does_not_listen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
