/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tells one run, and one boot of a machine, from every other. */
#include "rig/store/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

static const char digit[] = "0123456789abcdef";

int hil_identity_new(uint8_t id[16])
{
	return getrandom(id, 16, 0) == 16 ? 0 : -errno;
}

void hil_identity_boot(uint8_t id[16])
{
	char text[64];
	ssize_t size = 0;
	unsigned int digits = 0;
	int fd = open(BOOT_ID, O_RDONLY | O_CLOEXEC);

	memset(id, 0, 16);
	if (fd < 0)
		return;
	size = read(fd, text, sizeof(text));
	close(fd);
	for (ssize_t i = 0; i < size && digits < 32; i++) {
		const char *at = memchr(digit, text[i], 16);

		if (!at)
			continue;
		id[digits / 2] = (uint8_t)(id[digits / 2] << 4 | (at - digit));
		digits++;
	}
}

char *hil_identity_hex(const uint8_t *bytes, size_t size, char *text)
{
	for (size_t i = 0; i < size; i++) {
		text[2 * i] = digit[bytes[i] >> 4];
		text[2 * i + 1] = digit[bytes[i] & 15];
	}
	text[2 * size] = '\0';
	return text;
}
