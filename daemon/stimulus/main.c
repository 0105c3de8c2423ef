/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-stimulus: a pin of the board as a generator that speaks SCPI on
 * standard input and output. Whoever holds the other end may die: the end of
 * the input, like any signal, turns the output off.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/option.h"
#include "daemon/base/signals.h"
#include "daemon/base/standard.h"
#include "daemon/stimulus/source_scpi.h"

struct options {
	char *chip, *line, *channel, *root;
};

#define AT(field) .offset = offsetof(struct options, field), .set_offset = -1

static const struct hil_option table[] = {
	{ .name = "chip",
	  .type = HIL_OPTION_STRING,
	  .initial = "0",
	  AT(chip),
	  .argument = "CHIP",
	  .help = "gpiochip: name, number, path or label; or pwmchip: name or "
		  "number" },
	{ .name = "line",
	  .type = HIL_OPTION_STRING,
	  AT(line),
	  .argument = "LINE",
	  .help = "gpio: the line, number or name" },
	{ .name = "channel",
	  .type = HIL_OPTION_STRING,
	  AT(channel),
	  .argument = "N",
	  .help = "pwm: the channel of the chip" },
	{ .name = "root",
	  .type = HIL_OPTION_STRING,
	  .initial = "",
	  AT(root),
	  .argument = "DIR",
	  .help = "a tree to take /sys from, for tests" },
	{ .name = NULL },
};

static const char usage[] =
	"usage: hilrig-stimulus gpio --chip CHIP --line LINE\n"
	"       hilrig-stimulus pwm --chip CHIP --channel N\n"
	"Drives a pin of this board as stimulus. It is a generator that speaks "
	"SCPI on\nstandard input and output; hilrig run --generator gpio:... "
	"or "
	"pwm:... starts it.\nThe pin is low until told otherwise, at the end "
	"of "
	"the input and after a signal.\n";

static int answer(struct hil_source_scpi *s, char *line)
{
	char reply[HIL_SCPI_LINE_MAX + 2];
	size_t size;

	hil_scpi_run(&s->scpi, line, reply, sizeof(reply) - 1);
	size = strlen(reply);
	if (!size)
		return 0;
	reply[size++] = '\n';
	for (const char *at = reply; size;) {
		ssize_t n = write(STDOUT_FILENO, at, size);

		if (n < 0 && errno != EINTR)
			return -errno;
		at += n > 0 ? n : 0;
		size -= n > 0 ? (size_t)n : 0;
	}
	return 0;
}

/* All whole lines of what came; a line that is too long ends it. */
static int take_bytes(struct hil_source_scpi *s, char *text, size_t *used)
{
	char *end;
	int ret = 0;

	while (!ret && (end = memchr(text, '\n', *used))) {
		*end = '\0';
		ret = answer(s, text);
		*used -= (size_t)(end + 1 - text);
		memmove(text, end + 1, *used);
	}
	return ret ? ret : *used == HIL_SCPI_LINE_MAX ? -EMSGSIZE : 0;
}

static int serve(struct hil_source_scpi *s, int signal_fd)
{
	char text[HIL_SCPI_LINE_MAX + 1];
	size_t used = 0;
	int ret = 0;

	while (!ret) {
		struct pollfd p[] = { { .fd = STDIN_FILENO, .events = POLLIN },
				      { .fd = signal_fd, .events = POLLIN } };
		ssize_t n;

		if (poll(p, 2, -1) < 0 && errno != EINTR)
			return -errno;
		if (p[1].revents)
			return 0;
		if (!p[0].revents)
			continue;
		n = read(STDIN_FILENO, text + used, HIL_SCPI_LINE_MAX - used);
		if (n <= 0)
			return n && errno != EINTR ? -errno : 0;
		used += (size_t)n;
		ret = take_bytes(s, text, &used);
	}
	return ret;
}

static int run(const struct hil_source_kind *kind, const struct options *o)
{
	const struct hil_source_place place = {
		.chip = o->chip,
		.pin = o->line ? o->line : o->channel,
		.root = o->root ? o->root : "",
	};
	int signal_fd = hil_signals_open(SIGQUIT);
	struct hil_source_scpi s;
	char model[128];
	void *member;
	int ret;

	if (signal_fd < 0) {
		hil_error("cannot wait for signals: %s", strerror(-signal_fd));
		return 1;
	}
	if (kind->open(&place, &member))
		return 1;
	snprintf(model, sizeof(model), "%.60s %.60s", place.chip, place.pin);
	hil_source_scpi_init(&s, kind, member, model);
	ret = serve(&s, signal_fd);
	kind->close(member);
	if (ret)
		hil_error("the other end is wrong: %s", strerror(-ret));
	return ret ? 1 : 0;
}

static int choose(const char *name, const struct options *o)
{
	if (!strcmp(name, "gpio") && o->line && !o->channel)
		return run(&hil_source_gpio, o);
	if (!strcmp(name, "pwm") && o->channel && !o->line)
		return run(&hil_source_pwm, o);
	hil_error("say gpio with --line, or pwm with --channel");
	return 1;
}

int main(int argc, char **argv)
{
	struct options o = { .chip = NULL };
	int first, status = 1, ret;

	hil_standard_keep();
	signal(SIGPIPE, SIG_IGN);
	hil_log_open("hilrig-stimulus", HIL_LOG_NOTICE);
	hil_options_init(table, &o);
	ret = hil_options_args(table, &o, argc, argv, usage, &first);
	if (ret == -ECANCELED)
		status = 0;
	else if (!ret && first + 1 != argc)
		hil_error("name one way: gpio or pwm");
	else if (!ret)
		status = choose(argv[first], &o);
	hil_options_free(table, &o);
	return status;
}
