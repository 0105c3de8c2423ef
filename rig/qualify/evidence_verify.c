/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the files of a dossier with its list, which may be anybody's. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rig/qualify/evidence.h"

#define SUMS_MOST (4L << 20) /* bytes */

static void differ(json_t *changed, const char *path, const char *what)
{
	json_array_append_new(
		changed, json_pack("{s:s,s:s}", "path", path, "what", what));
}

/* A path inside the folder, and nothing else. */
static bool path_ok(const char *path)
{
	const char *part = path;

	if (!*path || *path == '/' || strchr(path, '\\'))
		return false;
	for (; part; part = strchr(part, '/')) {
		part += *part == '/';
		if (!strncmp(part, "../", 3) || !strcmp(part, ".."))
			return false;
	}
	return true;
}

/* "64 digits, two blanks, path" into {path: digits} */
static int read_line(char *line, json_t *sums)
{
	size_t length = strcspn(line, "\n");

	if (length < 67 || line[length] != '\n' ||
	    strspn(line, "0123456789abcdef") != 64 ||
	    strncmp(line + 64, "  ", 2))
		return -EBADMSG;
	line[length] = '\0';
	line[64] = '\0';
	if (!path_ok(line + 66) || json_object_get(sums, line + 66))
		return -EBADMSG;
	return json_object_set_new(sums, line + 66, json_string(line))
		       ? -EBADMSG
		       : 0;
}

static int read_sums(const char *folder, json_t *sums)
{
	char *path = NULL, *line = NULL;
	size_t room = 0;
	struct stat s;
	FILE *in;
	int ret = 0;

	if (asprintf(&path, "%s/" HIL_SUMS_NAME, folder) < 0)
		return -ENOMEM;
	in = fopen(path, "re");
	free(path);
	if (!in)
		return -errno;
	if (fstat(fileno(in), &s) || !S_ISREG(s.st_mode) ||
	    s.st_size > SUMS_MOST)
		ret = -EBADMSG;
	while (!ret && getline(&line, &room, in) > 0)
		ret = read_line(line, sums);
	if (!ret && ferror(in))
		ret = -EIO;
	free(line);
	fclose(in);
	return ret;
}

int hil_evidence_verify(const char *folder, json_t **list, json_t **changed,
			size_t *files)
{
	json_t *sums = json_object(), *row;
	const char *path, *wanted;
	size_t i;
	int ret = read_sums(folder, sums);

	*list = NULL;
	*changed = json_array();
	*files = json_object_size(sums);
	if (!ret)
		ret = hil_evidence_list(folder, list);
	json_array_foreach(*list, i, row)
	{
		path = json_string_value(json_object_get(row, "path"));
		wanted = json_string_value(json_object_get(sums, path));
		if (!wanted)
			differ(*changed, path, "not in the list");
		else if (strcmp(wanted, json_string_value(json_object_get(
						row, "sha256"))))
			differ(*changed, path, "changed");
		json_object_del(sums, path);
	}
	if (!ret) {
		const char *key;
		json_t *value;

		json_object_foreach(sums, key, value)
			differ(*changed, key, "missing");
	}
	json_decref(sums);
	if (ret) {
		json_decref(*changed);
		*changed = NULL;
	}
	return ret;
}
