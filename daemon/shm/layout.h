/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the shared memory looks like: a constant header with one descriptor per
 * ring, two live lines, then the rings. Readers take every size and offset
 * from descriptors, after checking them. Little endian, no pointers.
 */
#ifndef HIL_SHM_LAYOUT_H
#define HIL_SHM_LAYOUT_H

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_SHM_MAGIC     UINT64_C(0x314d48534c494800) /* "\0HILSHM1" */
#define HIL_SHM_ABI_MAJOR 1u   /* another number: the two cannot talk */
#define HIL_SHM_ABI_MINOR 1u   /* grows with what old readers may ignore */
#define HIL_SHM_LINE      128u /* two cache lines: what is prefetched in pairs */
#define HIL_SHM_RINGS_MAX 96u
#define HIL_SHM_SLOTS_MAX (1u << 20)
#define HIL_SHM_BYTES_MAX (UINT64_C(1) << 30)

enum hil_shm_kind {
	HIL_SHM_WINDOWS = 1,   /* slots of window.h */
	HIL_SHM_EVENTS = 2,    /* slots of event_ring.h */
	HIL_SHM_HISTOGRAM = 3, /* buckets of live_histogram.h */
	HIL_SHM_STATUS = 4     /* slots of status.h */
};

enum hil_shm_witness {
	HIL_SHM_ANALYZER = 1, /* times on the analyzer's clock */
	HIL_SHM_KERNEL = 2,   /* CLOCK_MONOTONIC of the board */
	HIL_SHM_IST = 3       /* likewise */
};

enum hil_shm_quantity {
	HIL_SHM_LATENCY = 1,
	HIL_SHM_PERIOD = 2,
	HIL_SHM_WAKEUP = 3,
	HIL_SHM_DELIVERY = 4,
	HIL_SHM_RESPONSE = 5,
	HIL_SHM_WRITE = 6
};

enum hil_shm_flag {
	HIL_SHM_COALESCED_UNKNOWN = 1 << 0 /* level flow: seqno cannot gap */
};

/* Descriptor of one ring. Constant. */
struct hil_shm_ring {
	uint32_t kind;     /* enum hil_shm_kind */
	uint32_t witness;  /* enum hil_shm_witness; 0 for the status block */
	uint32_t quantity; /* enum hil_shm_quantity; 0 for events and status */
	uint32_t line;     /* which stimulus/probe pair, from 0 */
	int64_t window_ns; /* width of a window; 0 where there is none */
	uint32_t slot_bytes;
	uint32_t slots;       /* a power of two */
	uint64_t offset;      /* of the ring's head; its slots follow it */
	int64_t reference_ns; /* sums of squares are of value - reference */
	uint32_t flags;       /* enum hil_shm_flag */
	uint32_t reserved[3];
};

/* Constant from the moment the magic is there. */
struct hil_shm_header {
	_Atomic uint64_t magic; /* stored last, with release */
	uint32_t abi_major;
	uint32_t abi_minor;
	uint32_t header_bytes; /* header and descriptors */
	uint32_t ring_count;
	uint64_t total_bytes;
	uint32_t clock_id; /* of heartbeat and published_ns: CLOCK_MONOTONIC */
	uint32_t layout_crc; /* CRC-32C of header and descriptors in use, with
			      * magic and layout_crc taken as 0 */
	uint8_t boot_id[16];
	uint32_t writer_pid;
	uint32_t ring_bytes; /* of a descriptor */
	uint64_t
		writer_start; /* clock ticks since boot, as in /proc/PID/stat */
	uint64_t generation;  /* random: tells a restarted writer */
	uint32_t housekeeping_offset;
	uint32_t ist_offset;
	uint8_t reserved[40];
};

enum hil_shm_state {
	HIL_SHM_STARTING = 0,
	HIL_SHM_WAITING = 1, /* armed, no stimulus yet or any more */
	HIL_SHM_RUN = 2,
	HIL_SHM_PAUSED = 3,
	HIL_SHM_CLOSED = 4,
	HIL_SHM_FAILED = 5 /* the code says why */
};

/* Written by housekeeping every 100 ms: the line a polling reader touches. */
struct hil_shm_housekeeping {
	alignas(128) _Atomic int64_t heartbeat_ns;
	_Atomic uint64_t state; /* enum hil_shm_state | code << 32 */
};

/* Written by the IST: the events it has handled. It cannot beat: it blocks. */
struct hil_shm_ist {
	alignas(128) _Atomic uint64_t ist_progress;
};

/* First line of every ring but a histogram. */
struct hil_shm_ring_head {
	alignas(128) _Atomic uint64_t latest; /* last published, 0 for none */
	_Atomic int64_t published_ns;         /* when */
};

/* The beginning of the memory; the rings start at HIL_SHM_RINGS_OFFSET. */
struct hil_shm_head {
	struct hil_shm_header header;
	struct hil_shm_ring ring[HIL_SHM_RINGS_MAX];
	struct hil_shm_housekeeping housekeeping;
	struct hil_shm_ist ist;
};

#define HIL_SHM_RINGS_OFFSET 8192u

/**
 * hil_shm_layout_crc() - check of a header and of its descriptors
 * @header: its ring_count is at most HIL_SHM_RINGS_MAX
 * @ring: ring_count descriptors
 *
 * Context: any. Return: CRC-32C, with magic and layout_crc taken as 0.
 */
uint32_t hil_shm_layout_crc(const struct hil_shm_header *header,
			    const struct hil_shm_ring ring[]);

static_assert(ATOMIC_LLONG_LOCK_FREE == 2,
	      "a locked 64-bit load would write to a read-only mapping");
static_assert(sizeof(struct hil_shm_ring) == 64, "descriptor");
static_assert(sizeof(struct hil_shm_header) == 128, "header");
static_assert(offsetof(struct hil_shm_header, layout_crc) == 36, "header");
static_assert(offsetof(struct hil_shm_header, writer_start) == 64, "header");
static_assert(offsetof(struct hil_shm_header, reserved) == 88, "header");
static_assert(sizeof(struct hil_shm_housekeeping) == HIL_SHM_LINE, "line");
static_assert(sizeof(struct hil_shm_ist) == HIL_SHM_LINE, "line");
static_assert(sizeof(struct hil_shm_ring_head) == HIL_SHM_LINE, "line");
static_assert(offsetof(struct hil_shm_head, housekeeping) == 6272, "head");
static_assert(sizeof(struct hil_shm_head) <= HIL_SHM_RINGS_OFFSET, "head");

#endif
