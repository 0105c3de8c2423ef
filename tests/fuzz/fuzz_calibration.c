/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A calibration record, and what a board answers about its probe: a run takes
 * bounded effects or none. */
#include <math.h>

#include "rig/calibrate/record.h"
#include "rig/calibrate/toggles.h"
#include "tests/fuzz/fuzz.h"

static void check_effect(const struct hil_effect *e, double most)
{
	if (e->known && !(fabs(e->value) < most && e->u >= 0 && e->u < most))
		abort();
}

static void check_record(const json_t *record)
{
	json_t *capture =
		json_pack("{s:s,s:s}", "driver", "fx2lafw", "model", "Logic");
	struct hil_ledger_calibration c = { 0 };
	char problem[256];
	int ret = hil_calibration_apply(record, capture, 0, &c, problem,
					sizeof(problem));

	if (strlen(problem) >= sizeof(problem) ||
	    strlen(c.board) >= sizeof(c.board))
		abort();
	if (!ret) {
		check_effect(&c.skew_ns, 1e6);
		check_effect(&c.clock_ppm, 1e6);
		check_effect(&c.threshold_ns, 1e6);
		check_effect(&c.probe_ns, 3e7);
		check_effect(&c.post_ns, 3e7);
		if (c.post_ns.value < 0)
			abort();
	}
	json_decref(capture);
}

static void check_toggles(const json_t *answer)
{
	struct hil_readback r;

	if (!hil_toggles_judge(answer, &r) &&
	    !(r.posted_ns >= 0 && r.delay_ns >= 0 && r.u_ns >= 0))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *root = json_loadb((const char *)data, size,
				  JSON_REJECT_DUPLICATES, NULL);

	if (json_is_object(root)) {
		check_record(root);
		check_toggles(root);
	}
	json_decref(root);
	return 0;
}
