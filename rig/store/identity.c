/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tells one run, and one boot of a machine, from every other. */
#include "rig/store/identity.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "daemon/shm/process.h"

static const char digit[] = "0123456789abcdef";

int hil_identity_new(uint8_t id[16])
{
	return getrandom(id, 16, 0) == 16 ? 0 : -errno;
}

void hil_identity_boot(uint8_t id[16])
{
	if (hil_process_boot_id(id))
		memset(id, 0, 16);
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
