/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Life of the server: says how the start went, runs the loop, and takes all
 * its files away at the end. What made a start fail stays for a look at it.
 */
#include "rig/bench/server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"

struct messages {
	int report; /* -1 once the start is over */
};

/* Also on stderr, which is server.log. */
static void send_message(void *context, enum hil_log_level level,
			 const char *text)
{
	const struct messages *m = context;

	dprintf(STDERR_FILENO, "%s\n", text);
	if (m->report >= 0)
		dprintf(m->report, "%c%s\n", level == HIL_LOG_ERROR ? 'E' : 'W',
			text);
}

static int redirect(int folder)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int log = openat(folder, "server.log",
			 O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
			 0600);
	int ret = 0;

	if (null < 0 || log < 0 || dup2(null, STDIN_FILENO) < 0 ||
	    dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
		ret = -errno;
	if (null > STDERR_FILENO)
		close(null);
	if (log > STDERR_FILENO)
		close(log);
	return ret;
}

static void take_signal(void *context, short revents)
{
	struct hil_bench *b = context;
	struct signalfd_siginfo info;

	(void)revents;
	if (read(b->signal_fd, &info, sizeof(info)) == sizeof(info))
		b->loop.stop = true;
}

static int watch_signals(struct hil_bench *b)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	b->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (b->signal_fd < 0 ||
	    hil_loop_watch(&b->loop, b->signal_fd, POLLIN, take_signal, b) < 0)
		return -errno;
	return 0;
}

/* Who waited for the start has given up. */
static void report_gone(void *context, short revents)
{
	struct hil_bench *b = context;

	if (revents & (POLLERR | POLLHUP))
		b->loop.stop = true;
}

static void not_ready(struct hil_bench *b)
{
	char quote[2 * HIL_CONSOLE_TAIL];

	hil_console_quote(&b->console, quote, sizeof(quote));
	if (b->state == HIL_BENCH_FAILED)
		hil_error("the board did not come up; %s/console.log ends:",
			  b->path);
	else
		hil_error("the board was not ready in %lld s (does its image "
			  "have hilrig-agent? ./run.sh makes it); "
			  "%s/console.log ends:",
			  (long long)(b->options->timeout_ns / HIL_NS_PER_S),
			  b->path);
	for (char *line = quote, *rest; line && *line; line = rest) {
		rest = strchr(line, '\n');
		if (rest)
			*rest++ = '\0';
		hil_error("  | %s", line);
	}
}

/* Return: 0 ready; -ETIMEDOUT; -ECANCELED stopped meanwhile. */
static int wait_ready(struct hil_bench *b, int report)
{
	int64_t deadline_ns = b->started_ns + b->options->timeout_ns;
	int watch = hil_loop_watch(&b->loop, report, 0, report_gone, b);

	while (b->state == HIL_BENCH_STARTING && !b->loop.stop &&
	       hil_time_mono_ns() < deadline_ns)
		hil_loop_once(&b->loop);
	hil_loop_drop(&b->loop, watch);
	if (b->loop.stop)
		return -ECANCELED;
	if (b->state == HIL_BENCH_READY)
		return 0;
	not_ready(b);
	return -ETIMEDOUT;
}

static void tick(void *context)
{
	hil_bench_tick(context);
}

int hil_server_run(struct hil_bench *b, int root, int report)
{
	struct messages messages = { .report = report };
	const char ready = HIL_SERVER_READY;
	int ret;

	hil_log_to(send_message, &messages);
	ret = redirect(b->folder);
	if (!ret)
		ret = hil_bench_open(b);
	if (!ret)
		ret = watch_signals(b);
	if (ret)
		goto out;
	hil_loop_every_tick(&b->loop, tick, b);
	ret = wait_ready(b, report);
	if (ret)
		goto out;
	messages.report = -1;
	if (write(report, &ready, 1) != 1)
		b->loop.stop = true;
	close(report);
	while (!b->loop.stop)
		hil_loop_once(&b->loop);
out:
	hil_bench_close(b);
	if (ret != -ETIMEDOUT)
		hil_bench_remove(root, b->options->name);
	return ret;
}
