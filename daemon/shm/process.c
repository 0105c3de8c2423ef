/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identity of boots and processes from /proc. */
#include "daemon/shm/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/number.h"

#define START_FIELD 22 /* of /proc/PID/stat, from 1 */

static int read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return (int)n;
	text[n] = '\0';
	return 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int hil_process_boot_id(uint8_t id[16])
{
	char text[64];
	const char *c = text;
	size_t digits = 0;
	int ret;

	ret = read_text("/proc/sys/kernel/random/boot_id", text, sizeof(text));
	if (ret < 0)
		return ret;
	memset(id, 0, 16);
	for (; *c && *c != '\n'; c++) {
		int digit = hex_digit(*c);

		if (*c == '-')
			continue;
		if (digit < 0 || digits == 32)
			return -EINVAL;
		id[digits / 2] = (uint8_t)(id[digits / 2] << 4 | digit);
		digits++;
	}
	return digits == 32 ? 0 : -EINVAL;
}

int hil_process_start(pid_t pid, uint64_t *ticks)
{
	char path[32], text[1024], *field, *rest;
	int ret, i;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	ret = read_text(path, text, sizeof(text));
	if (ret < 0)
		return ret;
	/* Field 2 is the name in parentheses, which may contain anything. */
	rest = strrchr(text, ')');
	if (!rest || rest[1] != ' ')
		return -EINVAL;
	rest += 2;
	for (i = 3; i <= START_FIELD; i++) {
		field = strsep(&rest, " ");
		if (!field)
			return -EINVAL;
	}
	return hil_number_u64(field, ticks);
}
