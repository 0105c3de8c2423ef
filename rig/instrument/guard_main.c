/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-guard: the last one who can turn a generator off. It waits on its
 * standard input; when that ends without a word while the output is on, the
 * one who turned it on has died.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/standard.h"
#include "daemon/base/time.h"
#include "rig/instrument/generator.h"
#include "rig/instrument/guard.h"

#define TRY_NS   (15 * HIL_NS_PER_S) /* a network may take its time */
#define PAUSE_US 200000

/* Only the last failure is worth a message. */
struct reason {
	char text[400];
};

static void keep(void *context, enum hil_log_level level, const char *text)
{
	struct reason *reason = context;

	(void)level;
	snprintf(reason->text, sizeof(reason->text), "%s", text);
}

static int turn_off_once(const char *device)
{
	struct hil_generator *g;
	int ret = hil_generator_open(device, 0, &g);

	if (!ret)
		ret = hil_generator_off(g);
	hil_generator_close(g);
	return ret;
}

static int turn_off(const char *device)
{
	int64_t end_ns = hil_time_mono_ns() + TRY_NS;
	struct reason reason = { "" };
	int ret;

	hil_log_to(keep, &reason);
	while ((ret = turn_off_once(device)) && ret != -EINVAL &&
	       hil_time_mono_ns() < end_ns)
		usleep(PAUSE_US);
	hil_log_to(NULL, NULL);
	if (!ret)
		hil_notice("hilrig ended with generator %s on: it is off now",
			   device);
	else
		hil_error("hilrig ended with generator %s on, turn it off by "
			  "hand: %s",
			  device, reason.text);
	return ret ? 1 : 0;
}

/* The last word; '\0' when there was none. */
static char listen_to_parent(void)
{
	char word, last = '\0';
	ssize_t n;

	while (last != HIL_GUARD_QUIT) {
		n = read(STDIN_FILENO, &word, 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n != 1)
			break;
		last = word;
		if (write(STDIN_FILENO, &word, 1) != 1)
			break;
	}
	return last;
}

int main(int argc, char **argv)
{
	hil_standard_keep();
	hil_log_open(HIL_GUARD_PROGRAM, HIL_LOG_NOTICE);
	if (argc != 2 || argv[1][0] == '-') {
		fprintf(stderr, "usage: " HIL_GUARD_PROGRAM " DEVICE\n"
				"hilrig starts it; it turns the generator off "
				"when hilrig dies.\n");
		return 1;
	}
	/* what it holds of its parent would outlive that one */
	close_range(STDERR_FILENO + 1, ~0U, 0);
	/* it ends when its work is done, not before */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	return listen_to_parent() == HIL_GUARD_ON ? turn_off(argv[1]) : 0;
}
