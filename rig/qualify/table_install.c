/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requirements of the installation: is everything there, and is it the right
 * one? */
#include "rig/qualify/checks.h"

const struct hil_requirement hil_requirements_installation[] = {
	{ .id = "IQ-01",
	  .text = "All programs of the rig are installed and of one version.",
	  .why = "Programs of two versions may understand a record "
		 "differently.",
	  .method = "Programs beside hilrig are looked for; hilrigd on the "
		    "board is asked for its version.",
	  .criterion = "None is missing, hilrigd's version is hilrig's.",
	  .check = hil_check_programs },
	{ .id = "IQ-02",
	  .text = "Nothing on the board spoils a measurement.",
	  .why = "Throttling, idle states or a virtual machine make latencies "
		 "that are not the board's own.",
	  .method = "hilrig doctor --board",
	  .criterion = "No row is bad.",
	  .needs = HIL_NEEDS_BOARD,
	  .check = hil_check_board },
	{ .id = "IQ-03",
	  .text = "Analyzer and generator answer and say who they are.",
	  .why = "A calibration is of one instrument; another one in its place "
		 "makes it worthless.",
	  .method = "hilrig doctor: the analyzer is searched for, the "
		    "generator is asked for its identity.",
	  .criterion = "Both answer.",
	  .check = hil_check_instruments },
	{ .id = "IQ-04",
	  .text = "There is room for runs, and nobody else may change them.",
	  .why = "A full disk ends a night's record; a record that others may "
		 "write proves nothing.",
	  .method = "hilrig doctor; permissions of the dossier's folder.",
	  .criterion = "More than 1 GB is free, neither group nor others may "
		       "write.",
	  .check = hil_check_disk },
	{ .id = "IQ-05",
	  .text = "The skew of the analyzer's channels is calibrated.",
	  .why = "It is part of every latency, with its sign.",
	  .method = "The calibration record is compared with the analyzer "
		    "that answers now.",
	  .criterion = "There is a skew of this analyzer, and it is not due.",
	  .check = hil_check_skew },
	{ .id = "IQ-06",
	  .text = "The rate of the analyzer's clock is calibrated.",
	  .why = "A latency is a number of samples; the clock makes time of "
		 "it.",
	  .method = "The calibration record is compared with the analyzer "
		    "that answers now.",
	  .criterion = "There is a rate of this analyzer, and it is not due.",
	  .check = hil_check_clock_record },
	{ .id = "IQ-07",
	  .text = "The wires are where the config says.",
	  .why = "Two channels that are swapped give a latency of one period "
		 "less the right one.",
	  .method = "hilrig wire: the generator's frequency and pulses of the "
		    "probe are looked for on every channel and line.",
	  .criterion = "No mistake is found.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_wires },
	{ .id = NULL },
};
