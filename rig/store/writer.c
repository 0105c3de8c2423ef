/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When to sync and what to do when the disk is full or fails. Bytes since the
 * last good sync stay in a ring in memory: a sync that failed is never tried
 * again on the same file, because the kernel may have dropped the pages and
 * report success the second time; the ring is written again to a new segment.
 * A reader skips the records that it then meets twice.
 */
#include "rig/store/writer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/store/identity.h"

#define RECORD_MAX (sizeof(struct hil_segment_record) + HIL_SEGMENT_PIECE_MAX)

static int64_t now_ns(const struct hil_store_writer *w)
{
	return w->disk->mono_ns(w->disk->context);
}

static bool is_full(int error)
{
	return error == -ENOSPC || error == -EDQUOT;
}

void hil_writer_free_reserve(struct hil_store_writer *w)
{
	if (w->reserved)
		w->disk->unlink(w->disk->context, w->reserve);
	w->reserved = false;
}

/* Said once for each new segment that may not fit any more. */
static void warn_of_low_space(const struct hil_store_writer *w)
{
	uint64_t bytes;

	if (w->disk->free_bytes(w->disk->context, w->path, &bytes) ||
	    bytes >= w->limits.segment_bytes)
		return;
	hil_warning("%llu MB are left for %s: make space, or raw records will "
		    "be lost",
		    (unsigned long long)(bytes / 1000000), w->path);
}

int hil_writer_open(struct hil_store_writer *w)
{
	struct hil_segment_header header = {
		.number = w->file.number + 1,
		.first_sequence = w->next_sequence - w->ring_records,
		.wall_ns = hil_time_wall_ns(),
		.mono_ns = now_ns(w),
	};
	int ret;

	memcpy(header.run_id, w->run_id, sizeof(header.run_id));
	memcpy(header.boot_id, w->boot_id, sizeof(header.boot_id));
	ret = hil_segment_create(&w->file, w->path, &header);
	if (ret) {
		w->file.number = header.number;
		return ret;
	}
	warn_of_low_space(w);
	w->opened_ns = header.mono_ns;
	w->first_sequence = header.first_sequence;
	w->records = w->ring_records;
	w->payload_bytes = w->ring_payload;
	w->written = 0;
	return 0;
}

/* What the manifest says of a segment; @sha is NULL when it is suspect. */
static void list_segment(struct hil_store_writer *w, const uint8_t *sha)
{
	uint64_t records = w->records - (sha ? 0 : w->ring_records);
	char name[32], digits[65];

	snprintf(name, sizeof(name), HIL_SEGMENT_NAME, w->file.number);
	json_array_append_new(
		w->segments,
		json_pack("{s:s,s:I,s:I,s:I,s:I,s:b,s:s?}", "file", name,
			  "bytes", (json_int_t)w->file.bytes, "records",
			  (json_int_t)records, "first_sequence",
			  (json_int_t)w->first_sequence, "last_sequence",
			  (json_int_t)(w->first_sequence + records - 1),
			  "suspect", !sha, "sha256",
			  sha ? hil_identity_hex(sha, 32, digits) : NULL));
}

static int close_file(struct hil_store_writer *w)
{
	int ret = w->disk->close(w->disk->context, w->file.fd);

	w->file.fd = -1;
	return ret;
}

/* Leave the open segment as it is: what it holds since the sync is unsure. */
static void abandon(struct hil_store_writer *w)
{
	if (w->file.fd < 0)
		return;
	list_segment(w, NULL);
	close_file(w);
}

static void ring_is_safe(struct hil_store_writer *w)
{
	w->used = 0;
	w->written = 0;
	w->ring_records = 0;
	w->ring_payload = 0;
	w->safe_sequence = w->next_sequence - 1;
	w->last_sync_ns = now_ns(w);
}

static int flush(struct hil_store_writer *w)
{
	size_t done;
	int ret = hil_segment_write(&w->file, w->ring + w->written,
				    w->used - w->written, &done);

	w->written += done;
	return ret;
}

static int sync_ring(struct hil_store_writer *w, bool *unsure)
{
	int ret = flush(w);

	if (ret)
		return ret;
	ret = w->disk->datasync(w->disk->context, w->file.fd);
	*unsure = ret != 0;
	if (!ret)
		ring_is_safe(w);
	return ret;
}

/* Write the ring again, to a new segment. */
static int replace(struct hil_store_writer *w)
{
	bool unsure;
	int ret;

	abandon(w);
	ret = hil_writer_open(w);
	return ret ? ret : sync_ring(w, &unsure);
}

/* What is in the ring and not safe now is refused, as is all that follows. */
static void stop(struct hil_store_writer *w, int error)
{
	w->stopped = true;
	if (!w->error)
		w->error = error;
	w->refused_records += w->ring_records;
	w->refused_bytes += w->ring_payload;
	hil_error("cannot store records in %s: %s; the measurement goes on, "
		  "its raw records from here on are lost%s",
		  w->path, strerror(-error),
		  is_full(error) ? "; make space on this disk" : "");
}

int hil_writer_sync(struct hil_store_writer *w)
{
	bool unsure = false;
	int ret = -EIO, again = -EIO;

	if (w->file.fd >= 0)
		ret = sync_ring(w, &unsure);
	if (!ret)
		return 0;
	if (!w->error)
		w->error = ret;
	if (is_full(ret)) {
		hil_writer_free_reserve(w);
		again = unsure ? -EIO : sync_ring(w, &unsure);
	}
	if (again)
		again = replace(w);
	if (!again && !is_full(ret)) {
		hil_warning("cannot sync segment %u of %s: %s; its unsure "
			    "records are written again to segment %u: check "
			    "this disk",
			    w->file.number - 1, w->path, strerror(-ret),
			    w->file.number);
		return 0;
	}
	stop(w, ret);
	return ret;
}

int hil_writer_end(struct hil_store_writer *w)
{
	struct hil_segment_footer footer = { .records = w->records,
					     .payload_bytes = w->payload_bytes,
					     .last_sequence =
						     w->next_sequence - 1 };
	int ret;

	if (w->file.fd < 0)
		return 0;
	if (w->ring_records) {
		abandon(w);
		return 0;
	}
	ret = hil_segment_finish(&w->file, &footer);
	list_segment(w, ret ? NULL : footer.sha256);
	if (ret && !w->error)
		w->error = ret;
	if (close_file(w) < 0)
		hil_warning("cannot close a segment of %s", w->path);
	return ret;
}

/* A new segment when the old one is old or large; all of it is synced. */
static int rotate(struct hil_store_writer *w)
{
	int ret;

	if (w->file.bytes + w->used - w->written < w->limits.segment_bytes &&
	    now_ns(w) - w->opened_ns < w->limits.segment_ns)
		return 0;
	ret = hil_writer_sync(w);
	if (ret)
		return ret;
	/* A missing footer harms nothing that is synced. */
	if (hil_writer_end(w))
		hil_warning("cannot end a segment of %s: %s", w->path,
			    strerror(-w->error));
	ret = hil_writer_open(w);
	if (ret) {
		hil_writer_free_reserve(w);
		stop(w, ret);
	}
	return ret;
}

int hil_writer_put(struct hil_store_writer *w, uint8_t type, uint8_t flags,
		   const void *payload, size_t length)
{
	struct hil_segment_record record = { .sequence = w->next_sequence,
					     .length = (uint32_t)length,
					     .type = type,
					     .flags = flags };
	int ret = rotate(w);

	if (!ret && w->used + RECORD_MAX > w->ring_size)
		ret = hil_writer_sync(w);
	if (ret)
		return ret;
	w->used +=
		hil_segment_pack(w->ring + w->used, w->seed, &record, payload);
	w->next_sequence++;
	w->records++;
	w->payload_bytes += length;
	w->ring_records++;
	w->ring_payload += length;
	if (now_ns(w) - w->last_sync_ns >= w->limits.sync_ns)
		return hil_writer_sync(w);
	return 0;
}
