/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store's file operations on the machine's own file systems. */
#include "rig/store/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "daemon/base/time.h"

static int status(int ret)
{
	return ret < 0 ? -errno : ret;
}

static int real_mkdir(void *context, const char *path)
{
	(void)context;
	return status(mkdir(path, 0777));
}

static int real_create(void *context, const char *path)
{
	(void)context;
	return status(
		open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

static ssize_t real_write(void *context, int fd, const void *bytes, size_t size)
{
	ssize_t ret;

	(void)context;
	do {
		ret = write(fd, bytes, size);
	} while (ret < 0 && errno == EINTR);
	return ret < 0 ? -errno : ret;
}

static int real_datasync(void *context, int fd)
{
	(void)context;
	return status(fdatasync(fd));
}

static int real_allocate(void *context, int fd, uint64_t size)
{
	(void)context;
	return -posix_fallocate(fd, 0, (off_t)size);
}

static int real_close(void *context, int fd)
{
	(void)context;
	return status(close(fd));
}

static int real_sync_folder(void *context, const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret;

	(void)context;
	if (fd < 0)
		return -errno;
	ret = status(fsync(fd));
	close(fd);
	return ret;
}

static int real_rename(void *context, const char *from, const char *to)
{
	(void)context;
	return status(rename(from, to));
}

static int real_unlink(void *context, const char *path)
{
	(void)context;
	return status(unlink(path));
}

static int real_free_bytes(void *context, const char *path, uint64_t *bytes)
{
	struct statvfs s;

	(void)context;
	if (statvfs(path, &s))
		return -errno;
	*bytes = (uint64_t)s.f_bavail * s.f_frsize;
	return 0;
}

static int64_t real_mono_ns(void *context)
{
	(void)context;
	return hil_time_mono_ns();
}

const struct hil_disk hil_disk_real = {
	.mkdir = real_mkdir,
	.create = real_create,
	.write = real_write,
	.datasync = real_datasync,
	.allocate = real_allocate,
	.close = real_close,
	.sync_folder = real_sync_folder,
	.rename = real_rename,
	.unlink = real_unlink,
	.free_bytes = real_free_bytes,
	.mono_ns = real_mono_ns,
};

int hil_disk_write_all(const struct hil_disk *disk, int fd, const void *bytes,
		       size_t size, size_t *done)
{
	const uint8_t *from = bytes;

	*done = 0;
	while (*done < size) {
		ssize_t ret = disk->write(disk->context, fd, from + *done,
					  size - *done);

		if (ret < 0)
			return (int)ret;
		if (ret == 0)
			return -ENOSPC;
		*done += (size_t)ret;
	}
	return 0;
}
