/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recovery of records from segments that may be cut, torn or damaged anywhere.
 * The first unsound record ends its segment. Which loss matters, and what is
 * said about it, is decided in run_read.c.
 */
#include "rig/store/scan.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <string.h>

struct cursor {
	FILE *file;
	struct sha256_ctx sha;
	uint32_t seed;
	uint64_t sequence; /* of the next record of this segment */
	_Alignas(8) uint8_t piece[HIL_SEGMENT_PIECE_MAX];
};

void hil_scan_init(struct hil_scan *s,
		   int (*record)(void *context, uint8_t type,
				 const void *payload, size_t length),
		   void *context)
{
	memset(s, 0, sizeof(*s));
	s->record = record;
	s->context = context;
	s->next_sequence = 1;
}

static void drop_open_payload(struct hil_scan *s)
{
	if (s->open)
		s->torn_payload = true;
	s->open = false;
	s->size = 0;
}

void hil_scan_end(struct hil_scan *s)
{
	drop_open_payload(s);
}

/* Put one piece to its payload and hand that on when it is complete. */
static void deliver(struct hil_scan *s, const struct hil_segment_record *r,
		    const uint8_t *piece)
{
	if (s->open && r->type != s->type)
		drop_open_payload(s);
	if (s->size + r->length > sizeof(s->payload)) {
		s->open = true;
		drop_open_payload(s);
		return;
	}
	memcpy(s->payload + s->size, piece, r->length);
	s->size += r->length;
	s->type = r->type;
	s->open = r->flags & HIL_SEGMENT_MORE;
	if (s->open)
		return;
	s->stopped = s->record(s->context, s->type, s->payload, s->size);
	s->size = 0;
}

static void take(struct hil_scan *s, const struct hil_segment_record *r,
		 const uint8_t *piece)
{
	if (r->sequence < s->next_sequence) {
		s->repeated++;
		return;
	}
	s->next_sequence = r->sequence + 1;
	deliver(s, r, piece);
}

static const char *read_header(struct hil_scan *s, struct cursor *c,
			       struct hil_scan_segment *found)
{
	struct hil_segment_header h;

	if (fread(&h, sizeof(h), 1, c->file) != 1)
		return "its header is cut off";
	if (!hil_segment_header_sound(&h))
		return "its header is damaged or of another version";
	if (s->run_known && memcmp(s->run_id, h.run_id, sizeof(h.run_id)) != 0)
		return "it belongs to another run";
	memcpy(s->run_id, h.run_id, sizeof(h.run_id));
	s->run_known = true;
	sha256_update(&c->sha, sizeof(h), (const uint8_t *)&h);
	c->seed = hil_segment_seed(h.run_id);
	c->sequence = h.first_sequence;
	found->header = true;
	found->number = h.number;
	found->first_sequence = h.first_sequence;
	found->sound_bytes = sizeof(h);
	return NULL;
}

/* The footer begins with as many bytes as a record's header has. */
static const char *read_footer(struct cursor *c, const void *begin,
			       struct hil_scan_segment *found)
{
	const size_t have = sizeof(struct hil_segment_record);
	struct hil_segment_footer f;

	memcpy(&f, begin, have);
	if (fread((uint8_t *)&f + have, sizeof(f) - have, 1, c->file) != 1)
		return "its footer is cut off";
	if (!hil_segment_footer_sound(&f) || f.records != found->records)
		return "its footer is damaged";
	sha256_digest(&c->sha, sizeof(found->sha256), found->sha256);
	found->footer = true;
	found->sha_ok = memcmp(f.sha256, found->sha256, sizeof(f.sha256)) == 0;
	found->sound_bytes += sizeof(f);
	return "bytes follow its footer";
}

static const char *read_record(struct hil_scan *s, struct cursor *c,
			       struct hil_scan_segment *found)
{
	struct hil_segment_record r;
	size_t got = fread(&r, 1, sizeof(r), c->file);

	if (got < sizeof(r))
		return got ? "a record is cut off" : "it has no footer";
	if (r.magic == HIL_SEGMENT_FOOTER_MAGIC)
		return read_footer(c, &r, found);
	if (!hil_segment_record_sane(&r))
		return "a record's header is damaged";
	if (fread(c->piece, 1, r.length, c->file) != r.length)
		return "a record is cut off";
	if (hil_segment_record_crc(c->seed, &r, c->piece) != r.crc)
		return "a record's CRC is wrong";
	if (r.sequence != c->sequence)
		return "a record is out of sequence";
	sha256_update(&c->sha, sizeof(r), (const uint8_t *)&r);
	sha256_update(&c->sha, r.length, c->piece);
	c->sequence++;
	found->records++;
	found->sound_bytes += sizeof(r) + r.length;
	take(s, &r, c->piece);
	return NULL;
}

static uint64_t count_bytes(FILE *file, uint64_t from)
{
	off_t end;

	if (fseeko(file, 0, SEEK_END))
		return 0;
	end = ftello(file);
	return end > 0 && (uint64_t)end > from ? (uint64_t)end - from : 0;
}

int hil_scan_segment(struct hil_scan *s, FILE *file,
		     struct hil_scan_segment *found)
{
	struct cursor c = { .file = file };

	memset(found, 0, sizeof(*found));
	sha256_init(&c.sha);
	found->why = read_header(s, &c, found);
	if (!found->why && found->first_sequence > s->next_sequence) {
		s->lost_records += found->first_sequence - s->next_sequence;
		s->next_sequence = found->first_sequence;
		drop_open_payload(s);
	}
	while (!found->why && !s->stopped)
		found->why = read_record(s, &c, found);
	if (s->stopped)
		return s->stopped;
	if (ferror(file))
		return -EIO;
	found->bad_bytes = count_bytes(file, found->sound_bytes);
	if (found->footer && !found->bad_bytes)
		found->why = NULL;
	return 0;
}
