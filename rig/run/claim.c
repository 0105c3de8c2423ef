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

int hil_claim_both(const char *analyzer, const char *generator, int claim[2])
{
	int fd = hil_claim(analyzer);

	claim[0] = claim[1] = -1;
	if (fd < 0)
		return fd;
	claim[0] = fd;
	if (!strcmp(generator, "manual") || !strcmp(generator, analyzer))
		return 0;
	fd = hil_claim(generator);
	if (fd < 0)
		return fd;
	claim[1] = fd;
	return 0;
}

void hil_claim_release(int claim[2])
{
	for (size_t i = 0; i < 2; i++) {
		if (claim[i] >= 0)
			close(claim[i]);
		claim[i] = -1;
	}
}
