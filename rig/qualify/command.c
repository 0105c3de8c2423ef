/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig as a child: its output and messages are evidence, its time is
 * bounded. It is in a process group of its own, so that a terminal's Ctrl-C
 * reaches it once, from us.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rig/qualify/context.h"

extern char **environ;

#define ARGS_MOST 32
#define TURN_NS   (20 * HIL_NS_PER_MS)
#define END_NS    (8 * HIL_NS_PER_S) /* a run ends in order within 5 s */

char *hil_qualify_path(const struct hil_qualify *q, const char *name,
		       const char *end)
{
	char *path = NULL;

	if (asprintf(&path, "%s/" HIL_EVIDENCE "/%s%s", q->folder, name, end) <
	    0)
		return NULL;
	return path;
}

static int set_up(posix_spawn_file_actions_t *files, posix_spawnattr_t *attr,
		  const char *out, const char *err)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL;
	sigset_t none;
	int ret;

	sigemptyset(&none);
	ret = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY,
					       0);
	if (!ret)
		ret = posix_spawn_file_actions_addopen(files, 1, out, flags,
						       0666);
	if (!ret)
		ret = posix_spawn_file_actions_addopen(files, 2, err, flags,
						       0666);
	if (!ret)
		ret = posix_spawnattr_setpgroup(attr, 0);
	if (!ret)
		ret = posix_spawnattr_setsigmask(attr, &none);
	if (!ret)
		ret = posix_spawnattr_setflags(
			attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	return ret;
}

static int spawn(const char *program, const char *const *args, const char *out,
		 const char *err, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	char *argv[ARGS_MOST + 2] = { NULL };
	size_t n = 0;
	int ret = 0;

	argv[n++] = strdup(program);
	for (size_t i = 0; args[i] && i < ARGS_MOST; i++)
		argv[n++] = strdup(args[i]);
	for (size_t i = 0; i < n; i++)
		ret = argv[i] ? ret : ENOMEM;
	if (!ret)
		ret = posix_spawn_file_actions_init(&files);
	if (ret)
		goto out;
	posix_spawnattr_init(&attr);
	ret = set_up(&files, &attr, out, err);
	if (!ret)
		ret = posix_spawn(pid, program, &files, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
out:
	for (size_t i = 0; i < n; i++)
		free(argv[i]);
	return -ret;
}

int hil_command_start(struct hil_qualify *q, const char *name,
		      const char *const *args, struct hil_command *c)
{
	char *out = hil_qualify_path(q, name, ".out");
	char *err = hil_qualify_path(q, name, ".err");
	int ret = -ENOMEM;

	*c = (struct hil_command){ .q = q };
	snprintf(c->name, sizeof(c->name), "%s", name);
	if (out && err)
		ret = spawn(q->hilrig, args, out, err, &c->pid);
	if (ret)
		c->pid = 0;
	free(out);
	free(err);
	return ret;
}

bool hil_command_running(struct hil_command *c)
{
	int code;
	pid_t got = c->pid ? waitpid(c->pid, &code, WNOHANG) : 0;

	if (got == c->pid && c->pid) {
		c->status = WIFEXITED(code) ? WEXITSTATUS(code)
					    : 128 + WTERMSIG(code);
		c->pid = 0;
	}
	return c->pid != 0;
}

void hil_command_signal(const struct hil_command *c, int signal)
{
	if (c->pid)
		kill(c->pid, signal);
}

int hil_pause(int64_t ns)
{
	int64_t end = hil_time_mono_ns() + ns, left;
	struct timespec t = { 0 };

	while ((left = end - hil_time_mono_ns()) > 0) {
		if (hil_qualify_stopped())
			return -EINTR;
		t.tv_nsec = left < TURN_NS ? left : TURN_NS;
		nanosleep(&t, NULL);
	}
	return hil_qualify_stopped() ? -EINTR : 0;
}

/* Asked once, then killed: its guard turns the generator off. */
static void end(struct hil_command *c)
{
	const struct timespec turn = { .tv_nsec = TURN_NS };
	int64_t until = hil_time_mono_ns() + END_NS;

	hil_command_signal(c, SIGINT);
	while (hil_command_running(c)) {
		if (hil_time_mono_ns() > until || hil_qualify_stopped() > 1)
			hil_command_signal(c, SIGKILL);
		nanosleep(&turn, NULL);
	}
}

int hil_command_wait(struct hil_command *c, int64_t limit_ns)
{
	int64_t until = hil_time_mono_ns() + limit_ns;
	int ret = 0;

	while (!ret && hil_command_running(c)) {
		if (hil_pause(TURN_NS))
			ret = -EINTR;
		else if (hil_time_mono_ns() > until)
			ret = -ETIME;
	}
	if (ret)
		end(c);
	return ret;
}

int hil_command_run(struct hil_qualify *q, const char *name,
		    const char *const *args, int64_t limit_ns, int *status)
{
	struct hil_command c;
	int ret = hil_command_start(q, name, args, &c);

	if (!ret)
		ret = hil_command_wait(&c, limit_ns);
	*status = c.status;
	return ret;
}

void hil_command_tail(const struct hil_qualify *q, const char *name, char *text,
		      size_t size)
{
	char *path = hil_qualify_path(q, name, ".err"), *line = NULL;
	FILE *in = path ? fopen(path, "re") : NULL;
	size_t room = 0;

	text[0] = '\0';
	while (in && getline(&line, &room, in) > 0) {
		line[strcspn(line, "\n")] = '\0';
		/* that it is hilrig that speaks, everybody knows */
		snprintf(text, size, "%s",
			 line + (strncmp(line, "hilrig: ", 8) ? 0 : 8));
	}
	if (in)
		fclose(in);
	free(line);
	free(path);
}

void hil_command_evidence(struct hil_finding *f, const char *name)
{
	char path[HIL_QUALIFY_NAME + 24];

	snprintf(path, sizeof(path), HIL_EVIDENCE "/%s.out", name);
	hil_finding_evidence(f, path);
	snprintf(path, sizeof(path), HIL_EVIDENCE "/%s.err", name);
	hil_finding_evidence(f, path);
}
