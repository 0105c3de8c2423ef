/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds our other programs from the running one: programs and tests of a build
 * folder take those of the same build. Starting them is the callers' business.
 */
#include "daemon/base/beside.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *hil_beside(const char *name)
{
	static const char *const places[] = { "/", "/../" };
	char self[PATH_MAX], *slash, *path;
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[n > 0 ? n : 0] = '\0';
	slash = strchr(name, '/') ? NULL : strrchr(self, '/');
	for (size_t i = 0; slash && i < 2; i++) {
		if (asprintf(&path, "%.*s%s%s", (int)(slash - self), self,
			     places[i], name) < 0)
			return NULL;
		if (access(path, X_OK) == 0)
			return path;
		free(path);
	}
	return strdup(name);
}
