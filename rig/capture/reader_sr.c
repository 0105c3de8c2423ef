/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sigrok's session files (.sr, a ZIP archive) of versions 1 and 2. libzip
 * inflates piece by piece into one small buffer, so memory does not depend on
 * what the archive claims. Time is bounded by refusing what deflate cannot
 * do: more than 1,032 bytes from one, and members that overlap (the bombs
 * that count one piece of data thousands of times).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "rig/capture/reader_private.h"
#include "rig/capture/sr_metadata.h"

#define CHUNK_BYTES    (256u << 10)
#define METADATA_BYTES (64u << 10)
#define MEMBERS_MAX    200000 /* 800 GB in sigrok's chunks of 4 MB */
#define DEFLATE_RATIO  1032u  /* 258 bytes for 2 bits at best */

struct sr {
	zip_t *archive;
	char member[96]; /* name of the member being read */
	char base[64];
	bool chunked;
};

static bool looks_like(const struct hil_reader_look *look)
{
	return look->length >= 4 && (!memcmp(look->head, "PK\3\4", 4) ||
				     !memcmp(look->head, "PK\5\6", 4));
}

static int bad(struct hil_reader *r, const char *why)
{
	return hil_fault_set(r->fault, -EBADMSG, "cannot read %s: %s",
			     r->options.path, why);
}

static int open_archive(struct hil_reader *r, struct sr *sr)
{
	zip_error_t error;
	zip_source_t *source;
	int fd = dup(r->fd);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "rb");
	int ret = 0;

	if (!file) {
		if (fd >= 0)
			close(fd);
		return hil_fault_set(r->fault, -ENOMEM, "cannot read %s: %s",
				     r->options.path, strerror(errno));
	}
	zip_error_init(&error);
	source = zip_source_filep_create(file, 0, -1, &error);
	if (!source) {
		fclose(file);
		ret = bad(r, zip_error_strerror(&error));
		goto out;
	}
	sr->archive = zip_open_from_source(source, ZIP_RDONLY, &error);
	if (!sr->archive) {
		zip_source_free(source);
		ret = hil_fault_set(r->fault, -EBADMSG,
				    "cannot read %s: %s; is the file "
				    "complete?",
				    r->options.path,
				    zip_error_strerror(&error));
	}
out:
	zip_error_fini(&error);
	return ret;
}

/* One member's claims, against what the file can hold. */
static int check_member(struct hil_reader *r, const zip_stat_t *st,
			uint64_t *packed)
{
	const zip_uint64_t need = ZIP_STAT_NAME | ZIP_STAT_SIZE |
				  ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;

	if ((st->valid & need) != need)
		return bad(r, "a member of the archive has no size");
	if (st->comp_method != ZIP_CM_STORE &&
	    st->comp_method != ZIP_CM_DEFLATE)
		return hil_fault_set(r->fault, -EBADMSG,
				     "cannot read %s: '%.40s' is compressed in "
				     "a way that sigrok does not write",
				     r->options.path, st->name);
	/* an empty deflate stream is 2 bytes */
	if (st->size / DEFLATE_RATIO > st->comp_size)
		return hil_fault_set(r->fault, -EBADMSG,
				     "cannot read %s: '%.40s' claims %" PRIu64
				     " bytes from %" PRIu64,
				     r->options.path, st->name,
				     (uint64_t)st->size,
				     (uint64_t)st->comp_size);
	if (st->comp_size > r->size - *packed)
		return bad(r, "its members overlap: this is not a capture");
	*packed += st->comp_size;
	return 0;
}

static int check_archive(struct hil_reader *r, struct sr *sr)
{
	zip_int64_t members = zip_get_num_entries(sr->archive, 0);
	uint64_t packed = 0;

	if (members > MEMBERS_MAX)
		return bad(r, "it has too many members");
	for (zip_int64_t i = 0; i < members; i++) {
		zip_stat_t st;
		int ret;

		if (zip_stat_index(sr->archive, (zip_uint64_t)i, 0, &st))
			return bad(r, zip_strerror(sr->archive));
		ret = check_member(r, &st, &packed);
		if (ret)
			return ret;
	}
	return 0;
}

/* A small member completely, with a terminator. */
static int read_small(struct hil_reader *r, struct sr *sr, const char *name,
		      char *text, size_t size)
{
	zip_file_t *file = zip_fopen(sr->archive, name, 0);
	zip_int64_t n;

	if (!file)
		return hil_fault_set(r->fault, -EBADMSG,
				     "cannot read %s: no '%s' in the archive; "
				     "it is not a sigrok session",
				     r->options.path, name);
	n = zip_fread(file, text, size - 1);
	zip_fclose(file);
	if (n < 0 || (size_t)n == size - 1)
		return hil_fault_set(r->fault, -EBADMSG,
				     "cannot read %s: '%s' is damaged or "
				     "too long",
				     r->options.path, name);
	text[n] = '\0';
	return (int)n;
}

static int read_metadata(struct hil_reader *r, struct sr *sr,
			 struct hil_sr_metadata *m)
{
	char *text = malloc(METADATA_BYTES);
	struct hil_fault inner = { "" };
	char version[16] = "";
	int ret = -ENOMEM;

	if (!text)
		goto out;
	ret = read_small(r, sr, "version", version, sizeof(version));
	if (ret < 0)
		goto out;
	if (version[strspn(version, "12")] > ' ' || version[0] < '1') {
		ret = hil_fault_set(r->fault, -EBADMSG,
				    "cannot read %s: session version '%.10s'; "
				    "1 and 2 are known",
				    r->options.path, version);
		goto out;
	}
	ret = read_small(r, sr, "metadata", text, METADATA_BYTES);
	if (ret < 0)
		goto out;
	ret = hil_sr_metadata_parse(text, (size_t)ret, m, &inner);
	if (ret)
		hil_fault_set(r->fault, ret, "cannot read %s: %s",
			      r->options.path, inner.text);
out:
	free(text);
	return ret;
}

/* Is there a member behind the one that is missing? */
static bool goes_on_after(const struct sr *sr, unsigned int missing)
{
	zip_int64_t members = zip_get_num_entries(sr->archive, 0);
	size_t length = strlen(sr->base);

	for (zip_int64_t i = 0; i < members; i++) {
		const char *name =
			zip_get_name(sr->archive, (zip_uint64_t)i, 0);

		if (name && !strncmp(name, sr->base, length) &&
		    name[length] == '-' &&
		    strtoul(name + length + 1, NULL, 10) > missing)
			return true;
	}
	return false;
}

/* logic-1, or logic-1-1 and on; the sum of their sizes. */
static int find_samples(struct hil_reader *r, struct sr *sr, uint64_t *bytes)
{
	zip_stat_t st;

	*bytes = 0;
	sr->chunked = zip_stat(sr->archive, sr->base, 0, &st) != 0;
	if (!sr->chunked) {
		*bytes = st.size;
		return 0;
	}
	for (unsigned int i = 1; i <= MEMBERS_MAX; i++) {
		snprintf(sr->member, sizeof(sr->member), "%s-%u", sr->base, i);
		if (zip_stat(sr->archive, sr->member, 0, &st))
			break;
		*bytes += st.size;
	}
	if (!*bytes)
		return hil_fault_set(r->fault, -EBADMSG,
				     "cannot read %s: it holds no samples "
				     "('%s' and '%s-1' are missing or empty)",
				     r->options.path, sr->base, sr->base);
	return 0;
}

static int fill_channels(struct hil_reader_info *info,
			 const struct hil_sr_metadata *m)
{
	info->channels = m->channels;
	if (m->channels.count)
		return 0;
	return hil_channels_add_default(&info->channels, m->unit);
}

static int open_sr(struct hil_reader *r)
{
	struct sr *sr = calloc(1, sizeof(*sr));
	struct hil_sr_metadata m;
	uint64_t bytes = 0;
	int ret;

	r->own = sr;
	if (!sr)
		return hil_fault_set(r->fault, -ENOMEM,
				     "cannot read %s: no memory",
				     r->options.path);
	ret = open_archive(r, sr);
	if (!ret)
		ret = check_archive(r, sr);
	if (!ret)
		ret = read_metadata(r, sr, &m);
	if (ret)
		return ret;
	strcpy(sr->base, m.capturefile);
	ret = find_samples(r, sr, &bytes);
	if (ret)
		return ret;
	r->info.unit = m.unit;
	r->info.samples = bytes / m.unit;
	r->info.rate_num = r->options.samplerate_hz ? r->options.samplerate_hz
						    : m.samplerate_hz;
	r->info.rate_den = 1;
	if (!r->info.rate_num)
		return hil_reader_no_rate(r);
	return fill_channels(&r->info, &m);
}

static int run_member(struct hil_reader *r, struct sr *sr, uint8_t *chunk)
{
	zip_file_t *file = zip_fopen(sr->archive, sr->member, 0);
	int ret = 0;

	if (!file)
		return hil_fault_set(
			r->fault, -EBADMSG, "cannot read '%s' of %s: %s",
			sr->member, r->options.path, zip_strerror(sr->archive));
	while (!ret) {
		zip_int64_t n = zip_fread(file, chunk, CHUNK_BYTES);

		if (n < 0) {
			/* what came before is sound: cover it */
			ret = hil_reader_progress(r, UINT64_MAX);
			if (!ret)
				ret = hil_fault_set(
					r->fault, -EBADMSG,
					"cannot read all of %s: '%s' is "
					"damaged near sample %" PRIu64 ": %s",
					r->options.path, sr->member,
					hil_stream_position(r->stream),
					zip_file_strerror(file));
		}
		if (n <= 0)
			break;
		ret = hil_reader_samples(r, chunk, (size_t)n);
	}
	zip_fclose(file);
	return ret;
}

static int run(struct hil_reader *r)
{
	struct sr *sr = r->own;
	uint8_t *chunk = malloc(CHUNK_BYTES);
	bool hole = false;
	int ret = 0;

	if (!chunk)
		return hil_fault_set(r->fault, -ENOMEM,
				     "cannot read %s: no memory",
				     r->options.path);
	if (!sr->chunked) {
		strcpy(sr->member, sr->base);
		ret = run_member(r, sr, chunk);
	}
	for (unsigned int i = 1; sr->chunked && !ret; i++) {
		zip_stat_t st;

		snprintf(sr->member, sizeof(sr->member), "%s-%u", sr->base, i);
		if (zip_stat(sr->archive, sr->member, 0, &st)) {
			hole = goes_on_after(sr, i);
			break;
		}
		ret = run_member(r, sr, chunk);
	}
	if (!ret)
		ret = hil_reader_finish_samples(r);
	if (!ret && hole)
		ret = hil_fault_set(r->fault, -EBADMSG,
				    "cannot read all of %s: '%s' is missing, "
				    "later samples are there",
				    r->options.path, sr->member);
	free(chunk);
	return ret;
}

static void close_sr(struct hil_reader *r)
{
	struct sr *sr = r->own;

	if (sr && sr->archive)
		zip_discard(sr->archive);
	free(sr);
}

const struct hil_reader_ops hil_reader_sr = { .format = "sr",
					      .looks_like = looks_like,
					      .open = open_sr,
					      .run = run,
					      .close = close_sr };
