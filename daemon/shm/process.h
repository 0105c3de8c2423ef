/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who a process is, beyond its pid: boot and start time. */
#ifndef HIL_SHM_PROCESS_H
#define HIL_SHM_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/**
 * hil_process_boot_id() - identity of this boot of the kernel
 * @id: result, 16 bytes
 *
 * Context: any but RT. Return: 0; -errno; -EINVAL not a UUID.
 * Source: Linux Documentation/admin-guide/sysctl/kernel.rst, random/boot_id.
 */
int hil_process_boot_id(uint8_t id[16]);

/**
 * hil_process_start() - when a process started, which its pid alone misses
 * @ticks: result, clock ticks since boot
 *
 * Context: any but RT. Return: 0; -ENOENT no such process, or hidden; -errno.
 * Source: proc(5), /proc/PID/stat field 22.
 */
int hil_process_start(pid_t pid, uint64_t *ticks);

#endif
