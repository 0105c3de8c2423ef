/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Place and permissions of the control socket. */
#include "daemon/shm/socket_peer.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/shm/socket_frame.h"

#define SYSTEM_FOLDER "/run/hilrig"
#define BACKLOG       16
#define GROUPS_MAX    256

int hil_socket_path(const char *name, char *path, size_t size)
{
	const char *user = getenv("XDG_RUNTIME_DIR");
	int n;

	if (access(SYSTEM_FOLDER, W_OK) == 0 || geteuid() == 0)
		n = snprintf(path, size, SYSTEM_FOLDER "/%s", name);
	else if (user && user[0] == '/')
		n = snprintf(path, size, "%s/hilrig/%s", user, name);
	else
		return -ENOENT;
	return n < 0 || (size_t)n >= size ? -ENAMETOOLONG : 0;
}

static int folder_of(const char *path, char *folder, size_t size)
{
	char copy[PATH_MAX];

	if (strlen(path) >= sizeof(copy))
		return -ENAMETOOLONG;
	strcpy(copy, path);
	snprintf(folder, size, "%s", dirname(copy));
	return 0;
}

int hil_socket_place(const char *wanted, char *path, size_t size)
{
	char folder[PATH_MAX];
	int ret = 0;

	if (!wanted)
		ret = hil_socket_path("hilrigd.sock", path, size);
	else if (snprintf(path, size, "%s", wanted) >= (int)size)
		ret = -ENAMETOOLONG;
	if (ret == 0)
		ret = folder_of(path, folder, sizeof(folder));
	if (ret == 0 && mkdir(folder, 0750) < 0 && errno != EEXIST)
		ret = -errno;
	return ret;
}

/* What a killed server left behind refuses a connection; then it may go. */
static int remove_stale(const char *path, const struct sockaddr_un *address)
{
	struct stat st;
	int fd, ret;

	if (lstat(path, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	if (!S_ISSOCK(st.st_mode))
		return -EEXIST;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	ret = connect(fd, (const struct sockaddr *)address, sizeof(*address));
	ret = ret == 0 || errno != ECONNREFUSED ? -EADDRINUSE : 0;
	close(fd);
	if (ret == 0 && unlink(path) < 0)
		ret = -errno;
	return ret;
}

int hil_socket_listen(const char *path)
{
	struct sockaddr_un address;
	int ret = hil_socket_address(path, &address);
	int fd;

	if (ret == 0)
		ret = remove_stale(path, &address);
	if (ret < 0)
		return ret;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	/* Nobody can connect before listen(), so chmod() is not too late. */
	if (bind(fd, (const struct sockaddr *)&address, sizeof(address)) < 0 ||
	    chmod(path, 0660) < 0 || listen(fd, BACKLOG) < 0) {
		ret = -errno;
		close(fd);
		return ret;
	}
	return fd;
}

bool hil_socket_group(const char *path, gid_t *group)
{
	char folder[PATH_MAX];
	struct stat st;

	if (folder_of(path, folder, sizeof(folder)) < 0 ||
	    stat(folder, &st) < 0 || !(st.st_mode & S_IXGRP))
		return false;
	*group = st.st_gid;
	return true;
}

static bool has_group(int fd, gid_t group)
{
	gid_t list[GROUPS_MAX];
	socklen_t size = sizeof(list);
	size_t i;

	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, list, &size) < 0)
		return false;
	for (i = 0; i < size / sizeof(list[0]); i++) {
		if (list[i] == group)
			return true;
	}
	return false;
}

bool hil_socket_peer_allowed(int fd, const gid_t *group, struct ucred *who)
{
	socklen_t size = sizeof(*who);

	*who = (struct ucred){ .pid = 0, .uid = (uid_t)-1, .gid = (gid_t)-1 };
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, who, &size) < 0)
		return false;
	if (who->uid == 0 || who->uid == geteuid())
		return true;
	return group && (who->gid == *group || has_group(fd, *group));
}
