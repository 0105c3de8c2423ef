/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requirements of the performance: one measurement with the rig's own
 * settings, judged. */
#include "rig/qualify/checks.h"

const struct hil_requirement hil_requirements_performance[] = {
	{ .id = "PQ-01",
	  .text = "The accounts of a run balance.",
	  .why = "Each edge is counted by several witnesses; one that cannot "
		 "be explained makes every number doubtful.",
	  .method = "hilrig run with the rig's config.",
	  .criterion = "Every imbalance is 0, the probe's parity agrees, "
		       "there are edges.",
	  .check = hil_check_accounts },
	{ .id = "PQ-02",
	  .text = "The verdict of a run is VALID, or DEGRADED with reasons.",
	  .why = "A number is worth its verdict.",
	  .method = "hilrig run with the rig's config.",
	  .criterion = "Not INVALID; reasons are listed.",
	  .check = hil_check_verdict },
	{ .id = "PQ-03",
	  .text = "Every latency has an uncertainty and its budget.",
	  .why = "A number without it cannot be compared with a requirement.",
	  .method = "hilrig run with the rig's config.",
	  .criterion = "U = 2 u above 0, k = 2; effects that are not "
		       "calibrated are named.",
	  .check = hil_check_uncertainty },
	{ .id = "PQ-04",
	  .text = "The analyzer saw everything.",
	  .why = "What it did not see is not in the result.",
	  .method = "hilrig run with the rig's config.",
	  .criterion = "No gap, coverage 100 %.",
	  .check = hil_check_samples },
	{ .id = "PQ-05",
	  .text = "Board and analyzer tell one story.",
	  .why = "Cause comes before effect on both clocks; a row that breaks "
		 "it belongs to another edge.",
	  .method = "The inequalities of every row, hilrig run with the rig's "
		    "config.",
	  .criterion = "One offset and drift satisfy all rows; the first edge "
		       "is the first one of both.",
	  .needs = HIL_NEEDS_BOARD | HIL_NEEDS_GENERATOR,
	  .check = hil_check_witnesses },
	{ .id = "PQ-06",
	  .text = "The analyzer's clock runs at the rate it says.",
	  .why = "A latency is a number of samples.",
	  .method = "Samples against this host's CLOCK_MONOTONIC, a line "
		    "through the earliest moments (GUM H.3).",
	  .criterion = "Value and U (k = 2) together within 300 ppm.",
	  .check = hil_check_clock },
	{ .id = "PQ-07",
	  .text = "The stimulus has the period that was asked for.",
	  .why = "Generator and analyzer are two clocks of two makers: they "
		 "check each other.",
	  .method = "First and last rising edge of the judged run.",
	  .criterion = "Value and U (k = 2) together within 300 ppm.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_period },
	{ .id = "PQ-08",
	  .text = "A delay that is planted at the board is found by the "
		  "analyzer.",
	  .why = "It is the one check that goes through everything: board, "
		 "pin, wire, analyzer, pairing, clocks, arithmetic.",
	  .method = "hilrig run --seed-delay, an eighth of the period, 500 us "
		    "at most, before each tenth answer.",
	  .criterion = "None of the delayed edges is lost; each, or their "
		       "mean, agrees with what the board waited within U.",
	  .needs = HIL_NEEDS_BOARD | HIL_NEEDS_GENERATOR,
	  .check = hil_check_seed },
	{ .id = NULL },
};
