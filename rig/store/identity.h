/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 16-byte names of runs and boots, and bytes as hexadecimal text. */
#ifndef HIL_STORE_IDENTITY_H
#define HIL_STORE_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

/** hil_identity_new() - 16 random bytes. Return: 0; -errno of getrandom. */
int hil_identity_new(uint8_t id[16]);
/** hil_identity_boot() - this boot of this machine; zeros when not known */
void hil_identity_boot(uint8_t id[16]);
/** hil_identity_hex() - @text gets 2 * @size digits and a NUL */
char *hil_identity_hex(const uint8_t *bytes, size_t size, char *text);

#endif
