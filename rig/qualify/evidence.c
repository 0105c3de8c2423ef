/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes the files of a dossier and writes their list. */
#include "rig/qualify/evidence.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "rig/store/identity.h"

static int hash_open(int fd, char hex[HIL_SHA256_TEXT], uint64_t *bytes)
{
	uint8_t digest[SHA256_DIGEST_SIZE], piece[16384];
	struct sha256_ctx sha;
	ssize_t n;

	*bytes = 0;
	sha256_init(&sha);
	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		sha256_update(&sha, (size_t)n, piece);
		*bytes += (uint64_t)n;
	}
	sha256_digest(&sha, sizeof(digest), digest);
	hil_identity_hex(digest, sizeof(digest), hex);
	return 0;
}

int hil_sha256_file(const char *path, char hex[HIL_SHA256_TEXT],
		    uint64_t *bytes)
{
	/* a fifo in its place must not hold us up */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	uint64_t size = 0;
	struct stat s;
	int ret;

	hex[0] = '\0';
	if (fd < 0)
		return -errno;
	ret = fstat(fd, &s) ? -errno : 0;
	if (!ret && !S_ISREG(s.st_mode))
		ret = -EINVAL;
	if (!ret)
		ret = hash_open(fd, hex, &size);
	close(fd);
	if (!ret && bytes)
		*bytes = size;
	return ret;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int take_entry(const FTSENT *entry, size_t skip, json_t *list)
{
	char hex[HIL_SHA256_TEXT];
	uint64_t bytes;
	json_t *row;
	int ret;

	switch (entry->fts_info) {
	case FTS_D:
	case FTS_DP:
		return 0;
	case FTS_F:
		break;
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		return -entry->fts_errno;
	default: /* a link may lead anywhere */
		hil_error("\"%s\" is no regular file", entry->fts_path);
		return -EINVAL;
	}
	if (!strcmp(entry->fts_path + skip, HIL_SUMS_NAME))
		return 0;
	ret = hil_sha256_file(entry->fts_path, hex, &bytes);
	if (ret)
		return ret;
	row = json_pack("{s:s,s:I,s:s}", "path", entry->fts_path + skip,
			"bytes", (json_int_t)bytes, "sha256", hex);
	if (!row)
		hil_error("the name of \"%s\" is no UTF-8", entry->fts_path);
	return json_array_append_new(list, row) ? -EINVAL : 0;
}

/* "DIR/" is DIR, as completion has it; "/" stays. */
static char *without_slashes(const char *folder)
{
	size_t length = strlen(folder);

	while (length > 1 && folder[length - 1] == '/')
		length--;
	return strndup(folder, length);
}

int hil_evidence_list(const char *folder, json_t **list)
{
	char *copy = without_slashes(folder);
	char *const roots[] = { copy, NULL };
	FTS *tree = copy ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name)
			 : NULL;
	size_t skip = copy ? strlen(copy) : 0;
	FTSENT *entry;
	int ret = tree ? 0 : -errno;

	/* the slash behind it; "/" has its own */
	skip += skip && copy[skip - 1] != '/';
	*list = json_array();
	errno = 0;
	while (!ret && (entry = fts_read(tree))) {
		ret = take_entry(entry, skip, *list);
		errno = 0;
	}
	if (!ret && errno)
		ret = -errno;
	if (tree)
		fts_close(tree);
	free(copy);
	if (ret) {
		json_decref(*list);
		*list = NULL;
	}
	return ret;
}

int hil_evidence_write(const char *folder, char seal[HIL_SHA256_TEXT])
{
	json_t *list = NULL, *row;
	char *path = NULL;
	FILE *out = NULL;
	size_t i;
	int ret = hil_evidence_list(folder, &list);

	if (!ret && asprintf(&path, "%s/" HIL_SUMS_NAME, folder) < 0) {
		path = NULL;
		ret = -ENOMEM;
	}
	if (!ret && !(out = fopen(path, "wxe")))
		ret = -errno;
	if (out) {
		json_array_foreach(list, i, row) fprintf(
			out, "%s  %s\n",
			json_string_value(json_object_get(row, "sha256")),
			json_string_value(json_object_get(row, "path")));
		if (ferror(out) || fflush(out) || fsync(fileno(out)))
			ret = -EIO;
		if (fclose(out) && !ret)
			ret = -errno;
	}
	if (!ret)
		ret = hil_sha256_file(path, seal, NULL);
	free(path);
	json_decref(list);
	return ret;
}
