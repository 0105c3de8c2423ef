/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a config's text and writes it, without a moment when it is not whole.
 */
#include "rig/wire/wire_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONFIG_BYTES (1u << 20) /* as the reader of configs has it */

int hil_wire_file_read(const char *path, char **text, size_t *size)
{
	FILE *file = fopen(path, "re");
	int ret = 0;

	*text = NULL;
	if (!file)
		return -errno;
	*text = malloc(CONFIG_BYTES + 1);
	if (!*text) {
		ret = -ENOMEM;
	} else {
		*size = fread(*text, 1, CONFIG_BYTES, file);
		(*text)[*size] = '\0';
		if (ferror(file))
			ret = -EIO;
		else if (!feof(file) && fgetc(file) != EOF)
			ret = -EFBIG;
	}
	fclose(file);
	return ret;
}

static int write_text(const char *path, const char *text, size_t size,
		      int flags, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode);
	int ret = fd < 0 ? -errno : 0;

	while (!ret && size > 0) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno != EINTR)
			ret = -errno;
		if (n > 0) {
			text += n;
			size -= (size_t)n;
		}
	}
	if (!ret && fsync(fd))
		ret = -errno;
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	return ret;
}

int hil_wire_file_new(const char *path, const char *text)
{
	int ret = write_text(path, text, strlen(text), O_EXCL, 0666);

	if (ret && ret != -EEXIST)
		(void)unlink(path);
	return ret;
}

int hil_wire_file_replace(const char *path, const char *old, size_t size,
			  const char *text)
{
	char fresh[PATH_MAX], backup[PATH_MAX];
	struct stat st;
	int ret;

	if (snprintf(fresh, sizeof(fresh), "%s.new", path) >=
		    (int)sizeof(fresh) ||
	    snprintf(backup, sizeof(backup), "%s~", path) >=
		    (int)sizeof(backup))
		return -ENAMETOOLONG;
	if (stat(path, &st))
		return -errno;
	ret = write_text(backup, old, size, O_TRUNC | O_NOFOLLOW,
			 st.st_mode & 0777);
	if (!ret)
		ret = write_text(fresh, text, strlen(text),
				 O_TRUNC | O_NOFOLLOW, st.st_mode & 0777);
	if (!ret && rename(fresh, path))
		ret = -errno;
	if (ret)
		(void)unlink(fresh);
	return ret;
}
