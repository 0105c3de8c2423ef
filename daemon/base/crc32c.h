/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CRC-32C (Castagnoli), the check of frames and segments. */
#ifndef HIL_BASE_CRC32C_H
#define HIL_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/**
 * hil_crc32c() - extend a CRC-32C over bytes
 * @crc: 0 to start, or the result of the previous piece
 * @data: @size bytes
 *
 * Context: any. Return: the CRC; "123456789" gives 0xe3069283.
 * Source: RFC 3720 appendix B.4 (reflected polynomial 0x82f63b78).
 */
uint32_t hil_crc32c(uint32_t crc, const void *data, size_t size);

/** hil_crc32c_portable() - the same from tables, for CPUs without it, tests */
uint32_t hil_crc32c_portable(uint32_t crc, const void *data, size_t size);

#endif
