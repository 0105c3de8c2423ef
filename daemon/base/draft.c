/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A full disk or a kill leaves the old file, never half of a new one. */
#include "daemon/base/draft.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* NULL: it is written in place. */
static char *name_of(const char *path)
{
	char *name = NULL;

	if (asprintf(&name, "%s.new-%d", path, (int)getpid()) < 0)
		return NULL;
	return name;
}

int hil_draft_open(struct hil_draft *d, const char *path)
{
	struct stat s;
	bool there = !stat(path, &s);
	int ret = 0;

	*d = (struct hil_draft){ .path = there ? realpath(path, NULL)
					       : strdup(path) };
	if (!d->path)
		return -errno;
	/* a pipe, /dev/stdout, and what its owner forbids to write */
	if (!there || (S_ISREG(s.st_mode) && !access(d->path, W_OK))) {
		d->name = name_of(d->path);
		ret = d->name ? 0 : -ENOMEM;
	}
	if (!ret)
		d->out = fopen(d->name ? d->name : d->path, "we");
	if (!ret && !d->out)
		ret = -errno;
	if (!ret && there && d->name)
		ret = fchmod(fileno(d->out), s.st_mode & 0777) ? -errno : 0;
	errno = 0;
	return ret ? hil_draft_close(d, ret) : 0;
}

/* stdio forgets why; the last failed call does not. */
static int reason(int ret)
{
	if (ret == -EIO &&
	    (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
		return -errno;
	return ret;
}

int hil_draft_close(struct hil_draft *d, int ret)
{
	ret = reason(ret);
	if (d->out && !ret && fflush(d->out))
		ret = -errno;
	if (d->out && !ret && ferror(d->out))
		ret = reason(-EIO);
	if (d->out && fclose(d->out) && !ret)
		ret = -errno;
	if (!ret && d->name && rename(d->name, d->path))
		ret = -errno;
	if (ret && d->name && d->out)
		(void)unlink(d->name);
	free(d->path);
	free(d->name);
	*d = (struct hil_draft){ .out = NULL };
	return ret;
}
