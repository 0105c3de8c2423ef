/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of a comparison: refused with a word, or a plan whose blocks follow
 * each other, which can be judged without a row and written again. */
#include "rig/compare/marks.h"
#include "tests/fuzz/fuzz.h"

static void check_plan(const struct hil_comparison *c)
{
	size_t blocks = c->rounds * c->arms, i;

	if (c->begun > blocks || c->ended > c->begun || c->arms < 2)
		abort();
	for (i = 0; i < blocks; i++) {
		if (c->order[i] >= c->arms)
			abort();
	}
	for (i = 0; i < c->begun; i++) {
		if (!(c->span[i].from_s <= c->span[i].to_s) ||
		    (i && c->span[i].from_s < c->span[i - 1].to_s))
			abort();
	}
}

static void check_marks(const json_t *root)
{
	struct hil_variants variants = { .count = 0 };
	char problem[HIL_MARKS_PROBLEM] = "";
	struct hil_comparison c;
	json_t *again;

	if (hil_marks_from_json(root, &c, &variants, problem)) {
		if (!*problem || c.arms || variants.count)
			abort();
		return;
	}
	check_plan(&c);
	again = hil_marks_to_json(&c);
	if (!again)
		abort();
	json_decref(again);
	hil_comparison_free(&c);
	hil_variants_free(&variants);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *root = json_loadb((const char *)data, size,
				  JSON_REJECT_DUPLICATES, NULL);

	if (root)
		check_marks(root);
	json_decref(root);
	return 0;
}
