/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state folder: who may use it, what a name may be, who holds it, and its
 * sockets, whose paths may be longer than a socket address allows.
 */
#include "rig/bench/place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define LOCK_NAME "lock"
#define BACKLOG   16

bool hil_bench_name_valid(const char *name)
{
	static const char known[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
	size_t size = strlen(name);

	return size > 0 && size <= HIL_BENCH_NAME_MAX && name[0] != '-' &&
	       strspn(name, known) == size;
}

int hil_bench_root_open(char *path)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	struct stat st;
	int fd, ret;

	if (runtime && *runtime == '/' && strlen(runtime) < PATH_MAX - 64)
		snprintf(path, PATH_MAX, "%s/hilrig-bench", runtime);
	else
		snprintf(path, PATH_MAX, "/tmp/hilrig-bench-%u", getuid());
	if (mkdir(path, 0700) && errno != EEXIST) {
		ret = -errno;
		hil_error("cannot make the folder %s: %s", path,
			  strerror(-ret));
		return ret;
	}
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st)) {
		ret = -errno;
		hil_error("cannot open the folder %s: %s", path,
			  strerror(-ret));
		if (fd >= 0)
			close(fd);
		return ret;
	}
	if (st.st_uid != geteuid() || st.st_mode & 077) {
		hil_error("cannot use the folder %s: it must belong to this "
			  "user with mode 0700; remove it or set "
			  "XDG_RUNTIME_DIR",
			  path);
		close(fd);
		return -EPERM;
	}
	return fd;
}

int hil_bench_lock(int folder)
{
	int fd = openat(folder, LOCK_NAME,
			O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0)
		return -errno;
	if (flock(fd, LOCK_EX | LOCK_NB)) {
		int ret = -errno;

		close(fd);
		return ret;
	}
	return fd;
}

int hil_bench_is_alive(int root, const char *name)
{
	int folder = openat(root, name,
			    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int fd, alive;

	if (folder < 0)
		return -errno;
	fd = openat(folder, LOCK_NAME, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	close(folder);
	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	/* shared: two who ask at once do not take each other for a server */
	alive = flock(fd, LOCK_SH | LOCK_NB) != 0;
	close(fd);
	return alive;
}

/* Deletes what is in a folder; links are not followed. */
static int empty_folder(int fd, int depth)
{
	DIR *folder = fdopendir(fd);
	struct dirent *entry;
	int ret = 0;

	if (!folder) {
		ret = -errno;
		close(fd);
		return ret;
	}
	while ((entry = readdir(folder)) != NULL) {
		int inner;

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (unlinkat(dirfd(folder), entry->d_name, 0) == 0)
			continue;
		inner = openat(dirfd(folder), entry->d_name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (inner < 0 || depth == 0)
			ret = -EBUSY;
		else
			ret = empty_folder(inner, depth - 1);
		if (ret || unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR))
			break;
	}
	closedir(folder);
	return ret;
}

int hil_bench_remove(int root, const char *name)
{
	int fd = openat(root, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	ret = empty_folder(fd, 8);
	if (unlinkat(root, name, AT_REMOVEDIR) && !ret)
		ret = -errno;
	return ret;
}

/* A socket's address is short; a path through /proc always fits. */
static socklen_t address(struct sockaddr_un *a, int folder, const char *name)
{
	*a = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(a->sun_path, sizeof(a->sun_path), "/proc/self/fd/%d/%s",
		 folder, name);
	return sizeof(*a);
}

int hil_bench_listen(int folder, const char *socket_name)
{
	struct sockaddr_un a;
	socklen_t size = address(&a, folder, socket_name);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0)
		return -errno;
	if (bind(fd, (const struct sockaddr *)&a, size) ||
	    listen(fd, BACKLOG)) {
		int ret = -errno;

		close(fd);
		return ret;
	}
	return fd;
}

static int connect_in(int folder, const char *socket_name)
{
	struct sockaddr_un a;
	socklen_t size = address(&a, folder, socket_name);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -errno;
	if (connect(fd, (const struct sockaddr *)&a, size)) {
		int ret = -errno;

		close(fd);
		return ret;
	}
	return fd;
}

int hil_bench_connect(const char *name, const char *socket_name)
{
	char path[PATH_MAX];
	int root = hil_bench_root_open(path), folder, fd;

	if (root < 0)
		return root;
	folder = openat(root, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	close(root);
	fd = folder < 0 ? -errno : connect_in(folder, socket_name);
	if (folder >= 0)
		close(folder);
	if (fd == -ECONNREFUSED)
		hil_error("the bench '%s' is dead: 'hilrig bench start --name "
			  "%s' clears it away and starts it again, 'stop' only "
			  "clears it away",
			  name, name);
	else if (fd == -ENOENT)
		hil_error("no bench '%s' is running: start it with "
			  "'hilrig bench start --name %s'",
			  name, name);
	else if (fd < 0)
		hil_error("cannot reach the bench '%s': %s", name,
			  strerror(-fd));
	return fd;
}
