/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts hilrig-audio, speaks with it, ends it. */
#include "rig/instrument/audio_child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/beside.h"
#include "daemon/base/log.h"
#include "daemon/base/piped.h"
#include "daemon/base/time.h"

#define PROGRAM  "hilrig-audio"
#define START_NS (10 * HIL_NS_PER_S)
#define REPLY_NS (3 * HIL_NS_PER_S)
#define GRACE_NS (500 * HIL_NS_PER_MS)
/* from the end of its output to its own */
#define DIED_NS (200 * HIL_NS_PER_MS)

struct hil_audio_child {
	const char *device;
	pid_t pid;
	int in, out;
	bool gone;   /* and that was said */
	bool reaped; /* its status was seen */
	char line[HIL_AUDIO_LINE_BYTES];
	size_t used;
};

int hil_audio_reply_parse(const char *line, char text[HIL_AUDIO_LINE_BYTES])
{
	static const struct {
		const char *word;
		int ret;
	} words[] = { { "ok", 0 }, { "no", -EIO }, { "gone", -EPIPE } };
	size_t n = strcspn(line, " "), i;
	int ret = -EBADMSG;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i].word) == n &&
		    !strncmp(line, words[i].word, n))
			ret = words[i].ret;
	if (ret != -EBADMSG)
		line += n + (line[n] == ' ');
	for (i = 0; line[i] && i < HIL_AUDIO_LINE_BYTES - 1; i++) {
		text[i] = line[i];
		if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
			text[i] = '?';
	}
	text[i] = '\0';
	return ret;
}

/* Its output has ended. */
static int died(struct hil_audio_child *c)
{
	int status = 0, ret;

	if (c->gone)
		return -EPIPE;
	c->gone = true;
	ret = hil_piped_wait(c->pid, DIED_NS, &status);
	c->reaped = !ret;
	if (ret)
		hil_error("generator %s: " PROGRAM " closed its output",
			  c->device);
	else if (WIFSIGNALED(status))
		hil_error("generator %s: " PROGRAM " died of signal %d (%s)",
			  c->device, WTERMSIG(status),
			  strsignal(WTERMSIG(status)));
	else
		hil_error("generator %s: " PROGRAM " ended with status %d",
			  c->device, WEXITSTATUS(status));
	return -EPIPE;
}

/* A whole line in c->line, cut at its newline: its length, 0: not yet. */
static size_t whole_line(struct hil_audio_child *c)
{
	char *end = memchr(c->line, '\n', c->used);

	if (!end)
		return 0;
	*end = '\0';
	return (size_t)(end - c->line) + 1;
}

/* Return: 1 something came; 0 nothing now; -errno. */
static int fill(struct hil_audio_child *c)
{
	ssize_t n;

	if (c->used == sizeof(c->line))
		return -EBADMSG; /* no line is that long */
	n = read(c->out, c->line + c->used, sizeof(c->line) - c->used);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	c->used += (size_t)n;
	return n > 0 ? 1 : died(c);
}

static int next_line(struct hil_audio_child *c, int64_t wait_ns,
		     char text[HIL_AUDIO_LINE_BYTES])
{
	int64_t end_ns = hil_time_mono_ns() + wait_ns, left_ns;
	struct pollfd p = { .fd = c->out, .events = POLLIN };
	size_t length;
	int ret = 0;

	while (!(length = whole_line(c)) && ret >= 0) {
		left_ns = end_ns - hil_time_mono_ns();
		if (left_ns <= 0)
			return -ETIMEDOUT;
		if (poll(&p, 1, (int)(left_ns / HIL_NS_PER_MS) + 1) > 0)
			ret = fill(c);
	}
	if (!length)
		return ret;
	ret = hil_audio_reply_parse(c->line, text);
	c->used -= length;
	memmove(c->line, c->line + length, c->used);
	return ret;
}

/* Says why it was not ok, once. */
static int explain(struct hil_audio_child *c, const char *what, int ret,
		   const char *text)
{
	if (!ret || c->gone)
		return ret;
	c->gone = ret == -EPIPE;
	if (ret == -EIO)
		hil_error("cannot %s generator %s: %s", what, c->device, text);
	else if (ret == -EPIPE)
		hil_error("generator %s: %s", c->device, text);
	else if (ret == -EBADMSG)
		hil_error("cannot %s generator %s: " PROGRAM " said \"%.60s\"",
			  what, c->device, text);
	else
		hil_error("cannot %s generator %s: %s", what, c->device,
			  ret == -ETIMEDOUT ? PROGRAM " does not answer"
					    : strerror(-ret));
	return ret;
}

int hil_audio_child_start(const char *device, struct hil_audio_child **result,
			  char hello[HIL_AUDIO_LINE_BYTES])
{
	struct hil_audio_child *c = calloc(1, sizeof(*c));
	char *path = hil_beside(PROGRAM), play[] = "--play";
	char *argv[] = { path, play, (char *)(uintptr_t)device, NULL };
	int ret = -ENOMEM;

	*result = NULL;
	/* one that died is an error here, not the end of this process */
	signal(SIGPIPE, SIG_IGN);
	if (c && path)
		ret = hil_piped_spawn(argv, &c->pid, &c->in, &c->out);
	free(path);
	if (ret) {
		hil_error("cannot start " PROGRAM ": %s%s", strerror(-ret),
			  ret == -ENOENT ? "; it belongs beside this program "
					   "or in PATH"
					 : "");
		free(c);
		return ret;
	}
	c->device = device;
	hello[0] = '\0';
	ret = explain(c, "open", next_line(c, START_NS, hello), hello);
	*result = c;
	return ret == -EIO || ret == -EPIPE ? -ENODEV : ret;
}

int hil_audio_child_say(struct hil_audio_child *c, const char *line,
			char reply[HIL_AUDIO_LINE_BYTES])
{
	char own[HIL_AUDIO_LINE_BYTES] = "", word[16];
	size_t length = strlen(line);
	int ret;

	if (!reply)
		reply = own;
	if (c->gone)
		return -EPIPE;
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(line, " "), line);
	/* one line is far below what a pipe takes at once */
	if (write(c->in, line, length) != (ssize_t)length)
		return died(c);
	ret = next_line(c, REPLY_NS, reply);
	return explain(c,
		       !strcmp(word, "wave\n") || !strcmp(word, "wave")
			       ? "set"
			       : "turn",
		       ret, reply);
}

bool hil_audio_child_alive(struct hil_audio_child *c)
{
	char text[HIL_AUDIO_LINE_BYTES] = "";

	/* between replies only its last words come */
	if (c->gone || fill(c) < 0)
		return false;
	if (whole_line(c))
		explain(c, "use", hil_audio_reply_parse(c->line, text), text);
	return !c->gone && !c->used;
}

void hil_audio_child_end(struct hil_audio_child *c)
{
	int status;

	if (!c)
		return;
	close(c->in);
	close(c->out);
	if (!c->reaped)
		hil_piped_end(c->pid, GRACE_NS, &status);
	free(c);
}
