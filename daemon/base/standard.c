/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Called before anything is opened; everything else may then count on it. */
#include "daemon/base/standard.h"

#include <fcntl.h>
#include <unistd.h>

void hil_standard_keep(void)
{
	int fd;

	/* open() takes the lowest free number */
	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}
