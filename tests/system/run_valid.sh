#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run on the virtual bench: accounts balance, the store gives it again.

. "$(dirname "$0")/lib.sh"
need_board
start_bench

"$hilrig" run --config "$config" -D 5s --json="$work/run.json" \
	> "$work/text" 2> "$work/messages"
expect_status 0 $? "run"
cat "$work/text"
expect_text "$work/text" "$(jq -r .verdict "$work/run.json")"
expect_json "$work/run.json" '.schema == "hilrig-run-1"'
expect_json "$work/run.json" '.verdict == "VALID" or .verdict == "DEGRADED"'
# The bench's own host may stall; nothing else may degrade a run.
expect_json "$work/run.json" '[.reasons[] | select(
	test("host|bench|stall|skipped") | not)] == []'
expect_json "$work/run.json" '.lines[0].stimulus |
	.edges > 1000 and .edges == .matched + .ambiguous + .missed + .in_gap'
expect_json "$work/run.json" '.lines[0].stimulus |
	.matched >= 0.98 * .edges'
expect_json "$work/run.json" '.lines[0] | .stimulus.edges == .board.events +
	.board.fifo_drops + .board.coalesced + .board.never_interrupt -
	.board.spurious'
expect_json "$work/run.json" '.lines[0].probe |
	.edges == .commands - .missing + .extra or
	.edges == .commands - 1 - .missing + .extra or
	.edges == .commands - 2 - .missing + .extra'
expect_json "$work/run.json" '.latency_ns.count == .stimulus.matched'
expect_json "$work/run.json" '.latency_ns | .min > 0 and .min <= .p50 and
	.p50 <= .p99 and .p99 <= .max'
expect_json "$work/run.json" '.samples.coverage > 0.999'
expect_json "$work/run.json" '.settings.board.preempt_rt == true'
expect_json "$work/run.json" '.thread."0".cycles == .latency_ns.count'
expect_json "$work/run.json" '.legs_ns | .delivery.count > 0 and
	.wakeup.count > 0 and .response.count > 0 and .write.count > 0'
# cyclictest's consumers: the histogram holds every cycle
expect_json "$work/run.json" '([.thread."0".histogram[]] | add) ==
	.thread."0".cycles'

run=$(find "$HILRIG_RUNS" -mindepth 1 -maxdepth 1 -type d)
[ -f "$run/report.html" ] || fail "no report.html in $run"
[ -f "$run/manifest.json" ] || fail "no manifest.json in $run"
"$hilrig" show "$run" --json="$work/show.json" > "$work/show" 2>&1
expect_status 0 $? "show"
cmp "$work/run.json" "$work/show.json" ||
	fail "show computes another result than run"
"$hilrig" show last --json > "$work/last.json" 2> /dev/null
cmp "$work/run.json" "$work/last.json" || fail "show last is another run"
stop_bench
expect_json "$work/run.json" '.lines[0].folds |
	(map([.of, .tick_ns]) ==
	[["board", 4000000], ["stimulus", 4000000]]) and
	all(.[]; .met >= 1 and .met <= 32 and .edges > 900)'
expect_text "$work/text" "the board's tick of 4 ms"

# the budget of the stored run, computed again, is the report's
"$hilrig" budget last --json > "$work/budget.json" || fail "budget last"
[ "$(jq -S .lines[0] "$work/budget.json")" = \
	"$(jq -S .lines[0].budget "$work/run.json")" ] ||
	fail "the budget differs from the run's"
expect_json "$work/budget.json" '.lines[0] | (.effects | length) == 6 and
	((.U_ns - 2 * .u_ns) | fabs) < 1e-6 and .u_ns > 408 and .complete == false'
"$hilrig" budget last > "$work/text" || fail "budget last as text"
expect_text "$work/text" "not calibrated: not in U"

finish
