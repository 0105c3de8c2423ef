/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is passed on here: the socket itself is what the program reads and
 * writes. */
#include "rig/compare/doorway.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/piped.h"
#include "daemon/base/time.h"
#include "rig/run/board.h"

#define PROBE_NS (200 * HIL_NS_PER_MS)

/* Does anybody listen there? 1F43 is the page's port, 8003; 0A: it listens. */
static const char *const probe_words[] = { "-q", ":1F43.*:0000.0A",
					   "/proc/net/tcp", NULL };
static const char *const guest_words[] = { "127.0.0.1", "8003", NULL };

/* Return: 0; -errno, and *pid is 0. */
static int start(const struct hil_doorway *d, const char *program,
		 const char *const *words, int fd, pid_t *pid)
{
	char **argv = hil_board_command(d->exec, program, words);
	int ret = argv ? hil_piped_spawn_on(argv, pid, fd, fd) : -ENOMEM;

	if (ret)
		*pid = 0;
	hil_board_command_free(argv);
	return ret;
}

int hil_doorway_open(struct hil_doorway *d, const char *exec)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t len = sizeof(address);

	*d = (struct hil_doorway){ .exec = exec };
	d->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (d->fd < 0)
		return -errno;
	if (bind(d->fd, (const struct sockaddr *)&address, sizeof(address)) ||
	    listen(d->fd, HIL_DOORWAY_GUESTS) ||
	    getsockname(d->fd, (struct sockaddr *)&address, &len)) {
		int ret = -errno;

		hil_doorway_close(d);
		return ret;
	}
	d->port = ntohs(address.sin_port);
	return 0;
}

/* Return: where its number goes; NULL: it is full, who comes must wait. */
static pid_t *free_place(struct hil_doorway *d)
{
	for (size_t i = 0; i < HIL_DOORWAY_GUESTS; i++)
		if (!d->guest[i])
			return &d->guest[i];
	return NULL;
}

/* Who comes before the page is there waits in the kernel. */
static void probe(struct hil_doorway *d, int64_t now_ns)
{
	int status, fd;

	if (d->probe) {
		if (waitpid(d->probe, &status, WNOHANG) == 0)
			return;
		d->probe = 0;
		d->ready = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	}
	if (d->ready || now_ns < d->probe_due_ns)
		return;
	d->probe_due_ns = now_ns + PROBE_NS;
	fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)start(d, "grep", probe_words, fd, &d->probe);
	close(fd);
}

void hil_doorway_turn(struct hil_doorway *d)
{
	pid_t *place;
	int fd;

	for (size_t i = 0; i < HIL_DOORWAY_GUESTS; i++)
		if (d->guest[i] && waitpid(d->guest[i], NULL, WNOHANG) != 0)
			d->guest[i] = 0;
	if (!d->ready)
		probe(d, hil_time_mono_ns());
	while (d->ready && (place = free_place(d)) != NULL) {
		fd = accept4(d->fd, NULL, NULL, SOCK_CLOEXEC);
		if (fd < 0)
			return;
		/* One that does not start is closed; browsers ask again. */
		(void)start(d, "nc", guest_words, fd, place);
		close(fd);
	}
}

static void end(pid_t *pid)
{
	if (!*pid)
		return;
	kill(-*pid, SIGKILL);
	waitpid(*pid, NULL, 0);
	*pid = 0;
}

void hil_doorway_close(struct hil_doorway *d)
{
	if (d->fd >= 0)
		close(d->fd);
	d->fd = -1;
	d->ready = false;
	end(&d->probe);
	for (size_t i = 0; i < HIL_DOORWAY_GUESTS; i++)
		end(&d->guest[i]);
}
