/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the shared memory have in common. */
#ifndef HIL_TESTS_SHM_FIXTURE_H
#define HIL_TESTS_SHM_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "daemon/shm/reader.h"
#include "daemon/shm/writer.h"

/* What hilrigd holds: events, period and wake-up of line 0. */
extern const struct hil_shm_spec shm_board[3];
enum { SHM_EVENTS, SHM_PERIOD, SHM_WAKEUP };

/* A writer of shm_board with a reader attached to it. */
struct shm_pair {
	struct hil_shm_writer *writer;
	struct hil_shm_reader *reader;
};

/** shm_pair_setup(), shm_pair_teardown() - cmocka fixture, *state is a pair */
int shm_pair_setup(void **state);
int shm_pair_teardown(void **state);

/** shm_event() - event @index, @period_ns apart, woken after @wakeup_ns */
struct hil_event shm_event(uint64_t index, int64_t period_ns,
			   int64_t wakeup_ns);

/** shm_ring_of() - index of a ring of line 0 by the IST, which must exist */
size_t shm_ring_of(const struct hil_shm_reader *reader, enum hil_shm_kind kind,
		   enum hil_shm_quantity quantity, int64_t window_ns);

/** shm_image() - heap copy of a memory's bytes */
unsigned char *shm_image(int fd, size_t *size);

/** shm_from_image() - sealed memory with these bytes. Return: descriptor. */
int shm_from_image(const unsigned char *image, size_t size, int seals);

/** shm_read_all() - call every snapshot function, several times */
void shm_read_all(const struct hil_shm_reader *reader);

#endif
