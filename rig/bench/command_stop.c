/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop: asks the server to end, and ends what does not. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "rig/bench/command.h"
#include "rig/bench/control.h"
#include "rig/bench/place.h"

#define WAIT_TRIES 150 /* of 20 ms */

/* A server that is well takes its folder away itself. */
static bool wait_gone(int root, const char *name)
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	for (int i = 0; i < WAIT_TRIES; i++) {
		int alive = hil_bench_is_alive(root, name);

		if (alive != 1)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static int stop(int root, const char *name)
{
	json_t *answer = NULL;
	int alive, ret;

	/* From here on nobody starts another one of this name, which would be
	 * ended in the place of the one that was seen. The root's last close
	 * unlocks. */
	flock(root, LOCK_EX);
	alive = hil_bench_is_alive(root, name);
	if (alive == -ENOENT) {
		hil_error("there is no bench '%s'", name);
		return -ENOENT;
	}
	if (alive == 1 &&
	    hil_control_ask(name, json_pack("{s:s}", "command", "stop"),
			    &answer) == 0)
		wait_gone(root, name);
	json_decref(answer);
	ret = hil_bench_end(root, name);
	if (ret)
		hil_error("cannot end all of the bench '%s': %s", name,
			  strerror(-ret));
	return ret;
}

int hil_command_stop(int argc, char **argv)
{
	struct hil_command_options o;
	char path[PATH_MAX];
	int root, ret;

	if (hil_command_parse(&o, argc, argv,
			      "usage: hilrig bench stop [--name NAME]\n"
			      "Ends a bench, also a broken one, and removes "
			      "its files.\n",
			      NULL, &ret))
		return ret;
	root = hil_bench_root_open(path);
	ret = root < 0 ? root : stop(root, o.name);
	if (!ret && o.json)
		printf("{\"name\": \"%s\", \"state\": \"stopped\"}\n", o.name);
	if (root >= 0)
		close(root);
	hil_command_options_free(&o);
	return ret ? 1 : 0;
}
