/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig scan and hilrig scan --watch, as whole programs, on an emulated bus.
 */
#include <signal.h>
#include <sys/wait.h>

#include "tests/unit/test.h"
#include "tests/usb/mock_tmc.h"

/* build/hilrig, beside the folder of this program. */
static void find_hilrig(char path[300])
{
	ssize_t n = readlink("/proc/self/exe", path, 280);
	char *slash;

	assert_true(n > 0);
	path[n] = '\0';
	slash = strrchr(path, '/');
	assert_non_null(slash);
	strcpy(slash, "/../hilrig");
}

static pid_t start(const char *option, FILE **out)
{
	char path[300];
	int fds[2];
	pid_t pid;

	find_hilrig(path);
	assert_int_equal(pipe(fds), 0);
	pid = fork();
	if (!pid) {
		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		close(fds[1]);
		execl(path, "hilrig", "scan", option, NULL);
		_exit(127);
	}
	assert_true(pid > 0);
	close(fds[1]);
	*out = fdopen(fds[0], "r");
	assert_non_null(*out);
	return pid;
}

static void generators_on_usb_are_listed_with_their_serials(void **state)
{
	struct mock_tmc *first = mock_tmc_plug(FAKE_RIGOL, "DG1ZA1", 1);
	struct mock_tmc *second = mock_tmc_plug(FAKE_SIGLENT, "SDG1X2", 2);
	char text[8192];
	FILE *out;
	pid_t pid = start(NULL, &out);
	size_t n = fread(text, 1, sizeof(text) - 1, out);
	int status;

	(void)state;
	text[n] = '\0';
	fclose(out);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_contains(text, "generators on USB\n  usbtmc:serial=DG1ZA1  "
			      "1ab1:0642 Maker Mock, bus 1, device ");
	assert_contains(text, "\n  usbtmc:serial=SDG1X2  ");
	mock_tmc_free(first);
	mock_tmc_free(second);
}

static void expect_line(FILE *out, const char *part)
{
	char line[400];

	/* the test's time-out ends a hang */
	assert_non_null(fgets(line, sizeof(line), out));
	assert_contains(line, part);
}

static void watch_tells_who_comes_and_who_goes(void **state)
{
	struct mock_tmc *first = mock_tmc_plug(FAKE_RIGOL, "FIRST", 1);
	struct mock_tmc *second;
	FILE *out;
	pid_t pid = start("--watch", &out);
	int status;

	(void)state;
	expect_line(out, " + usbtmc:serial=FIRST  1ab1:0642 Maker Mock");
	second = mock_tmc_plug(FAKE_RIGOL, "SECOND", 2);
	expect_line(out, " + usbtmc:serial=SECOND");
	mock_tmc_free(first);
	expect_line(out, " - usbtmc:serial=FIRST");
	first = mock_tmc_plug(FAKE_RIGOL, "FIRST", 1);
	expect_line(out, " + usbtmc:serial=FIRST");
	assert_int_equal(kill(pid, SIGINT), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	fclose(out);
	mock_tmc_free(first);
	mock_tmc_free(second);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			generators_on_usb_are_listed_with_their_serials),
		cmocka_unit_test(watch_tells_who_comes_and_who_goes),
	};

	(void)argc;
	mock_usb_prepare(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
