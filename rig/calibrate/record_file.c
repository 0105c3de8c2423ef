/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A calibration record on disk. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "rig/calibrate/record.h"

/* A run's record of 64 KiB has it whole, beside all else. */
#define BYTES_MOST (32 << 10)
/* as calibrate show --json has it: one is the other, byte for byte */
#define FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(15))

char *hil_calibration_path(const char *config)
{
	size_t length = strlen(config);
	char *path = NULL;

	if (length > 5 && !strcmp(config + length - 5, ".conf"))
		length -= 5;
	if (asprintf(&path, "%.*s.calibration.json", (int)length, config) < 0)
		return NULL;
	return path;
}

static int refuse(const char *path, const char *why)
{
	hil_error("cannot use the calibration record \"%s\": %s; move it away "
		  "and calibrate again",
		  path, why);
	return -EBADMSG;
}

/* What each entry has, whatever its method. */
static bool entry_sound(const json_t *entry)
{
	const json_t *left = json_object_get(entry, "as_left");

	return json_is_string(json_object_get(entry, "effect")) &&
	       json_is_integer(json_object_get(entry, "due_s")) &&
	       json_is_number(json_object_get(left, "value")) &&
	       json_is_number(json_object_get(left, "u")) &&
	       json_is_number(json_object_get(left, "U"));
}

/* NULL: sound; else why it is not. */
static const char *unsound(const json_t *record, char *why, size_t size)
{
	json_t *entries = json_object_get(record, "entries"), *entry;
	const char *schema =
		json_string_value(json_object_get(record, "schema"));
	const char *method;

	if (!schema || strcmp(schema, "hilrig-calibration-1") ||
	    !json_is_object(entries))
		return "it is no calibration record";
	json_object_foreach(entries, method, entry)
	{
		if (entry_sound(entry))
			continue;
		snprintf(why, size, "its entry \"%.60s\" is wrong", method);
		return why;
	}
	return NULL;
}

int hil_calibration_load(const char *path, json_t **record)
{
	json_error_t error;
	const char *why;
	char text[128];
	struct stat s;

	*record = NULL;
	if (stat(path, &s))
		return errno == ENOENT ? -ENOENT
				       : refuse(path, strerror(errno));
	if (!S_ISREG(s.st_mode) || s.st_size > BYTES_MOST)
		return refuse(path, "it is no file of less than 32 KiB");
	*record = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (!*record)
		return refuse(path, error.text);
	why = unsound(*record, text, sizeof(text));
	if (!why)
		return 0;
	json_decref(*record);
	*record = NULL;
	return refuse(path, why);
}

static int write_whole(const char *path, const json_t *record)
{
	FILE *out = fopen(path, "we");
	int ret = 0;

	if (!out)
		return -errno;
	errno = 0;
	if (json_dumpf(record, out, FLAGS) || fputc('\n', out) == EOF ||
	    fflush(out) || fsync(fileno(out)))
		ret = errno ? -errno : -EIO;
	if (fclose(out) && !ret)
		ret = -errno;
	return ret;
}

int hil_calibration_save(const char *path, const json_t *record)
{
	char *draft = NULL;
	int ret = -ENOMEM;

	/* each process has a draft of its own */
	if (asprintf(&draft, "%s.new-%d", path, (int)getpid()) < 0)
		draft = NULL;
	if (draft)
		ret = write_whole(draft, record);
	if (!ret && rename(draft, path))
		ret = -errno;
	if (ret && draft)
		(void)unlink(draft);
	if (ret)
		hil_error("cannot write the calibration record \"%s\": %s",
			  path, strerror(-ret));
	free(draft);
	return ret;
}
