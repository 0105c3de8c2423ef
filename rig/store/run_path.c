/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The folder of all runs, the names of new ones and the search for an old one
 * by the end of its name.
 */
#include "rig/store/run_path.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/store/run_store.h"

#define NAME_CHARACTERS                                                        \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
#define SAME_SECOND_MAX 1000 /* runs of one name in one second */

static int print_path(char *path, size_t size, const char *a, const char *b)
{
	int length = snprintf(path, size, "%s%s", a, b);

	return length < 0 || (size_t)length >= size ? -ENAMETOOLONG : 0;
}

static int make_absolute(const char *root, char *path, size_t size)
{
	char here[HIL_RUN_PATH_MAX];

	if (root[0] == '/')
		return print_path(path, size, root, "");
	if (!getcwd(here, sizeof(here) - 1))
		return -errno;
	strcat(here, "/");
	return print_path(path, size, here, root);
}

int hil_run_root(const char *root, char *path, size_t size)
{
	const char *home = getenv("HOME");
	const char *state = getenv("XDG_STATE_HOME");

	if (!root)
		root = getenv("HILRIG_RUNS");
	if (root && root[0])
		return make_absolute(root, path, size);
	if (state && state[0] == '/')
		return print_path(path, size, state, "/hilrig/runs");
	if (!home || home[0] != '/')
		return -ENOENT;
	return print_path(path, size, home, "/.local/state/hilrig/runs");
}

int hil_run_name_ok(const char *name)
{
	size_t length = strlen(name);

	return length >= 1 && length <= 64 && name[0] != '.' &&
	       strspn(name, NAME_CHARACTERS) == length;
}

int hil_run_make_root(const struct hil_disk *disk, const char *root)
{
	char path[HIL_RUN_PATH_MAX];
	int ret = print_path(path, sizeof(path), root, "/");

	for (char *p = path + 1; !ret && (p = strchr(p, '/')); p++) {
		*p = '\0';
		ret = disk->mkdir(disk->context, path);
		if (ret == -EEXIST)
			ret = 0;
		*p = '/';
	}
	return ret;
}

int hil_run_make_folder(const struct hil_disk *disk, const char *root,
			const char *name, char *path, size_t size)
{
	char utc[32], end[128];
	int ret = 0;

	hil_time_utc_format(hil_time_wall_ns(), utc, sizeof(utc));
	for (char *p = utc; (p = strchr(p, ':'));)
		memmove(p, p + 1, strlen(p));
	snprintf(end, sizeof(end), "/%s-%s", utc, name);
	for (int n = 2; n < SAME_SECOND_MAX; n++) {
		ret = print_path(path, size, root, end);
		if (!ret)
			ret = disk->mkdir(disk->context, path);
		if (ret != -EEXIST)
			break;
		snprintf(end, sizeof(end), "/%s-%s-%d", utc, name, n);
	}
	if (!ret)
		ret = disk->sync_folder(disk->context, root);
	return ret;
}

static bool ends_with(const char *text, const char *end)
{
	size_t a = strlen(text), b = strlen(end);

	return a >= b && strcmp(text + a - b, end) == 0;
}

static int is_run(const struct dirent *entry)
{
	return entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
}

/* The index of the run that @name means, -1 and a message for none. */
static int choose(const char *root, struct dirent **list, int count,
		  const char *name)
{
	int found = -1, fits = 0;

	if (count > 0 && strcmp(name, "last") == 0)
		return count - 1;
	for (int i = 0; i < count; i++) {
		if (strcmp(list[i]->d_name, name) == 0)
			return i;
		if (ends_with(list[i]->d_name, name)) {
			found = i;
			fits++;
		}
	}
	if (fits == 1)
		return found;
	if (fits == 0)
		hil_error("cannot find run \"%s\": no folder of %s ends so; "
			  "\"last\" names the newest",
			  name, root);
	else
		hil_error("cannot choose run \"%s\": %d folders of %s end so, "
			  "the newest is %s; give more of its name",
			  name, fits, root, list[found]->d_name);
	return -1;
}

char *hil_store_find(const char *run)
{
	char root[HIL_RUN_PATH_MAX];
	struct dirent **list = NULL;
	struct stat s;
	char *path = NULL;
	int count, index, ret;

	if (run[0] && stat(run, &s) == 0 && S_ISDIR(s.st_mode))
		return realpath(run, NULL);
	ret = hil_run_root(NULL, root, sizeof(root));
	if (ret) {
		hil_error("cannot find the folder of runs: %s; set "
			  "HILRIG_RUNS",
			  strerror(-ret));
		return NULL;
	}
	count = scandir(root, &list, is_run, alphasort);
	if (count < 0) {
		hil_error("cannot find run \"%s\": cannot list %s: %s", run,
			  root, strerror(errno));
		return NULL;
	}
	index = run[0] ? choose(root, list, count, run) : -1;
	if (!run[0])
		hil_error("cannot find a run without a name");
	if (index >= 0 &&
	    asprintf(&path, "%s/%s", root, list[index]->d_name) < 0)
		path = NULL;
	for (int i = 0; i < count; i++)
		free(list[i]);
	free(list);
	return path;
}
