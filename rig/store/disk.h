/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The few operations that the store asks of a file system, as a table, so
 * that tests can put a disk that fails or crashes in its place. Every
 * function returns -errno on failure.
 */
#ifndef HIL_STORE_DISK_H
#define HIL_STORE_DISK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct hil_disk {
	int (*mkdir)(void *context, const char *path);
	/* A new file, write only. Return: descriptor; -EEXIST. */
	int (*create)(void *context, const char *path);
	ssize_t (*write)(void *context, int fd, const void *bytes, size_t size);
	int (*datasync)(void *context, int fd);
	int (*allocate)(void *context, int fd, uint64_t size);
	int (*close)(void *context, int fd);
	int (*sync_folder)(void *context, const char *path);
	int (*rename)(void *context, const char *from, const char *to);
	int (*unlink)(void *context, const char *path);
	int (*free_bytes)(void *context, const char *path, uint64_t *bytes);
	int64_t (*mono_ns)(void *context);
	void *context;
};

/* The machine's own file systems. */
extern const struct hil_disk hil_disk_real;

/**
 * hil_disk_write_all() - write() until everything is written
 * @size: bytes
 * @done: result, bytes written, also on failure
 *
 * Context: any but RT. Return: 0; -ENOSPC when write() makes no progress;
 * other -errno.
 */
int hil_disk_write_all(const struct hil_disk *disk, int fd, const void *bytes,
		       size_t size, size_t *done);

#endif
