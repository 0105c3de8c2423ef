/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chromium reads commands at descriptor 3 (--remote-debugging-pipe) and ends
 * when that closes. V8 prints its collections on standard output, line by line
 * only if that is a terminal.
 */
#include "rig/compare/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/compare/doorway.h"
#include "rig/compare/gc_log.h"

#define PAGE      "http://127.0.0.1:8003/"
#define HIGH      10 /* descriptors above those that the browser is given */
#define END_NS    (2 * HIL_NS_PER_S)
#define ARGUMENTS 24

extern char **environ;

struct hil_browser {
	pid_t pid;
	int commands; /* pipe to its descriptor 3 */
	int master;   /* of the terminal that it prints to */
	char profile[64];
	struct hil_doorway door;
	struct hil_gc_log collections;
};

/* Return: path of the program, heap; NULL: it is not in PATH. */
static char *find(const char *program)
{
	const char *list = getenv("PATH");
	char *copy = strdup(list ? list : "/usr/bin:/bin"), *rest = copy;
	char *path = NULL, *folder;

	if (strchr(program, '/'))
		path = access(program, X_OK) ? NULL : strdup(program);
	else
		while (!path && rest && (folder = strsep(&rest, ":"))) {
			if (asprintf(&path, "%s/%s", folder, program) < 0)
				path = NULL;
			if (path && access(path, X_OK)) {
				free(path);
				path = NULL;
			}
		}
	free(copy);
	return path;
}

bool hil_browser_there(const char *program)
{
	char *path = find(program);
	bool there = path != NULL;

	free(path);
	if (!there)
		hil_error("there is no browser \"%s\" on this machine: install "
			  "chromium, or name another Chromium with "
			  "browser=PROGRAM; without \"browser\" the clients "
			  "read the stream on the board",
			  program);
	return there;
}

/* Moved out of the way of what the browser is given at 0 to 4. */
static int moved(int fd)
{
	int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, HIGH);

	if (fd >= 0)
		close(fd);
	return high;
}

static int open_terminal(int *master, int *slave)
{
	struct termios raw;
	char name[64];

	*slave = -1;
	*master = moved(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
	if (*master < 0 || grantpt(*master) || unlockpt(*master) ||
	    ptsname_r(*master, name, sizeof(name)))
		return -errno;
	*slave = moved(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
	if (*slave < 0 || tcgetattr(*slave, &raw))
		return -errno;
	cfmakeraw(&raw);
	if (tcsetattr(*slave, TCSANOW, &raw) ||
	    fcntl(*master, F_SETFL, O_NONBLOCK))
		return -errno;
	return 0;
}

static int spawn(struct hil_browser *b, char **argv, int commands, int terminal)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none;
	int ret;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, terminal, 1);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, commands, 3);
	posix_spawn_file_actions_addopen(&actions, 4, "/dev/null", O_WRONLY, 0);
	sigemptyset(&none);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
						POSIX_SPAWN_SETSIGMASK);
	ret = posix_spawn(&b->pid, argv[0], &actions, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	if (ret)
		b->pid = 0;
	return -ret;
}

/* Its sandbox refuses to work for root. */
static int run(struct hil_browser *b, char *program, int commands, int terminal)
{
	char folder[96], rule[80];
	char *argv[ARGUMENTS] = {
		program,
		(char[]){ "--headless" },
		(char[]){ "--remote-debugging-pipe" },
		(char[]){ "--js-flags=--trace-gc" },
		(char[]){ "--enable-precise-memory-info" },
		(char[]){ "--disable-gpu" },
		(char[]){ "--no-first-run" },
		(char[]){ "--disable-background-networking" },
		(char[]){ "--disable-component-update" },
		(char[]){ "--disable-sync" },
		(char[]){ "--disable-background-timer-throttling" },
		(char[]){ "--disable-renderer-backgrounding" },
		(char[]){ "--disable-backgrounding-occluded-windows" },
		folder,
		rule,
		geteuid() ? (char[]){ "about:blank" }
			  : (char[]){ "--no-sandbox" },
	};

	snprintf(folder, sizeof(folder), "--user-data-dir=%s", b->profile);
	snprintf(rule, sizeof(rule),
		 "--host-resolver-rules=MAP 127.0.0.1:8003 127.0.0.1:%u",
		 (unsigned int)b->door.port);
	return spawn(b, argv, commands, terminal);
}

static int ask_for_pages(struct hil_browser *b, uint64_t pages)
{
	char text[160];
	int len;

	for (uint64_t i = 1; i <= pages; i++) {
		len = snprintf(text, sizeof(text),
			       "{\"id\":%u,\"method\":\"Target.createTarget\","
			       "\"params\":{\"url\":\"" PAGE
			       "\",\"newWindow\":true}}",
			       (unsigned int)i);
		/* with the NUL that ends a command; a pipe holds all of them */
		if (write(b->commands, text, (size_t)len + 1) != len + 1)
			return -EPIPE;
	}
	return 0;
}

static int start(struct hil_browser *b, const char *exec,
		 const struct hil_variant *v)
{
	char *program = find(v->browser);
	int pipe_fd[2] = { -1, -1 }, terminal = -1;
	int ret = program ? hil_doorway_open(&b->door, exec) : -ENOENT;

	snprintf(b->profile, sizeof(b->profile), "/tmp/hilrig-browser-XXXXXX");
	if (!ret && !mkdtemp(b->profile)) {
		ret = -errno;
		b->profile[0] = '\0';
	}
	if (!ret)
		ret = open_terminal(&b->master, &terminal);
	if (!ret && pipe2(pipe_fd, O_CLOEXEC))
		ret = -errno;
	pipe_fd[0] = moved(pipe_fd[0]);
	b->commands = moved(pipe_fd[1]);
	if (!ret)
		ret = run(b, program, pipe_fd[0], terminal);
	if (!ret)
		ret = ask_for_pages(b, v->clients);
	if (pipe_fd[0] >= 0)
		close(pipe_fd[0]);
	if (terminal >= 0)
		close(terminal);
	free(program);
	return ret;
}

int hil_browser_start(const char *exec, const struct hil_variant *v,
		      struct hil_browser **result)
{
	struct hil_browser *b = calloc(1, sizeof(*b));
	int ret = -ENOMEM;

	*result = NULL;
	if (b) {
		b->commands = b->master = b->door.fd = -1;
		ret = start(b, exec, v);
	}
	if (ret) {
		hil_error("cannot start the browser %s: %s", v->browser,
			  strerror(-ret));
		hil_browser_finish(b, NULL);
		return ret;
	}
	*result = b;
	return 0;
}

static void take_output(struct hil_browser *b)
{
	char bytes[4096];
	ssize_t n;

	while (b->master >= 0 &&
	       (n = read(b->master, bytes, sizeof(bytes))) > 0)
		hil_gc_log_add(&b->collections, bytes, (size_t)n);
}

void hil_browser_turn(struct hil_browser *b)
{
	hil_doorway_turn(&b->door);
	take_output(b);
}

static int remove_one(const char *path, const struct stat *s, int kind,
		      struct FTW *walk)
{
	(void)s;
	(void)kind;
	(void)walk;
	(void)remove(path);
	return 0;
}

/* It ends by itself when its commands do. */
static void reap(struct hil_browser *b)
{
	const struct timespec nap = { .tv_nsec = 10 * HIL_NS_PER_MS };
	int64_t until = hil_time_mono_ns() + END_NS;

	while (waitpid(b->pid, NULL, WNOHANG) == 0) {
		take_output(b);
		if (hil_time_mono_ns() > until) {
			kill(-b->pid, SIGKILL);
			waitpid(b->pid, NULL, 0);
			break;
		}
		nanosleep(&nap, NULL);
	}
	kill(-b->pid, SIGKILL); /* what it left behind */
}

void hil_browser_finish(struct hil_browser *b, json_t *runtime)
{
	if (!b)
		return;
	if (b->commands >= 0)
		close(b->commands);
	if (b->pid)
		reap(b);
	take_output(b);
	if (b->master >= 0)
		close(b->master);
	hil_doorway_close(&b->door);
	if (*b->profile)
		nftw(b->profile, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	if (runtime)
		hil_gc_log_to_json(&b->collections, runtime);
	free(b);
}
