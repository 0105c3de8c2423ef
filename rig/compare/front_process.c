/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process through which a front end runs on the board. Nothing here
 * waits, but for the end by force. */
#include "rig/compare/front_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/piped.h"
#include "daemon/base/time.h"
#include "rig/run/board.h"

#define OUTPUT_BYTES                                                           \
	((size_t)256 * 1024) /* of what it printed, more is dropped */
#define GRACE_NS (1000 * HIL_NS_PER_MS) /* for one that was told to end */
#define FORCE_NS (500 * HIL_NS_PER_MS)

/* After 3 s it is killed; a program that is gone needs no kill. */
static const char stop_words[] =
	"kill $p $c 2>/dev/null; (sleep 3; kill -9 $p $c) >/dev/null 2>&1 & "
	"k=$!; wait $p 2>/dev/null; s=$?; [ -z \"$c\" ] || wait $c "
	"2>/dev/null; "
	"kill $k 2>/dev/null; trap - EXIT; echo \"hilrig-front-end $s\"; "
	"times; exit 0\n";

struct hil_front_process {
	pid_t pid;
	int in, out;
	char *text;
	size_t size;
};

static int tell(struct hil_front_process *f, const char *words)
{
	size_t len = strlen(words);

	/* A script is far shorter than a pipe holds: it never blocks. */
	return write(f->in, words, len) == (ssize_t)len ? 0 : -EPIPE;
}

static int start_shell(struct hil_front_process *f, const char *exec)
{
	static const char *const no_words[] = { NULL };
	char **argv = hil_board_command(exec, "sh", no_words);
	int ret;

	if (!argv)
		return -ENOMEM;
	ret = hil_piped_spawn(argv, &f->pid, &f->in, &f->out);
	if (!ret)
		fcntl(f->in, F_SETFL, O_NONBLOCK);
	hil_board_command_free(argv);
	return ret;
}

int hil_front_process_start(const char *exec, const struct hil_variant *v,
			    struct hil_front_process **result)
{
	struct hil_front_process *f = calloc(1, sizeof(*f));
	char *script = hil_front_process_script(v, exec && *exec);
	int ret = -ENOMEM;

	*result = NULL;
	if (f) {
		f->in = f->out = -1;
		f->text = malloc(OUTPUT_BYTES + 1);
	}
	if (f && f->text && script)
		ret = start_shell(f, exec);
	/* A connection that is lost at once is found by the front end's end. */
	if (!ret && tell(f, script))
		hil_info("the connection to the board takes no commands");
	free(script);
	if (!ret) {
		*result = f;
		return 0;
	}
	hil_error("cannot start %s%s%s: %s", v->name, exec ? " through " : "",
		  exec ? exec : "", strerror(-ret));
	json_decref(hil_front_process_finish(f).stats);
	return ret;
}

void hil_front_process_stop(struct hil_front_process *f)
{
	if (f->in < 0)
		return;
	/* One that is gone has closed its end: the status says so later. */
	if (tell(f, stop_words))
		hil_info("the front end's shell is gone");
	close(f->in);
	f->in = -1;
}

bool hil_front_process_over(struct hil_front_process *f)
{
	char rest[4096];
	ssize_t n;

	while (f->out >= 0) {
		size_t room = OUTPUT_BYTES - f->size;

		n = room ? read(f->out, f->text + f->size, room)
			 : read(f->out, rest, sizeof(rest));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return false;
		if (n <= 0) {
			close(f->out);
			f->out = -1;
		} else if (room) {
			f->size += (size_t)n;
		}
	}
	return true;
}

static const struct timespec nap = { .tv_nsec = 5 * HIL_NS_PER_MS };

/* One that loses its connection too soon may stay behind on the board. */
static bool over_in_time(struct hil_front_process *f)
{
	int64_t until = hil_time_mono_ns() + GRACE_NS;

	while (!hil_front_process_over(f)) {
		if (hil_time_mono_ns() > until)
			return false;
		nanosleep(&nap, NULL);
	}
	return true;
}

static void reap(pid_t pid)
{
	int status;

	if (hil_piped_wait(pid, FORCE_NS, &status) != -ETIME)
		return;
	kill(-pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

struct hil_front_outcome hil_front_process_finish(struct hil_front_process *f)
{
	struct hil_front_outcome end = { .known = false };

	if (!f)
		return end;
	hil_front_process_stop(f);
	if (f->pid > 0) {
		if (!over_in_time(f))
			kill(-f->pid, SIGTERM);
		reap(f->pid);
	}
	if (f->out >= 0) {
		hil_front_process_over(f);
		close(f->out);
	}
	if (f->text) {
		f->text[f->size] = '\0';
		end = hil_front_process_parse(f->text);
	}
	free(f->text);
	free(f);
	return end;
}
