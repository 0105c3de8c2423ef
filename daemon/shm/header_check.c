/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks a header and its descriptors, as copied once from a memory that
 * anybody may have made. After this every offset and size in them is safe.
 */
#include <time.h>

#include "daemon/base/histogram.h"
#include "daemon/shm/event_ring.h"
#include "daemon/shm/reader_private.h"
#include "daemon/shm/status.h"
#include "daemon/shm/window.h"

static bool is_power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

static bool slot_fits(const struct hil_shm_ring *r, uint32_t least)
{
	return r->slot_bytes >= least &&
	       r->slot_bytes <= HIL_SHM_SLOT_BYTES_MAX &&
	       r->slot_bytes % HIL_SHM_LINE == 0;
}

static const char *check_kind(const struct hil_shm_ring *r)
{
	bool ok;

	switch (r->kind) {
	case HIL_SHM_WINDOWS:
		ok = slot_fits(r, HIL_SHM_SLOT_WORDS * sizeof(uint64_t)) &&
		     r->window_ns > 0;
		break;
	case HIL_SHM_EVENTS:
		ok = r->slot_bytes ==
		     HIL_EVENT_RING_SLOT_WORDS * sizeof(uint64_t);
		break;
	case HIL_SHM_HISTOGRAM:
		ok = r->slot_bytes == sizeof(uint64_t) &&
		     r->slots == HIL_HISTOGRAM_BUCKETS;
		break;
	case HIL_SHM_STATUS:
		ok = slot_fits(r, HIL_SHM_STATUS_BYTES);
		break;
	default:
		return "a ring in it is of an unknown kind";
	}
	return ok ? NULL : "the slots of a ring in it have an impossible size";
}

static uint64_t ring_end(const struct hil_shm_ring *r)
{
	return r->offset + HIL_SHM_LINE + (uint64_t)r->slots * r->slot_bytes;
}

static const char *check_ring(const struct hil_shm_ring *r, uint64_t bytes)
{
	const char *reason;

	if (r->witness > HIL_SHM_IST || r->quantity > HIL_SHM_WRITE)
		return "a ring in it is of an unknown witness or quantity";
	if (!is_power_of_two(r->slots) || r->slots > HIL_SHM_SLOTS_MAX)
		return "a ring in it has an impossible number of slots";
	reason = check_kind(r);
	if (reason)
		return reason;
	if (r->offset % HIL_SHM_LINE || r->offset < HIL_SHM_RINGS_OFFSET ||
	    r->offset > bytes || ring_end(r) > bytes)
		return "a ring in it lies outside of the memory";
	return NULL;
}

static bool overlap(const struct hil_shm_ring *a, const struct hil_shm_ring *b)
{
	return a->offset < ring_end(b) && b->offset < ring_end(a);
}

static const char *check_rings(const struct hil_shm_ring ring[], size_t count,
			       uint64_t bytes)
{
	const char *reason;
	size_t i, j;

	for (i = 0; i < count; i++) {
		reason = check_ring(&ring[i], bytes);
		if (reason)
			return reason;
		for (j = 0; j < i; j++) {
			if (overlap(&ring[i], &ring[j]))
				return "two rings in it share memory";
		}
	}
	return NULL;
}

static bool is_live_line(const struct hil_shm_header *h, uint32_t offset)
{
	return offset % HIL_SHM_LINE == 0 && offset >= h->header_bytes &&
	       offset <= HIL_SHM_RINGS_OFFSET - HIL_SHM_LINE;
}

const char *hil_shm_header_check(const struct hil_shm_header *header,
				 const struct hil_shm_ring ring[],
				 uint64_t bytes)
{
	const struct hil_shm_header *h = header;

	if (h->abi_major != HIL_SHM_ABI_MAJOR)
		return "it is of another version of hilrig; use the same on "
		       "both sides";
	if (h->ring_count == 0 || h->ring_count > HIL_SHM_RINGS_MAX)
		return "it has an impossible number of rings";
	if (h->ring_bytes != sizeof(ring[0]) ||
	    h->header_bytes != sizeof(*h) + h->ring_count * sizeof(ring[0]))
		return "its header has an impossible size";
	if (h->total_bytes != bytes)
		return "it is not as large as its header says";
	if (hil_shm_layout_crc(h, ring) != h->layout_crc)
		return "its header is damaged (checksum)";
	if (h->clock_id != CLOCK_MONOTONIC)
		return "it uses a clock that this program does not know";
	if (!is_live_line(h, h->housekeeping_offset) ||
	    !is_live_line(h, h->ist_offset) ||
	    h->housekeeping_offset == h->ist_offset)
		return "its live lines lie outside of the header";
	return check_rings(ring, h->ring_count, bytes);
}
