/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A claim is the name of a socket in the abstract space: the kernel gives a
 * name to one only, and takes it back when its owner ends, however it ends.
 */
#include "rig/run/claim.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/base/crc32c.h"
#include "daemon/base/log.h"

int hil_claim(const char *device)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	size_t size = strlen(device);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int len, ret;

	if (fd < 0)
		return -errno;
	/* the first byte stays 0: that is the abstract space */
	len = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1,
		       "hilrig-instrument-%08x-%zu",
		       hil_crc32c(0, device, size), size);
	if (!bind(fd, (const struct sockaddr *)&name,
		  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			      (size_t)len)))
		return fd;
	ret = errno == EADDRINUSE ? -EBUSY : -errno;
	close(fd);
	if (ret == -EBUSY)
		hil_error("cannot use %s: another run on this machine uses it",
			  device);
	return ret;
}
