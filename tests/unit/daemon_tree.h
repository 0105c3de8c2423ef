/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small copy of /sys, /proc and /dev for tests of the daemon. */
#ifndef HIL_UNIT_DAEMON_TREE_H
#define HIL_UNIT_DAEMON_TREE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "tests/unit/test.h"

/* Makes @root/@path with its folders and @text in it. */
static inline void tree_put(const char *root, const char *path,
			    const char *text)
{
	char full[PATH_MAX];
	char *slash;
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", root, path);
	for (slash = strchr(full + strlen(root) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
	f = fopen(full, "w");
	if (!f)
		fail_msg("cannot make %s", full);
	fputs(text, f);
	fclose(f);
}

/* Makes @root/@path a symbolic link to @root/@target. */
static inline void tree_link(const char *root, const char *path,
			     const char *target)
{
	char full[PATH_MAX], to[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", root, path);
	snprintf(to, sizeof(to), "%s%s", root, target);
	if (unlink(full)) /* it was not there: make its folders */
		tree_put(root, path, "");
	unlink(full);
	if (symlink(to, full))
		fail_msg("cannot link %s", full);
}

/* A thread in /proc; kernel threads have PF_KTHREAD in field 9 of stat. */
static inline void tree_thread(const char *root, int pid, const char *comm,
			       bool kernel)
{
	char path[64], text[128];

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	snprintf(text, sizeof(text), "%s\n", comm);
	tree_put(root, path, text);
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	snprintf(text, sizeof(text), "%d (%s) S 2 0 0 0 -1 %u 0 0\n", pid, comm,
		 kernel ? 0x00200040u : 0x00400040u);
	tree_put(root, path, text);
}

#endif
