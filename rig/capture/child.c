/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts hilrig-capture, reads its frames, ends it. Closing its input is the
 * word to stop: that cannot block and works when this process dies as well.
 */
#include "rig/capture/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/beside.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/capture/child_private.h"

#define PROGRAM    "hilrig-capture"
#define SOUND      "hilrig-audio" /* the same for a sound card */
#define PIPE_BYTES (1 << 20)
#define SILENCE_NS (2 * HIL_NS_PER_S)
#define ARGS_MAX   16

extern char **environ;

struct arguments {
	char *argv[ARGS_MAX];
	size_t count;
	char number[2][24];
};

static void add(struct arguments *a, const char *option, const char *value)
{
	if (!value)
		return;
	/* posix_spawn() does not write to them */
	a->argv[a->count++] = (char *)(uintptr_t)option;
	a->argv[a->count++] = (char *)(uintptr_t)value;
}

/* libsigrok has no driver "audio". */
bool hil_capture_is_sound(const char *driver)
{
	size_t n = strcspn(driver, ":");

	return n == strlen("audio") && !strncmp(driver, "audio", n);
}

static const char *program_of(const struct hil_capture_options *o)
{
	return o->driver && hil_capture_is_sound(o->driver) ? SOUND : PROGRAM;
}

static void make_arguments(struct arguments *a,
			   const struct hil_capture_options *o)
{
	*a = (struct arguments){ .count = 1 };
	a->argv[0] = (char *)(uintptr_t)program_of(o);
	add(a, "--driver", o->driver);
	add(a, "--file", o->file);
	add(a, "--channels", o->channels);
	add(a, "--format", o->format);
	snprintf(a->number[0], sizeof(a->number[0]), "%" PRIu64,
		 o->samplerate_hz);
	add(a, "--samplerate", o->samplerate_hz ? a->number[0] : NULL);
	snprintf(a->number[1], sizeof(a->number[1]), "%u", o->unit_bytes);
	add(a, "--unit", o->unit_bytes ? a->number[1] : NULL);
}

static int spawn(struct hil_capture *c, const char *path, char **argv,
		 const int in[2], const int out[2])
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t none, defaults;
	int ret;

	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGTERM);
	sigaddset(&defaults, SIGHUP);
	ret = posix_spawn_file_actions_init(&files);
	if (ret)
		return -ret;
	ret = posix_spawnattr_init(&attributes);
	if (ret)
		goto out_files;
	/* the other ends are close-on-exec */
	ret = posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
	if (!ret)
		ret = posix_spawn_file_actions_adddup2(&files, out[1],
						       STDOUT_FILENO);
	if (!ret)
		ret = posix_spawnattr_setsigmask(&attributes, &none);
	if (!ret)
		ret = posix_spawnattr_setsigdefault(&attributes, &defaults);
	/* a group of its own: what a terminal or timeout(1) sends to ours must
	 * not end the analyzer before the run is summed up */
	if (!ret)
		ret = posix_spawnattr_setpgroup(&attributes, 0);
	if (!ret)
		ret = posix_spawnattr_setflags(&attributes,
					       POSIX_SPAWN_SETSIGMASK |
						       POSIX_SPAWN_SETSIGDEF |
						       POSIX_SPAWN_SETPGROUP);
	if (!ret)
		ret = posix_spawnp(&c->pid, path, &files, &attributes, argv,
				   environ);
	if (ret)
		c->pid = 0;
	posix_spawnattr_destroy(&attributes);
out_files:
	posix_spawn_file_actions_destroy(&files);
	return -ret;
}

static int start(struct hil_capture *c, const struct hil_capture_options *o)
{
	struct arguments arguments;
	int in[2] = { -1, -1 };
	int out[2] = { -1, -1 };
	char *path;
	int ret;

	if (pipe2(in, O_CLOEXEC))
		return -errno;
	c->in = in[1];
	if (pipe2(out, O_CLOEXEC)) {
		ret = -errno;
		close(in[0]);
		return ret;
	}
	c->out = out[0];
	/* fewer wake-ups; a smaller pipe works too */
	(void)fcntl(out[0], F_SETPIPE_SZ, PIPE_BYTES);
	ret = fcntl(out[0], F_SETFL, O_NONBLOCK) < 0 ? -errno : 0;
	path = hil_beside(c->program);
	make_arguments(&arguments, o);
	if (!ret)
		ret = path ? spawn(c, path, arguments.argv, in, out) : -ENOMEM;
	free(path);
	close(in[0]);
	close(out[1]);
	return ret;
}

int hil_capture_start(const struct hil_capture_options *o,
		      struct hil_capture **result)
{
	struct hil_capture *c = calloc(1, sizeof(*c));
	int ret = -ENOMEM;

	if (!c)
		goto fail;
	c->in = -1;
	c->out = -1;
	c->live = o->driver != NULL;
	c->program = program_of(o);
	c->silence_ns = o->silence_ns ? o->silence_ns : SILENCE_NS;
	c->reader = hil_frame_reader_new();
	if (!c->reader)
		goto fail;
	ret = start(c, o);
	if (ret)
		goto fail;
	c->watched_ns = hil_time_mono_ns();
	*result = c;
	return 0;
fail:
	hil_error("cannot start %s: %s%s", program_of(o), strerror(-ret),
		  ret == -ENOENT ? "; it belongs beside this program or in PATH"
				 : "");
	hil_capture_free(c);
	return ret;
}

int hil_capture_fd(const struct hil_capture *c)
{
	return c->out;
}

int hil_capture_pid(const struct hil_capture *c)
{
	return c->pid;
}

static void look_at(struct hil_capture *c, const struct hil_frame *frame)
{
	if (frame->type == HIL_RECORD_CAPTURE)
		c->have_head = true;
	else if (frame->type == HIL_RECORD_CAPTURE_END)
		hil_capture_last_word(c, frame);
}

int hil_capture_next(struct hil_capture *c, struct hil_frame *frame)
{
	int ret;

	if (c->end != HIL_CAPTURE_RUNNING)
		return -ESHUTDOWN;
	for (;;) {
		ret = hil_frame_reader_next(c->reader, frame);
		if (ret == 1) {
			look_at(c, frame);
			return 1;
		}
		if (ret < 0) {
			hil_capture_lost(c, true);
			return -EBADMSG;
		}
		ret = hil_frame_reader_fill(c->reader, c->out);
		if (ret == -EAGAIN)
			return hil_capture_watch(c);
		if (ret <= 0) {
			hil_capture_lost(c, false);
			return -ESHUTDOWN;
		}
		hil_capture_heard(c);
	}
}

void hil_capture_stop(struct hil_capture *c)
{
	if (c->in >= 0)
		close(c->in);
	c->in = -1;
	if (!c->stopping)
		hil_capture_heard(c);
	c->stopping = true;
}

enum hil_capture_end hil_capture_ended(const struct hil_capture *c,
				       const char **text)
{
	*text = c->text;
	return c->end;
}

void hil_capture_free(struct hil_capture *c)
{
	if (!c)
		return;
	hil_capture_stop(c);
	if (c->pid)
		hil_capture_reap(c);
	if (c->out >= 0)
		close(c->out);
	hil_frame_reader_free(c->reader);
	free(c);
}
