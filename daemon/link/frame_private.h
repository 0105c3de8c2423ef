/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Little-endian fields of a frame's header, for writer and reader. */
#ifndef HIL_LINK_FRAME_PRIVATE_H
#define HIL_LINK_FRAME_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

#define HIL_FRAME_CRC_AT 12u /* the CRC covers what stands before it */

static inline void hil_frame_put(uint8_t *to, uint32_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = (uint8_t)(value >> (8 * i));
}

static inline uint32_t hil_frame_get(const uint8_t *from, size_t bytes)
{
	uint32_t value = 0;

	for (size_t i = 0; i < bytes; i++)
		value |= (uint32_t)from[i] << (8 * i);
	return value;
}

#endif
