/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requirements of the operation: does each part do what it says, also when it
 * is asked for what it must not do? */
#include "rig/qualify/checks.h"

const struct hil_requirement hil_requirements_operation[] = {
	{ .id = "OQ-01",
	  .text = "No stimulus goes above the line's voltage.",
	  .why = "It would destroy the board's pin.",
	  .method = "A wave of twice line_volts is asked for.",
	  .criterion = "It is refused, and so is turning the output on after "
		       "it.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_above_line },
	{ .id = "OQ-02",
	  .text = "No stimulus goes below ground.",
	  .why = "It would destroy the board's pin.",
	  .method = "A wave from -0.5 V is asked for.",
	  .criterion = "It is refused, and so is turning the output on after "
		       "it.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_below_ground },
	{ .id = "OQ-03",
	  .text = "There is no output before the line's voltage is known.",
	  .why = "Many lines take 1.8 V and no more.",
	  .method = "The generator is opened without a voltage and asked for "
		    "the rig's wave.",
	  .criterion = "It is refused, and so is turning the output on after "
		       "it.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_no_voltage },
	{ .id = "OQ-04",
	  .text = "The generator takes frequency and levels as they are set.",
	  .why = "A generator rounds or ignores what it cannot do.",
	  .method = "Three frequencies are set and read back, the rig's own "
		    "and down by factors of 2; the levels are read back with "
		    "each. The output stays off.",
	  .criterion = "Each frequency is within 1000 ppm; the levels are "
		       "taken.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_frequency },
	{ .id = "OQ-05",
	  .text = "When the generator is off, both witnesses are silent.",
	  .why = "An edge that nobody sent is counted as an edge.",
	  .method = "The generator is turned on and off; then both witnesses "
		    "are watched for 2 s, board and probe from 0.5 s after "
		    "the begin: some controllers keep an edge from before.",
	  .criterion = "No edge on either channel, no event at the board.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_off },
	{ .id = "OQ-06",
	  .text = "N edges are counted as N edges.",
	  .why = "Missed and coalesced edges are what a rig is for.",
	  .method = "A burst of a known number of edges, the generator's own "
		    "count, into a run that goes on; once more, up to three "
		    "times, where the generator says that it left periods "
		    "out.",
	  .criterion = "The analyzer counts exactly N; events, dropped and "
		       "coalesced ones of the board give the same number.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_burst },
	{ .id = "OQ-07",
	  .text = "Two runs cannot use one instrument.",
	  .why = "The second one would switch the first one's generator off.",
	  .method = "The analyzer is claimed, then hilrig run is started.",
	  .criterion = "It is refused with exit status 4.",
	  .check = hil_check_exclusive },
	{ .id = "OQ-08",
	  .text = "The generator is off after hilrig was killed.",
	  .why = "A stimulus that goes on drives a board that nobody watches.",
	  .method = "A run is killed with SIGKILL while its generator is on; "
		    "3 s later both witnesses are watched for 2 s as in "
		    "OQ-05.",
	  .criterion = "No edge on either channel, no event at the board.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_killed },
	{ .id = "OQ-09",
	  .text = "An operator can end a run at any time and keep its result.",
	  .why = "A night that is cut short is still a measurement.",
	  .method = "A run gets SIGINT while it measures.",
	  .criterion = "It ends within 10 s with a summary and a manifest.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_stop },
	{ .id = "OQ-10",
	  .text = "A run stops at a latency above its limit.",
	  .why = "A trace of the worst case is only there at that moment.",
	  .method = "hilrig run -b 1ns: every latency is above it.",
	  .criterion = "It stops in less than half of its time, exit status "
		       "2.",
	  .needs = HIL_NEEDS_GENERATOR,
	  .check = hil_check_limit },
	{ .id = "OQ-11",
	  .text = "Exit statuses are those of the manual.",
	  .why = "Scripts and test systems go by nothing else.",
	  .method = "Help, a wrong option, a config that is not there, an "
		    "analyzer that is not there.",
	  .criterion = "0, 1, 1 and 4.",
	  .check = hil_check_statuses },
	{ .id = "OQ-12",
	  .text = "A stored run gives its result again, bit for bit.",
	  .why = "A result that cannot be computed again cannot be checked.",
	  .method = "hilrig show of the judged run, twice.",
	  .criterion = "Both results are the file that the run wrote.",
	  .check = hil_check_recompute },
	{ .id = "OQ-13",
	  .text = "Damage of a stored run is told.",
	  .why = "Disks and transfers change bits.",
	  .method = "hilrig show of a copy of the judged run with one bit "
		    "changed.",
	  .criterion = "INVALID, exit status 3.",
	  .check = hil_check_damage },
	{ .id = "OQ-14",
	  .text = "Samples that were lost are told, and edges near them stay "
		  "out of the result.",
	  .why = "A latency across a gap is a guess.",
	  .method = "The judged run's records are read again with the samples "
		    "from one answer to the next left out, and a gap record "
		    "in their place.",
	  .criterion = "One gap, its coverage within 1e-6, an edge in it, "
		       "balanced accounts, not VALID.",
	  .check = hil_check_gap },
	{ .id = "OQ-15",
	  .text = "An edge without an answer is counted as missed.",
	  .why = "A missed interrupt must not borrow the next one's answer.",
	  .method = "The judged run's records are read again with the answers "
		    "of two edges in line left out.",
	  .criterion = "Two more are missed, two fewer matched, the accounts "
		       "balance.",
	  .check = hil_check_lost },
	{ .id = "OQ-16",
	  .text = "Quantiles are those of the latencies.",
	  .why = "They come from a histogram, which rounds.",
	  .method = "All latencies of the judged run are sorted and compared.",
	  .criterion = "Within 0.1 %; count, minimum and maximum are exact.",
	  .check = hil_check_histogram },
	{ .id = "OQ-17",
	  .text = "This processor finds the edges that are there.",
	  .why = "The search uses instructions that not every processor has.",
	  .method = "Samples around each stored edge are made again and "
		    "searched in the fast and in the plain way.",
	  .criterion = "Both find the stored edges and no other.",
	  .check = hil_check_edges },
	{ .id = NULL },
};
