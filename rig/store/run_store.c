/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store as hilrig uses it: make a run's folder, cut payloads into records,
 * count what a failed disk refused, close with a manifest.
 */
#include "rig/store/run_store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/store/identity.h"
#include "rig/store/manifest.h"
#include "rig/store/run_path.h"
#include "rig/store/writer.h"

#define PAYLOAD_MAX 65536u /* a frame's */
#define RING_SLACK  8192u  /* one record more than the bytes of a sync */

const struct hil_store_limits hil_store_limits_default = {
	.sync_ns = HIL_NS_PER_S,
	.sync_bytes = 1u << 20,
	.segment_ns = 600 * HIL_NS_PER_S,
	.segment_bytes = 64u << 20,
	.reserve_bytes = 4u << 20,
};

static void writer_free(struct hil_store_writer *w)
{
	if (!w)
		return;
	json_decref(w->segments);
	free(w->ring);
	free(w->reserve);
	free(w->path);
	free(w);
}

/* Space that the summary and the reports find when the disk is full. */
static int make_reserve(struct hil_store_writer *w)
{
	const struct hil_disk *disk = w->disk;
	int fd = disk->create(disk->context, w->reserve);
	int ret;

	if (fd < 0)
		return fd;
	w->reserved = true;
	ret = disk->allocate(disk->context, fd, w->limits.reserve_bytes);
	disk->close(disk->context, fd);
	return ret;
}

static struct hil_store_writer *
writer_new(const struct hil_disk *disk, const struct hil_store_limits *limits,
	   const char *folder)
{
	struct hil_store_writer *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->disk = disk;
	w->limits = *limits;
	w->file.disk = disk;
	w->file.fd = -1;
	w->next_sequence = 1;
	w->ring_size = limits->sync_bytes + RING_SLACK;
	w->ring = malloc(w->ring_size);
	w->path = strdup(folder);
	w->segments = json_array();
	if (asprintf(&w->reserve, "%s/reserve", folder) < 0)
		w->reserve = NULL;
	if (w->ring && w->path && w->segments && w->reserve)
		return w;
	writer_free(w);
	return NULL;
}

int hil_store_create_on(const struct hil_disk *disk,
			const struct hil_store_limits *limits,
			const char *folder, struct hil_store_writer **result)
{
	struct hil_store_writer *w = writer_new(disk, limits, folder);
	int ret;

	*result = NULL;
	if (!w)
		return -ENOMEM;
	hil_identity_boot(w->boot_id);
	ret = hil_identity_new(w->run_id);
	w->seed = hil_segment_seed(w->run_id);
	w->last_sync_ns = disk->mono_ns(disk->context);
	if (!ret)
		ret = make_reserve(w);
	if (!ret)
		ret = hil_writer_open(w);
	if (ret) {
		hil_writer_free_reserve(w);
		writer_free(w);
		return ret;
	}
	*result = w;
	return 0;
}

/* 1.2 times what is expected, and the reserve. */
static int check_space(const struct hil_disk *disk, const char *folder,
		       uint64_t expected)
{
	uint64_t need = expected + expected / 5 +
			hil_store_limits_default.reserve_bytes;
	uint64_t space = 0;
	int ret = disk->free_bytes(disk->context, folder, &space);

	if (ret || space >= need)
		return ret;
	hil_error("cannot start a run in %s: it needs %.2f MB, %.2f MB are "
		  "free; make space or set HILRIG_RUNS",
		  folder, (double)need / 1e6, (double)space / 1e6);
	return -ENOSPC;
}

int hil_store_create(const char *root, const char *name,
		     uint64_t expected_bytes, struct hil_store_writer **w)
{
	char base[HIL_RUN_PATH_MAX - 128], folder[HIL_RUN_PATH_MAX - 32];
	const struct hil_disk *disk = &hil_disk_real;
	int ret;

	*w = NULL;
	if (!hil_run_name_ok(name)) {
		hil_error("cannot name a run \"%s\": 1 to 64 letters, digits, "
			  "dots, underscores and hyphens, no dot first",
			  name);
		return -EINVAL;
	}
	ret = hil_run_root(root, base, sizeof(base));
	if (ret) {
		hil_error("cannot find the folder of runs: %s; set "
			  "HILRIG_RUNS",
			  strerror(-ret));
		return ret;
	}
	ret = hil_run_make_root(disk, base);
	if (!ret)
		ret = check_space(disk, base, expected_bytes);
	if (ret == -ENOSPC)
		return ret;
	if (!ret)
		ret = hil_run_make_folder(disk, base, name, folder,
					  sizeof(folder));
	if (!ret)
		ret = hil_store_create_on(disk, &hil_store_limits_default,
					  folder, w);
	if (ret)
		hil_error("cannot begin a run in %s: %s", base, strerror(-ret));
	return ret;
}

const char *hil_store_path(const struct hil_store_writer *w)
{
	return w->path;
}

/* Edges and events are arrays: each piece is a record of its own. */
static bool is_array(uint8_t type)
{
	return type == HIL_RECORD_EDGES || type == HIL_RECORD_EVENTS;
}

int hil_store_append(struct hil_store_writer *w, uint8_t type,
		     const void *payload, size_t length)
{
	const uint8_t *from = payload;
	size_t left = length;
	int ret = 0;

	if (length > PAYLOAD_MAX)
		return -EMSGSIZE;
	while (!w->stopped) {
		size_t piece = left < HIL_SEGMENT_PIECE_MAX
				       ? left
				       : HIL_SEGMENT_PIECE_MAX;
		bool more = left > piece && !is_array(type);
		uint64_t before = w->next_sequence;

		ret = hil_writer_put(w, type, more ? HIL_SEGMENT_MORE : 0, from,
				     piece);
		if (w->next_sequence == before)
			break;
		from += piece;
		left -= piece;
		if (!left)
			return ret;
	}
	w->refused_records++;
	w->refused_bytes += left;
	return ret;
}

static json_t *describe(const struct hil_store_writer *w)
{
	char run[33], boot[33];

	return json_pack("{s:s,s:s,s:I,s:I,s:I,s:s?}", "run_id",
			 hil_identity_hex(w->run_id, 16, run), "boot_id",
			 hil_identity_hex(w->boot_id, 16, boot), "records",
			 (json_int_t)w->safe_sequence, "refused_records",
			 (json_int_t)w->refused_records, "refused_bytes",
			 (json_int_t)w->refused_bytes, "error",
			 w->error ? strerror(-w->error) : NULL);
}

static int write_manifest(struct hil_store_writer *w, json_t *given)
{
	json_t *manifest = given ? json_copy(given) : json_object();
	int ret = -ENOMEM;

	if (manifest && !json_object_set_new(manifest, "store", describe(w)) &&
	    !json_object_set(manifest, "segments", w->segments))
		ret = hil_manifest_write(w->disk, w->path, manifest);
	if (ret)
		hil_error("cannot write %s/manifest.json: %s", w->path,
			  strerror(-ret));
	json_decref(manifest);
	return ret;
}

int hil_store_close(struct hil_store_writer *w, json_t *manifest)
{
	int ret, error;

	if (!w)
		return 0;
	/* Their failures are in w->error and have been said. */
	ret = w->stopped ? 0 : hil_writer_sync(w);
	ret = ret ? ret : hil_writer_end(w);
	hil_writer_free_reserve(w);
	error = write_manifest(w, manifest);
	error = w->error ? w->error : error;
	writer_free(w);
	return error;
}
