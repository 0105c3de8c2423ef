/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hilrig-agent: first program of the bench in the guest. It finds the virtio
 * port, opens it (a port opens once) and runs what the bench asks for.
 * usage: hilrig-agent [FD], where FD is an open stream instead of the port.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rig/bench/agent/agent.h"

#define PORT_NAME   "org.hilrig.0"
#define PORT_PREFIX "/sys/class/virtio-ports/"
#define TRIES       100 /* of 50 ms: the port appears with its driver */

static int has_name(const char *path)
{
	char name[64] = "";
	FILE *file = fopen(path, "re");
	int same;

	if (!file)
		return 0;
	if (!fgets(name, sizeof(name), file))
		name[0] = '\0';
	fclose(file);
	name[strcspn(name, "\n")] = '\0';
	same = strcmp(name, PORT_NAME) == 0;
	return same;
}

/* The number of the port varies: its name in sysfs does not. */
static int open_port(void)
{
	char device[128];
	glob_t found;
	int fd = -1;

	if (glob(PORT_PREFIX "*/name", 0, NULL, &found))
		return -1;
	for (size_t i = 0; fd < 0 && i < found.gl_pathc; i++) {
		const char *port = found.gl_pathv[i] + strlen(PORT_PREFIX);

		if (!has_name(found.gl_pathv[i]))
			continue;
		snprintf(device, sizeof(device), "/dev/%.*s",
			 (int)strcspn(port, "/"), port);
		fd = open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	}
	globfree(&found);
	return fd;
}

static int wait_for_port(void)
{
	const struct timespec pause = { .tv_nsec = 50000000 };
	int fd = open_port();

	for (int i = 0; fd < 0 && i < TRIES; i++) {
		nanosleep(&pause, NULL);
		fd = open_port();
	}
	return fd;
}

int main(int argc, char **argv)
{
	int ret, fd;

	signal(SIGPIPE, SIG_IGN);
	if (argc > 2) {
		fprintf(stderr, "usage: hilrig-agent [FD]\n");
		return 1;
	}
	fd = argc == 2 ? atoi(argv[1]) : wait_for_port();
	if (fd < 0) {
		fprintf(stderr,
			"hilrig-agent: cannot open the port " PORT_NAME
			": %s\n",
			strerror(errno));
		return 1;
	}
	fcntl(fd, F_SETFL, O_RDWR | O_NONBLOCK);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	ret = hil_agent_serve(fd);
	if (ret)
		fprintf(stderr, "hilrig-agent: %s\n", strerror(-ret));
	return ret ? 1 : 0;
}
