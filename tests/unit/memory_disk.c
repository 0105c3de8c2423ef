/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of a page cache and of a disk behind it. A sync that fails drops
 * its pages as Linux does: they are clean, and were never written.
 */
#include "tests/unit/memory_disk.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t memory_disk_random(struct memory_disk *d, uint64_t below)
{
	d->random ^= d->random << 13;
	d->random ^= d->random >> 7;
	d->random ^= d->random << 17;
	return (d->random >> 11) % below;
}

static int fault(struct memory_disk *d, enum memory_call call)
{
	unsigned long n = ++d->calls[call];

	/* Without power nothing has an effect any more. */
	if (++d->all_calls >= d->dies_at && d->dies_at)
		return -EIO;
	if (!d->fail_at || call != d->fail_call)
		return 0;
	if (n != d->fail_at && !(d->fail_for_ever && n > d->fail_at))
		return 0;
	d->failed++;
	return -d->fail_error;
}

struct memory_file *memory_disk_find(struct memory_disk *d, const char *end)
{
	for (int i = 0; i < d->files; i++) {
		const char *name = d->file[i].name;

		if (strlen(name) >= strlen(end) &&
		    strcmp(name + strlen(name) - strlen(end), end) == 0)
			return &d->file[i];
	}
	return NULL;
}

static int memory_mkdir(void *context, const char *path)
{
	(void)context;
	(void)path;
	return 0;
}

static int memory_create(void *context, const char *path)
{
	struct memory_disk *d = context;
	struct memory_file *f = &d->file[d->files];
	int ret = fault(d, MEMORY_CREATE);

	if (ret)
		return ret;
	if (memory_disk_find(d, path))
		return -EEXIST;
	assert(d->files < MEMORY_FILES && strlen(path) < sizeof(f->name));
	strcpy(f->name, path);
	return d->files++;
}

static ssize_t memory_write(void *context, int fd, const void *bytes,
			    size_t size)
{
	struct memory_disk *d = context;
	struct memory_file *f = &d->file[fd];
	int ret = fault(d, MEMORY_WRITE);

	if (ret)
		return ret;
	if (size > d->space)
		size = d->space;
	if (!size)
		return -ENOSPC;
	if (size > 1 && memory_disk_random(d, 4) == 0)
		size = 1 + memory_disk_random(d, size - 1);
	assert(f->size + size <= MEMORY_FILE_SIZE);
	d->space -= size;
	memcpy(f->bytes + f->size, bytes, size);
	for (size_t s = f->size / 512; s <= (f->size + size - 1) / 512; s++)
		f->dirty[s] = 1;
	f->size += size;
	return (ssize_t)size;
}

static int memory_sync(void *context, int fd)
{
	struct memory_disk *d = context;
	struct memory_file *f = &d->file[fd];
	int ret = fault(d, MEMORY_SYNC);

	if (!ret && d->sync_fails_in &&
	    memory_disk_random(d, d->sync_fails_in) == 0)
		ret = -EIO;
	if (!ret) {
		for (size_t s = 0; s * 512 < f->size; s++)
			if (f->dirty[s])
				memcpy(f->durable + s * 512, f->bytes + s * 512,
				       512);
		f->durable_size = f->size;
	}
	if (!d->dies_at || d->all_calls < d->dies_at)
		memset(f->dirty, 0, sizeof(f->dirty));
	return ret;
}

static int memory_allocate(void *context, int fd, uint64_t size)
{
	struct memory_disk *d = context;
	int ret = fault(d, MEMORY_ALLOCATE);

	if (ret)
		return ret;
	if (size > d->space)
		return -ENOSPC;
	d->space -= size;
	d->file[fd].size = size;
	return 0;
}

static int memory_close(void *context, int fd)
{
	(void)fd;
	return fault(context, MEMORY_CLOSE);
}

static int memory_sync_folder(void *context, const char *path)
{
	struct memory_disk *d = context;
	int ret = fault(d, MEMORY_SYNC_FOLDER);

	(void)path;
	for (int i = 0; !ret && i < d->files; i++)
		strcpy(d->file[i].durable_name, d->file[i].name);
	return ret;
}

static int memory_rename(void *context, const char *from, const char *to)
{
	struct memory_disk *d = context;
	struct memory_file *f = memory_disk_find(d, from);
	int ret = fault(d, MEMORY_RENAME);

	if (ret)
		return ret;
	if (!f)
		return -ENOENT;
	strcpy(f->name, to);
	return 0;
}

static int memory_unlink(void *context, const char *path)
{
	struct memory_disk *d = context;
	struct memory_file *f = memory_disk_find(d, path);
	int ret = fault(d, MEMORY_UNLINK);

	if (ret)
		return ret;
	if (!f)
		return -ENOENT;
	d->space += f->size;
	f->name[0] = '\0';
	return 0;
}

static int memory_free_bytes(void *context, const char *path, uint64_t *bytes)
{
	(void)path;
	*bytes = ((struct memory_disk *)context)->space;
	return 0;
}

static int64_t memory_mono_ns(void *context)
{
	struct memory_disk *d = context;

	return d->now_ns += d->step_ns;
}

static const struct hil_disk table = {
	.mkdir = memory_mkdir,
	.create = memory_create,
	.write = memory_write,
	.datasync = memory_sync,
	.allocate = memory_allocate,
	.close = memory_close,
	.sync_folder = memory_sync_folder,
	.rename = memory_rename,
	.unlink = memory_unlink,
	.free_bytes = memory_free_bytes,
	.mono_ns = memory_mono_ns,
};

struct memory_disk *memory_disk_new(uint64_t seed)
{
	struct memory_disk *d = calloc(1, sizeof(*d));

	assert(d);
	for (int i = 0; i < MEMORY_FILES; i++) {
		d->file[i].bytes = calloc(1, MEMORY_FILE_SIZE + 512);
		d->file[i].durable = calloc(1, MEMORY_FILE_SIZE + 512);
		assert(d->file[i].bytes && d->file[i].durable);
	}
	d->files = MEMORY_FILES;
	memory_disk_reset(d, seed);
	return d;
}

void memory_disk_free(struct memory_disk *d)
{
	for (int i = 0; i < MEMORY_FILES; i++) {
		free(d->file[i].bytes);
		free(d->file[i].durable);
	}
	free(d);
}

void memory_disk_reset(struct memory_disk *d, uint64_t seed)
{
	for (int i = 0; i < d->files; i++) {
		struct memory_file *f = &d->file[i];
		uint8_t *bytes = f->bytes, *durable = f->durable;

		memset(bytes, 0, MEMORY_FILE_SIZE);
		memset(durable, 0, MEMORY_FILE_SIZE);
		memset(f, 0, sizeof(*f));
		f->bytes = bytes;
		f->durable = durable;
	}
	d->disk = table;
	d->disk.context = d;
	d->files = 0;
	d->now_ns = 0;
	d->step_ns = 0;
	d->space = UINT64_MAX / 2;
	memset(d->calls, 0, sizeof(d->calls));
	d->fail_at = 0;
	d->fail_for_ever = 0;
	d->failed = 0;
	d->all_calls = 0;
	d->dies_at = 0;
	d->sync_fails_in = 0;
	d->random = seed * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
}

/* One sector that was not synced: old, new, torn or never written. */
static void crash_sector(struct memory_disk *d, struct memory_file *f, size_t s)
{
	size_t at = s * 512, keep;

	switch (memory_disk_random(d, 8)) {
	case 0:
	case 1:
	case 2:
		memcpy(f->durable + at, f->bytes + at, 512);
		break;
	case 3:
		/* what was synced in it stays: disks write whole sectors */
		for (size_t i = at; i < at + 512; i++)
			if (i >= f->durable_size)
				f->durable[i] =
					(uint8_t)memory_disk_random(d, 256);
		break;
	case 4:
		keep = memory_disk_random(d, 512);
		memcpy(f->durable + at, f->bytes + at, keep);
		break;
	default:
		break;
	}
}

void memory_disk_crash(struct memory_disk *d)
{
	for (int i = 0; i < d->files; i++) {
		struct memory_file *f = &d->file[i];
		size_t more = f->size > f->durable_size
				      ? f->size - f->durable_size
				      : 0;

		for (size_t s = 0; s * 512 < f->size; s++)
			if (f->dirty[s])
				crash_sector(d, f, s);
		f->size = f->durable_size + memory_disk_random(d, more + 1);
		memcpy(f->bytes, f->durable, MEMORY_FILE_SIZE);
		if (memory_disk_random(d, 2))
			strcpy(f->name, f->durable_name);
	}
}
