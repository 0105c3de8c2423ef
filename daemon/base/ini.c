/* SPDX-License-Identifier: GPL-3.0-or-later */
/* INI files and their drop-ins; ini_text.c takes the text apart. */
#include "daemon/base/ini.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define FILE_MAX_BYTES (1u << 20)

/* What to do with each entry, whatever file it stands in. */
struct receiver {
	int (*entry)(void *context, const struct hil_ini_entry *e);
	void *context;
};

static int read_file(const char *path, char **text, size_t *size)
{
	char *bytes = malloc(FILE_MAX_BYTES + 2);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret = fd < 0 ? -errno : 0;
	size_t used = 0;
	ssize_t n = 1;

	if (!bytes)
		ret = -ENOMEM;
	while (!ret && n > 0 && used <= FILE_MAX_BYTES) {
		n = read(fd, bytes + used, FILE_MAX_BYTES + 1 - used);
		if (n >= 0)
			used += (size_t)n;
		else if (errno != EINTR)
			ret = -errno;
		else
			n = 1;
	}
	if (!ret && used > FILE_MAX_BYTES)
		ret = -EFBIG;
	if (fd >= 0)
		close(fd);
	if (ret) {
		free(bytes);
		return ret;
	}
	bytes[used] = '\0';
	*text = bytes;
	*size = used;
	return 0;
}

static int read_one(const char *path, const struct receiver *to)
{
	char *text;
	size_t size;
	int ret = read_file(path, &text, &size);

	if (ret == -EFBIG)
		hil_error("cannot read %s: it is larger than 1 MiB", path);
	else if (ret)
		hil_error("cannot read %s: %s", path, strerror(-ret));
	if (ret)
		return ret;
	ret = hil_ini_parse(path, text, size, to->entry, to->context);
	free(text);
	return ret;
}

static int is_drop_in(const struct dirent *d)
{
	size_t len = strlen(d->d_name);

	return d->d_name[0] != '.' && len > 5 &&
	       !strcmp(d->d_name + len - 5, ".conf");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int read_drop_ins(const char *folder, const struct receiver *to)
{
	struct dirent **found;
	int count = scandir(folder, &found, is_drop_in, by_name);
	int ret = 0;

	if (count < 0) {
		ret = errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
		if (ret)
			hil_error("cannot read %s: %s", folder, strerror(-ret));
		return ret;
	}
	for (int i = 0; i < count; i++) {
		char *path = NULL;

		if (!ret &&
		    asprintf(&path, "%s/%s", folder, found[i]->d_name) < 0) {
			path = NULL;
			ret = -ENOMEM;
		}
		if (!ret)
			ret = read_one(path, to);
		free(path);
		free(found[i]);
	}
	free(found);
	return ret;
}

int hil_ini_read(const char *path,
		 int (*entry)(void *context, const struct hil_ini_entry *e),
		 void *context)
{
	const struct receiver to = { entry, context };
	char *folder;
	int ret = read_one(path, &to);

	if (ret)
		return ret;
	if (asprintf(&folder, "%s.d", path) < 0)
		return -ENOMEM;
	ret = read_drop_ins(folder, &to);
	free(folder);
	return ret;
}
