/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a board prints about a front end, and what an arm makes of it. */
#include "rig/compare/comparison.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct hil_comparison c;
	struct hil_front_outcome end;

	if (hil_comparison_init(&c, 1, 1))
		abort();
	for (int64_t i = 0; i < 3; i++)
		hil_arm_edge(&c.arm[0], i * 4000000, 50000);
	for (int i = 0; i < 2; i++) {
		end = hil_front_process_parse(text);
		hil_arm_front_add(&c.arm[0], &end, 1);
		if (end.stats)
			abort();
	}
	if (hil_comparison_judge(&c, 400))
		abort();
	if (c.arm[0].front.blocks != 2 ||
	    c.arm[0].front.told > c.arm[0].front.blocks)
		abort();
	hil_comparison_free(&c);
	free(text);
	return 0;
}
