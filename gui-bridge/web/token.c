/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The token's file: ours, 0600, one line. */
#include "gui-bridge/web/rule.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"

static int check_owner(int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return -errno;
	if (!S_ISREG(st.st_mode)) {
		hil_error("cannot use token file %s: not a regular file", path);
		return -EINVAL;
	}
	if (st.st_uid != geteuid()) {
		hil_error("cannot use token file %s: it belongs to another "
			  "user",
			  path);
		return -EACCES;
	}
	if ((st.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
		hil_error("cannot use token file %s: others may read it; "
			  "chmod 600 %s",
			  path, path);
		return -EACCES;
	}
	return 0;
}

/* Letters, digits and what a header takes unquoted; no blank, no comma. */
static bool is_token(const char *text)
{
	for (; *text != '\0'; text++)
		if (!isalnum((unsigned char)*text) &&
		    strchr("-._~+/=", *text) == NULL)
			return false;
	return true;
}

static int read_token(struct hil_web_rules *rules, int fd, const char *path)
{
	char text[HIL_WEB_TOKEN_MAX + 3];
	ssize_t got = read(fd, text, sizeof(text) - 1);

	if (got < 0) {
		int err = errno;

		hil_error("cannot read token file %s: %s", path, strerror(err));
		return -err;
	}
	text[got] = '\0';
	text[strcspn(text, "\r\n")] = '\0';
	if (strlen(text) < HIL_WEB_TOKEN_MIN ||
	    strlen(text) > HIL_WEB_TOKEN_MAX || !is_token(text)) {
		hil_error("cannot use token file %s: its first line must be "
			  "%d to %d letters, digits or -._~+/=; for example: "
			  "head -c 24 /dev/urandom | base64 > %s",
			  path, HIL_WEB_TOKEN_MIN, HIL_WEB_TOKEN_MAX, path);
		return -EINVAL;
	}
	memcpy(rules->token, text, strlen(text) + 1);
	return 0;
}

int hil_web_token_read(struct hil_web_rules *rules, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	int ret;

	if (fd < 0) {
		ret = -errno;
		hil_error("cannot open token file %s: %s", path,
			  strerror(-ret));
		return ret;
	}
	ret = check_owner(fd, path);
	if (ret == 0)
		ret = read_token(rules, fd, path);
	close(fd);
	return ret;
}
