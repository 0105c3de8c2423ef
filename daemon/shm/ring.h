/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stamped ring: one writer, any readers, none of them waits.
 *
 * A slot is a stamp and words. Publication n (from 1) goes to slot
 * n & (slots - 1); its stamp is 2n + 1 while it is being rewritten and 2n + 2
 * when it holds n. tests/model/ has the evidence for the barriers: without the
 * two fences, the odd mark or the second look at the stamp a torn read is
 * found; the release/acquire pairs on stamp and latest back each other up.
 */
#ifndef HIL_SHM_RING_H
#define HIL_SHM_RING_H

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/shm/layout.h"

#define HIL_RING_TRIES 3

/* A ring in this process's memory, as its writer sees it. */
struct hil_ring {
	struct hil_shm_ring_head *head;
	_Atomic uint64_t *slot;
	uint64_t mask;     /* slots - 1 */
	size_t slot_words; /* the stamp included */
};

/* The same for a reader: nothing can be written through it. */
struct hil_ring_view {
	const struct hil_shm_ring_head *head;
	const _Atomic uint64_t *slot;
	uint64_t mask;
	size_t slot_words;
};

/**
 * hil_ring_publish() - put publication @n into its slot
 * @n: one more than the last time, from 1
 * @word: slot_words - 1 words
 * @now_ns: CLOCK_MONOTONIC, for readers who ask how old the latest is
 *
 * Wait-free: slot_words + 4 stores and a fence, no read-modify-write.
 *
 * Context: RT, the ring's only writer.
 */
static inline void hil_ring_publish(const struct hil_ring *ring, uint64_t n,
				    const uint64_t word[], int64_t now_ns)
{
	_Atomic uint64_t *slot =
		ring->slot + (n & ring->mask) * ring->slot_words;
	size_t i;

	atomic_store_explicit(slot, 2 * n + 1, memory_order_relaxed);
	/* The odd stamp goes before the words; pairs with the acquire fence
	 * of hil_ring_read(). */
	atomic_thread_fence(memory_order_release);
	for (i = 1; i < ring->slot_words; i++)
		atomic_store_explicit(slot + i, word[i - 1],
				      memory_order_relaxed);
	/* The words go before the even stamp; pairs with the acquire load of
	 * the stamp in hil_ring_read(). */
	atomic_store_explicit(slot, 2 * n + 2, memory_order_release);
	atomic_store_explicit(&ring->head->published_ns, now_ns,
			      memory_order_relaxed);
	/* Pairs with the acquire load in hil_ring_latest(). */
	atomic_store_explicit(&ring->head->latest, n, memory_order_release);
}

/**
 * hil_ring_latest() - number of the last publication
 *
 * Context: any. Return: 0 when nothing has been published.
 */
static inline uint64_t hil_ring_latest(const struct hil_ring_view *ring)
{
	/* Pairs with the release store of latest in hil_ring_publish(). */
	return atomic_load_explicit(&ring->head->latest, memory_order_acquire);
}

/**
 * hil_ring_read() - copy publication @n, if its slot still holds it
 * @word: result, slot_words - 1 words; not meaningful unless 0 is returned
 *
 * Context: any; slot_words + 1 loads and a fence. A writer that was killed
 * half way leaves an odd stamp, which reads as overwritten.
 * Return: 0; -EAGAIN overwritten, being overwritten, or not yet there.
 */
static inline int hil_ring_read(const struct hil_ring_view *ring, uint64_t n,
				uint64_t word[])
{
	const _Atomic uint64_t *slot =
		ring->slot + (n & ring->mask) * ring->slot_words;
	uint64_t stamp;
	size_t i;

	/* Pairs with the release store of the even stamp. */
	stamp = atomic_load_explicit(slot, memory_order_acquire);
	if (stamp != 2 * n + 2)
		return -EAGAIN;
	for (i = 1; i < ring->slot_words; i++)
		word[i - 1] =
			atomic_load_explicit(slot + i, memory_order_relaxed);
	/* A word of a later publication brings that one's odd stamp into
	 * sight; pairs with the release fence of hil_ring_publish(). */
	atomic_thread_fence(memory_order_acquire);
	if (atomic_load_explicit(slot, memory_order_relaxed) != stamp)
		return -EAGAIN;
	return 0;
}

/**
 * hil_ring_read_latest() - copy the last publication
 * @n: result, its number
 * @word: result, slot_words - 1 words
 *
 * Context: any; at most HIL_RING_TRIES attempts.
 * Return: 0; -ENODATA nothing published yet; -EAGAIN the writer was faster
 * every time, or died in the middle.
 */
static inline int hil_ring_read_latest(const struct hil_ring_view *ring,
				       uint64_t *n, uint64_t word[])
{
	int try;

	for (try = 0; try < HIL_RING_TRIES; try++) {
		*n = hil_ring_latest(ring);
		if (*n == 0)
			return -ENODATA;
		if (hil_ring_read(ring, *n, word) == 0)
			return 0;
	}
	return -EAGAIN;
}

#endif
