/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Start-up and housekeeping half of the writer: creates, prefaults and seals
 * the memory that plan.c lays out. What the IST calls is in writer_rt.c.
 */
#include "daemon/shm/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/plan.h"
#include "daemon/shm/process.h"
#include "daemon/shm/writer_private.h"

#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL)

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U /* Linux 6.3 */
#endif

static int open_memory(struct hil_shm_writer *w)
{
	const unsigned int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
	char path[32];

	w->fd = memfd_create("hilrig", flags | MFD_NOEXEC_SEAL);
	if (w->fd < 0 && errno == EINVAL)
		w->fd = memfd_create("hilrig", flags);
	if (w->fd < 0)
		return -errno;
	if (fchmod(w->fd, 0444) < 0 || ftruncate(w->fd, (off_t)w->bytes) < 0)
		return -errno;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", w->fd);
	w->read_fd = open(path, O_RDONLY | O_CLOEXEC);
	return w->read_fd < 0 ? -errno : 0;
}

/* The only writable mapping there will ever be: it comes before the seals. */
static int map_memory(struct hil_shm_writer *w)
{
	void *base = mmap(NULL, w->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			  w->fd, 0);

	if (base == MAP_FAILED)
		return -errno;
	w->base = base;
	w->head = base;
	if (fcntl(w->fd, F_ADD_SEALS, SEALS) < 0)
		return -errno;
	/* MAP_POPULATE only reads shared pages; a write also settles them
	 * where hardware does not set the dirty bit. */
	memset(w->base, 0, w->bytes);
	return 0;
}

static struct hil_ring ring_at(const struct hil_shm_writer *w,
			       const struct hil_shm_ring *r)
{
	unsigned char *head = w->base + r->offset;
	struct hil_ring ring = {
		.head = (struct hil_shm_ring_head *)(void *)head,
		.slot = (_Atomic uint64_t *)(void *)(head + HIL_SHM_LINE),
		.mask = r->slots - 1,
		.slot_words = r->slot_bytes / sizeof(uint64_t),
	};

	return ring;
}

static void connect_quantity(struct hil_shm_writer *w,
			     const struct hil_shm_ring *r,
			     struct hil_shm_series *s)
{
	struct hil_shm_line *line = &w->line[r->line];
	struct hil_ring ring[HIL_SHM_LEVELS];
	size_t i;

	for (i = 0; i < HIL_SHM_LEVELS; i++)
		ring[i] = ring_at(w, &r[i]);
	hil_windows_init(&s->windows, ring, r->reference_ns);
	s->histogram =
		(struct hil_live_histogram *)(void *)(w->base + r[i].offset);
	hil_live_histogram_init(s->histogram);
	if (r->witness == HIL_SHM_IST && r->quantity == HIL_SHM_PERIOD)
		line->period = s;
	if (r->witness == HIL_SHM_IST && r->quantity == HIL_SHM_WAKEUP)
		line->wakeup = s;
}

/* Walk the descriptors in the order in which plan.c made them. */
static void connect_rings(struct hil_shm_writer *w,
			  const struct hil_shm_plan *plan)
{
	const struct hil_shm_ring *r = plan->ring;
	size_t i;

	w->status = ring_at(w, r++);
	for (i = 0; i < w->series_count; i++) {
		if (r->kind == HIL_SHM_EVENTS) {
			w->line[r->line].events = ring_at(w, r);
			w->line[r->line].has_events = true;
			r++;
		} else {
			connect_quantity(w, r, &w->series[i]);
			r += HIL_SHM_LEVELS + 1;
		}
	}
}

static int fill_header(struct hil_shm_writer *w,
		       const struct hil_shm_plan *plan)
{
	struct hil_shm_header *h = &w->head->header;
	int ret;

	h->abi_major = HIL_SHM_ABI_MAJOR;
	h->abi_minor = HIL_SHM_ABI_MINOR;
	h->ring_count = plan->count;
	h->ring_bytes = sizeof(plan->ring[0]);
	h->header_bytes =
		(uint32_t)(sizeof(*h) + plan->count * sizeof(plan->ring[0]));
	h->total_bytes = w->bytes;
	h->clock_id = CLOCK_MONOTONIC;
	h->writer_pid = (uint32_t)getpid();
	h->housekeeping_offset = offsetof(struct hil_shm_head, housekeeping);
	h->ist_offset = offsetof(struct hil_shm_head, ist);
	memcpy(w->head->ring, plan->ring, plan->count * sizeof(plan->ring[0]));
	ret = hil_process_boot_id(h->boot_id);
	if (ret == 0)
		ret = hil_process_start(getpid(), &h->writer_start);
	if (ret < 0)
		return ret;
	if (getrandom(&h->generation, sizeof(h->generation), 0) < 0)
		return -errno;
	h->layout_crc = hil_shm_layout_crc(h, w->head->ring);
	return 0;
}

static int make(struct hil_shm_writer *w, const struct hil_shm_plan *plan)
{
	int ret;

	ret = open_memory(w);
	if (ret == 0)
		ret = map_memory(w);
	if (ret == 0)
		ret = fill_header(w, plan);
	if (ret < 0)
		return ret;
	connect_rings(w, plan);
	hil_shm_set_state(w, HIL_SHM_STARTING, 0);
	hil_shm_beat(w, hil_time_mono_ns());
	/* Pairs with the acquire load in hil_shm_attach(). */
	atomic_store_explicit(&w->head->header.magic, HIL_SHM_MAGIC,
			      memory_order_release);
	return 0;
}

int hil_shm_create(const struct hil_shm_spec spec[], size_t count,
		   struct hil_shm_writer **writer)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct hil_shm_plan plan;
	struct hil_shm_writer *w;
	int ret;

	ret = hil_shm_plan(&plan, spec, count);
	if (ret < 0)
		return ret;
	w = calloc(1, sizeof(*w) + count * sizeof(w->series[0]));
	if (!w)
		return -ENOMEM;
	w->fd = -1;
	w->read_fd = -1;
	w->series_count = count;
	w->bytes = (size_t)((plan.bytes + page - 1) / page * page);
	ret = make(w, &plan);
	if (ret < 0) {
		hil_shm_close(w);
		return ret;
	}
	*writer = w;
	return 0;
}

void hil_shm_close(struct hil_shm_writer *writer)
{
	if (!writer)
		return;
	if (writer->base)
		munmap(writer->base, writer->bytes);
	if (writer->read_fd >= 0)
		close(writer->read_fd);
	if (writer->fd >= 0)
		close(writer->fd);
	free(writer);
}

int hil_shm_fd(const struct hil_shm_writer *writer)
{
	return writer->read_fd;
}

uint64_t hil_shm_progress(const struct hil_shm_writer *writer)
{
	/* Pairs with the release store in hil_shm_event(). */
	return atomic_load_explicit(&writer->head->ist.ist_progress,
				    memory_order_acquire);
}

void hil_shm_counts(const struct hil_shm_writer *writer, uint16_t line,
		    struct hil_shm_counts *counts)
{
	*counts = writer->line[line % HIL_SHM_STATUS_LINES].counts;
}

void hil_shm_beat(struct hil_shm_writer *writer, int64_t mono_ns)
{
	atomic_store_explicit(&writer->head->housekeeping.heartbeat_ns, mono_ns,
			      memory_order_relaxed);
}

void hil_shm_set_state(struct hil_shm_writer *writer, enum hil_shm_state state,
		       uint32_t code)
{
	atomic_store_explicit(&writer->head->housekeeping.state,
			      (uint64_t)state | (uint64_t)code << 32,
			      memory_order_relaxed);
}

void hil_shm_set_status(struct hil_shm_writer *writer,
			const struct hil_shm_status *status, int64_t mono_ns)
{
	uint64_t word[HIL_SHM_STATUS_BYTES / sizeof(uint64_t) - 1];

	memcpy(word, status, sizeof(word));
	hil_ring_publish(&writer->status, ++writer->status_published, word,
			 mono_ns);
}
