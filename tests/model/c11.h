/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every execution that C11 allows between one writer and one reader.
 *
 * The writer's code runs once and leaves, for each location, the list of its
 * stores. The reader's code then runs again and again, each time with other
 * answers to its loads, until all combinations that the memory model allows
 * have been seen. Both are the product's own code: a test includes it after
 * this header, which turns its atomic operations into calls of the explorer.
 *
 * The model is the usual one with views (time stamps per location; release
 * stores and fences publish a view, acquire loads and fences take it over),
 * for relaxed, acquire and release. The writer reads only what it wrote, so
 * that its being killed anywhere is covered: a reader may see any prefix.
 *
 * Source: Kang, Hur, Lahav, Vafeiadis, Dreyer, "A promising semantics for
 * relaxed-memory concurrency", POPL 2017, without promises, which need a
 * thread that both loads and stores.
 */
#ifndef HIL_TESTS_MODEL_C11_H
#define HIL_TESTS_MODEL_C11_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define C11_LOCATIONS 24 /* that are ever stored to */
#define C11_STORES    16 /* to one location, the initial one included */
#define C11_LOADS     64 /* with a choice, in one run of the reader */

/* What a location is for, so that a mutation can name its accesses. */
enum c11_role { C11_WORD, C11_STAMP, C11_LATEST, C11_ROLES };

/* What is left out of the product's code: everything false is the product. */
struct c11_mutation {
	bool no_release_fence;
	bool no_acquire_fence;
	bool no_odd_stamp;
	bool no_recheck; /* the second load of a stamp repeats the first */
	bool relaxed_store[C11_ROLES];
	bool relaxed_load[C11_ROLES];
};

struct c11_view {
	uint8_t at[C11_LOCATIONS]; /* index of a store, for each location */
};

struct c11_store {
	uint64_t value;
	struct c11_view view; /* what who acquires it gets to know */
};

struct c11_location {
	uintptr_t address;
	enum c11_role role;
	unsigned int stores;
	struct c11_store store[C11_STORES];
	uint64_t last_loaded; /* by the reader, in this run */
};

struct c11 {
	struct c11_mutation mutation;
	enum c11_role (*role)(uintptr_t address);
	uintptr_t lowest, highest; /* of the locations */
	unsigned int locations;
	struct c11_location location[C11_LOCATIONS];
	struct c11_view writer, released; /* now; at its last release fence */
	struct c11_view reader, acquired; /* now; after an acquire fence */
	bool reading;
	unsigned int depth, used;
	uint8_t choice[C11_LOADS], options[C11_LOADS];
	uint64_t runs;
};

/**
 * c11_begin() - start with the writer; all memory is 0
 * @role: tells what an address is for
 *
 * Operations are on @model until the next c11_begin().
 */
void c11_begin(struct c11 *model, const struct c11_mutation *mutation,
	       enum c11_role (*role)(uintptr_t address));

/**
 * c11_next_run() - the reader's next combination of answers
 *
 * Use: while (c11_next_run(model)) reader code.
 * Return: false when all have been seen.
 */
bool c11_next_run(struct c11 *model);

/* Operations, in place of those of <stdatomic.h>. */
void c11_store(uintptr_t address, uint64_t value, memory_order order);
uint64_t c11_load(uintptr_t address, memory_order order);
void c11_fence(memory_order order);

#ifndef C11_KEEP_STDATOMIC
#undef atomic_store_explicit
#undef atomic_load_explicit
#undef atomic_thread_fence
#define atomic_store_explicit(address, value, order)                           \
	c11_store((uintptr_t)(address), (uint64_t)(value), order)
#define atomic_load_explicit(address, order)                                   \
	((__typeof__(*(address) + 0))c11_load((uintptr_t)(address), order))
#define atomic_thread_fence(order) c11_fence(order)
#endif

#endif
