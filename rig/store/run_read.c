/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading of a stored run: its segments in order, and what is said when they
 * are not what was written. A segment that ends unsoundly is no loss when the
 * next one has its records again (a sync had failed), and is the expected end
 * of a run that was cut off.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "rig/store/identity.h"
#include "rig/store/manifest.h"
#include "rig/store/run_path.h"
#include "rig/store/run_store.h"
#include "rig/store/scan.h"

struct reading {
	struct hil_scan scan;
	const char *folder;
	const json_t *manifest;
	bool damaged;
};

static int is_segment(const struct dirent *entry)
{
	unsigned int number;
	char end;

	return sscanf(entry->d_name, "segment-%6u.hi%c", &number, &end) == 2 &&
	       end == 'l' &&
	       strlen(entry->d_name) == strlen("segment-000001.hil");
}

/* Does the manifest know another SHA-256 for this file? */
static bool other_sha(const json_t *manifest, const char *name,
		      const struct hil_scan_segment *found)
{
	const json_t *segment;
	char digits[65];
	size_t i;

	hil_identity_hex(found->sha256, sizeof(found->sha256), digits);
	json_array_foreach(json_object_get(manifest, "segments"), i, segment)
	{
		const char *file, *sha;

		file = json_string_value(json_object_get(segment, "file"));
		sha = json_string_value(json_object_get(segment, "sha256"));
		if (file && sha && strcmp(file, name) == 0)
			return strcmp(sha, digits) != 0;
	}
	return false;
}

static void judge(struct reading *r, const char *name,
		  const struct hil_scan_segment *found)
{
	if (found->footer &&
	    (!found->sha_ok || other_sha(r->manifest, name, found))) {
		hil_error("segment %s of %s is not what was written: its "
			  "SHA-256 differs",
			  name, r->folder);
		r->damaged = true;
	}
	if (!found->why)
		return;
	hil_warning("segment %s of %s ends after %llu sound records, %llu "
		    "bytes are left out: %s",
		    name, r->folder, (unsigned long long)found->records,
		    (unsigned long long)found->bad_bytes, found->why);
}

/* Nothing else may stand there: a FIFO would never end. NULL: see errno. */
static FILE *open_regular(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *file = NULL;
	struct stat s;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &s)) {
		errno = S_ISDIR(s.st_mode) ? EISDIR : EMEDIUMTYPE;
		file = S_ISREG(s.st_mode) ? fdopen(fd, "r") : NULL;
	}
	if (!file)
		close(fd);
	return file;
}

static int read_segment(struct reading *r, const char *name)
{
	struct hil_scan_segment found;
	char path[HIL_RUN_PATH_MAX + 32];
	FILE *file;
	int ret;

	snprintf(path, sizeof(path), "%s/%s", r->folder, name);
	file = open_regular(path);
	if (!file) {
		hil_error("cannot read %s: %s", path,
			  errno == EMEDIUMTYPE ? "not a regular file"
					       : strerror(errno));
		r->damaged = true;
		return 0;
	}
	ret = hil_scan_segment(&r->scan, file, &found);
	fclose(file);
	if (ret) {
		if (!r->scan.stopped)
			hil_error("cannot read %s: %s", path, strerror(-ret));
		return ret;
	}
	judge(r, name, &found);
	return 0;
}

/* How many records were stored, by the manifest; 0 without one. */
static uint64_t promised(const json_t *manifest)
{
	const json_t *store = json_object_get(manifest, "store");
	json_int_t records =
		json_integer_value(json_object_get(store, "records"));

	return records > 0 ? (uint64_t)records : 0;
}

static int conclude(struct reading *r)
{
	struct hil_scan *s = &r->scan;
	uint64_t have = s->next_sequence - 1, want = promised(r->manifest);

	hil_scan_end(s);
	if (want > have)
		s->lost_records += want - have;
	if (s->lost_records)
		hil_error("%llu records of %s are lost; what follows them may "
			  "be misjudged",
			  (unsigned long long)s->lost_records, r->folder);
	if (!r->manifest)
		hil_warning("run %s was cut off: it has no manifest, and its "
			    "last second may be missing",
			    r->folder);
	else if (s->torn_payload)
		r->damaged = true;
	return s->lost_records || r->damaged ? -EBADMSG : 0;
}

static int read_folder(struct reading *r)
{
	struct dirent **list = NULL;
	int count = scandir(r->folder, &list, is_segment, alphasort);
	int ret = 0;

	if (count < 0) {
		ret = -errno;
		hil_error("cannot list %s: %s", r->folder, strerror(errno));
		return ret;
	}
	if (count == 0) {
		hil_error("cannot read run %s: it has no segments", r->folder);
		ret = -ENOENT;
	}
	for (int i = 0; i < count; i++) {
		if (!ret)
			ret = read_segment(r, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	return ret ? ret : conclude(r);
}

int hil_store_read(const char *run,
		   int (*record)(void *context, uint8_t type,
				 const void *payload, size_t length),
		   void *context, json_t **manifest)
{
	struct reading *r = malloc(sizeof(*r));
	char *folder = hil_store_find(run);
	json_t *found = NULL;
	int ret = folder ? -ENOMEM : -ENOENT;

	if (manifest)
		*manifest = NULL;
	if (r && folder) {
		hil_scan_init(&r->scan, record, context);
		r->folder = folder;
		r->damaged = hil_manifest_read(folder, &found) != 0;
		r->manifest = found;
		if (manifest)
			*manifest = json_incref(found);
		ret = read_folder(r);
	}
	free(folder);
	free(r);
	json_decref(found);
	return ret;
}
