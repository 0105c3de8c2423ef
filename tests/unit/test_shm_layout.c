/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout: its check, and where the plan puts things. */
#include <errno.h>
#include <string.h>

#include "daemon/shm/plan.h"
#include "tests/unit/shm_fixture.h"

static void crc_sees_every_byte_but_magic_and_itself(void **state)
{
	union {
		struct hil_shm_header header;
		unsigned char byte[sizeof(struct hil_shm_header)];
	} h = { .header = { .ring_count = 1 } };
	struct hil_shm_ring ring = { .kind = HIL_SHM_EVENTS };
	const uint32_t crc = hil_shm_layout_crc(&h.header, &ring);
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(h.byte); i++) {
		const bool left_out = i < 8 || (i >= 36 && i < 40);

		/* ring_count says how much to check: another test's matter */
		if (i >= 20 && i < 24)
			continue;
		h.byte[i] ^= 0x40;
		assert_int_equal(hil_shm_layout_crc(&h.header, &ring) == crc,
				 left_out);
		h.byte[i] ^= 0x40;
	}
	ring.reserved[2] = 1; /* the descriptor's last word */
	assert_int_not_equal(hil_shm_layout_crc(&h.header, &ring), crc);
}

static void plan_puts_rings_one_behind_the_other(void **state)
{
	static struct hil_shm_plan plan;
	uint64_t end = HIL_SHM_RINGS_OFFSET;
	uint32_t i;

	(void)state;
	assert_int_equal(hil_shm_plan(&plan, shm_board, 3), 0);
	/* status, events, and for each of two quantities 3 levels and one
	 * histogram: 1 + 1 + 2 * 4 */
	assert_int_equal(plan.count, 10);
	for (i = 0; i < plan.count; i++) {
		const struct hil_shm_ring *r = &plan.ring[i];

		assert_int_equal(r->offset, end);
		assert_int_equal(r->offset % HIL_SHM_LINE, 0);
		end += 128 + (uint64_t)r->slots * r->slot_bytes;
	}
	assert_int_equal(plan.bytes, end);
	assert_int_equal(plan.ring[2].window_ns, 20000000);
	assert_int_equal(plan.ring[2].slots, 2048);
	assert_int_equal(plan.ring[4].window_ns, 60000000000);
	assert_int_equal(plan.ring[5].kind, HIL_SHM_HISTOGRAM);
}

static void plan_takes_two_witnesses_of_one_quantity(void **state)
{
	static struct hil_shm_plan plan;
	struct hil_shm_spec spec[2] = {
		{ HIL_SHM_WINDOWS, HIL_SHM_IST, HIL_SHM_LATENCY, 0, 0, 0 },
		{ HIL_SHM_WINDOWS, HIL_SHM_ANALYZER, HIL_SHM_LATENCY, 0, 0, 0 },
	};

	(void)state;
	assert_int_equal(hil_shm_plan(&plan, spec, 2), 0);
	spec[0].witness = HIL_SHM_ANALYZER;
	assert_int_equal(hil_shm_plan(&plan, spec, 2), -EINVAL);
	spec[0].line = 1;
	assert_int_equal(hil_shm_plan(&plan, spec, 2), 0);
}

static void plan_refuses_what_it_does_not_know(void **state)
{
	static const struct hil_shm_spec bad[] = {
		{ HIL_SHM_STATUS, HIL_SHM_IST, 0, 0, 0, 0 },
		{ HIL_SHM_HISTOGRAM, HIL_SHM_IST, HIL_SHM_PERIOD, 0, 0, 0 },
		{ HIL_SHM_WINDOWS, 0, HIL_SHM_PERIOD, 0, 0, 0 },
		{ HIL_SHM_WINDOWS, 4, HIL_SHM_PERIOD, 0, 0, 0 },
		{ HIL_SHM_WINDOWS, HIL_SHM_IST, 0, 0, 0, 0 },
		{ HIL_SHM_WINDOWS, HIL_SHM_IST, 7, 0, 0, 0 },
		{ HIL_SHM_WINDOWS, HIL_SHM_IST, HIL_SHM_PERIOD, 4, 0, 0 },
		{ HIL_SHM_EVENTS, HIL_SHM_IST, HIL_SHM_PERIOD, 0, 0, 0 },
	};
	static struct hil_shm_plan plan;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(hil_shm_plan(&plan, &bad[i], 1), -EINVAL);
}

static void plan_says_when_there_is_no_place_left(void **state)
{
	static struct hil_shm_plan plan;
	struct hil_shm_spec spec[24];
	uint32_t i;

	(void)state;
	/* 96 descriptors: the status block and 23 quantities of 4 */
	for (i = 0; i < 24; i++)
		spec[i] = (struct hil_shm_spec){
			.kind = HIL_SHM_WINDOWS,
			.witness = i % 12 < 6 ? HIL_SHM_IST : HIL_SHM_ANALYZER,
			.quantity = HIL_SHM_LATENCY + i % 6,
			.line = i / 12,
		};
	assert_int_equal(hil_shm_plan(&plan, spec, 23), 0);
	assert_int_equal(hil_shm_plan(&plan, spec, 24), -ENOSPC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crc_sees_every_byte_but_magic_and_itself),
		cmocka_unit_test(plan_puts_rings_one_behind_the_other),
		cmocka_unit_test(plan_takes_two_witnesses_of_one_quantity),
		cmocka_unit_test(plan_refuses_what_it_does_not_know),
		cmocka_unit_test(plan_says_when_there_is_no_place_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
