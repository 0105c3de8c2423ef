#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Faults that the virtual bench makes and writes down, against what a run says
# of them: each is counted or named, and the accounts still balance.

. "$(dirname "$0")/lib.sh"
need_board

# fault_run NAME SECONDS STATUS FAULT…: one run with faults, on a fresh bench
fault_run() {
	local name=$1 seconds=$2 status=$3
	shift 3
	start_bench
	[ $# = 0 ] || "$hilrig" bench fault --name "$bench" "$@" > /dev/null ||
		fail "$name: the bench refused $*"
	"$hilrig" run --config "$config" -D "$seconds" -q \
		--json="$work/$name.json" > "$work/text" 2> "$work/messages"
	expect_status "$status" $? "$name"
	truth=$(dirname "$config")/truth.jsonl
	cp "$truth" "$work/$name.truth" 2> /dev/null || : > "$work/$name.truth"
	stop_bench
	echo "$name: $(jq -c '[.verdict, .reasons[], .stimulus, .probe]' \
		"$work/$name.json" | cut -c1-300)"
	expect_json "$work/$name.json" '.lines[0].stimulus |
		.edges == .matched + .ambiguous + .missed + .in_gap'
}

# truth_count NAME KIND: how often it really happened
truth_count() {
	jq -s "[.[] | select(.kind == \"$2\")] | length" "$work/$1.truth"
}

fault_run missing 4s 0 missing=50
n=$(truth_count missing missing)
[ "$n" -gt 5 ] || fail "missing: the bench left out $n edges only"
expect_json "$work/missing.json" ".probe.missing == $n and .probe.extra == 0"
expect_json "$work/missing.json" ".stimulus.missed >= $n"

fault_run extra 4s 0 extra=50
n=$(truth_count extra extra)
[ "$n" -gt 5 ] || fail "extra: the bench made $n edges only"
expect_json "$work/extra.json" ".probe.extra == $n and .probe.missing == 0"

fault_run glitch 4s 0 glitch=50
n=$(truth_count glitch glitch)
expect_json "$work/glitch.json" ".stimulus.ambiguous + .probe.extra > 0 or
	$n == 0"

fault_run early 30s 3 early-end@3
expect_json "$work/early.json" '[.reasons[] | select(test("analyzer"))] != []'
fault_run close 30s 3 close@3
expect_json "$work/close.json" '[.reasons[] | select(test("analyzer"))] != []'
fault_run reset 30s 3 reset@3
expect_json "$work/reset.json" '[.reasons[] | select(test("analyzer"))] != []'
fault_run stall 30s 3 stall@3
expect_json "$work/stall.json" '[.reasons[] | select(test("analyzer"))] != []'

# a second of samples spliced out without a word cannot pass for a good run
fault_run gap 5s 3 gap=200000@3
expect_json "$work/gap.json" '.verdict == "INVALID"'

# a loss that no rate shows: the heartbeat has it, with its place and size
fault_run splice 6s 0 gap=1234@3
expect_json "$work/splice.json" '.verdict == "DEGRADED" and
	([.reasons[] | select(test("^splice: .*1 place"))] != []) and
	(.samples.heartbeat | .by == "heartbeat" and .splices == 1 and
	.splice[0].before_sample <= 3000000 and
	.splice[0].behind_sample >= 3000000 and
	(.splice[0].missing_samples - 1234 | fabs) < 3)'

fault_run stop 6s 0 generator-stop@3
expect_json "$work/stop.json" '.verdict == "DEGRADED" and
	([.reasons[] | select(test("stimulus"))] != [])'

# 100 ppm are the fit's affair, not an error
fault_run clock 5s 0 clock=100
expect_json "$work/clock.json" '.clock_fit.drift_ppm | fabs > 50 and
	fabs < 150'
finish
